# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""A race of moves over worlds against the one that is meant: who gains, who is hopelessly behind, who wins.

``gains`` and ``squares`` are sums over n worlds of the points that a move brings more than the base's, and of
their squares. Both are in the same worlds, so the luck of the deal is no part of them.
"""

from __future__ import annotations

from math import erfc, sqrt
from statistics import NormalDist

import numpy as np

from kiebitz.kernel.bits import lowest
from kiebitz.kernel.jit import kernel
from kiebitz.search.evaluator import CODES

BEHIND = 1.5  # standard errors by which a move is hopelessly behind
MILLION = 1e6


def guards(z: float) -> list[int]:
    """For each number of other moves, the standard errors that the best of them must gain, in millionths.

    The best of several owes something to luck: the chance that a normal value exceeds z is shared among them.

    >>> [round(guard / 1e6, 2) for guard in guards(1.0)[:4]], guards(0.0)[5]
    ([1.0, 1.0, 1.41, 1.62], 0)
    """
    if z == 0:
        return [0] * CODES
    chance = erfc(z / sqrt(2)) / 2
    shares = (chance / max(others, 1) for others in range(CODES))
    return [round(MILLION * -NormalDist().inv_cdf(share)) for share in shares]


@kernel
def spread_of(total, squares, n):
    """The standard error of a mean from its sums."""
    mean = total / n
    return np.sqrt(max(squares / n - mean * mean, 0.0) / max(n - 1, 1))


@kernel
def hopeful(alive, base, gains, squares, n, guard):
    """The moves that are not hopelessly behind the base, another one or the guard; the base stays.

    ``guard`` is what the end demands in standard errors of now, which will have become smaller by then.
    """
    lowest_end = 0.0
    left = alive
    while left != 0:
        move = lowest(left)
        left &= left - 1
        if move != base:
            mean = gains[move] / n
            lowest_end = max(lowest_end, mean - BEHIND * spread_of(gains[move], squares[move], n))
    kept, left = np.int64(1) << base, alive
    while left != 0:
        move = lowest(left)
        left &= left - 1
        mean, spread = gains[move] / n, spread_of(gains[move], squares[move], n)
        hope = mean + BEHIND * spread
        if hope >= lowest_end and (guard == 0.0 or hope > guard * spread):
            kept |= np.int64(1) << move
    return kept


@kernel
def best_of(alive, base, gains, squares, n, guard):
    """The move with the greatest gain if it is beyond its guard, else the base's."""
    best, left = base, alive
    while left != 0:
        move = lowest(left)
        left &= left - 1
        if move != base and gains[move] > 0.0 and (best == base or gains[move] > gains[best]):
            best = move
    if best != base and gains[best] / n <= guard * spread_of(gains[best], squares[best], n):
        return base
    return best


@kernel
def note(alive, base, values, gains, squares, means):
    """Add what a world says about the moves to what others said."""
    while alive != 0:
        move = lowest(alive)
        alive &= alive - 1
        gain = values[move] - values[base]
        gains[move] += gain
        squares[move] += gain * gain
        means[move] += values[move]


@kernel
def varies(alive, gains, squares, n):
    """Does the gain of any move depend on the world or on chance?"""
    while alive != 0:
        move = lowest(alive)
        alive &= alive - 1
        if squares[move] * n != gains[move] * gains[move]:
            return True
    return False
