# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What a position of Schnapsen is worth, for reduced estimates: cards by rank and trump, and guided playouts.

Chance speaks when a deal is dealt and when cards are drawn from the talon. Until then nobody knows their
order, so it can be drawn anew, and so can the deals to come.
"""

from __future__ import annotations

import numpy as np

from kiebitz.games.schnapsen import rules as r
from kiebitz.games.schnapsen.search.endgame import PAIRS
from kiebitz.games.schnapsen.search.lookahead import LONGEST, search
from kiebitz.games.schnapsen.search.stakes import MATCH, MIDDLE, OUTCOMES, write_stakes
from kiebitz.kernel.bits import count
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import below, step
from kiebitz.kernel.state import HAND, OPEN, ROUND, SEED, TURN, WORDS, copy_state
from kiebitz.lab.reduction.values import FEATURES, REDRAW, ROLLOUT, SHOWN, STAGE, Values

RANKS = 5
CLASSES = 2 * RANKS + 2  # the ranks beside trumps, those of trumps, marriages of both kinds
NAMES = tuple(
    f"{kind} {what}, talon {size}"
    for size in ("whole", "thick", "thin")
    for kind, what in (
        *(("plain", rank) for rank in "JQKTA"),
        *(("trump", rank) for rank in "JQKTA"),
        ("plain", "marriage"),
        ("trump", "marriage"),
    )
)
ONE_RANK = 1 | 1 << 5 | 1 << 10 | 1 << 15  # the jacks


@kernel(STAGE)
def stage(s):
    """A deal that begins, a thick talon, a thin one or none."""
    if s[r.SIZE] > 8:
        return np.int64(0)
    return np.int64(1) if s[r.SIZE] > 4 else np.int64(2)


@kernel
def write_worth(s, stakes):
    """What -3..3 game points are worth to seat 0, in the points of the unit."""
    if s[r.RULES] == r.FULL and s[r.UNIT] == r.BUMMERL:
        write_stakes(s, np.int64(0), np.int64(MATCH), np.int64(0), stakes)
    else:
        for i in range(OUTCOMES):
            stakes[i] = i - MIDDLE


@kernel
def pairs(hand):
    """The marriages in a hand: the jack of their suits."""
    return (hand >> r.QUEEN) & (hand >> r.KING) & PAIRS


@kernel(FEATURES)
def features(s, seat, out):
    """How many cards of each kind a seat holds more than the other, by what the deal is worth now."""
    for i in range(3 * CLASSES):
        out[i] = 0.0
    stakes = np.empty(OUTCOMES)
    write_worth(s, stakes)
    at_stake = (stakes[MIDDLE + 2] - stakes[MIDDLE - 2]) / 4
    first, own, other = stage(s) * CLASSES, s[HAND + seat], s[HAND + 1 - seat]
    trumps = r.suit_cards(s[r.TRUMP])
    for rank in range(RANKS):
        cards = np.int64(ONE_RANK) << rank
        plain, trump = cards & ~trumps, cards & trumps
        out[first + rank] = at_stake * (count(own & plain) - count(other & plain))
        out[first + RANKS + rank] = at_stake * (count(own & trump) - count(other & trump))
    mine, theirs = pairs(own), pairs(other)
    out[first + 2 * RANKS] = at_stake * (count(mine & ~trumps) - count(theirs & ~trumps))
    out[first + 2 * RANKS + 1] = at_stake * (count(mine & trumps) - count(theirs & trumps))


@kernel(REDRAW)
def redraw(s, rng):
    """Shuffle the talon above the face-up trump, unless the cards are open; and deal later deals anew."""
    s[SEED] = step(rng)
    if s[OPEN] != 0:
        return
    hidden = s[r.SIZE] - (1 if s[r.UPCARD] >= 0 else 0)
    for i in range(hidden - 1, 0, -1):
        j = below(rng, i + 1)
        swapped = ((s[r.STOCK] >> (5 * i)) ^ (s[r.STOCK] >> (5 * j))) & 31
        s[r.STOCK] ^= (swapped << (5 * i)) | (swapped << (5 * j))


@kernel(SHOWN)
def shown(s):
    """Which deal it is, and what is left of the talon."""
    return s[ROUND] * 16 + s[r.SIZE]


@kernel(ROLLOUT, inline=False)
def rollout(s, rng, out):
    """Rules of thumb for both while the talon is open, then the exact endgame; the deal's worth."""
    if s[TURN] < 0:
        out[0] = r.payoff(s, 0)
    else:
        states, stakes = np.empty((LONGEST, WORDS), np.int64), np.empty(OUTCOMES)
        write_worth(s, stakes)
        copy_state(s, states[0])
        copy_state(s, states[1])
        table = np.zeros(0, np.int64)  # one endgame: nothing comes back
        out[0] = search(states, np.int64(1), np.int64(0), np.int64(0), -np.inf, np.inf, stakes, table)
    out[1] = -out[0]


VALUES = Values(features, NAMES, redraw, shown, rollout, stage, 3)
