# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What cards and games are worth, compiled: points, tops and the one formula for the value."""

from __future__ import annotations

from numba import int64

from kiebitz.games.skat.tables import ACES, BASE, GRAND, JACKS, KINGS, NULL, NULL_VALUE, QUEENS, TENS
from kiebitz.kernel.bits import bit, count, lowest
from kiebitz.kernel.jit import kernel

MOST_TOPS = 11  # of a suit game: four jacks and seven cards


@kernel(int64(int64))
def card_points(cards):
    """The points of a set of cards; cheaper than a loop over them."""
    high = 11 * count(cards & ACES) + 10 * count(cards & TENS)
    return high + 4 * count(cards & KINGS) + 3 * count(cards & QUEENS) + 2 * count(cards & JACKS)


@kernel(int64(int64, int64))
def tops(cards, contract):
    """The unbroken run of trumps from the jack of clubs down that the twelve cards have, or lack."""
    if contract == NULL:
        return 0
    trumps = cards & JACKS
    most = 4
    if contract < GRAND:
        trumps |= ((cards >> (4 + 7 * contract)) & 127) << 4
        most = 11
    gaps = ~trumps if trumps & 1 != 0 else trumps
    return lowest(gaps | bit(most))


@kernel(int64(int64, int64))
def run_of_trumps(suit, length):
    """The highest trumps of a suit game, so many from the jack of clubs down."""
    run = bit(length) - 1
    return (run & JACKS) | (run >> 4) << (4 + 7 * suit)


@kernel
def is_won(schneider, schwarz, points, tricks):
    """Has a declarer with this many points and tricks reached what he announced?"""
    if schwarz != 0:
        return tricks == 10
    return points >= (90 if schneider != 0 else 61)


@kernel
def own_levels(schneider, schwarz, points, tricks, complete):
    """Levels of a lost game: what was announced counts as if reached, else what the declarer suffered."""
    levels = 0
    if schneider != 0:
        levels += 2
    elif complete != 0 and points <= 30:
        levels += 1
    if schwarz != 0:
        levels += 2
    elif complete != 0 and tricks == 0:
        levels += 1
    return levels


@kernel(int64(int64, int64, int64, int64, int64, int64, int64, int64, int64, int64))
def score(contract, tops, hand, schneider, schwarz, ouvert, bid, points, tricks, complete):
    """The declarer's score: the value of a won game, minus twice that of a lost one.

    ``hand`` and the announced levels are 0 or 1; ``points`` and ``tricks`` are the declarer's, the skat
    included; ``complete`` is 1 once a trick is complete: before that nobody is Schneider or Schwarz.

    >>> score(0, 1, 0, 0, 0, 0, 18, 61, 6, 1), score(0, 1, 0, 0, 0, 0, 18, 60, 6, 1)
    (24, -48)
    """
    if contract == NULL:
        value = NULL_VALUE[hand + 2 * ouvert]
        return value if tricks == 0 else -2 * value
    won = is_won(schneider, schwarz, points, tricks)
    levels = tops + 1 + hand + ouvert
    if won:
        levels += schneider + schwarz + (points >= 90) + (tricks == 10)
    else:
        levels += own_levels(schneider, schwarz, points, tricks, complete)
    base = BASE[contract]
    value = levels * base
    if value < bid:  # overbid: lost at the lowest level that reaches the bid
        return -2 * base * ((bid + base - 1) // base)
    return value if won else -2 * value
