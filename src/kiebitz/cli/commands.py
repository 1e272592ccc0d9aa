"""What a game may bring to the command line: verbs that several games have, and a group of its own.

>>> from kiebitz.rules.parts import part
>>> from kiebitz.rules.registry import game_class
>>> part(game_class("boerenbridge"), Commands).verbs
{'graph': 'cli.graph:graph'}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

from kiebitz.errors import UnknownName
from kiebitz.rules.parts import Part


class Verb(NamedTuple):
    """A command whose first word after it is a game: ``kiebitz solve NAME ...``."""

    help: str
    """Its line in the list of commands."""
    game: str
    """What a game that brings it is, for the refusal of one that does not."""


VERBS = {
    "solve": Verb("What a position is worth, and which move keeps it.", "game with a solver"),
    "graph": Verb("Show the strategy graph that an agent plays by.", "game whose agents play by graphs"),
}


class Commands(Part):
    """What a game may bring to the command line.

    References are those of ``Brings``: ``"module:name"`` below the game's package. What they name is
    imported when its command is typed.
    """

    layer = "cli"
    verbs: ClassVar[Mapping[str, str]] = {}
    """Some of ``VERBS``, each with the function that is its command: ``{"solve": "cli.solve:solve"}``.

    Typer reads the arguments and options of ``kiebitz solve NAME`` from the function's signature, and its
    help from the docstring. Commands that only one game can have belong into its group.
    """
    group: str = ""
    """A Typer application with the commands of ``kiebitz NAME ...``: ``"cli.group:app"``."""

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        for verb in cls.verbs:
            if verb not in VERBS:
                raise UnknownName(f"verb for {cls.__name__}", verb, VERBS)
