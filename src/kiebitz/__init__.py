"""Kiebitz: a workbench for card games with hidden cards.

>>> import kiebitz
>>> state = kiebitz.game("schnapsen").deal(seed=7)
>>> state.view(0).hand == state.hand_of(0)
True
"""

from kiebitz.version import __version__ as __version__

__all__ = ["Agent", "Decision", "Move", "Record", "State", "View", "game"]

TYPE_CHECKING = False  # as in typing, which is not loaded here: Ctrl-C is handled only afterwards
if TYPE_CHECKING:
    from typing import Any

    from kiebitz.agents.base import Agent, Decision
    from kiebitz.rules.records import Record
    from kiebitz.rules.registry import game
    from kiebitz.rules.values import Move, State, View

_HOMES = {
    "Agent": "kiebitz.agents.base",
    "Decision": "kiebitz.agents.base",
    "game": "kiebitz.rules.registry",
    "Record": "kiebitz.rules.records",
    "Move": "kiebitz.rules.values",
    "State": "kiebitz.rules.values",
    "View": "kiebitz.rules.values",
}


def __getattr__(name: str) -> "Any":
    """Names are loaded when they are used, so that ``kiebitz --help`` need not wait for the compiler."""
    if name not in _HOMES:
        raise AttributeError(f"module 'kiebitz' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
