"""Hearts solved: values with open cards, and claims that are certain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from kiebitz.kernel.random import Stream
from kiebitz.rules.contract.tried import random_game
from kiebitz.rules.registry import game
from kiebitz.search.secured import secured
from kiebitz.table.panel.open_cards import open_values
from kiebitz.table.tables.claims import offered, play_out, sure_moves
from tests.games.hearts.test_rules import MOON, PURE, after

NODES = 1_000_000


def leads(seeds: range, cards: range, **options: str) -> Iterator[Any]:
    """States of random games before a lead, with so many cards in each hand."""
    for seed in seeds:
        for state in random_game(game("hearts", options), seed):
            found: Any = state
            if state.phase == "play" and not found.trick and len(state.hand_of(0)) in cards:
                yield found


def ends(state: Any) -> set[tuple[int, ...]]:
    """The points of all ways to play a deal to its end."""
    if state.is_over:
        return {state.payoffs}
    return set().union(*(ends(state.play(move)) for move in state.moves))


def test_open_cards_are_worth_what_a_search_that_forgets_nothing_finds() -> None:
    compared = 0
    for state in leads(range(4), range(2, 5), jack="on"):
        found = open_values(state)
        assert found["cards"] == secured(state.game, state.vector, NODES)
        assert found["unit"] == "differences"
        compared += 1
    assert compared >= 10


def test_the_value_of_open_cards_is_that_of_this_deal_in_a_long_game() -> None:
    short = next(leads(range(1), range(3, 4)))
    assert open_values(short)["cards"] == open_values(next(leads(range(1), range(3, 4), unit="100")))["cards"]


def test_when_no_points_are_left_nothing_more_counts_and_that_is_so() -> None:
    found = [state for state in leads(range(40), range(2, 4)) if offered(state.view(state.turn)) == "nothing"]
    assert found
    for state in found:
        assert len(ends(state)) == 1, "whatever anybody plays"
        assert len(sure_moves(state.view(state.turn))) == len(state.moves)


def test_points_that_are_left_are_not_claimed_unless_all_are_taken() -> None:
    """South has every club, and knows it: all tricks are certain from the start."""
    state = after("", deal=PURE)
    assert offered(state.view(0)) == "all", "nobody else has points yet: the moon"
    moves = play_out(state)
    assert len(moves) == 52
    for move in moves:
        state = state.play(move)
    assert state.scores == (0, 26, 26, 26)


def test_certain_tricks_that_cost_points_are_no_claim() -> None:
    """North has the best cards left, but a heart that West has taken ends the moon."""
    for state in leads(range(40), range(2, 4)):
        view = state.view(state.turn)
        if not sure_moves(view) or offered(view) == "nothing":
            continue
        others = [state.taken(seat) for seat in range(4) if seat != state.turn]
        if any(card.suit == "H" or card == "QS" for taken in others for card in taken):
            left = {card for seat in range(4) for card in state.hand_of(seat)}
            assert any(card.suit == "H" or card == "QS" for card in left) and offered(view) == ""
            return
    raise AssertionError("no such position was found")


def test_a_claim_survives_every_way_to_play_in_every_world_that_fits() -> None:
    rng, tried = Stream(8), 0
    for state in leads(range(30), range(2, 3)):
        view, seat = state.view(state.turn), state.turn
        if offered(view) == "nothing":
            continue
        for move in sure_moves(view):
            tried += 1
            for reply in range(4):
                now = state.play(move)
                while now.trick:
                    now = now.play(rng.choice(list(now.moves)))
                assert now.is_over or now.turn == seat, reply
    assert tried >= 3


@pytest.mark.parametrize("moves", ["", "QS 2H"])
def test_while_cards_are_passed_nothing_is_certain(moves: str) -> None:
    state = after(moves, "")
    assert offered(state.view(0)) == "" and sure_moves(state.view(0)) == []


def test_the_moon_of_the_rule_tests_is_a_claim_that_stays_certain() -> None:
    state = after("", deal=PURE)
    for move in MOON[:40]:
        if state.turn == 0 and not state.trick:
            assert sure_moves(state.view(0))
        state = state.play(move)
