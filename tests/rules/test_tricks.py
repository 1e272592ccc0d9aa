"""Views of games with tricks: what comes from events is what the games keep in their states."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kiebitz.rules.contract.tried import random_game
from kiebitz.rules.registry import game
from kiebitz.rules.tricks import TrickView, laid
from kiebitz.rules.values import Deal

TOY = str(Path(__file__).parents[2] / "docs" / "toy_game.py")


@pytest.mark.parametrize("name", ["skat", "boerenbridge", "hearts"])
def test_the_trick_of_the_events_is_that_of_the_state(name: str) -> None:
    seen = 0
    for seed in range(3):
        for state in random_game(game(name), seed):
            for seat in range(-1, state.game.seats):
                view: Any = state.view(seat)
                if state.is_over:
                    continue
                assert laid(view) == tuple(view.trick)
                assert not view.trick or view.leader == view.trick[0][0]
                seen += len(view.trick)
    assert seen > 100


def test_without_trumps_a_higher_card_of_the_suit_wins() -> None:
    for seed in range(5):
        for state in random_game(game("hearts"), seed):
            view: Any = state.view(0)
            if view.trick:
                assert TrickView.best.fget(view) == view.best  # type: ignore[attr-defined]


def test_a_game_in_a_file_has_such_views_for_the_asking() -> None:
    state = Deal.read(game(TOY), "4S 2S 3S 5S 9S 6S 7S 8S TS").start().play("4S")
    view: Any = state.view(1)
    assert isinstance(view, TrickView)
    assert (view.trick, view.leader, view.best) == (((0, "4S"),), 0, "4S")
    assert [(str(move), view.wins(move), view.points(move)) for move in view.moves] == [
        ("5S", True, 3), ("6S", True, 4), ("9S", True, 7),
    ]  # fmt: skip
    view = state.play("5S").view(0)
    assert (view.trick, view.leader, view.best) == ((), 1, None)
    assert not any(view.wins(move) for move in view.moves)


def test_what_is_no_card_wins_nothing_and_is_worth_nothing() -> None:
    for name in ("skat", "boerenbridge"):
        state = game(name).deal(seed=1)
        view: Any = state.view(state.turn)
        assert {(view.card(move), view.wins(move), view.points(move)) for move in view.moves} == {
            (None, False, 0)
        }
