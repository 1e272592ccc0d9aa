# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What a round of Boerenbridge is worth to a seat, for reduced estimates: trumps and high cards.

Chance speaks when a round is dealt; the rounds to come can be dealt anew until then.
"""

from __future__ import annotations

import numpy as np

from kiebitz.games.boerenbridge import rules as r
from kiebitz.kernel.bits import count
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import HAND
from kiebitz.lab.reduction.values import FEATURES, Values

NAMES = ("trumps", "top trumps", "aces", "kings", "middle cards", "low cards", "opener", "voids")
"""Middle cards are those between a round's two highest ranks and its lowest half; trumps are none of them."""


@kernel
def rank_cards(rank):
    """The four cards of a rank."""
    return np.int64(r.EACH_SUIT) << rank


@kernel(FEATURES)
def features(s, seat, out):
    """Numbers of cards in a seat's hand when a round is dealt, and what it may expect beyond them."""
    hand, ranks = s[HAND + seat], count(s[r.CARDS]) // 4
    plain = hand & ~s[r.TRUMPS]
    top = r.RANKS - 1
    low = r.RANKS - ranks + ranks // 2
    out[0] = count(hand & s[r.TRUMPS])
    out[1] = count(hand & s[r.TRUMPS] & (rank_cards(top) | rank_cards(top - 1)))
    out[2] = count(plain & rank_cards(top))
    out[3] = count(plain & rank_cards(top - 1))
    below = plain & ~(rank_cards(top) | rank_cards(top - 1))
    out[5] = 0.0
    for rank in range(low):
        out[5] += count(below & rank_cards(rank))
    out[4] = count(below) - out[5]
    out[6] = 1.0 if s[r.OPENER] == seat else 0.0
    out[7] = 0.0
    for suit in range(4):
        if hand & r.suit_cards(suit) == 0:
            out[7] += 1.0


VALUES = Values(features, NAMES)
