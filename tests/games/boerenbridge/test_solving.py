"""Boerenbridge: all the rest is claimed only by a seat that wants it."""

from __future__ import annotations

import pytest

from kiebitz.rules.parts import part
from kiebitz.rules.registry import game
from kiebitz.rules.values import Deal, State
from kiebitz.search.solving import NODES, Solving

DEAL = "AS KS AH | QS AD QH | KH KD QD | AC KC QC | trump=S opener=0"


@pytest.mark.parametrize(
    ("scoring", "guess", "claim"),
    [
        ("published", "3", "all"),
        ("published", "2", None),
        ("published", "0", None),
        ("dutch", "2", None),
        ("tricks", "2", None),  # 12 points with two tricks, 3 with three
        ("tricks", "0", None),
    ],
)
def test_a_seat_that_guessed_fewer_tricks_is_not_offered_all(
    scoring: str, guess: str, claim: str | None
) -> None:
    table = game("boerenbridge", {"seats": "3", "schedule": "3", "hook": "off", "scoring": scoring})
    state: State = Deal.read(table, DEAL).start()
    for move in (guess, "0", "0"):
        state = state.play(move)
    solving, view = part(table, Solving), state.view(0)
    assert solving.sure_moves(view, NODES), "all tricks are certain"
    assert solving.claim(view) == claim


def test_who_can_no_longer_reach_the_guess_wants_the_most_that_is_left() -> None:
    """Guessed three and lost one: every further trick is worth two points."""
    table = game("boerenbridge", {"seats": "3", "schedule": "3", "hook": "off"})
    state: State = Deal.read(table, "AS KS QH | QS AD AH | KH KD QD | AC KC QC | trump=S opener=0").start()
    for move in ("3", "0", "0", "QH", "AH", "KH", "AD", "KD"):
        state = state.play(move)
    assert part(table, Solving).claim(state.view(0)) == "all"
