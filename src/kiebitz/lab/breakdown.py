"""Who wins which games: the record, open cards, and the agents, in the eight combinations of a paper."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from kiebitz.errors import BadOption
from kiebitz.lab.declaring import declarer_wins
from kiebitz.lab.result import Result

COMBINATIONS = tuple(product((False, True), repeat=3))
"""Did the declarer win in the record, with open cards, in the hands of the agents?"""


@dataclass(frozen=True)
class Breakdown:
    """A column of a published table: a match, the same games with open cards, and the published counts."""

    table: str
    column: str
    match: str
    glassbox: str
    published: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.published and len(self.published) != len(COMBINATIONS):
            raise BadOption(
                f"A breakdown has {len(COMBINATIONS)} published counts, not {len(self.published)}."
            )

    @property
    def published_shares(self) -> list[float]:
        return [count / sum(self.published) for count in self.published]

    def counts(self, results: dict[str, Result]) -> list[int]:
        """How often each combination was there; passed-in games are left out."""
        result, glassbox = results[self.match], results[self.glassbox]
        openings = result.match.openings
        if openings is None or glassbox.match.openings is None:
            raise BadOption(f"The match {self.match} has no recorded games to compare with.")
        ours, seen = declarer_wins(result)[:, 0], declarer_wins(glassbox)[:, 0]
        record = openings.won(result.match.deals)
        played = ~np.isnan(ours) & ~np.isnan(seen)
        rows = zip(record[played], seen[played] == 1, ours[played] == 1, strict=True)
        found = [tuple(map(bool, row)) for row in rows]
        return [found.count(combination) for combination in COMBINATIONS]


def as_dict(breakdowns: tuple[Breakdown, ...], results: dict[str, Result]) -> list[dict[str, Any]]:
    """The breakdowns for ``--json``."""
    return [
        {
            "table": one.table,
            "column": one.column,
            "order": "record, open cards, agents",
            "counts": dict(zip(map(letters, COMBINATIONS), one.counts(results), strict=True)),
            "published": dict(zip(map(letters, COMBINATIONS), one.published, strict=False)),
        }
        for one in breakdowns
    ]


def letters(combination: tuple[bool, ...]) -> str:
    """A combination as it is printed.

    >>> letters((True, False, True))
    'tft'
    """
    return "".join("t" if won else "f" for won in combination)
