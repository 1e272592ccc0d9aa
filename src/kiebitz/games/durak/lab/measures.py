"""The table of bouts, and the moves in each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import nan

from kiebitz.lab.report.measures import Played, means
from kiebitz.lab.report.tabular import Cell, Tabular, plain, table
from kiebitz.sayings import say


def bouts_table(measures: Sequence[str], games: Mapping[str, Played]) -> Tabular:
    """The means of the measures, with the moves in a bout."""
    found = means(measures, games)
    rows = []
    for own, row in zip(games.values(), found.rows, strict=True):
        bouts = int(own.measures[:, 0].sum())
        ratio = int(own.plies.sum()) / bouts if bouts else nan
        rows.append([*row, Cell(plain(ratio), ratio)])
    columns = [*((column.key, column.heading) for column in found.columns), ("bout", say("moves in a bout"))]
    return table(found.name, found.caption, columns, rows)
