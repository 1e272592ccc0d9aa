# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Suit factors: the best lead of one class taken by itself, for every way in which its cards may lie.

Each card of the class is a digit, the strongest first: 0 in hand, 1 with the others, 2 gone. The game in
miniature: a card is led again and again, as long as that gains; the others follow with one or two of their
cards, however they lie worst; whoever has the highest card gets the points.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numba import int64, void

from kiebitz.kernel.bits import bit, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import STATE
from kiebitz.kernel.vectors import Vector

TRUMP_SUIT = np.array([2, 2, 2, 2, 11, 10, 4, 3, 0, 0, 0], np.int64)
"""The points of trumps in suit games, the strongest first."""
JACKS_ONLY = TRUMP_SUIT[:4].copy()
SIDE_SUIT = TRUMP_SUIT[4:].copy()
NO_LEAD = -1
POWERS = 3 ** np.arange(12, dtype=np.int64)


@kernel
def split(code, size):
    """A factor's code as the masks of one's own and of the others' cards; bit 0 is the strongest card."""
    own, theirs = np.int64(0), np.int64(0)
    for card in range(size):
        digit = code % 3
        code //= 3
        if digit == 0:
            own |= bit(card)
        elif digit == 1:
            theirs |= bit(card)
    return own, theirs


@kernel
def reply_value(code, lead, first, second, points, worth):
    """The leader's points less the others' after one or two cards; of one card, both are it."""
    stake = points[lead] + points[first]
    after = code + 2 * POWERS[lead] + POWERS[first]
    if second != first:
        stake += points[second]
        after += POWERS[second]
    wins = lead < min(first, second)
    return (stake if wins else -stake) + worth[after]


@kernel
def worst_reply(code, lead, theirs, points, worth):
    """The worst for the leader of all replies; without cards against him he makes what he leads."""
    if theirs == 0:
        return points[lead] + worth[code + 2 * POWERS[lead]]
    worst, firsts = np.int64(1000), theirs
    while firsts != 0:
        first = lowest(firsts)
        seconds = firsts
        firsts &= firsts - 1
        while seconds != 0:
            second = lowest(seconds)
            seconds &= seconds - 1
            worst = min(worst, reply_value(code, lead, first, second, points, worth))
    return worst


@kernel(void(STATE, STATE, STATE), inline=False)
def fill_factors(points, worth, leads):
    """Write the worth of every factor (not less than 0: one may stop) and its best lead.

    A played card makes the code larger, so the largest codes come first.
    """
    size = len(points)
    for code in range(POWERS[size] - 1, -1, -1):
        own, theirs = split(code, size)
        best, mark = np.int64(NO_LEAD), np.int64(-1000)
        while own != 0:
            lead = lowest(own)
            own &= own - 1
            value = worst_reply(code, lead, theirs, points, worth)
            if value > mark:
                best, mark = lead, value
        leads[code] = best
        worth[code] = max(mark, np.int64(0))


@cache
def _filled(kind: str) -> tuple[Vector, Vector]:
    points = {"trump": TRUMP_SUIT, "jacks": JACKS_ONLY, "side": SIDE_SUIT}[kind]
    worth, leads = np.zeros(3 ** len(points), np.int64), np.zeros(3 ** len(points), np.int64)
    fill_factors(points, worth, leads)
    return worth, leads


def factors(kind: str) -> Vector:
    """The best lead of every factor of a ``trump`` suit, of the ``jacks`` in Grand, or of a ``side`` suit.

    >>> len(factors("side")), int((factors("side") >= 0).sum())
    (2187, 2059)
    """
    return _filled(kind)[1]


def worths(kind: str) -> Vector:
    """What every factor is worth to a hand that leads it: its points less the others'.

    >>> ace_alone, others = 1, 126
    >>> int(worths("side")[factor_of(ace_alone, others, 7)])
    11
    """
    return _filled(kind)[0]


@kernel(int64(int64, int64, int64))
def factor_of(own, theirs, size):
    """The code of a class from the masks of one's own and of the others' cards; the rest is gone."""
    code, place = np.int64(0), np.int64(1)
    for card in range(size):
        if (own >> card) & 1 == 0:
            code += place if (theirs >> card) & 1 != 0 else 2 * place
        place *= 3
    return code
