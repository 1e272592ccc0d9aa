# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The transposition table of a paranoia search: between which needs the answer of a position is still open.

A position between two tricks has a name of three words. Its entry keeps the name, the largest need that is
known to be reached, the smallest that is known not to be, and the card that decided.
"""

from __future__ import annotations

import numpy as np

from kiebitz.games.skat.search.paranoia import words as p
from kiebitz.kernel.bits import count
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import mix

MOST = 127  # more than anybody can need
NO_CARD = 32
HIGH, CARD = 7, 14  # where in the word of the bounds
NOWHERE, NAMELESS, NO_BOUNDS = 0, (0, 0, 0), (0, MOST, NO_CARD)
"""The entry of a position that the table does not keep."""


@kernel
def name_of(w, own, worlds, seat, third):
    """The name of a position; the third word is what the sets do not tell: one's own cards, or the caps."""
    left, right, pool, half_left, half_right, room = worlds
    first = (own | left | pool | half_left) | ((right | pool | half_right) << 32)
    second = (half_left | half_right) | (seat << 32) | (room << 34) | (w[p.ROUND] << 36)
    return first, second, third


@kernel
def is_at(w, place, name):
    return w[place] == name[0] and w[place + 1] == name[1] and w[place + 3] == name[2]


@kernel
def is_old(w, place):
    """Does an entry belong to an earlier problem?"""
    return w[place + 1] >> 36 != w[p.ROUND]


@kernel
def entry_of(w, name):
    """Where the table keeps a position: its entry, or the one of its pair that is to be given up."""
    slot = p.ENTRIES + (mix(name[0] ^ (name[1] * 0x9E3779B97F4A7C1)) & (w[p.SLOTS] - 1)) * p.SLOT_WORDS
    if is_at(w, slot, name):
        return slot
    second = slot + p.ENTRY
    if is_at(w, second, name):
        return second
    # An entry of an older problem goes first, then the one with fewer cards.
    if is_old(w, slot):
        return slot
    if is_old(w, second) or count(w[second]) <= count(w[slot]):
        return second
    return slot


@kernel
def look_up(w, own, worlds, seat, third):
    """The entry of a position: its place and name, what is known of it, and the card to try first.

    A search without a table keeps nothing, nor does any search keep positions with a single card.
    """
    if w[p.SLOTS] == 0 or own & (own - 1) == 0:
        return np.int64(NOWHERE), NAMELESS, NO_BOUNDS
    name = name_of(w, own, worlds, seat, third)
    place = entry_of(w, name)
    if not is_at(w, place, name):
        return place, name, NO_BOUNDS
    word = w[place + 2]
    return place, name, (word & MOST, (word >> HIGH) & MOST, word >> CARD)


@kernel
def recall(w, bounds, need):
    """The answer that the bounds give."""
    low, high, _ = bounds
    if need <= low:
        return w[p.WANTED]
    return 1 - w[p.WANTED] if need >= high else np.int64(p.OPEN)


@kernel
def keep(w, place, name, bounds, need, answer, card):
    """Write an answer into an entry, with the card that decided."""
    low, high, _ = bounds
    if answer == w[p.WANTED]:
        low = max(low, need)
    else:
        high = min(high, need)
    w[place], w[place + 1], w[place + 3] = name
    w[place + 2] = low | (high << HIGH) | (card << CARD)
