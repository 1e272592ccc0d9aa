# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Counting and drawing worlds: in how many ways can the unseen cards lie in their places?

A problem is two short vectors: ``cards[p]``, the mask of unseen cards that may lie in place p, and
``room[p]``, how many unseen cards do lie there. The places' rooms add up to the number of unseen
cards. Cards are labelled, places are sets, and every world has the same weight.

Places that may hold the same cards are first joined into one; how its cards are shared out among them
is a plain choice. Then the programme goes card by card. A position is the room left in all places but
the roomiest, which is implied, as one mixed-radix number; ``ways[i, position]`` is the number of ways to
place the cards from the i-th on. Drawing follows the table downwards, so no draw is ever rejected.

What is known may also be a choice: a card lies here and another there, or the other way round. Then the
worlds fall into cases that have no world in common: ``lacks[k, p]`` are the cards that place p does not
hold in the k-th of them. With no cases the problem stands as it is.
"""

from __future__ import annotations

from math import comb

import numpy as np
from numba import float64, int64, void

from kiebitz.kernel.bits import bit, count, highest, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import below, uniform
from kiebitz.kernel.state import MATRIX

VECTOR = int64[::1]
TABLE = float64[:, ::1]
MOST_CASES = 8
CHOICES = np.array([[comb(n, k) for k in range(65)] for n in range(65)], np.float64)


@kernel(float64(VECTOR, VECTOR, int64, VECTOR))
def join(cards, room, places, joint):
    """Join places that may hold the same cards: in ``joint`` the first of them gets the room of all.

    The answer is the number of ways to share the joint places' cards out among their members.
    """
    shares = 1.0
    for p in range(places):
        joint[p] = room[p]
        for q in range(p):
            if joint[p] > 0 and joint[q] > 0 and cards[q] == cards[p]:
                joint[q] += room[p]
                joint[p] = 0
                shares *= CHOICES[joint[q], room[p]]
    return shares


@kernel
def unseen_cards(cards, room, places):
    """The mask of all cards of the problem."""
    mask = np.int64(0)
    for p in range(places):
        if room[p] > 0:
            mask |= cards[p]
    return mask


@kernel
def fits(cards, room, places):
    """Is there a card for all the room? Otherwise some card has lost its last place."""
    rooms = np.int64(0)
    for p in range(places):
        rooms += room[p]
    return rooms == count(unseen_cards(cards, room, places))


@kernel
def roomiest(room, places):
    """The place whose room is implied by the others'."""
    best = 0
    for p in range(places):
        if room[p] > room[best]:
            best = p
    return best


@kernel
def strides(room, places, implied):
    """The mixed-radix weights of the places (none for the implied one) and the number of positions."""
    stride = np.zeros(places, np.int64)
    size = np.int64(1)
    for p in range(places):
        if p != implied:
            stride[p] = size
            size *= room[p] + 1
    return stride, size


@kernel
def advance(left, room, places, implied):
    """Count the digits of a position up by one; the change of their sum."""
    change = np.int64(0)
    for p in range(places):
        if p != implied:
            if left[p] < room[p]:
                left[p] += 1
                return change + 1
            change -= left[p]
            left[p] = 0
    return change


@kernel(TABLE(VECTOR, VECTOR, int64))
def ways(cards, room, places):
    """The table of the programme; ``ways[0, -1]`` is the number of worlds (exact below 2^53)."""
    mask = unseen_cards(cards, room, places)
    n = count(mask)
    implied = roomiest(room, places)
    stride, size = strides(room, places, implied)
    table = np.zeros((n + 1, size), np.float64)
    table[n, 0] = 1.0
    left = np.zeros(places, np.int64)
    for i in range(n - 1, -1, -1):
        card = bit(highest(mask))
        mask ^= card
        left[:] = 0
        taken = np.int64(0)
        for position in range(size):
            rest = n - i - taken
            if 0 <= rest <= room[implied]:
                total = 0.0
                if rest > 0 and cards[implied] & card != 0:
                    total += table[i + 1, position]
                for p in range(places):
                    if p != implied and left[p] > 0 and cards[p] & card != 0:
                        total += table[i + 1, position - stride[p]]
                table[i, position] = total
            taken += advance(left, room, places, implied)
    return table


@kernel
def is_free(cards, room, places):
    """May every unseen card lie in every place that has room?"""
    mask = unseen_cards(cards, room, places)
    for p in range(places):
        if room[p] > 0 and cards[p] != mask:
            return False
    return True


@kernel
def share_out(rng, mask, cards, room, first, places, world):
    """Deal a set of cards to the places that may hold the same cards as ``first``, none of them before it."""
    rest = count(mask)
    while mask != 0:
        card = mask & -mask
        mask ^= card
        k = below(rng, rest)
        rest -= 1
        for p in range(first, places):
            if room[p] > 0 and cards[p] == cards[first]:
                k -= room[p] - count(world[p])
                if k < 0:
                    world[p] |= card
                    break


