# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Random numbers: SplitMix64 in one word of an array, and streams named by words.

No global generator exists. The same name gives the same numbers on every platform and in every
process, and streams with different names do not depend on each other.

A generator's numbers lead back to its key, and SplitMix64 hides nothing. So the way from a name to a key is
one-way: nobody who has the key of one stream can find the key of another. ``key`` hashes the words of a name;
``one_way`` does the same in kernels, below a root.
"""

from __future__ import annotations

import hashlib
import secrets
import string
from collections.abc import MutableSequence, Sequence
from typing import Any, TypeVar

import numpy as np
from numba import float64, int64, void

from kiebitz.errors import BadOption
from kiebitz.kernel.bits import count, nth
from kiebitz.kernel.jit import direct, kernel
from kiebitz.kernel.vectors import Vector
from kiebitz.sayings import say

Item = TypeVar("Item")

STREAMS = 2
"""Counts the ways in which streams are made: with another way the same seed gives other games."""

GOLDEN = np.int64(-7046029254386353131)  # 2^64 / golden ratio, odd
PLY_STRIDE = GOLDEN << 32
"""2^32 steps of a generator: what lies between the numbers of two plies."""
SEED_LETTERS = 16
MOST_BELOW = 1 << 31
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
    """The key of the stream that ``word`` names below ``key``; whoever has it can find ``key`` again."""
    return mix(mix(key + GOLDEN) ^ (mix(word ^ np.int64(0x5851F42D4C957F2D)) + GOLDEN))


@kernel
def _rotated(word, by):
    return (word << np.uint64(by)) | (word >> np.uint64(64 - by))


@kernel
def _sip_round(a, b, c, d):
    a, c = a + b, c + d
    b, d = _rotated(b, 13) ^ a, _rotated(d, 16) ^ c
    a = _rotated(a, 32)
    c, a = c + b, a + d
    b, d = _rotated(b, 17) ^ c, _rotated(d, 21) ^ a
    return a, b, _rotated(c, 32), d


@kernel(int64(int64, int64, int64))
def one_way(low, high, word):
    """The key that ``word`` names below a root of two words; it leads neither back nor to its siblings.

    This is SipHash-2-4 of the word's eight bytes, a keyed hash that was made to withstand those who see as
    many of its values as they like.
    """
    k0, k1, m, end = np.uint64(low), np.uint64(high), np.uint64(word), np.uint64(8 << 56)
    a, b = k0 ^ np.uint64(0x736F6D6570736575), k1 ^ np.uint64(0x646F72616E646F6D)
    c, d = k0 ^ np.uint64(0x6C7967656E657261), k1 ^ np.uint64(0x7465646279746573) ^ m
    a, b, c, d = _sip_round(a, b, c, d)
    a, b, c, d = _sip_round(a, b, c, d)
    a, d = a ^ m, d ^ end
    a, b, c, d = _sip_round(a, b, c, d)
    a, b, c, d = _sip_round(a, b, c, d)
    a, c = a ^ end, c ^ np.uint64(0xFF)
    a, b, c, d = _sip_round(a, b, c, d)
    a, b, c, d = _sip_round(a, b, c, d)
    a, b, c, d = _sip_round(a, b, c, d)
    a, b, c, d = _sip_round(a, b, c, d)
    return np.int64(a ^ b ^ c ^ d)


@kernel(int64(int64, int64))
def at_ply(key, ply):
    """Where the numbers of a ply begin in the stream of a key.

    Each ply has 2^32 numbers of its own, so that whatever was drawn at one changes nothing at the next.
    """
    return key + ply * PLY_STRIDE


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


@kernel(void(VECTOR, int64, int64))
def _begin_ply(rng, key, ply):
    rng[0] = at_ply(key, ply)


_below, _uniform, _go_to = direct(_below_of), direct(_uniform_of), direct(_begin_ply)


def key(*words: int | str) -> int:
    """The key of the stream that the words name; it leads neither to the words nor to any other key.

    >>> key("schnapsen", 7) == key("schnapsen", 7), key("schnapsen", 7) == key("schnapsen", 8)
    (True, False)
    """
    return int(root(*words)[0])


def root(*words: int | str) -> Vector:
    """The root that the words name: two words for ``one_way`` to name keys below it."""
    name = "".join(
        f"{'text' if isinstance(word, str) else 'number'} {len(str(word))} {word}" for word in words
    )
    digest = hashlib.blake2b(name.encode("utf-8", "surrogatepass"), digest_size=16, person=b"kiebitz streams")
    return np.frombuffer(digest.digest(), "<i8").astype(np.int64)


def fresh_seed() -> str:
    """A seed that nobody can guess, from the system's entropy.

    >>> fresh_seed() != fresh_seed()
    True
    """
    return "".join(secrets.choice(string.ascii_lowercase) for _ in range(SEED_LETTERS))


_ZERO = np.zeros(1, np.int64)


class Stream:
    """A random stream for Python code: the same generator that kernels use.

    >>> rng = Stream.named("example", 1)
    >>> rng.below(6) in range(6), rng.choice(["a", "b"]) in "ab"
    (True, True)
    """

    __slots__ = ("word",)

    def __init__(self, start: int) -> None:
        self.word: Vector = _ZERO.copy()  # half the time of making an array from a list
        self.word[0] = start

    @classmethod
    def named(cls, *words: int | str) -> Stream:
        return cls(key(*words))

    def begin_ply(self, start: int, ply: int) -> None:
        """Go to the numbers of a ply in the stream of the key ``start``."""
        _go_to(self.word, start, ply)

    def below(self, n: int) -> int:
        """A uniform number in 0..n-1; n from 1 to 2^31.

        >>> Stream(7).below(1 << 32)
        Traceback (most recent call last):
        kiebitz.errors.BadOption: The bound of a random number must be 1 to 2,147,483,648, not 4,294,967,296.
        """
        if not 1 <= n <= MOST_BELOW:  # the generator would look for one without end
            raise BadOption(
                say("The bound of a random number must be 1 to {most:,}, not {n:,}.", most=MOST_BELOW, n=n)
            )
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
