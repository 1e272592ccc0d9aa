# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Invariants of a game through very many random games, checked in compiled code."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numba import int64

from kiebitz.kernel.bits import count
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import below, derive, pick
from kiebitz.kernel.state import HAND, MAX_SEATS, PHASE, ROUND, STATE, TURN, WORDS, Kernels
from kiebitz.kernel.vectors import Kernel
from kiebitz.rules.contract.complaints import require
from kiebitz.rules.game import Game
from kiebitz.sayings import say

PLACES = MAX_SEATS + 2
"""How many places a game may have for unseen cards: its seats and a few more."""
FAULTS = (
    say("A position has no legal move."),
    say("A game has more moves than max_moves."),
    say("A card is in two hands."),
    say("The rooms of the places do not add up to the unseen cards."),
    say("A completed view looks different to its seat."),
    say("Points are not within point_range."),
    say("There is a round more than the game claims."),
    say("A phase has no name in phases."),
)
"""What the numbers from 1 on mean that ``check`` answers with."""


@lru_cache
def bind(kernels: Kernels, begin: Kernel) -> Kernel:
    """``check(first, n, seats, limits, options)``: the first broken invariant in n random games."""
    legal, play, payoff = kernels.legal, kernels.play, kernels.payoff
    observe, complete, unseen = kernels.observe, kernels.complete, kernels.unseen

    @kernel(int64(int64, int64, int64, STATE, STATE))
    def check(first, n, seats, limits, options):
        s, view = np.zeros(WORDS, np.int64), np.zeros(WORDS, np.int64)
        world, again = np.zeros(WORDS, np.int64), np.zeros(WORDS, np.int64)
        cards, room = np.zeros(PLACES, np.int64), np.zeros(PLACES, np.int64)
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
                if s[PHASE] < 0 or s[PHASE] >= limits[4]:
                    return 8
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

    return check


def check_invariants(game: Game, first: int = 0, n: int = 2000) -> None:
    """Nothing impossible happens in very many random games."""
    limits = np.array([game.max_moves, *game.point_range, game.rounds, len(game.phases)], np.int64)
    check = bind(game.kernels, game.machine.begin)
    fault = int(check(first, n, game.seats, limits, game.option_words))
    require(fault == 0, FAULTS[fault - 1])
