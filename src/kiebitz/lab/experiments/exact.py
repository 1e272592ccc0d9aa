"""Published comparisons that are played again to the last game, by a protocol of their own.

A game brings them by the names of its experiments: a reference to a class with the methods of ``Exact``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from kiebitz.errors import BadOption
from kiebitz.lab.bench import Bench
from kiebitz.lab.report.tabular import Tabular
from kiebitz.rules.parts import games_with, part, resolve
from kiebitz.sayings import say

Progress = Callable[[int, str], None]
"""Called after every game with the number of games, and what is being played."""


@dataclass(frozen=True)
class Replayed:
    """What came out: a table whose caption says how it was played, a document, and how much is equal."""

    table: Tabular
    document: dict[str, Any]
    equal: int
    counts: int


class Exact(Protocol):
    """A comparison that can be played again."""

    @property
    def games(self) -> int:
        """How many there are in all."""

    def play(self, folder: Path | None, progress: Progress) -> Replayed:
        """Play what the folder (None: the usual place) does not hold yet."""


def find_exact(name: str) -> Exact:
    """The exact comparison behind the experiment of this name."""
    found = {
        experiment: (game, reference)
        for game in games_with(Bench).values()
        for experiment, reference in part(game, Bench).exact.items()
    }
    if name not in found:
        known = ", ".join(found) or say("no experiment")
        raise BadOption(
            say("--exact is for {known} only: of no other experiment is every game known.", known=known)
        )
    exact: Exact = resolve(*found[name])()
    return exact
