# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Compiled: all worlds of a problem, and the components of several partitions."""

from __future__ import annotations

import numpy as np
from numba import int64

from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import MATRIX
from kiebitz.kernel.worlds import TABLE, VECTOR, join, roomiest, strides


@kernel(int64(TABLE, VECTOR, VECTOR, VECTOR, VECTOR, int64, int64, MATRIX))
def list_worlds(table, cards, room, bits, alike, depth, most, worlds):
    """Write the worlds row by row, in the order of the first card's place, then the second's, and so on.

    ``table`` are the ways of the joint places, ``bits[i]`` is the mask with which the i-th card is written.
    Only the first ``depth`` cards are placed, in all ways that leave a way to place the others. Where
    ``alike[i]`` is not 0, the i-th card does not go before the place of the card before it: of the worlds
    that differ by swapping such cards one is listed. The answer is the number of worlds found; it stops
    at ``most``, and worlds without a row are only counted.
    """
    places = len(room)
    joint = np.empty(places, np.int64)
    join(cards, room, places, joint)
    stride, size = strides(joint, places, roomiest(joint, places))
    for p in range(places):
        for q in range(p - 1, -1, -1):
            if joint[p] == 0 and room[p] > 0 and joint[q] > 0 and cards[q] == cards[p]:
                stride[p] = stride[q]
    choice = np.full(depth + 1, -1, np.int64)
    position = np.empty(depth + 1, np.int64)
    position[0] = size - 1
    left = room.copy()
    world = np.zeros(places, np.int64)
    found = np.int64(0)
    i = np.int64(0) if table[0, size - 1] != 0.0 else np.int64(-1)
    while i >= 0 and found < most:
        if i == depth:
            if found < worlds.shape[0]:
                worlds[found] = world
            found += 1
            i -= 1
            continue
        place = choice[i]
        if place >= 0:  # take the card back
            world[place] ^= bits[i]
            left[place] += 1
            place += 1
        else:
            place = choice[i - 1] if alike[i] != 0 else np.int64(0)
        while place < places and (
            left[place] == 0 or cards[place] >> i & 1 == 0 or table[i + 1, position[i] - stride[place]] == 0.0
        ):
            place += 1
        if place == places:
            choice[i] = -1
            i -= 1
            continue
        choice[i] = place
        world[place] |= bits[i]
        left[place] -= 1
        position[i + 1] = position[i] - stride[place]
        i += 1
    return found


@kernel
def root_of(parents, node):
    """The root of a node's tree; the path is halved on the way."""
    while parents[node] != node:
        parents[node] = parents[parents[node]]
        node = parents[node]
    return node


@kernel(VECTOR(MATRIX, int64))
def components(classes, labels):
    """The finest partition of the worlds that is coarser than every row; labels are below ``labels``."""
    rows, size = classes.shape
    parents = np.arange(rows * labels)
    for world in range(size):
        first = root_of(parents, classes[0, world])
        for row in range(1, rows):
            other = root_of(parents, row * labels + classes[row, world])
            if other != first:
                parents[other] = first
    joined = np.empty(size, np.int64)
    for world in range(size):
        joined[world] = root_of(parents, classes[0, world])
    return joined
