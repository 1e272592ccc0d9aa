"""What follows for certain from what happened, event by event, in words.

The games keep the result as masks; here it is told how it came about. Together the conclusions say
exactly what the masks say.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from kiebitz.knowledge.inferences.conclusion import Conclusion

if TYPE_CHECKING:
    from kiebitz.rules.values import View

__all__ = ["Conclusion", "conclusions"]

READERS = ("schnapsen", "skat", "durak", "boerenbridge")
"""The games whose events we can read: a module here for each."""


def conclusions(view: View) -> list[Conclusion]:
    """What everybody can conclude about the hands of this distribution, in the order of the events.

    >>> from kiebitz.rules.registry import game
    >>> bridge = game("boerenbridge", {"seats": "3", "schedule": "2"})
    >>> deal = "AH KH | AD KD | AC AS | KC KS | trump=S opener=0"
    >>> from kiebitz.rules.values import Deal
    >>> state = Deal.read(bridge, deal).start()
    >>> for move in ["0", "0", "0", "AH", "KD", "AS"]:
    ...     state = state.play(move)
    >>> for conclusion in conclusions(state.view(0)):
    ...     print(conclusion)
    Player 2 did not follow hearts in trick 1: no hearts.
    Player 3 did not follow hearts in trick 1: no hearts.
    """
    if view.game.name not in READERS:
        return []
    module = import_module(f"kiebitz.knowledge.inferences.{view.game.name}")
    found: list[Conclusion] = module.conclusions(view)
    return sorted(found, key=lambda conclusion: conclusion.event.ply)
