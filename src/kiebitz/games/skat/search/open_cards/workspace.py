# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The one array that a solver works in: tables of the deal, lists of moves, and the transposition table.

Positions are looked up where a trick begins. There the cards that are left and the seat that leads say all,
because the deal says who holds what: 34 bits, no two positions share them. Cards that count the same and
stand side by side are interchangeable, so the key keeps only the order of their owners: with the eight gone,
the nine and the seven of a hand are the same card.

An entry is one word: the number of the question, the key, the best lead, and two bounds of the points that
the declarer still makes. A new deal takes a new number, and nothing needs to be cleared.
"""

from __future__ import annotations

import numpy as np
from numba import int64, void

from kiebitz.games.skat.search.layout import BLANKS, CLASS, JACKS, NULL_GAME, TRUMPS
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import STATE

NODES = 0  # cards tried since the workspace was made
KIND = 1  # of game
TRUMP = 2  # the trumps of this kind
SLOTS = 3  # entries of the table less one, a mask
STAMP = 4  # the number of the deal, in its place in an entry
TARGET = 5  # of a question about tricks: the side that takes one (0 declarer, 1 defenders)
CHASER = 6  # and the side that wants it to
CLASSES = 8  # by bit: the cards that follow
SAME = CLASSES + 32  # the canonical cards of each group of bits, by the cards that are left of it
MOVES = SAME + 4 * 256  # for each number of cards in hand: three lists of moves, two lists of runs
LISTS = 5 * 16
HISTORY = MOVES + 11 * LISTS  # by seat and bit: how often this lead was good enough
TABLE = HISTORY + 3 * 32

KEY_AT, LEAD_AT, UPPER_AT, STAMP_AT = 19, 14, 7, 53
BOUND = 127
BOUNDS = (1 << KEY_AT) - 1
STAMPS = 1 << 10
SPREAD = 0x1E3779B97F4A7C15  # an odd number that mixes the bits of a key


def workspace(bits: int = 18) -> np.ndarray:
    """A fresh workspace with 2**bits entries; 16 suits many quick questions, 20 a few hard ones."""
    w = np.zeros(TABLE + (1 << bits), np.int64)
    w[SLOTS] = (1 << bits) - 1
    return w


@kernel
def owner(card, declarer, left, right):
    """Whose card this was when the deal was prepared, 3 for nobody's."""
    if (declarer >> card) & 1 != 0:
        return 0
    if (left >> card) & 1 != 0:
        return 1
    return 2 if (right >> card) & 1 != 0 else 3


@kernel
def write_group(w, at, first, size, equal, declarer, left, right):
    """For every subset of a group of bits: the same cards, with the ``equal`` ones moved to the first places
    that give their owners in the same order."""
    for cards in range(1 << size):
        kept = np.int64(0)
        place = 0
        for i in range(size):
            if (cards >> i) & 1 == 0:
                continue
            if ((equal >> (first + i)) & 1) == 0:
                kept |= np.int64(1) << i
                continue
            mine = owner(first + i, declarer, left, right)
            while ((equal >> (first + place)) & 1) == 0 or owner(
                first + place, declarer, left, right
            ) != mine:
                place += 1
            kept |= np.int64(1) << place
            place += 1
        w[at + cards] = kept << first


@kernel(void(STATE, int64, int64, int64, int64, int64), inline=False)
def prepare(w, kind, declarer, left, right, tricks_only):
    """Begin with a deal: all cards that the three may hold in questions to come, in bits of the layout.

    Questions about tricks only, where points do not matter, need a preparation of their own.
    """
    stamp = (w[STAMP] >> STAMP_AT) + 1
    if stamp == STAMPS:
        stamp = 1
        w[TABLE:] = 0
    w[STAMP] = stamp << STAMP_AT
    w[HISTORY:TABLE] = 0
    w[KIND] = kind
    w[TRUMP] = TRUMPS[kind]
    for card in range(32):
        w[CLASSES + card] = CLASS[kind, card]
    if kind == NULL_GAME:
        for suit in range(4):
            write_group(w, SAME + 256 * suit, 8 * suit, 8, np.int64(-1), declarer, left, right)
        return
    equal = np.int64(-1) if tricks_only != 0 else np.int64(BLANKS | JACKS)
    write_group(w, SAME, 0, 4, equal, declarer, left, right)
    for suit in range(4):
        write_group(w, SAME + 16 + 128 * suit, 4 + 7 * suit, 7, equal, declarer, left, right)


@kernel
def same(w, cards):
    """The canonical cards of a position in a suit game or Grand."""
    return (
        w[SAME + (cards & 15)]
        | w[SAME + 16 + ((cards >> 4) & 127)]
        | w[SAME + 144 + ((cards >> 11) & 127)]
        | w[SAME + 272 + ((cards >> 18) & 127)]
        | w[SAME + 400 + ((cards >> 25) & 127)]
    )


@kernel
def same_in_null(w, cards):
    """The canonical cards of a position in Null."""
    return (
        w[SAME + (cards & 255)]
        | w[SAME + 256 + ((cards >> 8) & 255)]
        | w[SAME + 512 + ((cards >> 16) & 255)]
        | w[SAME + 768 + ((cards >> 24) & 255)]
    )


@kernel
def slot_of(w, key):
    """Where the entry of a key is kept."""
    return TABLE + (((key * SPREAD) >> 28) & w[SLOTS])
