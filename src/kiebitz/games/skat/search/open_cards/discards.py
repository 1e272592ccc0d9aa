# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The best discard of a twelve-card hand with open cards, compiled: all 66 share one table.

Hands are in bits of the layout. A position that two discards lead to is the same position, because the table
knows cards by their owners and not by what lies in the skat.
"""

from __future__ import annotations

import numpy as np
from numba import int64

from kiebitz.games.skat.search.layout import NULL_GAME, card_points
from kiebitz.games.skat.search.open_cards.points import FREE
from kiebitz.games.skat.search.open_cards.questions import (
    FIRST_GUESS,
    NULL_TRICK,
    POINTS,
    bound_at,
    takes_trick,
    value_near,
)
from kiebitz.games.skat.search.open_cards.workspace import prepare
from kiebitz.kernel.bits import count, next_pair
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import STATE

DISCARDS = 66


@kernel
def keep_better(w, hand, pair, left, right, leader, best):
    """The value with this discard if it is above the best so far, else the best so far."""
    skat = card_points(pair)
    need = best + 1 - skat
    if bound_at(w, hand ^ pair, left, right, leader, np.int64(FREE), need) < need:
        return best
    return skat + value_near(w, hand ^ pair, left, right, leader, np.int64(FREE), need)


@kernel(int64(STATE, int64, int64, int64, int64, int64, int64), inline=False)
def best_discard(w, kind, hand, left, right, leader, aim):
    """The two cards to put away as a mask of bits, with the value above it in bits 32 and up.

    Points: the discard with the most points, the skat included. Null and Schwarz: the first that keeps
    the trick away (value 1), else any (value 0).
    """
    prepare(w, kind, count(left))
    best, best_pair = np.int64(-1), np.int64(0)
    pair = next_pair(hand, np.int64(0))
    while pair != 0 and (aim == POINTS or best < 1):
        if aim == POINTS:
            value = keep_better(w, hand, pair, left, right, leader, best)
        else:
            value = 1 - takes_trick(w, hand ^ pair, left, right, leader, np.int64(FREE), aim)
        if value > best:
            best, best_pair = value, pair
        pair = next_pair(hand, pair)
    return best << 32 | best_pair


@kernel(int64(STATE, int64, int64, int64, int64, int64, STATE, STATE), inline=False)
def all_discards(w, kind, hand, left, right, leader, pairs, values):
    """Every discard with its value: points with the skat, in Null 1 if it is won. Returns how many."""
    is_null = np.int64(kind == NULL_GAME)
    prepare(w, kind, count(left))
    n = np.int64(0)
    guess = np.int64(FIRST_GUESS)
    pair = next_pair(hand, np.int64(0))
    while pair != 0:
        pairs[n] = pair
        if is_null != 0:
            aim = np.int64(NULL_TRICK)
            values[n] = 1 - takes_trick(w, hand ^ pair, left, right, leader, np.int64(FREE), aim)
        else:
            guess = value_near(w, hand ^ pair, left, right, leader, np.int64(FREE), guess)
            values[n] = guess + card_points(pair)
        n += 1
        pair = next_pair(hand, pair)
    return n
