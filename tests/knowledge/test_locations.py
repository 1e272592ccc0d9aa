"""Locations: true, sound and complete in every game, and what can be asked of them."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from math import factorial

import numpy as np
import pytest
from scipy.stats import chisquare

from kiebitz.cards import CardSet
from kiebitz.errors import KiebitzError, UnknownName
from kiebitz.kernel.random import Stream
from kiebitz.knowledge.formulas.formula import Has
from kiebitz.knowledge.places import splitting as cases
from kiebitz.knowledge.places.assumption import Assumption
from kiebitz.knowledge.places.locations import Locations, World
from kiebitz.knowledge.places.problem import Problem, TooManyWorlds
from kiebitz.rules.registry import game as game_by_name
from kiebitz.rules.values import State
from tests.contract.cases import CASES, make, random_game
from tests.knowledge.questions import is_true, random_formula
from tests.knowledge.test_exact import all_worlds

SPECTATOR = -1
SMALL = 300


def views(name: str, options: str, seeds: range) -> list[tuple[State, Locations]]:
    """What every seat and a spectator know at all times of some random games."""
    game = make(name, options)
    return [
        (state, Locations.of(state.view(seat)))
        for seed in seeds
        for state in random_game(game, seed)
        for seat in (*range(game.seats), SPECTATOR)
    ]


@pytest.mark.parametrize(("name", "options"), CASES)
def test_the_truth_is_among_the_worlds(name: str, options: str) -> None:
    for state, locations in views(name, options, range(4)):
        problem = locations.problem
        for place in range(problem.places):
            if place >= state.game.seats and state.game.name == "high-card":
                continue  # a state of the toy game does not keep the undealt cards
            real = state.known_in(place).mask
            hidden = real & ~problem.known[place]
            assert problem.known[place] & ~real == 0, f"{locations.seat} of {place}\n{state}"
            assert hidden.bit_count() == problem.room[place], f"{locations.seat} of {place}\n{state}"
            assert not hidden or hidden & ~problem.cards[place] == 0, f"{locations.seat} of {place}\n{state}"
        assert locations.count() >= 1


@pytest.mark.parametrize("name", ["schnapsen", "skat", "durak", "boerenbridge"])
def test_in_the_open_world_every_place_is_known(name: str) -> None:
    for state, locations in views(name, "open_world=on", range(2)):
        assert locations.count() == 1
        assert not locations.unseen
        for place in range(locations.problem.places):
            assert locations.known(place) == locations.must_have(place) == state.known_in(place)


@pytest.mark.parametrize(("name", "options"), CASES)
def test_the_matrix_adds_up(name: str, options: str) -> None:
    for state, locations in views(name, options, range(2)):
        matrix, problem = locations.matrix(), locations.problem
        sizes = [problem.room[p] + problem.known[p].bit_count() for p in range(problem.places)]
        assert np.allclose(matrix.sum(axis=0), sizes)
        for card in state.game.deck.cards:
            known = [place for place in range(problem.places) if problem.known[place] >> card.number & 1]
            total = matrix[card.number].sum()
            if card in locations.unseen:
                assert not known
                assert abs(total - 1.0) < 1e-12
            else:
                assert total == len(known) <= 1, f"{card} {locations.seat}\n{state}"


@pytest.mark.parametrize(("name", "options"), CASES)
def test_small_cases_agree_with_brute_force(name: str, options: str) -> None:
    """Worlds, order, counts, probabilities, and the truth of random formulas."""
    assert check_small_cases(name, options, range(8), most=40) > 15


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), CASES)
def test_thousands_of_small_cases_agree_with_brute_force(name: str, options: str) -> None:
    assert check_small_cases(name, options, range(1000), most=2000) > 300


def check_small_cases(name: str, options: str, seeds: range, most: int) -> int:
    """How many different cases were looked at."""
    rng, seen = Stream.named("small cases", make(name, options).name, options), set()
    for seed in seeds:
        for _, locations in views(name, options, range(seed, seed + 1)):
            if locations.problem not in seen and locations.count() <= SMALL:
                seen.add(locations.problem)
                check_small_case(locations, rng)
            if len(seen) == most:
                return most
    return len(seen)


def told(locations: Locations, world: World) -> World:
    """A world as formulas tell of it: whoever has just played a card has it."""
    table = dict(locations.table)
    return tuple(CardSet(cards.mask | table.get(place, 0), cards.deck) for place, cards in enumerate(world))


def number_of_cases(problem: Problem, world: tuple[int, ...]) -> int:
    """How many of a problem's cases a world belongs to."""
    held = [mask | known for mask, known in zip(world, problem.known, strict=True)]
    return sum(not any(a & b for a, b in zip(held, case, strict=True)) for case in problem.cases)


def check_small_case(locations: Locations, rng: Stream) -> None:
    problem, names, deck = locations.problem, locations.places, locations.game.deck
    expected = [
        tuple(mask | problem.known[place] for place, mask in enumerate(world))
        for world in all_worlds(list(problem.cards), list(problem.room))
        if not problem.cases or number_of_cases(problem, world) == 1
    ]
    worlds = list(locations.enumerate())
    assert [tuple(cards.mask for cards in world) for world in worlds] == expected
    assert locations.count() == len(expected)
    for place in range(problem.places):
        for card in deck.cards:
            share = sum(world[place] >> card.number & 1 for world in expected) / len(expected)
            assert abs(locations.probability(card, place) - share) < 1e-12
    table = CardSet(sum(mask for _, mask in locations.table), deck)
    cards = [str(card) for card in locations.unseen | table | deck.set([deck.cards[0]])]
    for _ in range(3):
        formula = random_formula(rng, names, cards, 3)
        truth = [is_true(formula, names, told(locations, world)) for world in worlds]
        assert locations.entails(formula) == all(truth), formula
        assert locations.allows(formula) == any(truth), formula
        assert locations.count(formula) == sum(truth), formula


