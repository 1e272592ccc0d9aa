"""Winning tables from recorded games: what was counted in each cell, drawn towards tables that are there.

The games first correct the tables as a whole: by seat, bid, kind of hand and the further features. Then each
cell of each bid group is moved by its own games, and each holding in Null by how often a lead of its suit has
beaten it; where there are few games, it stays near what it was.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from kiebitz.games.skat.agents.bidding.chances import chance_of_ninety, chance_to_win
from kiebitz.games.skat.agents.bidding.features import BID_GROUPS, CELLS, NULL_CELLS
from kiebitz.games.skat.agents.bidding.tables import SCALE, Tables
from kiebitz.games.skat.agents.memory import make_memory
from kiebitz.games.skat.agents.training import selfplay as p
from kiebitz.games.skat.agents.training.fitting import (
    LIMITS,
    PRIOR,
    bid_groups,
    cells_of,
    corrected,
    logistic,
    logit,
    null_holdings,
    whole,
)
from kiebitz.games.skat.tables import BIDS, NULL

SAMPLE = 200_000  # games that correct the tables as a whole
FARTHEST = 2.0  # logits that a cell may move


def from_records(tables: Tables, rows: Any, made: dict[str, Any]) -> Tables:
    """Tables from rows of recorded games; where these are few, the given ones remain."""
    fixed = corrected(tables, rows[:SAMPLE], made)
    if not (rows[:, p.PASSED : p.LOST_IN] >= 0).any():
        fixed = replace(fixed, defending=tables.defending)
    trumps = rows[(rows[:, p.CHOSEN] >= 0) & (rows[:, p.CHOSEN] != NULL) & (rows[:, p.ANNOUNCED] == 0)]
    win, ninety = (_moved(fixed, trumps, aim) for aim in range(len(LIMITS)))
    return replace(fixed, win=win, schneider=np.minimum(win, ninety), null=_null(fixed.null, rows))


def _moved(tables: Tables, rows: Any, aim: int) -> Any:
    """The chances of all cells, each moved by one step of Newton's method on its own games."""
    table, ask = ((tables.win, chance_to_win), (tables.schneider, chance_of_ninety))[aim]
    memory, bids = make_memory([], tables), BIDS[rows[:, p.AT]].tolist()
    words = rows[:, [p.CARDS, p.AWAY, p.CHOSEN, p.SEAT, p.TOOK]].tolist()
    chances = np.array([ask(memory, *row, bid) for row, bid in zip(words, bids, strict=True)])
    hits = rows[:, p.MADE] >= LIMITS[aim]
    places, size = bid_groups(rows[:, p.AT]) * CELLS + cells_of(rows), BID_GROUPS * CELLS
    beyond = np.bincount(places, hits - chances, size)
    before = table.ravel() / SCALE
    certain = np.bincount(places, chances * (1 - chances), size) + PRIOR * before * (1 - before)
    step = np.clip(beyond / np.maximum(certain, 1.0), -FARTHEST, FARTHEST)
    return whole(logistic(logit(before) + step)).reshape(table.shape)


def _null(table: Any, rows: Any) -> Any:
    """The chances of holdings: how often one was not what lost a Null. What is safe stays safe."""
    known = (rows[:, p.CHOSEN] == NULL) & ((rows[:, p.RESULT] > 0) | (rows[:, p.LOST_IN] >= 0))
    gone, held = (null_holdings(rows[known, column]) for column in (p.AWAY, p.CARDS))
    places = (gone << 8 | held).ravel()
    safe = (np.arange(4) != rows[known, p.LOST_IN][:, None]).ravel()
    games, hits = np.bincount(places, minlength=NULL_CELLS), np.bincount(places, safe, NULL_CELLS)
    before = table.ravel() / SCALE
    after = np.where(before == 1, 1.0, (hits + PRIOR * before) / (games + PRIOR))
    return whole(after).reshape(table.shape)
