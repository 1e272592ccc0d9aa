"""Counting and drawing worlds: in how many ways can the unseen cards lie in their places?

A problem is two short vectors: ``cards[p]``, the mask of unseen cards that may lie in place p, and
``room[p]``, how many unseen cards do lie there. The places' rooms add up to the number of unseen
cards. Cards are labelled, places are sets, and every world has the same weight.

The programme goes card by card. A position is the room left in all places but the roomiest, which is
implied, as one mixed-radix number; ``ways[i, position]`` is the number of ways to place the cards from
the i-th on. Drawing follows the table downwards, so no draw is ever rejected.
"""

from __future__ import annotations

import numpy as np
from numba import float64, int64, void

from kiebitz.kernel.bits import bit, count, highest, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import shuffle, uniform

VECTOR = int64[::1]
TABLE = float64[:, ::1]


@kernel
def unseen_cards(cards, room, places):
    """The mask of all cards of the problem."""
    mask = np.int64(0)
    for p in range(places):
        if room[p] > 0:
            mask |= cards[p]
    return mask


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
def draw_free(rng, mask, room, places, world):
    """Draw a world when nothing restricts the cards: shuffle and hand out."""
    n = count(mask)
    order = np.empty(n, np.int64)
    for i in range(n):
        order[i] = lowest(mask)
        mask &= mask - 1
    shuffle(rng, order, n)
    i = 0
    for p in range(places):
        world[p] = 0
        for _ in range(room[p]):
            world[p] |= bit(order[i])
            i += 1


@kernel(void(VECTOR, TABLE, VECTOR, VECTOR, int64, VECTOR))
def draw_from(rng, table, cards, room, places, world):
    """Draw a world by following a finished table; ``world[p]`` becomes the mask of place p."""
    mask = unseen_cards(cards, room, places)
    implied = roomiest(room, places)
    stride, size = strides(room, places, implied)
    left = room[:places].copy()
    position = size - 1
    i = 0
    for p in range(places):
        world[p] = 0
    while mask != 0:
        card = mask & -mask
        mask ^= card
        threshold = uniform(rng) * table[i, position]
        chosen = 0
        for p in range(places):
            if left[p] == 0 or cards[p] & card == 0:
                continue
            weight = table[i + 1, position - stride[p]]
            if weight > 0.0:
                chosen = p
                threshold -= weight
                if threshold < 0.0:
                    break
        world[chosen] |= card
        left[chosen] -= 1
        position -= stride[chosen]
        i += 1


@kernel(void(VECTOR, VECTOR, VECTOR, int64, VECTOR))
def draw(rng, cards, room, places, world):
    """Draw one world uniformly."""
    if is_free(cards, room, places):
        draw_free(rng, unseen_cards(cards, room, places), room, places, world)
    else:
        draw_from(rng, ways(cards, room, places), cards, room, places, world)


@kernel(float64(VECTOR, VECTOR, int64))
def count_worlds(cards, room, places):
    """The number of worlds; 0 if the problem contradicts itself. Exact below 2^53."""
    table = ways(cards, room, places)
    return table[0, table.shape[1] - 1]
