# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Fronts: sets of vectors of worlds none of which is better than another in every world.

A vector has a mask for each step of a value: bit i of mask k says whether a plan climbs step k in world i. A
question of yes or no has one step, so its vectors are single masks. The minimum world by world is then "and",
and a vector is nowhere better than another if each of its masks lies within the other's. A front is a row
of vectors and their number. It holds at most ``MOST`` of them; those that are worth least go first, and that
is counted. What is to be added stands in the place behind the last.
"""

from __future__ import annotations

import numpy as np

from kiebitz.kernel.bits import bit, count, lowest
from kiebitz.kernel.jit import kernel

MOST = 32
MOST_STEPS = 8
CHOICES = 5  # classes of worlds in which a partner may be of two minds
CAPPED = 6  # word of the desk: how often a vector was left out because there were too many
WORTH = 16  # first of the words of the desk that say what each step is worth


@kernel
def fill(row, place, mask, steps):
    """Write the vector that climbs every step in these worlds and none elsewhere."""
    for step in range(steps):
        row[place * steps + step] = mask


@kernel
def copy(row, place, other, where, steps):
    """Write a vector of one row into another, or to another place."""
    for step in range(steps):
        other[where * steps + step] = row[place * steps + step]


@kernel
def weigh(row, place, steps, desk):
    """What a vector is worth in all worlds together; of yes or no, in how many it says yes."""
    total = np.int64(0)
    for step in range(steps):
        total += desk[WORTH + step] * count(row[place * steps + step])
    return total


@kernel
def is_within(row, place, other, where, mask, steps):
    """Is a vector nowhere better than another, in the worlds of a mask?"""
    for step in range(steps):
        if row[place * steps + step] & ~other[where * steps + step] & mask != 0:
            return False
    return True


@kernel
def is_full(row, place, mask, steps):
    """Does a vector climb every step in the worlds of a mask, and nothing outside?"""
    for step in range(steps):
        if row[place * steps + step] != mask:
            return False
    return True


@kernel
def covers(front, n, row, place, steps):
    """Does a front hold a vector that is everywhere as good as this one?"""
    for i in range(n):
        if is_within(row, place, front, i, np.int64(-1), steps):
            return True
    return False


@kernel
def all_covered(front, n, others, k, steps):
    """Does a front cover every vector of another one?"""
    for i in range(k):
        if not covers(front, n, others, i, steps):
            return False
    return True


@kernel
def anywhere(front, n, steps):
    """The worlds in which at least one vector climbs a step."""
    mask = np.int64(0)
    for i in range(n):
        mask |= front[i * steps]
    return mask


@kernel
def fullest(front, n, steps, desk):
    """The place of the vector that is worth the most."""
    best = np.int64(0)
    for i in range(n):
        if weigh(front, i, steps, desk) > weigh(front, best, steps, desk):
            best = np.int64(i)
    return best


@kernel
def add(front, n, steps, desk):
    """A front with the vector that stands behind its last one; the answer is how many it has then."""
    if covers(front, n, front, n, steps):
        return n
    kept = np.int64(0)
    for i in range(n):
        if not is_within(front, i, front, n, np.int64(-1), steps):
            copy(front, i, front, kept, steps)
            kept += 1
    copy(front, n, front, kept, steps)
    if kept < MOST:
        return kept + 1
    desk[CAPPED] += 1
    worst = np.int64(0)
    for i in range(kept):
        if weigh(front, i, steps, desk) < weigh(front, worst, steps, desk):
            worst = np.int64(i)
    if weigh(front, kept, steps, desk) > weigh(front, worst, steps, desk):
        copy(front, kept, front, worst, steps)
    return kept


@kernel
def meet(front, i, other, j, outside, row, place, steps):
    """Write the worse of two vectors in each world, where the second is not about the worlds outside."""
    for step in range(steps):
        row[place * steps + step] = front[i * steps + step] & (other[j * steps + step] | outside)


@kernel
def both(front, n, other, k, outside, spare, steps, desk):
    """Whatever comes, a plan for each: a front becomes its product with another, about some worlds.

    ``outside`` are the worlds that the other one is not about: there it takes nothing away.
    """
    size = np.int64(0)
    for i in range(n):
        for j in range(k):
            meet(front, i, other, j, outside, spare, size, steps)
            size = add(spare, size, steps, desk)
    for i in range(size * steps):
        front[i] = spare[i]
    return size


@kernel
def blend(one, i, two, j, second, group, row, place, steps):
    """Write a vector that is the second in some worlds and the first in the others."""
    for step in range(steps):
        first = one[i * steps + step] & ~second
        row[place * steps + step] = (first | two[j * steps + step] & second) & group


@kernel
def merge(one, i, two, j, classes, group, spare, size, steps, desk):
    """Add the best vectors that take each class of worlds from one of two."""
    second, undecided, number = np.int64(0), np.int64(0), np.int64(0)
    left = group
    while left != 0:
        mask = classes[lowest(left)] & group
        left &= ~mask
        if is_within(two, j, one, i, mask, steps):
            continue
        if is_within(one, i, two, j, mask, steps):
            second |= mask
        else:
            undecided |= mask
            number += 1
    if number > CHOICES:
        desk[CAPPED] += 1
    for choice in range(bit(min(number, CHOICES))):  # a bit for each class in which neither is better
        chosen, left, place = second, undecided, 0
        while left != 0:
            mask = classes[lowest(left)] & group
            left &= ~mask
            if (choice >> place) & 1 != 0:
                chosen |= mask
            place += 1
        blend(one, i, two, j, chosen, group, spare, size, steps)
        size = add(spare, size, steps, desk)
    return size


@kernel
def either(front, n, other, k, classes, group, spare, steps, desk):
    """A partner takes one way or the other, in each of the worlds that he tells apart.

    ``classes[i]`` are the worlds that look to him like world i.
    """
    size = np.int64(0)
    for i in range(n):
        for j in range(k):
            size = merge(front, i, other, j, classes, group, spare, size, steps, desk)
    for i in range(size * steps):
        front[i] = spare[i]
    return size
