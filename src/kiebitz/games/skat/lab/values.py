# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What a deal of Skat is worth to a seat, for reduced estimates: jacks, high cards, long suits.

All that chance decides lies in the deal. Even the skat is no event of its own: with the three hands it is
settled, and who bids what depends on them.
"""

from __future__ import annotations

import numpy as np
from numba import int64, void

from kiebitz.games.skat.agents.cards.casual import CASUAL
from kiebitz.games.skat.sight import KERNELS
from kiebitz.games.skat.tables import ACES, JACKS, TENS
from kiebitz.kernel.bits import count
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import HAND
from kiebitz.lab.reduction.values import FEATURES, FLOATS, Values, played_on

KINDS = ("jacks", "jack of clubs", "aces", "tens", "longest suit", "strength", "strong", "very strong")
NAMES = tuple(f"{kind} {whose}" for whose in ("of the seat", "of the strongest other") for kind in KINDS)
SUIT = 127  # of the seven cards after the jacks


@kernel
def strength(hand):
    """About how good a hand is to declare with: trumps and high cards."""
    longest = np.int64(0)
    for suit in range(4):
        longest = max(longest, count(hand & (np.int64(SUIT) << (4 + 7 * suit))))
    return 1.5 * count(hand & JACKS) + longest + count(hand & ACES) + 0.5 * count(hand & TENS)


@kernel(void(int64, FLOATS, int64), inline=False)
def describe(hand, out, first):
    """Write the numbers of a hand."""
    longest = np.int64(0)
    for suit in range(4):
        longest = max(longest, count(hand & (np.int64(SUIT) << (4 + 7 * suit))))
    value = strength(hand)
    out[first] = count(hand & JACKS)
    out[first + 1] = hand & 1
    out[first + 2] = count(hand & ACES)
    out[first + 3] = count(hand & TENS)
    out[first + 4] = longest
    out[first + 5] = value * value
    out[first + 6] = max(0.0, value - 8.0)
    out[first + 7] = max(0.0, value - 11.0)


@kernel(FEATURES)
def features(s, seat, out):
    """The numbers of the seat's hand, and of the strongest hand against it."""
    others = (s[HAND + (seat + 1) % 3], s[HAND + (seat + 2) % 3])
    strongest = others[0] if strength(others[0]) >= strength(others[1]) else others[1]
    describe(s[HAND + seat], out, np.int64(0))
    describe(strongest, out, np.int64(len(KINDS)))


VALUES = Values(features, NAMES, rollout=played_on(KERNELS, CASUAL, 3))
