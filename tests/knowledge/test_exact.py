"""Counting: floats, whole numbers and brute force agree."""

from __future__ import annotations

from collections import Counter
from math import factorial
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

from kiebitz.kernel.random import Stream
from kiebitz.kernel.worlds import chances, count_worlds, draw
from kiebitz.knowledge.places.counting import count_exactly


def all_worlds(cards: list[int], room: list[int]) -> list[tuple[int, ...]]:
    """Every way to put card after card into a place that may hold it and is not full, in order."""
    union = 0
    for mask, size in zip(cards, room, strict=True):
        union |= mask if size else 0
    numbers = [card for card in range(union.bit_length()) if union >> card & 1]
    found = []

    def put(i: int, world: tuple[int, ...]) -> None:
        if i == len(numbers):
            if all(mask.bit_count() == size for mask, size in zip(world, room, strict=True)):
                found.append(world)
            return
        one = 1 << numbers[i]
        for p in range(len(cards)):
            if cards[p] & one and world[p].bit_count() < room[p]:
                put(i + 1, (*world[:p], world[p] | one, *world[p + 1 :]))

    put(0, (0,) * len(cards))
    return found


@st.composite
def problems(draw: Any) -> tuple[list[int], list[int]]:
    """Masks and rooms; some of them contradict themselves."""
    places = draw(st.integers(1, 4))
    room = draw(st.lists(st.integers(0, 3), min_size=places, max_size=places).filter(lambda r: sum(r) <= 7))
    everything = (1 << sum(room)) - 1
    some = st.sampled_from([everything, everything & 0b1010101, everything & ~1])
    return [draw(some | st.integers(0, everything)) for _ in room], room


@settings(max_examples=300)
@given(problems())
def test_counts_and_probabilities_are_those_of_brute_force(problem: tuple[list[int], list[int]]) -> None:
    cards, room = problem
    worlds = all_worlds(cards, room)
    vectors = np.array(cards, np.int64), np.array(room, np.int64)
    assert count_exactly(cards, room) == len(worlds)
    assert count_worlds(*vectors, len(room)) == len(worlds)
    matrix = np.zeros((sum(room) + 1, len(room)))
    assert chances(*vectors, len(room), matrix) == len(worlds)
    for card in range(sum(room) if worlds else 0):
        shares = [sum(world[p] >> card & 1 for world in worlds) / len(worlds) for p in range(len(room))]
        assert np.allclose(matrix[card], shares, rtol=1e-14, atol=0.0)


@settings(max_examples=60)
@given(st.lists(st.integers(0, (1 << 45) - 1), min_size=3, max_size=3), st.integers(1, 2))
def test_floats_and_whole_numbers_agree_on_large_problems(lacks: list[int], places: int) -> None:
    """Suits as groups, some seats void in some; far more worlds than a float can count one by one."""
    everything = (1 << 45) - 1
    suits = [everything & sum(1 << card for card in range(start, 45, 4)) for start in range(4)]
    cards = [everything & ~suits[lack % 4] for lack in lacks] + [everything] * places
    room = [9] * 3 + [18 // places] * places
    exact = count_exactly(cards, room)
    counted = count_worlds(np.array(cards, np.int64), np.array(room, np.int64), len(room))
    assert exact > 2**53
    assert abs(counted - exact) <= 1e-12 * exact


def test_a_free_deal_is_a_multinomial() -> None:
    everything = (1 << 52) - 1
    assert count_exactly([everything] * 4, [13] * 4) == factorial(52) // factorial(13) ** 4


def test_joined_places_are_drawn_uniformly() -> None:
    """The first and the third place may hold the same cards, the second one lacks some of them."""
    cards, room = [0b1111111, 0b0011110, 0b1111111, 0], [2, 2, 3, 0]
    worlds = all_worlds(cards, room)
    rng, world = Stream.named("joined"), np.zeros(4, np.int64)
    drawn: Counter[tuple[int, ...]] = Counter()
    for _ in range(50 * len(worlds)):
        draw(rng.word, np.array(cards, np.int64), np.array(room, np.int64), 4, world)
        drawn[tuple(world.tolist())] += 1
    assert set(drawn) == set(worlds)
    assert chisquare(list(drawn.values())).pvalue > 1e-4