@kernel(void(VECTOR, TABLE, VECTOR, VECTOR, VECTOR, int64, VECTOR))
def draw_from(rng, table, cards, room, joint, places, world):
    """Draw a world with a finished table, the ways of the joint places, as often as one likes.

    ``world[p]`` becomes the mask of place p. Nothing is allocated: strides are worked out on the way, and
    what a place has already tells its room.
    """
    mask = unseen_cards(cards, joint, places)
    implied = roomiest(joint, places)
    position = table.shape[1] - 1
    for p in range(places):
        world[p] = 0
    if count(mask) == joint[implied]:  # all places are alike: there is nothing to look up
        world[implied] = mask
        mask = 0
    i = 0
    while mask != 0:
        card = mask & -mask
        mask ^= card
        threshold = uniform(rng) * table[i, position]
        i += 1
        stride = np.int64(1)
        chosen = 0
        step = np.int64(0)
        for p in range(places):
            if joint[p] == 0:
                continue
            width = np.int64(0) if p == implied else stride
            if p != implied:
                stride *= joint[p] + 1
            if cards[p] & card == 0 or count(world[p]) == joint[p]:
                continue
            weight = table[i, position - width]
            if weight > 0.0:
                chosen = p
                step = width
                threshold -= weight
                if threshold < 0.0:
                    break
        world[chosen] |= card
        position -= step
    for p in range(places):
        if joint[p] > room[p]:
            mixed = world[p]
            world[p] = 0
            share_out(rng, mixed, cards, room, p, places, world)


@kernel(void(VECTOR, VECTOR, VECTOR, int64, VECTOR))
def draw(rng, cards, room, places, world):
    """Draw one world uniformly."""
    if is_free(cards, room, places):
        first = 0
        for p in range(places - 1, -1, -1):
            world[p] = 0
            if room[p] > 0:
                first = p
        share_out(rng, unseen_cards(cards, room, places), cards, room, first, places, world)
    else:
        joint = np.empty(places, np.int64)
        join(cards, room, places, joint)
        draw_from(rng, ways(cards, joint, places), cards, room, joint, places, world)


@kernel(float64(VECTOR, VECTOR, int64))
def count_worlds(cards, room, places):
    """The number of worlds; 0 if the problem contradicts itself. Exact below 2^53."""
    if not fits(cards, room, places):
        return 0.0
    joint = np.empty(places, np.int64)
    shares = join(cards, room, places, joint)
    table = ways(cards, joint, places)
    return table[0, table.shape[1] - 1] * shares


@kernel(void(VECTOR, int64, MATRIX, int64, VECTOR))
def narrow(cards, places, lacks, case, left):
    """Write what the places may hold in one of the cases."""
    for p in range(places):
        left[p] = cards[p] & ~lacks[case, p]


@kernel(float64(VECTOR, VECTOR, int64, MATRIX, int64))
def count_cases(cards, room, places, lacks, cases):
    """The number of worlds of a problem that falls into so many cases, or into none."""
    if cases == 0:
        return count_worlds(cards, room, places)
    left, total = np.empty(places, np.int64), 0.0
    for case in range(cases):
        narrow(cards, places, lacks, case, left)
        total += count_worlds(left, room, places)
    return total


@kernel(void(VECTOR, VECTOR, VECTOR, int64, MATRIX, int64, VECTOR))
def draw_case(rng, cards, room, places, lacks, cases, world):
    """Draw one world uniformly: first a case, by the number of its worlds."""
    if cases == 0:
        draw(rng, cards, room, places, world)
        return
    left, chosen = np.empty(places, np.int64), 0
    if cases > 1:
        worlds, total = np.empty(cases, np.float64), 0.0
        for case in range(cases):
            narrow(cards, places, lacks, case, left)
            worlds[case] = count_worlds(left, room, places)
            total += worlds[case]
        threshold = uniform(rng) * total
        for case in range(cases):
            if worlds[case] > 0.0:
                chosen = case
                threshold -= worlds[case]
                if threshold < 0.0:
                    break
    narrow(cards, places, lacks, chosen, left)
    draw(rng, left, room, places, world)


@kernel(float64(VECTOR, VECTOR, int64, TABLE))
def chances(cards, room, places, matrix):
    """Write the probability of every unseen card (row) to lie in every place (column); the number of worlds.

    Backwards the table of ways, forwards the ways to get to a position: their product is the number of
    worlds that pass through a step.
    """
    if not fits(cards, room, places):
        return 0.0
    joint = np.empty(places, np.int64)
    shares = join(cards, room, places, joint)
    table = ways(cards, joint, places)
    implied = roomiest(joint, places)
    stride, size = strides(joint, places, implied)
    total = table[0, size - 1]
    if total == 0.0:
        return 0.0
    before = np.zeros(size, np.float64)
    after = np.zeros(size, np.float64)
    left = np.empty(places, np.int64)
    before[size - 1] = 1.0
    mask = unseen_cards(cards, joint, places)
    for i in range(count(mask)):
        card = lowest(mask)
        mask &= mask - 1
        left[:] = 0
        after[:] = 0.0
        for position in range(size):
            if before[position] > 0.0:
                for p in range(places):
                    if cards[p] & bit(card) != 0 and (left[p] > 0 or (p == implied and joint[p] > 0)):
                        to = position - stride[p]
                        after[to] += before[position]
                        matrix[card, p] += before[position] * table[i + 1, to]
            advance(left, joint, places, implied)
        for p in range(places):
            if joint[p] > 0:
                both = matrix[card, p]
                for q in range(p, places):
                    if room[q] > 0 and cards[q] == cards[p]:
                        matrix[card, q] = both * room[q] / (total * joint[p])
        before, after = after, before
    return total * shares