@pytest.mark.parametrize(("name", "options"), CASES)
def test_samples_are_uniform(name: str, options: str) -> None:
    """Positions with different numbers of worlds, the most restricted ones first."""
    rng, checked = Stream.named("uniform samples"), 0
    found = [loc for _, loc in views(name, options, range(6)) if 2 <= loc.count() <= SMALL]
    found.sort(key=lambda loc: -sum(len(loc.excluded(p)) for p, room in enumerate(loc.problem.room) if room))
    for locations in found[:4]:
        number = locations.count()
        drawn = Counter(locations.sample(rng) for _ in range(20 * number))
        assert set(drawn) == set(locations.enumerate())
        assert chisquare(list(drawn.values())).pvalue > 1e-5
        checked += 1
    assert checked


def test_questions_about_a_large_position_need_no_list() -> None:
    locations = Locations.of(game_by_name("skat").deal(seed=1).view(0))
    own, other = locations.known("fore"), next(iter(locations.unseen))
    assert locations.count() == 42_678_636
    assert locations.entails(f"has(fore, {next(iter(own))}) & ~has(skat, {next(iter(own))})")
    assert locations.entails(f"has(mid, {other}) | has(rear, {other}) | has(skat, {other})")
    assert not locations.entails(f"has(mid, {other}) | has(rear, {other})")
    assert locations.entails(f"has(mid, {other}) >> ~has(rear, {other})")
    jacks = [card for card in locations.unseen if card.rank == "J"]
    either = locations.count("count(mid, jacks) == 0") + locations.count("count(mid, jacks) >= 1")
    assert either == locations.count()
    assert locations.allows(" & ".join(f"has(mid, {jack})" for jack in jacks))


def test_counts_above_two_to_the_53_are_exact() -> None:
    locations = Locations.of(game_by_name("boerenbridge", {"schedule": "13"}).deal(seed=1).view(0))
    number = factorial(39) // factorial(13) ** 3
    assert locations.count() == number > 2**53
    ace = next(iter(locations.unseen))
    assert locations.count(Has("East", str(ace))) == number // 3
    assert abs(locations.probability(ace, "East") - 1 / 3) < 1e-15
    assert locations.count("count(East, hearts) >= 3") + locations.count("count(East, hearts) <= 2") == number


def test_many_worlds_are_listed_lazily_and_in_order() -> None:
    locations = Locations.of(game_by_name("skat").deal(seed=1).view(0))
    first = list(islice(locations.enumerate(), 10_000))
    assert len(set(first)) == len(first)
    lowest = list(locations.unseen)[:10]
    assert first[0][1] == locations.game.deck.set(lowest)
    keys = [[place_of(world, card) for card in locations.unseen] for world in first]
    assert keys == sorted(keys)


def place_of(world: tuple[CardSet, ...], card: str) -> int:
    return next(place for place, cards in enumerate(world) if card in cards)


# -- hard and soft -------------------------------------------------------------------------------------


def test_assumptions_are_kept_apart() -> None:
    locations = Locations.of(game_by_name("skat").deal(seed=1).view(0))
    jacks = CardSet(0b1111, locations.game.deck)
    softer = locations.assuming(Assumption("skat", jacks, "nobody puts jacks away"))
    assert softer.count() < locations.count() == softer.hard.count()
    assert softer.hard == locations
    assert [assumption.because for assumption in softer.soft] == ["nobody puts jacks away"]
    assert softer.entails("count(skat, jacks) == 0")
    assert not locations.entails("count(skat, jacks) == 0")
    assert softer.excluded("skat") == jacks & locations.unseen
    assert softer.unseen == locations.unseen


def test_assumptions_that_contradict_what_is_certain_leave_no_world() -> None:
    locations = Locations.of(game_by_name("skat").deal(seed=1).view(0))
    nothing = locations.assuming(Assumption("skat", locations.unseen, "the skat is empty"))
    assert nothing.count() == 0
    assert list(nothing.enumerate()) == []
    assert nothing.entails("false")
    for question in (nothing.matrix, lambda: nothing.sample(Stream(1))):
        with pytest.raises(KiebitzError, match=r"No world is left: not in skat: .* \(the skat is empty\)"):
            question()


# -- refusals ------------------------------------------------------------------------------------------


def test_a_formula_with_too_many_cases_is_listed_or_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cases, "MOST_CASES", 1)
    small = Locations.of(game_by_name("schnapsen").deal(seed=1).view(0))
    assert small.count("count(P2, hearts) == 0 & count(P2, clubs) >= 0") == 792
    assert small.entails("count(P2, hearts) >= 0")
    large = Locations.of(game_by_name("skat").deal(seed=1).view(0))
    with pytest.raises(TooManyWorlds, match="42,678,636"):
        large.count("count(mid, hearts) <= 1")


def test_what_is_not_about_cards_is_refused() -> None:
    locations = Locations.of(game_by_name("skat").deal(seed=1).view(0))
    with pytest.raises(KiebitzError, match="says nothing about K"):
        locations.entails("K[fore] has(skat, SA)")
    for place in ("cellar", 4, -1):
        with pytest.raises(UnknownName):
            locations.probability("SA", place)
