# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The exact endgame of Schnapsen against brute force through the rules."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from numba import int64

from kiebitz.errors import KiebitzError
from kiebitz.games.schnapsen.rules import SCORE, UNIT, is_strict, legal, play
from kiebitz.games.schnapsen.search.endgame import MOST, best_move, solve, value_of, values_of
from kiebitz.games.schnapsen.search.remembering import remembered_value
from kiebitz.kernel.bits import lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import Stream, pick
from kiebitz.kernel.state import MATRIX, STATE, TURN, WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.registry import game
from kiebitz.rules.values import Deal, State

RULE_SETS = ("vu", "vu-old", "full")


@kernel(int64(MATRIX, int64), inline=False)
def brute(states, level):
    """The game points of the seat to move, by trying everything."""
    s, child = states[level], states[level + 1]
    seat, moves = s[TURN], legal(s)
    best = np.int64(-9)
    while moves != 0:
        child[:] = s
        play(child, lowest(moves))
        moves &= moves - 1
        if child[TURN] < 0:
            value = child[SCORE + seat] - child[SCORE + 1 - seat]
        else:
            value = brute(states, level + 1)
            if child[TURN] != seat:
                value = -value
        best = max(best, value)
    return best


@kernel(int64(STATE, STATE), inline=False)
def step(s, rng):
    """A random move; then whether the deal goes on."""
    play(s, pick(rng, legal(s)))
    return 1 if s[TURN] >= 0 else 0


def strict_positions(rules: str, deals: int) -> Iterator[Vector]:
    """Positions of random games from the first on in which suit must be followed."""
    chosen = game("schnapsen", {"rules": rules, "unit": "deal"})
    states, rng = np.zeros((30, WORDS), np.int64), Stream.named("endgame", rules).word
    for seed in range(deals):
        chosen.machine.begin(states[0], seed, chosen.option_words)
        while step(states[0], rng):
            if is_strict(states[0]):
                yield states


def brute_values(states: Vector) -> dict[int, int]:
    root, mask = states[0].copy(), int(legal(states[0]))
    seat, values = int(root[TURN]), {}
    for move in range(30):
        if mask >> move & 1:
            play(states[0], move)
            if states[0, TURN] < 0:
                values[move] = int(states[0, SCORE + seat] - states[0, SCORE + 1 - seat])
            else:
                values[move] = int(brute(states, 0)) * (1 if states[0, TURN] == seat else -1)
            states[0] = root
    return values


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_move_has_the_value_of_brute_force(rules: str) -> None:
    found, seen, worth = np.zeros(64), 0, set()
    for states in strict_positions(rules, 600):
        truth = brute_values(states)
        best = max(truth.values())
        assert values_of(states[0], found) == best
        assert {move: int(found[move]) for move in truth} == truth
        assert value_of(states[0], -MOST, MOST) == best
        assert truth[int(best_move(states[0]))] == best
        worth |= set(truth.values())
        seen += 1
    assert seen > 3000
    assert worth == {-3, -2, -1, 1, 2, 3}


def test_a_narrow_window_gives_a_bound_on_the_right_side() -> None:
    for states in strict_positions("full", 150):
        truth = int(brute(states, 0))
        for low in range(-3, 3):
            found = value_of(states[0], low, low + 1)
            assert (found > low) == (truth > low)


def test_a_deal_of_a_bummerl_is_worth_the_same() -> None:
    single, match = np.zeros(64), np.zeros(64)
    for states in strict_positions("full", 60):
        best = values_of(states[0], single)
        states[0, UNIT] = 0
        assert values_of(states[0], match) == best
        mask = int(legal(states[0]))
        assert all(single[move] == match[move] for move in range(30) if mask >> move & 1)
        states[0, UNIT] = 1


def closed(text: str) -> State:
    """The full game after the first player has closed the talon at once."""
    chosen = game("schnapsen", {"rules": "full", "unit": "deal"})
    return Deal.read(chosen, text).start().play("close")


def test_a_hand_full_of_trumps_wins_three() -> None:
    state = closed("AH TH KH QH AC | JC QC KC TC JS | QS KS TS AS JD QD KD TD AD JH")
    solution = solve(state)
    assert solution.value == 3
    assert solution.values["KH+QH"] == 3


def test_a_hopeless_closing_loses_three() -> None:
    state = closed("JC QC JS QS JD | AH TH KH QH AC | KC TC AS KS TS QD KD TD AD JH")
    assert set(solve(state).values.values()) == {-3}


def test_among_equals_the_oldest_card_is_best() -> None:
    state = closed("JS QC JC QS JD | AH TH KH QH AC | KC TC AS KS TS QD KD TD AD JH")
    assert solve(state).best == "JS"


def test_an_open_talon_cannot_be_solved() -> None:
    with pytest.raises(KiebitzError, match="exhausted or closed"):
        solve(game("schnapsen").deal(1))


def test_a_remembered_endgame_has_the_value_that_was_found() -> None:
    """One small table for all rule sets and sides, so that entries meet and give way."""
    table = np.zeros(2 * 64, np.int64)
    positions = [states[0].copy() for rules in RULE_SETS for states in strict_positions(rules, 60)]
    for s in [*positions, *positions[::-1]]:
        expected = value_of(s, -MOST, MOST)
        assert remembered_value(s, table) == expected
        assert remembered_value(s, table) == expected
    assert (table != 0).any()
    assert remembered_value(positions[0], table[:0]) == value_of(positions[0], -MOST, MOST)
