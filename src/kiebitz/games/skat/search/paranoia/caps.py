# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Worlds without extreme distributions: how many unknown cards of a class a neighbour may still hold.

Caps are packed: four bits a class, twenty bits a neighbour, the left one's first. They shrink as cards
show up.
"""

from __future__ import annotations

import numpy as np

from kiebitz.games.skat.search.layout import CLASS, NULL_GAME
from kiebitz.kernel.bits import count, lowest
from kiebitz.kernel.jit import kernel

CLASSES = 5
CAP_BITS = 4
SIDE_BITS = CLASSES * CAP_BITS
NO_CAP = 15
NO_CAPS = (1 << 2 * SIDE_BITS) - 1


@kernel
def class_number(kind, card):
    """Numbers the classes of a kind of game, 0..4, by the bit of their strongest card."""
    top = lowest(CLASS[kind, card])
    return top >> 3 if kind == NULL_GAME else (top + 3) // 7


@kernel
def spend(caps, side, cards, kind):
    """The caps once these cards are known to be left (side 0) or right (1); -1 if they are too many."""
    while cards != 0:
        card = lowest(cards)
        shift = side * SIDE_BITS + class_number(kind, card) * CAP_BITS
        same = cards & CLASS[kind, card]
        cards &= ~same
        cap = (caps >> shift) & NO_CAP
        if count(same) > cap:
            return np.int64(-1)
        caps -= count(same) << shift
    return caps


@kernel
def caps_allow(caps, kind, pool, half_left, half_right, free_left, free_right):
    """Can both hands still be filled? Exact while the skat is known; else it may let extreme worlds pass."""
    most_left, most_right, most = np.int64(0), np.int64(0), np.int64(0)
    cards = pool | half_left | half_right
    while cards != 0:
        card = lowest(cards)
        same = CLASS[kind, card]
        shift = class_number(kind, card) * CAP_BITS
        to_left = min((caps >> shift) & NO_CAP, count((pool | half_left) & same))
        to_right = min((caps >> (shift + SIDE_BITS)) & NO_CAP, count((pool | half_right) & same))
        most_left += to_left
        most_right += to_right
        most += min(to_left + to_right, count(cards & same))
        cards &= ~same
    return most_left >= free_left and most_right >= free_right and most >= free_left + free_right
