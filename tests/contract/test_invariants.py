# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Invariants through very many random games; millions of games when slow."""

from __future__ import annotations

from typing import Any

import pytest

from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import HAND, PLAY
from kiebitz.rules.contract import BrokenContract, check_invariants
from tests.contract.cases import CASES, make


@pytest.mark.parametrize(("name", "options"), CASES)
def test_no_invariant_breaks_in_thousands_of_games(name: str, options: str) -> None:
    check_invariants(make(name, options))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), CASES)
def test_no_invariant_breaks_in_millions_of_games(name: str, options: str) -> None:
    game = make(name, options)
    check_invariants(game, 10_000, 1_000_000 // game.rounds)


def test_the_checks_find_a_card_in_two_hands() -> None:
    """The checks themselves can fail."""
    game: Any = make("schnapsen", "")
    play, _ = game.kernels.play, game.machine

    @kernel(PLAY)
    def forged(s, move):
        play(s, move)
        s[HAND] |= s[HAND + 1]

    game.__dict__["kernels"] = game.kernels._replace(play=forged)
    with pytest.raises(BrokenContract, match="A card is in two hands"):
        check_invariants(game, 0, 10)


def test_the_checks_find_points_that_were_not_claimed() -> None:
    game: Any = make("schnapsen", "")
    game.__class__ = type("Modest", (type(game),), {"point_range": (-1, 1)})
    with pytest.raises(BrokenContract, match="Points are not within point_range"):
        check_invariants(game, 0, 100)
