"""What a game measures besides points: the games of each agent, and the means that every game has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import nan, sqrt
from typing import Any

import numpy as np

from kiebitz.lab.bench import Bench
from kiebitz.lab.report.study import Study
from kiebitz.lab.report.tabular import Cell, Tabular, Text, mean_cells, percent, table
from kiebitz.rules.parts import part
from kiebitz.sayings import Name, Saying, say

PART = 500_000  # games that are grouped at once


@dataclass(frozen=True)
class Played:
    """Every game of an agent in which nobody failed, once for each of its seats."""

    deals: Any
    points: Any
    measures: Any
    plies: Any

    @classmethod
    def of(cls, study: Study, agent: str) -> Played:
        parts = []
        for number, place in study.parts(agent):
            result = study.results[number]
            for lineup, seat in zip(*np.nonzero(np.array(result.match.lineups) == place), strict=True):
                deals = np.flatnonzero(result.losers[:, lineup] < 0).astype(np.int32)
                where = (deals, lineup, seat)
                parts.append((deals, result.points[where], result.measures[where], result.plies[where[:2]]))
        return cls(*(np.concatenate(values) for values in zip(*parts, strict=True)))

    def where(self, chosen: Any) -> Played:
        return Played(self.deals[chosen], self.points[chosen], self.measures[chosen], self.plies[chosen])

    def mean(self, values: Any) -> tuple[float, float]:
        """The mean over games with its standard error over deals, of which some may have more games."""
        return grouped(self.deals, values)


def grouped(deals: Any, values: Any) -> tuple[float, float]:
    """Mean and standard error of values that come in groups of any size.

    >>> mean, error = grouped(np.array([0, 0, 1, 1, 2, 2]), np.array([1, 3, 2, 2, 6, 4]))
    >>> round(mean, 3), round(error, 3)
    (3.0, 1.0)
    """
    if len(values) == 0:
        return nan, nan
    mean = float(values.mean())
    sums, counts = np.zeros(deals.max() + 1), np.zeros(deals.max() + 1, np.int32)
    for first in range(0, len(deals), PART):
        part = slice(first, first + PART)
        sums += np.bincount(deals[part], values[part] - mean, len(sums))
        counts += np.bincount(deals[part], minlength=len(sums)).astype(np.int32)
    sums = sums[counts > 0]
    if len(sums) < 2:
        return mean, nan
    return mean, sqrt(len(sums) / (len(sums) - 1) * float((sums**2).sum())) / len(values)


def measure_tables(study: Study) -> list[Tabular]:
    """The tables on how the game was played: its own, or the means of its measures."""
    return part(study.game, Bench).tables({agent: Played.of(study, agent) for agent in study.agents})


def means(measures: Sequence[str], games: Mapping[str, Played]) -> Tabular:
    """The mean of every measure for each agent, and the length of its games."""
    columns: list[tuple[str, Text]] = [("agent", say("agent")), ("moves", say("moves"))]
    columns += [(name, Saying("{name}", {"name": Name(name, "measure")})) for name in measures]
    lists = [[own.plies, *own.measures.T[: len(measures)]] for own in games.values()]
    found = [[own.mean(values) for values in each] for own, each in zip(games.values(), lists, strict=True)]
    cells = [mean_cells(column, sign=False) for column in zip(*found, strict=True)]
    rows = zip([Cell(agent) for agent in games], *cells, strict=True)
    return table("measures", say("Means of a game ± standard error over deals."), columns, list(rows))


def rate(happened: Any, detail: Text = "") -> Cell:
    """How often something happened."""
    found = float(happened.mean()) if len(happened) else nan
    return Cell(percent(found), found, detail)
