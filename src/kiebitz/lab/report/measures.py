"""What a game measures besides points: means for each agent, and what is special to a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import nan, sqrt
from typing import Any

import numpy as np

from kiebitz.games.skat import CARD_POINTS, CONTRACT, DECLARER, VALUE
from kiebitz.games.skat.notation import GAME_NAMES, GAMES
from kiebitz.lab.report.study import Study
from kiebitz.lab.report.tables import Cell, Table, mean_cells, percent, plain, table

PART = 500_000  # games that are grouped at once


@dataclass(frozen=True)
class Games:
    """Every game of an agent in which nobody failed, once for each of its seats."""

    deals: Any
    points: Any
    measures: Any
    plies: Any

    @classmethod
    def of(cls, study: Study, agent: str) -> Games:
        parts = []
        for number, place in study.parts(agent):
            result = study.results[number]
            for lineup, seat in zip(*np.nonzero(np.array(result.match.lineups) == place), strict=True):
                deals = np.flatnonzero(result.losers[:, lineup] < 0).astype(np.int32)
                where = (deals, lineup, seat)
                parts.append((deals, result.points[where], result.measures[where], result.plies[where[:2]]))
        return cls(*(np.concatenate(values) for values in zip(*parts, strict=True)))

    def where(self, chosen: Any) -> Games:
        return Games(self.deals[chosen], self.points[chosen], self.measures[chosen], self.plies[chosen])

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


def measure_tables(study: Study) -> list[Table]:
    """The tables of a game's measures."""
    games = {agent: Games.of(study, agent) for agent in study.agents}
    return SPECIAL.get(study.game.name, _means)(study.game.measures, games)


def _means(measures: tuple[str, ...], games: dict[str, Games]) -> list[Table]:
    """The mean of every measure for each agent, and the length of its games."""
    columns = [("agent", "agent"), ("moves", "moves"), *((name, name) for name in measures)]
    lists = [[own.plies, *own.measures.T] for own in games.values()]
    means = [[own.mean(values) for values in each] for own, each in zip(games.values(), lists, strict=True)]
    cells = [_column(column) for column in zip(*means, strict=True)]
    rows = zip([Cell(agent) for agent in games], *cells, strict=True)
    return [table("measures", "Means of a game ± standard error over deals.", columns, list(rows))]


def _durak(measures: tuple[str, ...], games: dict[str, Games]) -> list[Table]:
    """Bouts, and the moves in each."""
    (means,) = _means(measures, games)
    rows = []
    for own, row in zip(games.values(), means.rows, strict=True):
        bouts = int(own.measures[:, 0].sum())
        ratio = int(own.plies.sum()) / bouts if bouts else nan
        rows.append([*row, Cell(plain(ratio), ratio)])
    columns = [*((column.key, column.heading) for column in means.columns), ("bout", "moves in a bout")]
    return [table(means.name, means.caption, columns, rows)]


def _skat(measures: tuple[str, ...], games: dict[str, Games]) -> list[Table]:
    """How everybody does as declarer and as defender, and how each contract went."""
    columns = [
        ("agent", "agent"), ("declarer", "declarer"), ("won", "won as declarer"),
        ("declarer-points", "points as declarer"), ("card-points", "card points as declarer"),
        ("defender-points", "points as defender"), ("moves", "moves"),
    ]  # fmt: skip
    declared = [own.where(own.measures[:, DECLARER] == 1) for own in games.values()]
    defended = [
        own.where((own.measures[:, DECLARER] == 0) & (own.measures[:, CONTRACT] >= 0))
        for own in games.values()
    ]
    rows = zip(
        [Cell(agent) for agent in games],
        [_rate(own.measures[:, DECLARER] == 1) for own in games.values()],
        [_rate(own.measures[:, VALUE] > 0) for own in declared],
        _column([own.mean(own.points) for own in declared]),
        _column([own.mean(own.measures[:, CARD_POINTS]) for own in declared]),
        _column([own.mean(own.points) for own in defended]),
        _column([own.mean(own.plies) for own in games.values()]),
        strict=True,
    )
    caption = "By role: rates, and means ± standard error over deals."
    return [table("roles", caption, columns, list(rows)), _contracts(games)]


def _contracts(games: dict[str, Games]) -> Table:
    """Each contract: how often, how often won, for which value, and each agent's part in it."""
    columns = [("contract", "contract"), ("games", "games"), ("won", "won"), ("value", "mean value")]
    columns += [(f"won-{number}", f"won by {agent}") for number, agent in enumerate(games)]
    declared = [own.measures[own.measures[:, DECLARER] == 1] for own in games.values()]
    together = np.concatenate(declared)
    rows = []
    for code, letter in enumerate(GAMES):
        values = together[together[:, CONTRACT] == code, VALUE]
        mean = float(values.mean()) if len(values) else nan
        row = [Cell(GAME_NAMES[letter]), Cell(f"{len(values):,}", len(values)), _rate(values > 0)]
        row.append(Cell(plain(mean, 1), mean))
        for measured in declared:
            own = measured[measured[:, CONTRACT] == code, VALUE]
            row.append(_rate(own > 0, f"of {len(own):,}"))
        rows.append(row)
    return table("contracts", "By contract: how often it was played and won, and by whom.", columns, rows)


SPECIAL: dict[str, Callable[[tuple[str, ...], dict[str, Games]], list[Table]]] = {
    "durak": _durak,
    "skat": _skat,
}


def _column(means: Sequence[tuple[float, float]]) -> list[Cell]:
    return mean_cells(means, sign=False)


def _rate(happened: Any, detail: str = "") -> Cell:
    rate = float(happened.mean()) if len(happened) else nan
    return Cell(percent(rate), rate, detail)
