# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What a position of Durak is worth, for reduced estimates: cards by rank and trump, and greedy playouts.

Chance speaks when cards are drawn. Until then nobody knows the order of the deck, so it can be drawn anew.
"""

from __future__ import annotations

import numpy as np

from kiebitz.games.durak import rules as r
from kiebitz.games.durak.search.plain import greedy_to_end, of_rank
from kiebitz.kernel.bits import count
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import below
from kiebitz.kernel.state import HAND, OPEN
from kiebitz.lab.reduction.values import FEATURES, REDRAW, ROLLOUT, SHOWN, STAGE, Values

RANKS = 9
CLASSES = 2 * RANKS  # the ranks beside trumps, then those of trumps
THICK = 12  # cards in the deck
NAMES = tuple(
    f"{kind} {rank}, deck {size}"
    for size in ("thick", "thin", "empty")
    for kind in ("plain", "trump")
    for rank in "6789TJQKA"
)


@kernel(STAGE)
def stage(s):
    """A thick deck, a thin one, none."""
    if s[r.SIZE] == 0:
        return np.int64(2)
    return np.int64(0) if s[r.SIZE] > THICK else np.int64(1)


@kernel(FEATURES)
def features(s, seat, out):
    """How many cards of each rank a seat holds more than the other, plain and trumps, by the deck's size."""
    for i in range(3 * CLASSES):
        out[i] = 0.0
    first, own, other = stage(s) * CLASSES, s[HAND + seat], s[HAND + 1 - seat]
    for rank in range(RANKS):
        mine, theirs = of_rank(own, rank), of_rank(other, rank)
        out[first + rank] = count(mine & ~s[r.TRUMPS]) - count(theirs & ~s[r.TRUMPS])
        out[first + RANKS + rank] = count(mine & s[r.TRUMPS]) - count(theirs & s[r.TRUMPS])


@kernel(REDRAW)
def redraw(s, rng):
    """Shuffle the deck above the face-up trump; with open cards nothing in it is unseen."""
    if s[OPEN] != 0:
        return
    first = s[r.SIZE] - r.hidden_in_deck(s)
    for i in range(s[r.SIZE] - 1, first, -1):
        j = first + below(rng, i - first + 1)
        swapped = r.get(s, r.STOCK, i) ^ r.get(s, r.STOCK, j)
        s[r.STOCK + (i >> 3)] ^= swapped << (6 * (i & 7))
        s[r.STOCK + (j >> 3)] ^= swapped << (6 * (j & 7))


@kernel(SHOWN)
def shown(s):
    """What is left of the deck."""
    return s[r.SIZE]


@kernel(ROLLOUT)
def rollout(s, rng, out):
    """Greedy plays for both."""
    greedy_to_end(s)
    out[0], out[1] = s[r.OUTCOME], -s[r.OUTCOME]


VALUES = Values(features, NAMES, redraw, shown, rollout, stage, 3)
