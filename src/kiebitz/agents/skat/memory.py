"""What a Skat player remembers in one array: parameters, winning tables, and room for searches."""

from __future__ import annotations

from typing import Any

import numpy as np

from kiebitz.agents.skat.features import GRAND_CELLS, NULL_CELLS, SUIT_CELLS
from kiebitz.agents.skat.tables import load_tables
from kiebitz.search.skat.paranoia_words import workspace as paranoia_room
from kiebitz.search.skat.workspace import workspace as solver_room

WORLDS = 0  # to draw for a card
SOLVE = 1  # cards in hand from which the open-card solver takes over; before that rules of thumb play on
PARANOIA = 2  # for whom: 1 the declarer, 2 opponents, 3 both
FROM_CARD = 3  # cards that must have been played before killer cards are looked for
ENDGAME = 4  # worlds up to which all are solved, 0 for never
SOFT = 5  # 1: worlds count by how plausible they make the declarer's choice
NODES = 6  # for a paranoia search
MARGIN = 7  # points that declaring must bring more than defending
PARAMETERS = 8

SCALE = 10_000  # of the chances in the tables
WIN = PARAMETERS  # chances to win: suit games, then Grand
SCHNEIDER = WIN + SUIT_CELLS + GRAND_CELLS  # chances to make ninety
NULL_SUITS = SCHNEIDER + SUIT_CELLS + GRAND_CELLS
SOLVER = NULL_SUITS + NULL_CELLS
_solver, _paranoia = solver_room(15), paranoia_room(1 << 13)
PARANOIA_ROOM = SOLVER + len(_solver)
SIZE = PARANOIA_ROOM + len(_paranoia)


def make_memory(parameters: list[int]) -> Any:
    """A player's memory with parameters in the order of the words."""
    memory = np.zeros(SIZE, np.int64)
    memory[: len(parameters)] = parameters
    tables = load_tables()
    memory[WIN:SCHNEIDER] = tables.win
    memory[SCHNEIDER:NULL_SUITS] = tables.schneider
    memory[NULL_SUITS:SOLVER] = tables.null
    memory[SOLVER:PARANOIA_ROOM] = _solver
    memory[PARANOIA_ROOM:] = _paranoia
    return memory
