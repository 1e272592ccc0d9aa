"""What can be secured with open cards, against a plain search without any cleverness."""

from __future__ import annotations

import pytest

from kiebitz.games.schnapsen.search.endgame import solve
from kiebitz.games.schnapsen.search.stakes import deal_points
from kiebitz.kernel.random import Stream
from kiebitz.rules.parts import part
from kiebitz.rules.registry import game
from kiebitz.rules.values import State
from kiebitz.search.secured import secured
from kiebitz.search.solving import Solving

SHORT = {"schnapsen": {}, "boerenbridge": {"seats": "3"}, "durak": {"start_rank": "11"}}


def brute(state: State, seat: int, number: int) -> int:
    if state.is_over or state.round != number:
        return state.payoffs[seat]
    values = [brute(state.play(move), seat, number) for move in state.moves]
    return max(values) if state.turn == seat else min(values)


def endings(name: str, cards: int) -> list[State]:
    """The first states of some random deals with so few cards in all hands, and none to draw."""
    found, rng = [], Stream(9)
    for seed in range(6):
        state = game(name, SHORT[name]).deal(seed)
        while not state.is_over and state.round == 0 and _left(state) > cards:
            state = state.play(rng.choice(list(state.moves)))
        if not state.is_over and state.round == 0:
            found.append(state)
    assert found
    return found


def _left(state: State) -> int:
    stock = getattr(state, "talon_size", 0) or getattr(state, "deck_size", 0)
    guessing = 99 * (state.phase == "guess")
    return sum(len(state.hand_of(seat)) for seat in range(state.game.seats)) + stock + guessing


@pytest.mark.parametrize("name", SHORT)
def test_every_move_has_the_value_of_a_plain_search(name: str) -> None:
    for state in endings(name, 5):
        found = secured(state.game, state.vector, 1_000_000)
        now = state.payoffs[state.turn]
        expected = {str(m): brute(state.play(m), state.turn, state.round) - now for m in state.moves}
        assert found == expected


def test_schnapsen_agrees_with_its_own_endgame_also_within_a_bummerl() -> None:
    for seed in range(3):
        state = game("schnapsen", {"rules": "full"}).deal(seed).play("close")
        found = secured(state.game, state.vector, 1_000_000, worth=deal_points)
        assert found == solve(state).values


@pytest.mark.parametrize("rules", ["full", "vu", "vu-old"])
def test_the_games_own_search_of_endings_finds_the_same_with_fewer_nodes(rules: str) -> None:
    """From the first card of a deal on; where both searches come to an end they agree on every move."""
    rng, compared, more = Stream(3), 0, 0
    for seed in range(4):
        state = game("schnapsen", {"rules": rules}).deal(seed)
        while not state.is_over and state.round == 0:
            plain = secured(state.game, state.vector, 10_000, worth=deal_points)
            found = part(state.game, Solving).open_values(state, 10_000)
            quick = dict(found.moves) if found else {}
            assert not found or plain.items() <= quick.items()
            assert found or len(plain) < len(state.moves), "nothing is lost"
            compared, more = compared + len(plain), more + len(quick) - len(plain)
            state = state.play(rng.choice(list(state.moves)))
    assert compared > 100 and more > 20


def test_what_takes_too_many_nodes_is_left_out() -> None:
    state = game("durak").deal(1)
    assert secured(state.game, state.vector, 10) == {}
