# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Fronts: sets of vectors of worlds none of which is better than another in every world.

A vector is a mask: bit i says whether a plan wins in world i. A front is a row of masks and their number. It
holds at most ``MOST`` of them; those that win in the fewest worlds go first, and that is counted.
"""

from __future__ import annotations

import numpy as np

from kiebitz.kernel.bits import bit, count, lowest
from kiebitz.kernel.jit import kernel

MOST = 32
CHOICES = 5  # classes of worlds in which a partner may be of two minds
CAPPED = 6  # word of the desk: how often a vector was left out because there were too many


@kernel
def covers(front, n, vector):
    """Does a front hold a vector that wins wherever this one does?"""
    for i in range(n):
        if vector & ~front[i] == 0:
            return True
    return False


@kernel
def all_covered(front, n, others, k):
    """Does a front cover every vector of another one?"""
    for i in range(k):
        if not covers(front, n, others[i]):
            return False
    return True


@kernel
def anywhere(front, n):
    """The worlds in which at least one vector wins."""
    mask = np.int64(0)
    for i in range(n):
        mask |= front[i]
    return mask


@kernel
def add(front, n, vector, desk):
    """A front with one more vector; the answer is how many it has then."""
    if covers(front, n, vector):
        return n
    kept = np.int64(0)
    for i in range(n):
        if front[i] & ~vector != 0:
            front[kept] = front[i]
            kept += 1
    if kept < MOST:
        front[kept] = vector
        return kept + 1
    desk[CAPPED] += 1
    worst = np.int64(0)
    for i in range(kept):
        if count(front[i]) < count(front[worst]):
            worst = np.int64(i)
    if count(vector) > count(front[worst]):
        front[worst] = vector
    return kept


@kernel
def both(front, n, other, k, outside, spare, desk):
    """Whatever comes, a plan for each: a front becomes its product with another, about some worlds.

    ``outside`` are the worlds that the other one is not about: there it is as good as won.
    """
    size = np.int64(0)
    for i in range(n):
        for j in range(k):
            size = add(spare, size, front[i] & (other[j] | outside), desk)
    for i in range(size):
        front[i] = spare[i]
    return size


@kernel
def merge(one, two, classes, group, spare, size, desk):
    """Add the best vectors that take each class of worlds from one of two."""
    settled, undecided, number = np.int64(0), np.int64(0), np.int64(0)
    left = group
    while left != 0:
        mask = classes[lowest(left)] & group
        left &= ~mask
        if two & mask & ~one == 0:
            settled |= one & mask
        elif one & mask & ~two == 0:
            settled |= two & mask
        else:
            undecided |= mask
            number += 1
    if number > CHOICES:
        desk[CAPPED] += 1
    for choice in range(bit(min(number, CHOICES))):  # a bit for each class in which neither is better
        vector, left, place = settled, undecided, 0
        while left != 0:
            mask = classes[lowest(left)] & group
            left &= ~mask
            vector |= mask & (two if (choice >> place) & 1 != 0 else one)
            place += 1
        size = add(spare, size, vector, desk)
    return size


@kernel
def either(front, n, other, k, classes, group, spare, desk):
    """A partner takes one way or the other, in each of the worlds that he tells apart.

    ``classes[i]`` are the worlds that look to him like world i.
    """
    size = np.int64(0)
    for i in range(n):
        for j in range(k):
            size = merge(front[i], other[j], classes, group, spare, size, desk)
    for i in range(size):
        front[i] = spare[i]
    return size
