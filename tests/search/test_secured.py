"""What can be secured with open cards, against a plain search without any cleverness."""

from __future__ import annotations

import pytest

from kiebitz.games import game
from kiebitz.games.values import State
from kiebitz.kernel.random import Stream
from kiebitz.search.schnapsen.endgame import solve
from kiebitz.search.secured import secured

SHORT = {"schnapsen": {}, "boerenbridge": {"seats": "3"}, "durak": {"start_rank": "11"}}


def brute(state: State, seat: int, number: int) -> int:
    if state.is_over or state.round != number:
        return state.payoffs[seat]
    values = [brute(state.play(move), seat, number) for move in state.moves]
    return max(values) if state.turn == seat else min(values)


def endings(name: str, left: int) -> list[State]:
    """States near the end of some random deals, in which cards are played."""
    found, rng = [], Stream(9)
    for seed in range(6):
        state, states = game(name, SHORT[name]).deal(seed), list[State]()
        while not state.is_over and state.round == 0:
            states.append(state)
            state = state.play(rng.choice(list(state.moves)))
        found.append(states[-min(left, len(states))])
    return found


@pytest.mark.parametrize("name", SHORT)
def test_every_move_has_the_value_of_a_plain_search(name: str) -> None:
    for state in endings(name, 6):
        found = secured(state.game, state.vector, 1_000_000)
        now = state.payoffs[state.turn]
        expected = {str(m): brute(state.play(m), state.turn, state.round) - now for m in state.moves}
        assert found == expected


def test_schnapsen_agrees_with_its_own_endgame() -> None:
    for state in endings("schnapsen", 8):
        if state.is_strict:  # type: ignore[attr-defined]
            assert secured(state.game, state.vector, 1_000_000) == solve(state).values


def test_what_takes_too_many_nodes_is_left_out() -> None:
    state = game("durak").deal(1)
    assert secured(state.game, state.vector, 10) == {}
