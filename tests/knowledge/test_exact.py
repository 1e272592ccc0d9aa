"""Counting: floats, whole numbers and brute force agree."""

from __future__ import annotations

from itertools import product
from math import factorial
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from kiebitz.kernel.worlds import chances, count_worlds
from kiebitz.knowledge.exact import count_exactly


def all_worlds(cards: list[int], room: list[int]) -> list[tuple[int, ...]]:
    """Every way to put card after card into some place, in the order of the places; no cleverness."""
    union = 0
    for mask, size in zip(cards, room, strict=True):
        union |= mask if size else 0
    numbers = [card for card in range(union.bit_length()) if union >> card & 1]
    found = []
    for choice in product(range(len(cards)), repeat=len(numbers)):
        world = [0] * len(cards)
        for card, place in zip(numbers, choice, strict=True):
            world[place] |= 1 << card
        full = all(mask.bit_count() == size for mask, size in zip(world, room, strict=True))
        if full and all(mask & ~allowed == 0 for mask, allowed in zip(world, cards, strict=True)):
            found.append(tuple(world))
    return found


@st.composite
def problems(draw: Any) -> tuple[list[int], list[int]]:
    """Masks and rooms; some of them contradict themselves."""
    places = draw(st.integers(1, 4))
    room = draw(st.lists(st.integers(0, 3), min_size=places, max_size=places).filter(lambda r: sum(r) <= 7))
    everything = (1 << sum(room)) - 1
    some = st.sampled_from([everything, everything & 0b1010101, everything & ~1])
    return [draw(some | st.integers(0, everything)) for _ in room], room


@settings(max_examples=300, deadline=None)
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


@settings(max_examples=60, deadline=None)
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
