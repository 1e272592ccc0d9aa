# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Python's own random generator, the Mersenne Twister, for kernels that must draw what Python code draws.

The state is what ``Random.getstate()`` tells: 624 words and the place of the next one.
"""

from __future__ import annotations

from random import Random

import numpy as np
from numba import int64

from kiebitz.kernel.jit import kernel
from kiebitz.kernel.vectors import Vector

LENGTH, MIDDLE = 624, 397
MATRIX = 0x9908B0DF
UPPER, LOWER = 0x80000000, 0x7FFFFFFF
WORD = 0xFFFFFFFF
VECTOR = int64[::1]


@kernel(inline=False)
def renew(state):
    """The next 624 words."""
    for i in range(LENGTH):
        word = (state[i] & UPPER) | (state[(i + 1) % LENGTH] & LOWER)
        state[i] = state[(i + MIDDLE) % LENGTH] ^ (word >> 1) ^ (MATRIX if word & 1 else 0)
    state[LENGTH] = 0


@kernel
def bits(state, n):
    """The next n random bits, at most 32."""
    if state[LENGTH] >= LENGTH:
        renew(state)
    word = state[state[LENGTH]]
    state[LENGTH] += 1
    word ^= word >> 11
    word ^= (word << 7) & 0x9D2C5680
    word ^= (word << 15) & 0xEFC60000
    word ^= word >> 18
    return (word & WORD) >> (32 - n)


@kernel
def below(state, n):
    """A uniform number in 0..n-1, as ``Random.choice`` and ``Random.shuffle`` draw it."""
    length = 0
    while n >> length != 0:
        length += 1
    number = bits(state, length)
    while number >= n:
        number = bits(state, length)
    return number


@kernel
def shuffle(state, items, n):
    """Put the first n items into random order, as ``Random.shuffle`` does."""
    for i in range(n - 1, 0, -1):
        j = below(state, i + 1)
        items[i], items[j] = items[j], items[i]


@kernel(int64(VECTOR, int64))
def draw(state, n):
    return below(state, n)


class Borrowed:
    """A generator of Python's lent to kernels: ``with Borrowed(random) as state`` they draw from it.

    >>> ours, pythons = Random(1), Random(1)
    >>> with Borrowed(ours) as state:
    ...     drawn = [draw(state, 10) for _ in range(1000)]
    >>> drawn == [pythons.choice(range(10)) for _ in range(1000)], ours.random() == pythons.random()
    (True, True)
    """

    def __init__(self, random: Random) -> None:
        self.random = random

    def __enter__(self) -> Vector:
        self.version, words, self.gauss = self.random.getstate()
        self.state = np.array(words, np.int64)
        return self.state

    def __exit__(self, *unused: object) -> None:
        self.random.setstate((self.version, tuple(self.state.tolist()), self.gauss))
