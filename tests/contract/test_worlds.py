"""Drawing worlds: every one is drawn, none more often than another."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import HAND, VIEWER, WORDS
from kiebitz.kernel.worlds import count_worlds, draw

from .cases import CASES, make
from .test_views import corpus, observed, problem


def brute_force(cards: list[int], room: list[int]) -> set[tuple[int, ...]]:
    """All worlds of a problem by trying every choice, place by place."""

    def fill(place: int, left: frozenset[int]) -> list[tuple[int, ...]]:
        if place == len(cards):
            return [()] if not left else []
        found = []
        allowed = [card for card in sorted(left) if cards[place] >> card & 1]
        for chosen in combinations(allowed, room[place]):
            mask = sum(1 << card for card in chosen)
            found += [(mask, *rest) for rest in fill(place + 1, left - set(chosen))]
        return found

    everything = 0
    for mask, size in zip(cards, room, strict=True):
        everything |= mask if size else 0
    return set(fill(0, frozenset(card for card in range(64) if everything >> card & 1)))


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
        expected = len(brute_force(cards, room))
        vectors = np.array(cards, np.int64), np.array(room, np.int64)
        assert count_worlds(*vectors, places) == expected


def test_a_restricted_problem_is_drawn_uniformly() -> None:
    cards, room = [0b111111, 0b011110, 0b110011], [2, 2, 2]
    worlds = brute_force(cards, room)
    assert 5 < len(worlds) < 90
    check_uniform(np.array(cards, np.int64), np.array(room, np.int64), 3, worlds)


def check_uniform(cards: Any, room: Any, places: int, worlds: set[tuple[int, ...]]) -> None:
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
    game, rng = make(name, options), Stream.named("completeness")
    checked = 0
    for state in corpus(game, range(12)):
        view = observed(state, state.turn)
        cards, room, places = problem(game, view)
        worlds = count_worlds(cards, room, places)
        if not 2 <= worlds <= 400 or checked > 5:
            continue
        expected = brute_force(list(map(int, cards[:places])), list(map(int, room[:places])))
        hands = Counter(world[: game.seats] for world in expected)
        seen: Counter[tuple[int, ...]] = Counter()
        full = np.zeros(WORDS, np.int64)
        for _ in range(20 * len(hands)):
            game.kernels.complete(view, rng.word, full)
            assert full[VIEWER] == -1
            known = [int(view[HAND + seat]) | known_of(cards, room, full, seat) for seat in range(game.seats)]
            seen[tuple(known)] += 1
        assert len(seen) == len(hands)
        if len(hands) > 1:
            assert chisquare(list(seen.values())).pvalue > 1e-5
        checked += 1
    assert checked or name != "schnapsen"


def known_of(cards: Any, room: Any, full: Any, seat: int) -> int:
    return int(full[HAND + seat]) & int(cards[seat]) if room[seat] else 0
