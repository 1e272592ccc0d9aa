# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Guessing by sampling: deal the hidden cards, play the round out after each guess, compare the scores.

Earlier guesses and the hook are part of every playout, because the rules are. If the others are
believed to guess by the published rule, each guess is an announcement: a world in which a hand would have
guessed differently counts less, by a factor for every such hand. A factor of 0 would rule it out.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numba import float64, int64

from kiebitz.games.boerenbridge.rules import CARDS, GUESSES, PLAYED, SEATS, TRUMPS, field
from kiebitz.games.boerenbridge.search.guess_rule import MILLION, rule_guess
from kiebitz.kernel.bits import bit, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import HAND, STATE, TURN, WORDS, Kernels, copy_state
from kiebitz.kernel.vectors import Kernel
from kiebitz.search.evaluator import EVALUATE, GUIDE, OWN, PLAYOUTS, last_round
from kiebitz.search.evaluator import WORLDS as DRAWN
from kiebitz.search.playout import bind_guided

SAMPLES, MODE, DOUBT, THRESHOLD = OWN, OWN + 1, OWN + 2, OWN + 3  # words of the memory
FITTING = 2  # word of the effort: worlds in which all guesses are those of the rule
ZERO = 1  # the mode in which only the rule's guess and zero are compared


@kernel(int64(STATE, int64), inline=False)
def surprises(world, threshold):
    """How many of the other seats would have guessed differently by the rule, in this world."""
    found = np.int64(0)
    for seat in range(world[SEATS]):
        guess = field(world[GUESSES], seat) - 1
        if guess >= 0 and seat != world[TURN]:
            hand = world[HAND + seat] | world[PLAYED + seat]
            if rule_guess(hand, world[CARDS], world[TRUMPS], threshold) != guess:
                found += 1
    return found


@kernel(float64(STATE, int64, int64), inline=False)
def weight(world, threshold, doubt):
    """What a world counts: a factor for every surprise; the doubt in millionths, one million: deaf."""
    return (doubt / MILLION) ** surprises(world, threshold)


@kernel(int64(STATE, STATE, int64), inline=False)
def candidates(view, memory, moves):
    """The guesses to compare: all, or the rule's and zero."""
    if memory[MODE] != ZERO:
        return moves
    wanted = rule_guess(view[HAND + view[TURN]], view[CARDS], view[TRUMPS], memory[THRESHOLD])
    few = moves & (bit(wanted) | 1)
    return few if few != 0 else moves


@lru_cache
def bind_guessing(kernels: Kernels, guide: Kernel) -> Kernel:
    """The evaluator of guesses; the guide guesses and plays for everybody in the playouts."""
    legal, play, payoff, complete = kernels.legal, kernels.play, kernels.payoff, kernels.complete
    playout = bind_guided(kernels, guide)

    @kernel(EVALUATE, inline=False)
    def guessing(view, memory, rng, values, effort):
        me, last, moves = view[TURN], last_round(view, memory), candidates(view, memory, legal(view))
        guide_memory = memory[GUIDE:]
        world, s, seen = np.empty(WORDS, np.int64), np.empty(WORDS, np.int64), np.empty(WORDS, np.int64)
        values[:] = -np.inf
        total, left = 0.0, moves
        while left != 0:
            values[lowest(left)] = 0.0
            left &= left - 1
        for _ in range(memory[SAMPLES]):
            complete(view, rng, world)
            heard = weight(world, memory[THRESHOLD], memory[DOUBT])
            effort[DRAWN] += 1
            effort[FITTING] += 1 if surprises(world, memory[THRESHOLD]) == 0 else 0
            total += heard
            left = moves
            while left != 0:
                move = lowest(left)
                left &= left - 1
                copy_state(world, s)
                play(s, move)
                playout(s, last, seen, guide_memory, rng)
                effort[PLAYOUTS] += 1
                values[move] += heard * (payoff(s, me) - payoff(world, me))
        values /= max(total, 1e-9)

    return guessing
