"""Random numbers: known values, uniformity, independent streams."""

from __future__ import annotations

from collections import Counter

import pytest
from scipy.stats import chisquare

from kiebitz.errors import BadOption
from kiebitz.kernel.random import Stream, fresh_seed, key, one_way


def test_the_generator_is_splitmix64() -> None:
    """The first outputs for state 1234567, as published with the reference implementation."""
    from kiebitz.kernel.random import step

    stream = Stream(1234567)
    expected = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert [int(step(stream.word)) & (2**64 - 1) for _ in expected] == expected


@pytest.mark.parametrize("bound", [-1, 0, (1 << 31) + 1, 1 << 40, 1 << 64])
def test_a_bound_without_numbers_below_it_is_refused(bound: int) -> None:
    with pytest.raises(BadOption, match=f"not {bound:,}"):
        Stream.named("test").below(bound)


def test_numbers_below_every_bound_are_those_of_the_kernel() -> None:
    """The same as before the bound was checked, to the last bit."""
    stream = Stream.named("test", "bounds")
    found = [stream.below(bound) for bound in (1, 2, 7, 1000, (1 << 31) - 1, 1 << 31)]
    assert found == [0, 1, 0, 798, 1472174755, 2057208231]


def test_numbers_below_a_bound_are_uniform() -> None:
    stream = Stream.named("uniform")
    counts = Counter(stream.below(7) for _ in range(70_000))
    assert set(counts) == set(range(7))
    assert chisquare(list(counts.values())).pvalue > 1e-4


def test_a_shuffle_reaches_every_order_equally() -> None:
    stream, counts = Stream.named("orders"), Counter[tuple[int, ...]]()
    for _ in range(24_000):
        items = [0, 1, 2, 3]
        stream.shuffle(items)
        counts[tuple(items)] += 1
    assert len(counts) == 24
    assert chisquare(list(counts.values())).pvalue > 1e-4


def test_streams_with_other_names_differ() -> None:
    keys = {key("game", seed, deal, seat) for seed in range(10) for deal in range(50) for seat in range(4)}
    assert len(keys) == 2000
    assert key("a", "b") != key("b", "a")
    assert key("1") != key(1) != key(2**64 + 1)
    assert key("ab", "c") != key("a", "bc")


def test_the_one_way_step_is_siphash() -> None:
    """The value for eight bytes that its authors published: key 00 .. 0f, message 00 .. 07."""
    words = [int.from_bytes(bytes(range(start, start + 8)), "little") for start in (0, 8, 0)]
    assert int(one_way(*words)).to_bytes(8, "little", signed=True).hex(" ") == "62 24 93 9a 79 f5 f5 93"


def test_drawn_seeds_differ_and_are_words() -> None:
    seeds = {fresh_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert all(seed.isalpha() and len(seed) == 16 for seed in seeds)
