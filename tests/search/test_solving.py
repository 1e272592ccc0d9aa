"""Solving: what every game gets, and what it may rely on in the games that bring their own."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast, get_args

import numpy as np
import pytest

from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import GAME, TURN, WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.knowledge.places.problem import Problem
from kiebitz.rules.game import Game
from kiebitz.rules.parts import part
from kiebitz.rules.registry import names
from kiebitz.rules.values import Deal, State
from kiebitz.search.certain import Worlds, all_states
from kiebitz.search.solving import NODES, Claim, Solving
from tests.contract.cases import TOY, make, random_game


def toy_states(seeds: int) -> Iterator[State]:
    for seed in range(seeds):
        yield from (state for state in random_game(make(TOY, ""), seed) if not state.is_over)


def toy(text: str, *moves: str) -> State:
    state = Deal.read(make(TOY, ""), text).start()
    for move in moves:
        state = state.play(move)
    return state


# -- a game that brings nothing --------------------------------------------------------------------------


def test_a_game_without_a_solver_has_the_general_one() -> None:
    solving = part(make(TOY, ""), Solving)
    assert type(solving) is Solving
    assert solving.phases == ("play",)
    assert solving.puzzle_options == ""


def minimax(state: State, seat: int) -> int:
    if state.is_over:
        return state.payoffs[seat]
    values = [minimax(state.play(move), seat) for move in state.moves]
    return max(values) if state.turn == seat else min(values)


def test_open_cards_of_the_toy_game_have_the_values_of_a_plain_search() -> None:
    for state in toy_states(4):
        now = state.payoffs[state.turn]
        found = part(state.game, Solving).open_values(state, 10_000)
        assert found is not None and found.scale == "score"
        assert found.moves == {str(m): minimax(state.play(m), state.turn) - now for m in state.moves}
        assert found.value == found.moves[found.best] == max(found.moves.values())


def test_what_takes_too_many_nodes_has_no_values() -> None:
    state = make(TOY, "").deal(1)
    assert part(state.game, Solving).open_values(state, 1) is None


def worlds_of(state: State, seat: int) -> list[State]:
    """All deals that look the same from a seat."""
    return [
        type(state)(state.game, world, state.deal, state._log, state.ply)
        for world in all_states(state.view(seat))
    ]


def always_wins(state: State, seat: int) -> bool:
    """If the seat plays sure moves, whatever the other does?"""
    if state.is_over:
        return state.payoffs[seat] > 0
    replies = state.moves
    if state.turn == seat:
        replies = tuple(part(state.game, Solving).sure_moves(state.view(seat), NODES))
        assert replies, "what is certain stays certain"
    return all(always_wins(state.play(move), seat) for move in replies)


def test_a_sure_win_of_the_toy_game_is_one_in_every_world_against_every_reply() -> None:
    found = set()
    for state in toy_states(40):
        seat = state.turn
        sure = part(state.game, Solving).sure_moves(state.view(seat), NODES)
        found.add((len(state.hand_of(seat)), bool(sure)))
        for world in worlds_of(state, seat) if sure else ():
            assert all(always_wins(world.play(move), seat) for move in sure)
            assert part(state.game, Solving).claim(world.view(seat)) == "win", "it depends on the view alone"
    assert {(1, True), (2, True), (2, False), (3, False)} <= found


@pytest.mark.parametrize(
    ("hand", "sure"),
    [
        ("8S 9S TS", ["8S", "9S", "TS"]),  # nothing can beat them
        ("2S 9S TS", ["2S", "9S", "TS"]),  # two of three tricks are the most there can be
        ("7S 9S TS", []),  # the seven may win or not: two tricks are certain, but three are possible
        ("2S 3S 4S", []),
    ],
)
def test_what_is_sure_at_the_first_lead(hand: str, sure: list[str]) -> None:
    rest = [card for card in ["2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "TS"] if card not in hand]
    view = toy(" ".join([hand, *rest])).view(0)
    assert part(view.game, Solving).sure_moves(view, NODES) == sure
    assert part(view.game, Solving).sure_moves(view, 500) == [], "with few nodes nothing is proved"


def test_all_states_are_the_worlds() -> None:
    for state in toy_states(3):
        view = state.view(state.turn)
        found = all_states(view)
        assert len(found) == Problem.of(view).count() and state.vector[8:10].tolist() in [
            world[8:10].tolist() for world in found
        ]


def test_where_the_order_of_a_stock_is_hidden_no_states_are_listed() -> None:
    """The last card of Durak's deck lies open: with two left in it there is one hidden card and no order."""
    listed = set()
    for state in random_game(make("durak", ""), 2):
        view: Any = state.view(state.turn)
        if not state.is_over and Problem.of(view).count() <= 100:
            listed.add((view.deck_size, bool(all_states(view))))
    assert {(6, False), (3, False), (2, True), (0, True)} <= listed
    assert not {(2, False), (0, False), (3, True)} & listed


def test_a_seat_must_win_without_knowing_in_which_world_it_is() -> None:
    """Another's coin is hidden; who names it wins. In each world one can, and yet nothing is certain."""

    def world(coin: int) -> Vector:
        vector = np.zeros(WORDS, np.int64)
        vector[GAME] = coin
        return vector

    def play(vector: Vector, code: int) -> None:
        vector[GAME + 1], vector[TURN] = code, -1

    def observe(vector: Vector, seat: int, view: Vector) -> None:
        view[:] = vector
        view[GAME] = 0

    def payoff(vector: Vector, seat: int) -> int:
        return int((vector[GAME] == vector[GAME + 1]) == (seat == 0))

    rules = SimpleNamespace(legal=lambda vector: 0b11, play=play, observe=observe, payoff=payoff)
    search = Worlds(cast(Game, SimpleNamespace(kernels=rules, seats=2)), 0, 1000)
    assert all(search.forced([world(coin)], (1, 0)) for coin in (0, 1))
    assert not search.forced([world(0), world(1)], (1, 0))


# -- games that are registered ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", names())
def test_what_a_game_solves(name: str) -> None:
    """In its phases every legal move has a value, or none has; what is claimed is proved and has a word."""
    game, rng = make(name, ""), Stream(3)
    solving, valued, claimed = part(game, Solving), 0, set()
    assert solving.phases and set(solving.phases) <= set(game.phases)
    for seed in range(6):
        state = game.deal(seed)
        while not state.is_over:
            view, cards = state.view(state.turn), sum(len(state.hand_of(seat)) for seat in range(game.seats))
            if (claim := solving.claim(view)) is not None:
                assert claim in get_args(Claim) and solving.sure_moves(view, NODES)
                claimed.add(claim)
            if cards < 10 and state.phase in solving.phases and (found := solving.open_values(state, 20_000)):
                assert sorted(found.moves) == sorted(map(str, state.moves)) and found.best in found.moves
                valued += 1
            state = state.play(rng.choice(state.moves))
    assert valued and claimed
