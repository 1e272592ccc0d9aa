"""Scenes: what a page is told to draw says what the players would see at a real table."""

from __future__ import annotations

from typing import Any

from kiebitz.games import game
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
