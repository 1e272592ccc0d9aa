"""Vectors of worlds: the fronts are those of plans tried one by one, and proofs are their corner."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from time import perf_counter
from typing import Any

import numpy as np
import pytest
from numba import int64

from kiebitz.agents.registry import contestant
from kiebitz.kernel.clock import ticks_per_second
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import STATE, WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.knowledge.places.problem import Problem
from kiebitz.rules.game import Game
from kiebitz.rules.parts import part
from kiebitz.rules.registry import game
from kiebitz.rules.values import State, View
from kiebitz.search.alphamu import opened as o
from kiebitz.search.alphamu import root as r
from kiebitz.search.alphamu import vectors as v
from kiebitz.search.alphamu.answers import ALL, ask, room
from kiebitz.search.alphamu.fronts import CAPPED, MOST, add
from kiebitz.search.alphamu.losing import describe
from kiebitz.search.evaluator import CODES, make_memory
from kiebitz.search.solving import Solving
from tests.search.brute_plans import Plans

LONG = 20  # own moves, more than any of these games has


def drawn(view: View, number: int, seed: int) -> list[Vector]:
    """Different worlds of a view."""
    rng, found = Stream(seed), dict[bytes, Vector]()
    for _ in range(6 * number):
        world = np.zeros(WORDS, np.int64)
        view.game.kernels.complete(view.vector, rng.word, world)
        world[0] = 0
        found[world.tobytes()] = world
        if len(found) == number:
            break
    return list(found.values())


def searched(view: View, worlds: list[Vector], own: int = LONG) -> tuple[set[frozenset[int]], Any]:
    """The front of a position over given worlds, straight from the recursion, and its desk."""
    chosen = view.game
    aim = part(chosen, Solving).aim(chosen)
    states = np.zeros((r.LEVELS, v.WORLDS, WORDS), np.int64)
    states[1, : len(worlds)] = worlds
    desk, work = np.zeros(o.DESK, np.int64), aim.space()
    desk[o.ME], desk[o.LAST], desk[o.ALLIES] = view.seat, view.round, aim.side(view.vector)
    desk[o.BUDGET], desk[o.FOR_A_WORLD], desk[o.SECRET] = 10**9, 10**9, chosen.secret_mask
    assert aim.begin(view.vector, np.array(worlds), desk, work)
    sheets, seen = np.zeros((r.LEVELS * v.ROWS, v.WORLDS), np.int64), np.zeros(WORDS, np.int64)
    stack, known = np.zeros((o.DEEPEST, WORDS), np.int64), np.zeros((o.SLOTS, 2), np.int64)
    table, marks = np.zeros((v.FRONTS, v.SLOT), np.int64), np.zeros((r.LEVELS, CODES), np.int64)
    front = v.bind_front(chosen.kernels, aim.verdict)
    group = (1 << len(worlds)) - 1
    size = front(states, sheets, 1, group, own, desk, work, stack, known, table, marks, seen)
    masks = [int(mask) for mask in sheets[v.ROWS + v.FRONT, :size]]
    return {frozenset(i for i in range(len(worlds)) if mask >> i & 1) for mask in masks}, desk


def side_of(view: View) -> list[int]:
    mask = int(part(view.game, Solving).aim(view.game).side(view.vector))
    return [seat for seat in range(view.game.seats) if mask >> seat & 1]


def every_hand(chosen: Game, seed: int) -> list[View]:
    """The first lead of rounds until every hand of a small deck was seen."""
    found: dict[tuple[int, int], View] = {}
    rng = Stream(seed)
    while len(found) < 28 * 3:
        state = chosen.deal(seed=rng.below(1 << 30))
        guess = rng.below(3)
        while state.phase == "guess":
            moves = [m for m in state.moves if m == str(guess)] if state.ply == 0 else state.moves
            state = state.play(moves[0])
        view = state.view(state.turn)
        found[view.hand.mask, view.guesses[view.seat]] = view  # type: ignore[attr-defined]
    return list(found.values())


@cache
def late(name: str, options: str, cards: int, number: int, seed: int) -> list[View]:
    """Views of random games in which somebody leads or follows with a few cards left and has a choice."""
    chosen, rng, found = game(name, options), Stream(seed), list[View]()
    while len(found) < number:
        state: State = chosen.deal(seed=rng.below(1 << 30))
        while not state.is_over:
            view = state.view(state.turn)
            if view.phase == "play" and len(view.hand) == cards and len(view.moves) > 1:
                found.append(view)
                break
            state = state.play(rng.choice(state.moves))
    return found


CASES = [("boerenbridge", "seats=3,schedule=3", 3, 120), ("boerenbridge", "seats=4,schedule=4", 3, 60),
         ("schnapsen", "rules=full,unit=deal", 4, 400)]  # fmt: skip
SKAT = [(6, 31), (20, 32), (117, 36), (117, 39), (135, 27), (146, 33)]
"""Deals and plies of games of ``instinct`` where plans differ: both sides, 2 to 4 cards."""


@cache
def skat_view(seed: int, ply: int) -> View:
    chosen = game("skat")
    agent, state = contestant("instinct", chosen).make(), chosen.deal(seed=seed)
    while state.ply < ply:
        state = state.play(agent.act(state.view(state.turn)).move)  # type: ignore[union-attr]
    return state.view(state.turn)


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


PROOFS = [("boerenbridge", "seats=3,schedule=4", 3, 40), ("schnapsen", "rules=full,unit=deal", 3, 100)]


@pytest.mark.parametrize(("name", "options", "cards", "number"), PROOFS)
def test_with_long_plans_and_all_worlds_it_is_paranoia_search(
    name: str, options: str, cards: int, number: int
) -> None:
    compared, some = 0, 0
    for view in late(name, options, cards, number, 5):
        answer = ask(view, worlds=64, m=LONG)
        if answer is None or not answer.is_all or (name == "schnapsen" and not view.is_strict):  # type: ignore[attr-defined]
            continue
        assert answer.is_whole
        full = (1 << len(answer.worlds)) - 1
        kept = {str(move) for move in answer.vectors if answer.vectors[move] == full}
        assert kept == forced_by_the_game(view)
        compared, some = compared + 1, some + (0 < len(kept) < len(answer.vectors))
    assert compared > 10
    assert some


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
            answer = ask(view, worlds=64, m=LONG)
            if answer is None or not answer.is_all:
                continue
            full = (1 << len(answer.worlds)) - 1
            kept = {str(move) for move in answer.vectors if answer.vectors[move] == full}
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
    start = perf_counter()
    search(view.vector, memory, Stream(1).word, -1, states, vectors, told)
    return vectors, told, perf_counter() - start


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
    assert min(took) < 0.22  # on a busy machine others may have been served in between


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
            counts.append([int(v & ALL).bit_count() for v in vectors[:, r.VECTOR].tolist()])
        for shorter, longer in pairwise(counts):
            assert all(a >= b for a, b in zip(shorter, longer, strict=True))


def test_a_front_that_is_too_large_is_told_of() -> None:
    front, desk = np.zeros(64, np.int64), np.zeros(o.DESK, np.int64)
    add_one = v_add()
    size = 0
    for world in range(MOST + 5):  # none covers another
        size = add_one(front, size, 1 << world, desk)
    assert size == MOST and desk[CAPPED] == 5
    assert add_one(front, size, -1, desk) == 1 and front[0] == -1


def v_add() -> Any:
    """The kernel for one more vector, as Python calls it."""

    @kernel(int64(STATE, int64, int64, STATE))
    def one_more(front, n, vector, desk):  # type: ignore[no-untyped-def]
        return add(front, n, vector, desk)

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
