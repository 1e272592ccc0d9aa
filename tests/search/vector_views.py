"""Positions and searches that tests of vectors share."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

import numpy as np

from kiebitz.agents.registry import contestant
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
from kiebitz.search.alphamu.aims import Aim
from kiebitz.search.alphamu.fronts import WORTH
from kiebitz.search.evaluator import CODES
from kiebitz.search.solving import Solving

LONG = 20  # own moves, more than any of these games has
Goal = Literal["win", "value"]


def aim_of(chosen: Game, goal: Goal) -> Aim:
    solving = part(chosen, Solving)
    aim = solving.aim(chosen) if goal == "win" else solving.value_aim(chosen)
    assert aim is not None
    return aim


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
    """The worlds of each vector in the front of a position, and the search's desk."""
    found, desk = front_of(view, worlds, "win", own)
    return {frozenset(i for i, value in enumerate(values) if value) for values in found}, desk


def front_of(
    view: View, worlds: list[Vector], goal: Goal, own: int = LONG
) -> tuple[set[tuple[int, ...]], Any]:
    """The front of a position over given worlds, straight from the recursion, and its desk."""
    chosen = view.game
    aim = aim_of(chosen, goal)
    states = np.zeros((r.LEVELS, v.WORLDS, WORDS), np.int64)
    states[1, : len(worlds)] = worlds
    desk, work = np.zeros(o.DESK, np.int64), aim.space()
    desk[o.ME], desk[o.LAST], desk[o.ALLIES] = view.seat, view.round, aim.side(view.vector)
    desk[o.BUDGET], desk[o.FOR_A_WORLD], desk[o.SECRET] = 10**9, 10**9, chosen.secret_mask
    desk[WORTH:] = 1
    assert aim.begin(view.vector, np.array(worlds), desk, work)
    sheets = np.zeros((r.LEVELS * v.ROWS, v.WORLDS * aim.steps), np.int64)
    stack, known = np.zeros((o.DEEPEST, WORDS), np.int64), np.zeros((o.SLOTS, 2), np.int64)
    table = np.zeros((v.FRONTS, v.BEFORE + v.KEPT * aim.steps), np.int64)
    marks, seen = np.zeros((r.LEVELS, CODES), np.int64), np.zeros(WORDS, np.int64)
    front = v.bind_front(chosen.kernels, aim)
    group = (1 << len(worlds)) - 1
    size = front(states, sheets, 1, group, own, desk, work, stack, known, table, marks, seen)
    masks = sheets[v.ROWS + v.FRONT, : size * aim.steps].reshape(size, aim.steps)
    return {
        tuple(
            int(desk[o.FLOOR] + sum(desk[WORTH + k] for k in range(aim.steps) if row[k] >> i & 1))
            for i in range(len(worlds))
        )
        for row in masks.tolist()
    }, desk


def ladder_of(desk: Any, steps: int) -> list[int]:
    """All values that there are, from the lowest."""
    values = [int(desk[o.FLOOR] + desk[WORTH : WORTH + k].sum()) for k in range(steps + 1)]
    return sorted(set(values))


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


@cache
def skat_view(seed: int, ply: int) -> View:
    chosen = game("skat")
    agent, state = contestant("instinct", chosen).make(), chosen.deal(seed=seed)
    while state.ply < ply:
        state = state.play(agent.act(state.view(state.turn)).move)  # type: ignore[union-attr]
    return state.view(state.turn)
