"""Kiebitz: a workbench for card games with hidden cards.

>>> import kiebitz as kb
>>> state = kb.game("schnapsen").deal(seed=7)
>>> state.view(0).hand == state.hand_of(0)
True

The names in ``__all__`` are public: docs/api.md lists them, and docs/library.md shows how they go together.
"""

import sys

from kiebitz.version import __version__ as __version__

__all__ = [
    "Agent",
    "BadNotation",
    "BadOption",
    "Card",
    "CardSet",
    "Deal",
    "Decision",
    "Event",
    "Game",
    "IllegalMove",
    "KiebitzError",
    "Knowledge",
    "Move",
    "Record",
    "Result",
    "Run",
    "State",
    "TrickView",
    "UnknownName",
    "View",
    "agent",
    "check",
    "exercises",
    "freeze",
    "game",
    "grid",
    "know",
    "list_agents",
    "list_experiments",
    "list_games",
    "list_levels",
    "list_runs",
    "match",
    "open_run",
    "power",
    "puzzle",
    "read_records",
    "reproduce",
    "review",
    "run",
    "solve",
    "tournament",
]

TYPE_CHECKING = False  # as in typing, which is not loaded here: Ctrl-C is handled only afterwards
if TYPE_CHECKING:
    from typing import Any

    from kiebitz.agents.advice import agent
    from kiebitz.agents.base import Agent, Decision
    from kiebitz.agents.registry import list_agents
    from kiebitz.agents.roster import list_levels
    from kiebitz.cards import Card, CardSet
    from kiebitz.errors import BadNotation, BadOption, IllegalMove, KiebitzError, UnknownName
    from kiebitz.knowledge.knowing import Knowledge, know
    from kiebitz.lab.checking.asked import check
    from kiebitz.lab.exercises.sheets import exercises
    from kiebitz.lab.experiments.listing import list_experiments
    from kiebitz.lab.experiments.playing import reproduce, run
    from kiebitz.lab.matches import grid, match, tournament
    from kiebitz.lab.power import power
    from kiebitz.lab.puzzles.making import puzzle
    from kiebitz.lab.reduction.fitting import freeze
    from kiebitz.lab.results.result import Result
    from kiebitz.lab.review.reviewing import review
    from kiebitz.lab.runs.run import Run
    from kiebitz.lab.runs.stored import list_runs, open_run
    from kiebitz.rules.formats import read_records
    from kiebitz.rules.game import Game
    from kiebitz.rules.records import Record
    from kiebitz.rules.registry import game, list_games
    from kiebitz.rules.tricks import TrickView
    from kiebitz.rules.values import Deal, Event, Move, State, View
    from kiebitz.search.answers import solve

_HOMES = {
    "Agent": "agents.base",
    "BadNotation": "errors",
    "BadOption": "errors",
    "Card": "cards",
    "CardSet": "cards",
    "Deal": "rules.values",
    "Decision": "agents.base",
    "Event": "rules.values",
    "Game": "rules.game",
    "IllegalMove": "errors",
    "KiebitzError": "errors",
    "Knowledge": "knowledge.knowing",
    "Move": "rules.values",
    "Record": "rules.records",
    "Result": "lab.results.result",
    "Run": "lab.runs.run",
    "State": "rules.values",
    "TrickView": "rules.tricks",
    "UnknownName": "errors",
    "View": "rules.values",
    "agent": "agents.advice",
    "check": "lab.checking.asked",
    "exercises": "lab.exercises.sheets",
    "freeze": "lab.reduction.fitting",
    "game": "rules.registry",
    "grid": "lab.matches",
    "know": "knowledge.knowing",
    "list_agents": "agents.registry",
    "list_experiments": "lab.experiments.listing",
    "list_games": "rules.registry",
    "list_levels": "agents.roster",
    "list_runs": "lab.runs.stored",
    "match": "lab.matches",
    "open_run": "lab.runs.stored",
    "power": "lab.power",
    "puzzle": "lab.puzzles.making",
    "read_records": "rules.formats",
    "reproduce": "lab.experiments.playing",
    "review": "lab.review.reviewing",
    "run": "lab.experiments.playing",
    "solve": "search.answers",
    "tournament": "lab.matches",
}
"""Where each public name is; it is loaded when it is used, so that nobody waits for the compiler before."""


if "IPython" in sys.modules:  # values show themselves there
    from kiebitz.notebook import register

    register()


def __getattr__(name: str) -> "Any":
    if name not in _HOMES:
        raise AttributeError(f"module 'kiebitz' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"kiebitz.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    """What tab completion shows: the public names."""
    return [*__all__, "__doc__", "__file__", "__name__", "__version__"]
