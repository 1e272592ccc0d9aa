"""The tables of a report on Skat: declarers, defenders and contracts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import nan

import numpy as np

from kiebitz.games.skat import CARD_POINTS, CONTRACT, DECLARER, VALUE
from kiebitz.games.skat.contracts import CONTRACT_NAMES, CONTRACTS
from kiebitz.lab.report.measures import Played, rate
from kiebitz.lab.report.tabular import Cell, Tabular, mean_cells, plain, table


def roles(games: Mapping[str, Played]) -> Tabular:
    """How everybody does as declarer and as defender."""
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
        [rate(own.measures[:, DECLARER] == 1) for own in games.values()],
        [rate(own.measures[:, VALUE] > 0) for own in declared],
        _column([own.mean(own.points) for own in declared]),
        _column([own.mean(own.measures[:, CARD_POINTS]) for own in declared]),
        _column([own.mean(own.points) for own in defended]),
        _column([own.mean(own.plies) for own in games.values()]),
        strict=True,
    )
    caption = "By role: rates, and means ± standard error over deals."
    return table("roles", caption, columns, list(rows))


def contracts(games: Mapping[str, Played]) -> Tabular:
    """Each contract: how often, how often won, for which value, and each agent's part in it."""
    columns = [("contract", "contract"), ("games", "games"), ("won", "won"), ("value", "mean value")]
    columns += [(f"won-{number}", f"won by {agent}") for number, agent in enumerate(games)]
    declared = [own.measures[own.measures[:, DECLARER] == 1] for own in games.values()]
    together = np.concatenate(declared)
    rows = []
    for code, letter in enumerate(CONTRACTS):
        values = together[together[:, CONTRACT] == code, VALUE]
        mean = float(values.mean()) if len(values) else nan
        row = [Cell(CONTRACT_NAMES[letter]), Cell(f"{len(values):,}", len(values)), rate(values > 0)]
        row.append(Cell(plain(mean, 1), mean))
        for measured in declared:
            own = measured[measured[:, CONTRACT] == code, VALUE]
            row.append(rate(own > 0, f"of {len(own):,}"))
        rows.append(row)
    return table("contracts", "By contract: how often it was played and won, and by whom.", columns, rows)


def _column(means: Sequence[tuple[float, float]]) -> list[Cell]:
    return mean_cells(means, sign=False)
