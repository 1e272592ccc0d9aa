"""Vectors of worlds: the fronts are those of plans tried one by one, and proofs are their corner."""

from __future__ import annotations

from itertools import pairwise
from math import sqrt
from time import thread_time
from typing import Any

import numpy as np
import pytest
from numba import int64

from kiebitz.kernel.clock import ticks_per_second
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import STATE
from kiebitz.knowledge.places.problem import Problem
from kiebitz.rules.contract.tried import random_game
from kiebitz.rules.parts import part
from kiebitz.rules.registry import game
from kiebitz.rules.values import View
from kiebitz.search.alphamu import opened as o
from kiebitz.search.alphamu import root as r
from kiebitz.search.alphamu.answers import ALL, ask, room
from kiebitz.search.alphamu.fronts import CAPPED, MOST, WORTH, add
from kiebitz.search.alphamu.losing import describe
from kiebitz.search.evaluator import make_memory
from kiebitz.search.solving import Solving
from tests.search.brute_plans import Plans
from tests.search.test_fusion import POSITIONS
from tests.search.vector_views import LONG, drawn, every_hand, late, searched, side_of, skat_view

CASES = [("boerenbridge", "seats=3,schedule=3", 3, 120), ("boerenbridge", "seats=4,schedule=4", 3, 60),
         ("schnapsen", "rules=full,unit=deal", 4, 400)]  # fmt: skip
SKAT = [(6, 31), (20, 32), (117, 36), (117, 39), (135, 27), (146, 33)]
"""Deals and plies of games of ``instinct`` where plans differ: both sides, 2 to 4 cards."""


def test_every_hand_of_a_small_deck_agrees_with_plans_tried_one_by_one() -> None:
    several = 0
    for number, view in enumerate(every_hand(game("boerenbridge", "seats=3,schedule=2"), seed=1)):
        worlds = drawn(view, 5, seed=number)
        found, _ = searched(view, worlds)
        assert found == Plans(view.game, view.seat, side_of(view)).front(worlds)
        several += 0 < len(min(found, key=len)) < 5
    assert several > 10  # neither all nor nothing


@pytest.mark.parametrize(("name", "options", "cards", "number"), CASES)
def test_positions_with_a_choice_of_plans_agree_with_plans_tried_one_by_one(
    name: str, options: str, cards: int, number: int
) -> None:
    checked = 0
    for n, view in enumerate(late(name, options, cards, number, 3)):
        worlds = drawn(view, 5, seed=n)
        found, desk = searched(view, worlds)
        if len(found) > 1 or n < 4:
            assert found == Plans(view.game, view.seat, side_of(view)).front(worlds)
            assert not desk[CAPPED]
            checked += len(found) > 1
    assert checked


@pytest.mark.parametrize(("seed", "ply"), SKAT)
def test_in_skat_a_partner_chooses_by_what_he_sees(seed: int, ply: int) -> None:
    view = skat_view(seed, ply)
    worlds = drawn(view, 5, seed=seed)
    found, _ = searched(view, worlds)
    assert len(found) > 1
    assert found == Plans(view.game, view.seat, side_of(view)).front(worlds)


def test_a_partner_who_sees_nothing_more_is_no_help_to_one_who_guesses() -> None:
    """Opponents who see all cards leave fewer worlds than partners do: the side makes the difference."""
    view = skat_view(20, 32)
    worlds = drawn(view, 5, seed=20)
    together, alone = (
        Plans(view.game, view.seat, side).front(worlds) for side in (side_of(view), [view.seat])
    )
    assert max(map(len, alone)) <= max(map(len, together))


def forced_by_the_game(view: View) -> set[str]:
    found = part(view.game, Solving).forcing(view, 1_000_000)
    assert found is not None and not found.undecided
    return set(map(str, found.moves))


def kept_everywhere(view: View, own: int) -> tuple[set[str], bool, bool]:
    """The moves that win in every world of a search, if these are all and nothing rests on open cards."""
    answer = ask(view, worlds=64, m=own)
    if answer is None:
        return set(), False, False
    full = (1 << len(answer.worlds)) - 1
    kept = {str(move) for move in answer.vectors if answer.vectors[move] == full}
    return kept, answer.is_all, answer.is_whole


PROOFS = [("boerenbridge", "seats=3,schedule=4", 3, 40), ("schnapsen", "rules=full,unit=deal", 3, 100)]


