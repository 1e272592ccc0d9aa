"""Drawing worlds: every one is drawn, none more often than another."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

from kiebitz.kernel.random import Stream
from kiebitz.kernel.vectors import Vector
from kiebitz.kernel.worlds import count_worlds, draw
from kiebitz.rules.contract import check_uniform
from kiebitz.rules.contract.worlds import all_worlds
from tests.contract.cases import CASES, make


@settings(max_examples=300)
@given(data=st.data())
def test_the_count_is_the_number_of_worlds(data: Any) -> None:
    places = data.draw(st.integers(1, 4))
    room = data.draw(st.lists(st.integers(0, 3), min_size=places, max_size=places))
    everything = (1 << sum(room)) - 1
    cards = [data.draw(st.integers(0, everything)) if size else 0 for size in room]
    expected = 0
    union = 0
    for mask, size in zip(cards, room, strict=True):
        union |= mask if size else 0
    if union == everything:
        expected = len(all_worlds(cards, room))
        vectors = np.array(cards, np.int64), np.array(room, np.int64)
        assert count_worlds(*vectors, places) == expected


def test_a_restricted_problem_is_drawn_uniformly() -> None:
    cards, room = [0b111111, 0b011110, 0b110011], [2, 2, 2]
    worlds = all_worlds(cards, room)
    assert 5 < len(worlds) < 90
    check_draws(np.array(cards, np.int64), np.array(room, np.int64), 3, worlds)


def check_draws(cards: Vector, room: Vector, places: int, worlds: set[tuple[int, ...]]) -> None:
    rng, world = Stream.named("uniform", len(worlds)), np.zeros(len(cards), np.int64)
    drawn: Counter[tuple[int, ...]] = Counter()
    for _ in range(20 * len(worlds)):
        draw(rng.word, cards, room, places, world)
        drawn[tuple(int(mask) for mask in world[:places])] += 1
    assert set(drawn) == worlds
    assert chisquare(list(drawn.values())).pvalue > 1e-4


@pytest.mark.parametrize(("name", "options"), CASES)
def test_completions_are_all_worlds_and_uniform(name: str, options: str) -> None:
    """Positions with up to a few hundred worlds: the hands of completed states against brute force."""
    assert check_uniform(make(name, options)) or name != "schnapsen"
