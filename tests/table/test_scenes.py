"""Scenes: what a page is told to draw says what the players would see at a real table."""

from __future__ import annotations

from typing import Any

import pytest

from kiebitz.rules.registry import game
from kiebitz.table.scenes import make_scene


def badges(moves: list[str], seat: int) -> list[Any]:
    """What stands at a seat of Skat after the moves, as the forehand sees it."""
    state = game("skat").deal(1)
    for move in moves:
        state = state.play(move)
    return list(make_scene(state.view(0))["seats"][seat]["badges"])


def test_the_auction_shows_who_bid_how_far_and_who_has_passed() -> None:
    assert badges([], 1) == []
    assert badges(["18"], 1) == [("bid", 18)]
    held = ["18", "yes", "pass"]
    assert badges(held, 0) == [("bid", 18)]
    assert badges(held, 1) == [("bid", 18), ("passed",)]
    assert badges(["pass"], 1) == [("passed",)]
    assert badges([*held, "pass"], 1) == []  # the auction is over


@pytest.mark.parametrize(("contract", "has_points"), [("G", True), ("N", False)])
def test_points_of_the_declarer_are_told_unless_it_was_null(contract: str, has_points: bool) -> None:
    state = game("skat").deal(1)
    for move in ("18", "pass", "pass", "hand", contract):
        state = state.play(move)
    while not state.is_over:
        state = state.play(state.moves[0])
    facts = [fact[0] for fact in make_scene(state.view(0))["facts"]]
    assert "value" in facts and ("declarer points" in facts) == has_points