@pytest.mark.parametrize(("name", "options", "cards", "number"), PROOFS)
def test_with_long_plans_and_all_worlds_it_is_paranoia_search(
    name: str, options: str, cards: int, number: int
) -> None:
    compared, some = 0, 0
    for view in late(name, options, cards, number, 5):
        kept, is_all, is_whole = kept_everywhere(view, LONG)
        if not is_all or (name == "schnapsen" and not view.is_strict):  # type: ignore[attr-defined]
            continue
        assert is_whole
        assert kept == forced_by_the_game(view)
        compared, some = compared + 1, some + (0 < len(kept) < len(view.moves))
    assert compared > 10
    assert some


def test_plans_that_are_too_short_are_no_proof() -> None:
    """Where strategy fusion is, plans of one move promise what paranoia search denies; long ones do not."""
    denied = 0
    for position in POSITIONS:
        view = position.state.view(position.state.turn)
        if len(side_of(view)) > 1 or (position.game == "schnapsen" and not view.is_strict):  # type: ignore[attr-defined]
            continue
        kept, is_all, is_whole = kept_everywhere(view, LONG)
        assert is_all and is_whole
        assert kept == forced_by_the_game(view)
        denied += kept_everywhere(view, 1)[0] > kept
    assert denied > 5


def test_in_skat_the_declarers_killer_cards_are_those_that_win_in_every_world() -> None:
    compared = 0
    for seed in (6, 40, 87, 117, 124, 135):
        for ply in range(24, 40):
            try:
                view = skat_view(seed, ply)
            except ValueError:
                break
            if view.phase != "play" or len(view.moves) < 2 or len(view.hand) > 3:
                continue
            kept, is_all, _ = kept_everywhere(view, LONG)
            if not is_all:
                continue
            if len(side_of(view)) == 1:
                assert kept == forced_by_the_game(view)
                compared += 1
            else:  # a proof takes the partner for one who may do anything
                assert kept >= forced_by_the_game(view)
    assert compared > 5


def asked(view: View, **words: int) -> tuple[Any, Any, float]:
    """A search with words of its memory set, and the seconds that it took."""
    chosen = view.game
    solving = part(chosen, Solving)
    usual = {
        r.SAMPLES: 20,
        r.LENGTH: 3,
        r.NODE_LIMIT: 10**9,
        r.WORLD_NODES: 10**6,
        r.CARDS: 64,
        r.ALL_MOVES: 1,
    }
    usual[r.PHASES] = sum(1 << chosen.phases.index(phase) for phase in solving.phases)
    memory = r.lay_out(
        make_memory(chosen, "round", []),
        usual | {getattr(r, name): value for name, value in words.items()},
        np.zeros(1, np.int64),
        solving.aim(chosen).space(),
    )
    states, vectors, told = room()
    search = r.bind_search(chosen.kernels, solving.aim(chosen))
    start = thread_time()
    search(view.vector, memory, Stream(1).word, -1, states, vectors, told)
    return vectors, told, thread_time() - start


def early_skat() -> View:
    return skat_view(6, 16)


def test_a_clock_is_obeyed_within_a_tenth() -> None:
    view = early_skat()
    asked(view, SAMPLES=2, LENGTH=1)  # compiled before
    took = []
    for _ in range(5):
        _, told, seconds = asked(view, SAMPLES=64, LENGTH=20, TICKS=round(0.2 * ticks_per_second()))
        assert told[r.T_STOPPED] == o.OUT_OF_TIME
        took.append(seconds)
    assert min(took) < 0.22, "of the processor's work: what goes to others does not count"


