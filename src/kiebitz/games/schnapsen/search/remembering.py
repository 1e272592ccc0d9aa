# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The values of endgames that were met before: worlds of one decision often come to the same endgame.

Within one search of an endgame nothing comes back that is worth looking up, and from one decision to the next
hardly anything does. So a table lives as long as a decision and knows whole endgames only. An entry is two
words, and no two endgames share them: the hands and the terms, then both sides and the value.
"""

from __future__ import annotations

import numpy as np
from numba import int64

from kiebitz.games.schnapsen import rules as r
from kiebitz.games.schnapsen.search.endgame import MOST, side_of, terms_of, value_of
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import HAND, STATE, TURN

ENTRIES = 1 << 11
TABLE_WORDS = 2 * ENTRIES
DECK_BITS, SIDE_BITS = 20, 18
SIDES = (1 << 2 * SIDE_BITS) - 1
FIRST_HASH, SECOND_HASH, HASH_AT = 0x1E3779B97F4A7C15, 0x42B2AE3D27D4EB4F, 40  # mix the bits of a key


@kernel(int64(STATE, STATE), inline=False)
def remembered_value(s, table):
    """The game points of the seat to move where suit must be followed, as ``value_of`` finds them.

    The table holds a power of two of entries, or none.
    """
    if s[r.LED] >= 0 or len(table) == 0:
        return value_of(s, np.int64(-MOST), np.int64(MOST))
    seat, other = s[TURN], 1 - s[TURN]
    hands = s[HAND + seat] | s[HAND + other] << DECK_BITS | terms_of(s) << 2 * DECK_BITS
    sides = side_of(s, seat) | side_of(s, other) << SIDE_BITS
    mixed = hands * FIRST_HASH + sides * SECOND_HASH
    slot = 2 * ((mixed >> HASH_AT) & (len(table) // 2 - 1))
    if table[slot] != hands or table[slot + 1] & SIDES != sides:
        value = value_of(s, np.int64(-MOST), np.int64(MOST))
        table[slot], table[slot + 1] = hands, sides | (value + MOST) << 2 * SIDE_BITS
    return (table[slot + 1] >> 2 * SIDE_BITS) - MOST
