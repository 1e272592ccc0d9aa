# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Invariants through very many random games, checked in compiled code; millions of games when slow."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numba import int64

from kiebitz.kernel.bits import count
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import below, derive, pick
from kiebitz.kernel.state import HAND, MAX_SEATS, ROUND, STATE, TURN, WORDS
from kiebitz.rules.game import Game

from .cases import CASES, make

PROBLEMS = ("none", "no legal move", "too many moves", "a card in two hands", "places do not add up",
            "a completed view differs", "points out of range", "a round too many")  # fmt: skip


def bind_checks(game: Game) -> Any:
    """``check(first, n)``: the first broken invariant in n random games."""
    k, begin, options = game.kernels, game.machine.begin, game.option_words
    legal, play, payoff, observe, complete, unseen = (
        k.legal,
        k.play,
        k.payoff,
        k.observe,
        k.complete,
        k.unseen,
    )

    @kernel(int64(int64, int64, int64, STATE, STATE))
    def check(first, n, seats, limits, options):
        s = np.zeros(WORDS, np.int64)
        view, world, again = np.zeros(WORDS, np.int64), np.zeros(WORDS, np.int64), np.zeros(WORDS, np.int64)
        cards, room = np.zeros(MAX_SEATS + 2, np.int64), np.zeros(MAX_SEATS + 2, np.int64)
        rng = np.zeros(1, np.int64)
        for unit in range(first, first + n):
            rng[0] = derive(unit, 1)
            begin(s, derive(unit, 0), options)
            moves = 0
            while s[TURN] >= 0:
                mask = legal(s)
                if mask == 0:
                    return 1
                moves += 1
                if moves > limits[0]:
                    return 2
                if s[ROUND] >= limits[3]:
                    return 7
                union = np.int64(0)
                for seat in range(seats):
                    if union & s[HAND + seat] != 0:
                        return 3
                    union |= s[HAND + seat]
                seat = below(rng, seats + 1) - 1
                observe(s, seat, view)
                places = unseen(view, cards, room)
                hidden, space = np.int64(0), np.int64(0)
                for place in range(places):
                    space += room[place]
                    if room[place] > 0:
                        hidden |= cards[place]
                if count(hidden) != space:
                    return 4
                if below(rng, 8) == 0:
                    complete(view, rng, world)
                    observe(world, seat, again)
                    for word in range(WORDS):
                        if again[word] != view[word]:
                            return 5
                play(s, pick(rng, mask))
            for seat in range(seats):
                if payoff(s, seat) < limits[1] or payoff(s, seat) > limits[2]:
                    return 6
        return 0

    limits = np.array([game.max_moves, *game.point_range, game.rounds], np.int64)
    return lambda first, n: PROBLEMS[check(first, n, game.seats, limits, options)]


@pytest.mark.parametrize(("name", "options"), CASES)
def test_no_invariant_breaks_in_thousands_of_games(name: str, options: str) -> None:
    assert bind_checks(make(name, options))(0, 2000) == "none"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), CASES)
def test_no_invariant_breaks_in_millions_of_games(name: str, options: str) -> None:
    game = make(name, options)
    assert bind_checks(game)(10_000, 1_000_000 // game.rounds) == "none"


def test_the_checks_find_a_card_in_two_hands() -> None:
    """The checks themselves can fail."""
    game = make("schnapsen", "")
    play = game.kernels.play

    @kernel(game.kernels.play.signatures[0])
    def forged(s, move):
        play(s, move)
        s[HAND] |= s[HAND + 1]

    class Forged:
        kernels = game.kernels._replace(play=forged)
        machine, option_words, max_moves, point_range = (
            game.machine,
            game.option_words,
            game.max_moves,
            (-3, 3),
        )
        rounds, seats = 1, 2

    assert bind_checks(Forged())(0, 10) == "a card in two hands"  # type: ignore[arg-type]