def test_nodes_are_a_budget_and_what_shorter_plans_found_stands() -> None:
    view = skat_view(6, 27)
    whole, told, _ = asked(view, LENGTH=2)
    assert told[r.T_LENGTH] == 2
    first, cut, _ = asked(view, LENGTH=2, NODE_LIMIT=int(told[r.T_NODES]) // 2)
    assert cut[r.T_STOPPED] == o.OUT_OF_NODES and cut[r.T_LENGTH] == 1
    assert cut[r.T_NODES] < told[r.T_NODES]
    assert (first[:, r.VECTOR] == whole[:, r.FIRST]).all()


def test_longer_plans_never_win_in_more_worlds() -> None:
    for seed, ply in SKAT:
        counts = []
        for length in (1, 2, 3):
            vectors, _, _ = asked(skat_view(seed, ply), LENGTH=length)
            counts.append([int(mask & ALL).bit_count() for mask in vectors[:, r.VECTOR].tolist()])
        for shorter, longer in pairwise(counts):
            assert all(a >= b for a, b in zip(shorter, longer, strict=True))


def test_a_front_that_is_too_large_is_told_of() -> None:
    front, desk = np.zeros(64, np.int64), np.zeros(o.DESK, np.int64)
    add_one = v_add()
    size = 0
    desk[WORTH] = 1
    for world in range(MOST + 5):  # none covers another
        front[size] = 1 << world
        size = add_one(front, size, desk)
    assert size == MOST and desk[CAPPED] == 5
    front[size] = -1
    assert add_one(front, size, desk) == 1 and front[0] == -1


def v_add() -> Any:
    """The kernel for one more vector, as Python calls it."""

    @kernel(int64(STATE, int64, STATE))
    def one_more(front, n, desk):  # type: ignore[no-untyped-def]
        return add(front, n, 1, desk)

    return one_more


def test_places_say_where_a_plan_loses() -> None:
    """A description is true in exactly the worlds that are lost, and counted over all of them."""
    said = 0
    for seed, ply in [*SKAT, (6, 27), (87, 29)]:
        view = skat_view(seed, ply)
        answer = ask(view, worlds=40, m=2)
        assert answer is not None
        for move in answer.vectors:
            found = answer.losing(move)
            if found is None:
                continue
            said += 1
            lost = [i for i in range(len(answer.worlds)) if not answer.vectors[move] >> i & 1]
            true_in = [
                i for i, world in enumerate(answer.worlds)
                if any(all(world.get(card) == place for card, place in term) for term in found.terms)
            ]  # fmt: skip
            assert true_in == lost
            every = Problem.of(view).worlds().tolist()
            exact = sum(
                any(all(world[place] >> card & 1 for card, place in term) for term in found.terms)
                for world in every
            )
            assert found.exact == exact
            assert answer.number == len(every)
    assert said > 3


def test_of_a_single_world_it_is_said_that_nothing_else_is_left() -> None:
    views = (state.view(state.turn) for state in random_game(game("schnapsen", {"unit": "deal"}), 1))
    view = next(view for view in views if len(view.moves) > 1 and Problem.of(view).count() == 1)
    answer = ask(view)
    assert answer is not None and str(answer.said(answer.best)).endswith(": only one world is left")


def test_what_fits_a_sample_by_accident_is_not_said() -> None:
    """One world of many has the card there, but half of all worlds do: what is said must fit these too."""
    eight = Problem.of_hands(cards=0b11111111, sizes=(4, 4))
    every = [
        {card: place for place in (0, 1) for card in range(8) if world[place] >> card & 1}
        for world in eight.worlds().tolist()
    ]
    there = [world for world in every if world[3] == 1]
    elsewhere = [world for world in every if world[3] == 0]
    odd = [there[0], *elsewhere[:30]]
    found = describe(odd, 1, eight)
    assert found is not None and found.terms != (((3, 1),),)
    assert abs(found.exact / 70 - 1 / 31) < 3 * sqrt(0.032 / 31)
    fair = [*there[:15], *elsewhere[:15]]
    found = describe(fair, (1 << 15) - 1, eight)
    assert found is not None and found.terms == (((3, 1),),) and found.exact == len(there)


def test_the_smallest_description_is_found() -> None:
    four = Problem.of_hands(cards=0b11111111, sizes=(4, 4))
    worlds = [
        {card: place for place in (0, 1) for card in range(8) if world[place] >> card & 1}
        for world in four.worlds().tolist()
    ]

    def those(true: Any) -> int:
        return sum(1 << i for i, world in enumerate(worlds) if true(world))

    cases = [
        (lambda w: w[3] == 1, (((3, 1),),)),
        (lambda w: w[3] == 1 and w[5] == 0, (((3, 1), (5, 0)),)),
        (lambda w: w[3] == 1 or w[5] == 0, (((3, 1),), ((5, 0),))),
        (lambda w: w[0] + w[1] + w[2] in (0, 2), None),
    ]
    for true, terms in cases:
        found = describe(worlds, those(true), four)
        assert (set(map(frozenset, found.terms)) if found else None) == (
            set(map(frozenset, terms)) if terms else None
        )
    assert describe(worlds, 0, four) is None
