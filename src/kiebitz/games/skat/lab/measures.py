"""The tables of a report on Skat: declarers, defenders and contracts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import nan
from typing import Any

import numpy as np

from kiebitz.games.skat import CARD_POINTS, CONTRACT, DECLARER, VALUE
from kiebitz.games.skat.contracts import CONTRACTS, GAMES
from kiebitz.lab.report.measures import Played, rate
from kiebitz.lab.report.tabular import Cell, Tabular, mean_cells, plain, table
from kiebitz.language.speaking import spoken
from kiebitz.sayings import Saying, say


def roles(games: Mapping[str, Played]) -> Tabular:
    """How everybody does as declarer and as defender."""
    columns = [
        ("agent", say("agent")), ("declarer", say("declarer")), ("won", say("won as declarer")),
        ("declarer-points", say("points as declarer")), ("card-points", say("card points as declarer")),
        ("defender-points", say("points as defender")), ("moves", say("moves")),
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
    caption = say("By role: rates, and means ± standard error over deals.")
    return _table("roles", caption, columns, list(rows))


def contracts(games: Mapping[str, Played]) -> Tabular:
    """Each contract: how often, how often won, for which value, and each agent's part in it."""
    columns = [
        ("contract", say("contract")), ("games", say("games")), ("won", say("won")),
        ("value", say("mean value")),
    ]  # fmt: skip
    columns += [(f"won by {agent}", say("won by {agent}", agent=agent)) for agent in games]
    declared = [own.measures[own.measures[:, DECLARER] == 1] for own in games.values()]
    together = np.concatenate(declared)
    rows = []
    for code, letter in enumerate(CONTRACTS):
        values = together[together[:, CONTRACT] == code, VALUE]
        mean = float(values.mean()) if len(values) else nan
        row = [Cell(spoken(GAMES[letter])), Cell(f"{len(values):,}", len(values)), rate(values > 0)]
        row.append(Cell(plain(mean, 1), mean))
        for measured in declared:
            own = measured[measured[:, CONTRACT] == code, VALUE]
            row.append(replace(rate(own > 0, spoken(say("of {n:,}", n=len(own)))), among=len(own)))
        rows.append(row)
    caption = say("By contract: how often it was played and won, and by whom.")
    return _table("contracts", caption, columns, rows)


def _table(name: str, caption: Saying, columns: list[tuple[str, Saying]], rows: list[Any]) -> Tabular:
    """A table in the language of the terminal."""
    return table(name, spoken(caption), [(key, spoken(heading)) for key, heading in columns], rows)


def _column(means: Sequence[tuple[float, float]]) -> list[Cell]:
    return mean_cells(means, sign=False)
