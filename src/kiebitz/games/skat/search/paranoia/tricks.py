# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The trick on the table, as a paranoia search passes it on.

``trick`` are the words ``follow, best, laid, at, seat, holder``: the class that was led (before that, all
cards), the best card so far, all cards on the table, how many they are, who is to move, who holds the trick.
"""

from __future__ import annotations

import numpy as np
from numba import int64, types

from kiebitz.games.skat.search import layout as lay
from kiebitz.games.skat.search.paranoia import words as p
from kiebitz.kernel.bits import bit, count
from kiebitz.kernel.jit import kernel

TRICK = types.UniTuple(int64, 6)


@kernel
def lead(seat):
    """The trick before its first card."""
    nothing = np.int64(0)
    return np.int64(lay.DECK), nothing, nothing, nothing, seat, seat


@kernel
def put(trick, number, kind):
    """The trick with one more card."""
    follow, best, laid, at, seat, holder = trick
    card = bit(number)
    if at == 0:
        follow, best, holder = lay.CLASS[kind, number], card, seat
    elif lay.beats(card, best, follow, lay.TRUMPS[kind]):
        best, holder = card, seat
    return follow, best, laid | card, at + 1, (seat + 1 if seat < 2 else 0), holder


@kernel
def finish(w, trick, need):
    """The trick to go on with and what is needed then: a full one is counted, and whoever holds it leads."""
    _, _, laid, at, _, holder = trick
    if at < 3:
        return trick, need
    if (w[p.COUNTED] >> holder) & 1 != 0:
        need -= 1 if w[p.BY_TRICKS] != 0 else lay.card_points(laid)
    return lead(holder), need


@kernel
def sizes_of(own, trick):
    """How many cards the neighbour to move holds, and the other one."""
    _, _, _, at, seat, _ = trick
    own_done = at == 2 or (at == 1 and seat == 1)
    other_done = at == 2 or (at == 1 and seat == 2)
    size = count(own) + (1 if own_done else 0)
    return size, size - (1 if other_done else 0)
