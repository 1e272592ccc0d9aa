"""Vectors of worlds: the fronts are those of plans tried one by one, and proofs are their corner."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.game import Game
from kiebitz.rules.parts import part
from kiebitz.rules.registry import game
from kiebitz.rules.values import State, View
from kiebitz.search.alphamu import opened as o
from kiebitz.search.alphamu import root as r
from kiebitz.search.alphamu import vectors as v
from kiebitz.search.alphamu.fronts import CAPPED, MOST
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


CASES = [
    ("boerenbridge", "seats=3,schedule=3", 3, 25),
    ("boerenbridge", "seats=4,schedule=3", 2, 20),
    ("schnapsen", "", 3, 30),
    ("schnapsen", "rules=full,unit=deal", 4, 12),
    ("skat", "", 3, 30),
]


def test_every_hand_of_a_small_deck_agrees_with_plans_tried_one_by_one() -> None:
    several = 0
    for number, view in enumerate(every_hand(game("boerenbridge", "seats=3,schedule=2"), seed=1)):
        worlds = drawn(view, 5, seed=number)
        found, _ = searched(view, worlds)
        assert found == Plans(view.game, view.seat, side_of(view)).front(worlds)
        several += len(found) > 1
    assert several > 5


@pytest.mark.parametrize(("name", "options", "cards", "number"), CASES)
def test_late_positions_agree_with_plans_tried_one_by_one(
    name: str, options: str, cards: int, number: int
) -> None:
    for n, view in enumerate(late(name, options, cards, number, 3)):
        worlds = drawn(view, 4, seed=n)
        found, desk = searched(view, worlds)
        assert found == Plans(view.game, view.seat, side_of(view)).front(worlds)
        assert not desk[CAPPED]
