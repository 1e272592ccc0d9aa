# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Winning tables from recorded games: what was counted in each cell, drawn towards tables that are there.

The first games correct the tables as a whole: by seat, bid, kind of hand and the further features. Then each
cell of each bid group is moved by its own games, and each holding in Null by how often a lead of its suit has
beaten it; where there are few games, it stays near what it was. Games come in parts, and only sums are kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numba import float64, int64, void

from kiebitz.games.skat.agents.bidding.chances import chance_of_ninety, chance_to_win
from kiebitz.games.skat.agents.bidding.features import BID_GROUPS, CELLS, NULL_CELLS, bid_group, cell_at
from kiebitz.games.skat.agents.bidding.tables import SCALE, Tables
from kiebitz.games.skat.agents.memory import make_memory
from kiebitz.games.skat.tables import BIDS, NULL
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import MATRIX, STATE
from kiebitz.kernel.vectors import Vector
from tools.skat_training import selfplay as p
from tools.skat_training.fitting import (
    LIMITS,
    PRIOR,
    corrected,
    logistic,
    logit,
    null_holdings,
    whole,
)

SAMPLE = 200_000  # games that correct the tables as a whole
FARTHEST = 2.0  # logits that a cell may move
SUMS = float64[:, ::1]


@kernel(void(STATE, MATRIX, int64, SUMS), inline=False)
def add_games(memory, rows, aim, sums):
    """Add to each cell by how much its games were won beyond what was expected, and how much they tell."""
    for i in range(len(rows)):
        row = rows[i]
        contract, seat, bid = row[p.CHOSEN], row[p.SEAT], BIDS[row[p.AT]]
        if contract < 0 or contract == NULL or row[p.ANNOUNCED] != 0:
            continue
        hand, skat, taken = row[p.CARDS], row[p.AWAY], row[p.TOOK]
        if aim == 0:
            chance = chance_to_win(memory, hand, skat, contract, seat, taken, bid)
        else:
            chance = chance_of_ninety(memory, hand, skat, contract, seat, taken, bid)
        place = bid_group(bid) * CELLS + cell_at(hand, skat, contract, seat)
        sums[0, place] += (1.0 if row[p.MADE] >= LIMITS[aim] else 0.0) - chance
        sums[1, place] += chance * (1 - chance)


@dataclass
class Sums:
    """What all games so far say about each cell, beside given tables."""

    memory: Vector
    cells: Any = field(default_factory=lambda: np.zeros((len(LIMITS), 2, BID_GROUPS * CELLS)))
    """By aim: wins beyond what was expected, and what the games tell."""
    nulls: Any = field(default_factory=lambda: np.zeros((2, NULL_CELLS)))
    """Nulls with a holding, and those that were not lost in it."""

    def add(self, rows: Vector) -> None:
        for aim in range(len(LIMITS)):
            add_games(self.memory, rows, aim, self.cells[aim])
        known = (rows[:, p.CHOSEN] == NULL) & ((rows[:, p.RESULT] > 0) | (rows[:, p.LOST_IN] >= 0))
        gone, held = (null_holdings(rows[known, column]) for column in (p.AWAY, p.CARDS))
        places = (gone << 8 | held).ravel()
        safe = (np.arange(4) != rows[known, p.LOST_IN][:, None]).ravel()
        self.nulls[0] += np.bincount(places, minlength=NULL_CELLS)
        self.nulls[1] += np.bincount(places, safe, NULL_CELLS)


def from_records(tables: Tables, parts: Iterable[Vector], made: dict[str, Any]) -> Tables:
    """Tables from rows of recorded games, which are gone through twice; where these are few, the given ones.

    A list of matrices will do, or an object whose iterator reads them.
    """
    sample = _first(parts)
    fixed = corrected(tables, sample, made)
    if not (sample[:, p.PASSED : p.LOST_IN] >= 0).any():
        fixed = replace(fixed, defending=tables.defending)
    sums = Sums(make_memory([], fixed))
    for rows in parts:
        sums.add(rows)
    win, ninety = (_moved(table, *sums.cells[aim]) for aim, table in enumerate((fixed.win, fixed.schneider)))
    return replace(fixed, win=win, schneider=np.minimum(win, ninety), null=_null(fixed.null, *sums.nulls))


def _first(parts: Iterable[Vector]) -> Vector:
    """The games that correct the tables as a whole."""
    found, number = [np.zeros((0, p.COLUMNS), np.int64)], 0
    for rows in parts:
        found.append(rows[: SAMPLE - number])
        number += len(found[-1])
        if number == SAMPLE:
            break
    return np.concatenate(found)


def _moved(table: Any, beyond: Any, certain: Any) -> Any:
    """The chances of all cells, each moved by one step of Newton's method on its own games."""
    before = table.ravel() / SCALE
    certain = certain + PRIOR * before * (1 - before)
    step = np.clip(beyond / np.maximum(certain, 1.0), -FARTHEST, FARTHEST)
    return whole(logistic(logit(before) + step)).reshape(table.shape)


def _null(table: Any, games: Any, hits: Any) -> Any:
    """The chances of holdings: how often one was not what lost a Null, safe ones too.

    Players lose Nulls that could not be lost: by a lead of their own, or by a slip.
    """
    before = table.ravel() / SCALE
    return whole((hits + PRIOR * before) / (games + PRIOR)).reshape(table.shape)
