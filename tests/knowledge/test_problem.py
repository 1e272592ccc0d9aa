"""Problems: all worlds are listed, once, in order; sketches show what they are asked for."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiebitz.knowledge.places.counting import count_exactly
from kiebitz.knowledge.places.problem import Problem, TooManyWorlds


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """Up to seven cards in up to four places, some of them excluded; often, but not always, solvable."""
    places = draw(st.integers(1, 4))
    homes = draw(st.lists(st.integers(0, places - 1), max_size=7))
    numbers = draw(st.permutations(range(9)))[: len(homes)]
    unseen = sum(1 << number for number in numbers)
    cards = [unseen & draw(st.integers(0, 511) | st.just(511)) for _ in range(places)]
    for number, home in zip(numbers, homes, strict=True):
        cards[home] |= 1 << number  # so there is a world
    rooms, known = tuple(homes.count(place) for place in range(places)), (1 << 10, *[0] * (places - 1))
    cases = draw(choices(dict(zip(numbers, homes, strict=True)), places)) if numbers else ()
    return Problem(tuple(cards), rooms, known, cases)


@st.composite
def choices(draw: st.DrawFn, homes: dict[int, int], places: int) -> tuple[tuple[int, ...], ...]:
    """Often two cases that differ in where a card is; perhaps one more that the known cards rule out.

    What else they exclude leaves the cards at home where they are.
    """
    if draw(st.booleans()):
        return ()
    pivot = 1 << draw(st.sampled_from(sorted(homes)))
    here = draw(st.sets(st.integers(0, places - 1)))
    at_home = [sum(1 << card for card, home in homes.items() if home == place) for place in range(places)]
    cases = []
    for side in (True, False):
        more = [draw(st.just(0) | st.integers(0, 511)) & ~at_home[place] for place in range(places)]
        cases.append(tuple(more[p] & ~pivot | pivot * ((p in here) != side) for p in range(places)))
    if draw(st.booleans()):
        cases.append((1 << 10, *[0] * (places - 1)))
    return tuple(draw(st.permutations(cases)))


def by_hand(problem: Problem) -> list[list[int]]:
    """All worlds by trying every place for every card."""
    numbers = [n for n in range(9) if problem.unseen >> n & 1]
    found = []
    for homes in product(range(problem.places), repeat=len(numbers)):
        fits = all(problem.cards[home] >> n & 1 for n, home in zip(numbers, homes, strict=True))
        if fits and all(homes.count(place) == room for place, room in enumerate(problem.room)):
            world = list(problem.known)
            for number, home in zip(numbers, homes, strict=True):
                world[home] |= 1 << number
            if not problem.cases or any(not _clash(world, case) for case in problem.cases):
                found.append(world)
    return found


def _clash(world: list[int], case: tuple[int, ...]) -> bool:
    """Does a place hold cards that it lacks in a case?"""
    return any(held & lacks for held, lacks in zip(world, case, strict=True))


@given(problems())
@settings(max_examples=200)
def test_all_worlds_in_order(problem: Problem) -> None:
    expected = by_hand(problem)
    assert problem.worlds().tolist() == expected
    assert problem.count() == len(expected)
    assert sum(count_exactly(part.cards, part.room) for part in problem.parts) == len(expected)
    assert problem.possible == tuple(np.bitwise_or.reduce(np.array(expected), axis=0).tolist())
    assert problem.first().tolist() in (expected if problem.cases else expected[:1])


@given(problems(), st.integers(0, 8), st.integers(0, 3))
@settings(max_examples=100)
def test_cards_that_were_seen_and_are_gone_leave_the_same_worlds(
    problem: Problem, card: int, home: int
) -> None:
    """A card that is known to lie in a place may leave the game: what it has ruled out stays ruled out."""
    if problem.unseen >> card & 1 and home in problem.owners(1 << card):
        seen = problem.where([home], 1 << card, [(1 << card) * (p == home) for p in range(problem.places)])
        before = [[mask & ~(1 << card) for mask in world] for world in seen.worlds().tolist()]
        assert seen.without(1 << card).worlds().tolist() == before


@given(problems(), st.integers(0, 8), st.integers(0, 3))
@settings(max_examples=100)
def test_two_choices_are_a_choice_of_pairs(problem: Problem, card: int, home: int) -> None:
    """Whether a card is in a place is a choice; with the choices before it no world is lost or doubled."""
    if problem.unseen >> card & 1 and home < problem.places:
        here = tuple((1 << card) * (place != home) for place in range(problem.places))
        elsewhere = tuple((1 << card) * (place == home) for place in range(problem.places))
        assert problem.falling([here, elsewhere]).worlds().tolist() == by_hand(problem)
        there = [world for world in by_hand(problem) if world[home] >> card & 1]
        assert problem.falling([here]).worlds().tolist() == there


@given(problems(), st.sets(st.integers(0, 3)), st.integers(0, 511))
@settings(max_examples=200)
def test_sketches_show_what_is_asked(problem: Problem, asked: set[int], cards: int) -> None:
    places = [place for place in asked if place < problem.places]
    cards &= problem.unseen

    def shown(world: list[int]) -> tuple[int, ...]:
        return tuple(world[place] & (cards | problem.known[place]) for place in places)

    sketches = problem.sketches(places, cards).tolist()
    assert {shown(sketch) for sketch in sketches} == {shown(world) for world in by_hand(problem)}
    for sketch in sketches[:10]:
        left = problem.where(places, cards, sketch)
        assert sorted(left.worlds().tolist()) == sorted(
            w for w in by_hand(problem) if shown(w) == shown(sketch)
        )


@given(problems(), st.integers(0, 511))
@settings(max_examples=200)
def test_cards_that_are_alike_are_not_told_apart(problem: Problem, but: int) -> None:
    alike = problem.alike(but)
    single = problem.unseen & but

    def shape(world: list[int]) -> tuple[tuple[int, ...], ...]:
        return tuple((mask & single, *((mask & group).bit_count() for group in alike)) for mask in world)

    sketches = problem.sketches(range(problem.places), problem.unseen, alike).tolist()
    shapes = [shape(sketch) for sketch in sketches]
    assert len(set(shapes)) == len(shapes)
    assert set(shapes) == {shape(world) for world in by_hand(problem)}
    assert all(sketch in by_hand(problem) for sketch in sketches)


@given(problems(), st.integers(0, 3))
@settings(max_examples=100)
def test_given_what_lies_in_a_place(problem: Problem, place: int) -> None:
    if place < problem.places:
        world = problem.first().tolist()
        own = problem.given({place: world[place]})
        assert own.worlds().tolist() == [w for w in by_hand(problem) if w[place] == world[place]]


@pytest.mark.parametrize(("n", "joint", "own"), [(3, 369_600, 1_680), (4, 63_063_000, 34_650)])
def test_boerenbridge_sizes(n: int, joint: int, own: int) -> None:
    problem = Problem.of_hands((1 << 4 * n) - 1, (n,) * 4)
    assert problem.count() == joint
    assert len(problem.given({0: (1 << n) - 1}).worlds()) == own


def test_too_many_worlds_are_counted_not_listed() -> None:
    problem = Problem.of_hands((1 << 20) - 1, (5,) * 4)
    with pytest.raises(TooManyWorlds, match="There are 11,732,745,024 worlds, too many to list"):
        problem.worlds()
    assert len(problem.given({0: 31}).worlds()) == 756_756
