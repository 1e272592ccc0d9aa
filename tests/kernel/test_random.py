"""Random numbers: known values, uniformity, independent streams."""

from __future__ import annotations

from collections import Counter

from scipy.stats import chisquare

from kiebitz.kernel.random import Stream, key


def test_the_generator_is_splitmix64() -> None:
    """The first outputs for state 1234567, as published with the reference implementation."""
    from kiebitz.kernel.random import step

    stream = Stream(1234567)
    expected = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert [int(step(stream.word)) & (2**64 - 1) for _ in expected] == expected


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
    assert key(2**70 + 1) == key(1)  # numbers count by their low 64 bits
