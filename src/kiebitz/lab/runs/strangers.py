"""Strangers: files and programs that only a stored run or a page names, and that the user has not named.

A run, a page or a seal may come from anybody, so it is data. It plays installed games. A game from a file is
loaded only when the user names that file, and a bot from a file or a program is a stranger until then: it
plays in a locked cell, and where cells cannot be locked it is refused unless the user trusts it. This module
decides who is a stranger; ``known_class`` refuses such games, and ``contestant`` such bots.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kiebitz.agents.process import is_own, words_of
from kiebitz.agents.registry import is_foreign
from kiebitz.agents.specification import PROGRAM
from kiebitz.errors import BadOption
from kiebitz.lab.runs.bundles import file_of
from kiebitz.plugins import is_named
from kiebitz.rules.registry import is_file, place_of_game


class Strangers(NamedTuple):
    """The strangers among the names of a plan, and where the game's file is if the user has named it."""

    names: tuple[str, ...] = ()
    places: tuple[tuple[str, str], ...] = ()


NOBODY = Strangers()
"""The user has typed all names, on the command line or in Python."""


def strangers_among(game: str, agents: Sequence[str]) -> Strangers:
    """Who is a stranger among the names that a run or a page has.

    >>> strangers_among("durak", ["random", "their_bot.py:Bot"]).names
    ('their_bot.py:Bot',)
    """
    unnamed = [agent for agent in agents if is_foreign(agent) and not _is_named(agent)]
    if not is_file(game):
        return Strangers(tuple(unnamed))
    place = place_of_game(game)
    if place is None:
        return Strangers((game, *unnamed))
    return Strangers(tuple(unnamed), ((file_of(game), str(place)),))


def _is_named(agent: str) -> bool:
    """Has the user named all files of a bot? A program that is installed has none, so nobody has named it."""
    if not agent.startswith(PROGRAM):
        return is_named(file_of(agent))
    try:
        own = [word for word in words_of(agent) if is_own(word)]
    except BadOption:
        return False
    return bool(own) and all(map(is_named, own))
