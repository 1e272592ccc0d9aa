"""Random numbers: SplitMix64 in one word of an array, and streams named by words.

No global generator exists. The same name gives the same numbers on every platform and in every
process, and streams with different names do not depend on each other.
"""

from __future__ import annotations

import hashlib
from collections.abc import MutableSequence, Sequence
from typing import Any, TypeVar

import numpy as np
from numba import float64, int64, void

from kiebitz.kernel.bits import count, nth
from kiebitz.kernel.jit import direct, kernel

Item = TypeVar("Item")

GOLDEN = np.int64(-7046029254386353131)  # 2^64 / golden ratio, odd
VECTOR = int64[::1]


@kernel
def mix(word):
    """The finaliser of SplitMix64: a bijection of 64-bit words without visible structure."""
    z = np.uint64(word)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.int64(z ^ (z >> np.uint64(31)))


@kernel(int64(int64, int64))
def derive(key, word):
    """The key of the stream that ``word`` names below ``key``."""
    return mix(mix(key + GOLDEN) ^ (mix(word ^ np.int64(0x5851F42D4C957F2D)) + GOLDEN))


@kernel
def step(rng):
    """The next 64 random bits."""
    rng[0] += GOLDEN
    return mix(rng[0])


@kernel
def below(rng, n):
    """A uniform number in 0..n-1, exactly uniform (Lemire's method); n from 1 to 2^31."""
    bound = np.uint64(n)
    product = (np.uint64(step(rng)) >> np.uint64(32)) * bound
    low = product & np.uint64(0xFFFFFFFF)
    if low < bound:
        threshold = (np.uint64(0x100000000) - bound) % bound
        while low < threshold:
            product = (np.uint64(step(rng)) >> np.uint64(32)) * bound
            low = product & np.uint64(0xFFFFFFFF)
    return np.int64(product >> np.uint64(32))


@kernel
def uniform(rng):
    """A uniform number in [0, 1) with 53 bits."""
    return np.float64(np.uint64(step(rng)) >> np.uint64(11)) * 1.1102230246251565e-16


@kernel
def pick(rng, mask):
    """A uniformly chosen bit of a mask that is not empty."""
    return nth(mask, below(rng, count(mask)))


@kernel(void(VECTOR, VECTOR, int64))
def shuffle(rng, items, n):
    """Put the first n items into a uniformly random order."""
    for i in range(n - 1, 0, -1):
        j = below(rng, i + 1)
        items[i], items[j] = items[j], items[i]


@kernel(int64(VECTOR, int64))
def _below_of(rng, n):
    return below(rng, n)


@kernel(float64(VECTOR))
def _uniform_of(rng):
    return uniform(rng)


_below, _uniform = direct(_below_of), direct(_uniform_of)


def key(*words: int | str) -> int:
    """The key of the stream that the words name.

    >>> key("schnapsen", 7) == key("schnapsen", 7), key("schnapsen", 7) == key("schnapsen", 8)
    (True, False)
    """
    result = 0
    for word in words:
        result = int(derive(result, _number(word)))
    return result


def _number(word: int | str) -> int:
    """A word as an int64: a text by a stable hash, a number of any size by its low 64 bits."""
    if isinstance(word, str):
        word = int.from_bytes(hashlib.blake2b(word.encode(), digest_size=8).digest(), "little")
    word &= 0xFFFFFFFFFFFFFFFF
    return word - (1 << 64) if word >> 63 else word


class Stream:
    """A random stream for Python code: the same generator that kernels use.

    >>> rng = Stream.named("example", 1)
    >>> rng.below(6) in range(6), rng.choice(["a", "b"]) in "ab"
    (True, True)
    """

    __slots__ = ("word",)

    def __init__(self, start: int) -> None:
        self.word: Any = np.array([start], np.int64)

    @classmethod
    def named(cls, *words: int | str) -> Stream:
        return cls(key(*words))

    def below(self, n: int) -> int:
        """A uniform number in 0..n-1."""
        return _below(self.word, n)

    def random(self) -> float:
        """A uniform number in [0, 1)."""
        return _uniform(self.word)

    def choice(self, items: Sequence[Item]) -> Item:
        return items[_below(self.word, len(items))]

    def shuffle(self, items: MutableSequence[Any]) -> None:
        for i in range(len(items) - 1, 0, -1):
            j = _below(self.word, i + 1)
            items[i], items[j] = items[j], items[i]
