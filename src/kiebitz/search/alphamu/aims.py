# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What a seat wants, as a question of yes or no or as a value; a game brings its own, else defaults do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numba import int64

from kiebitz.kernel.bits import bit, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import MATRIX, ROUND, STATE, TURN, WORDS, Kernels
from kiebitz.kernel.vectors import Kernel, Vector
from kiebitz.rules.values import View
from kiebitz.sayings import Saying, say
from kiebitz.search.alphamu.opened import FOR_A_WORLD, LOST, OPEN, SOLVED, VERDICT, WON
from kiebitz.search.evaluator import CODES, EFFORT
from kiebitz.search.pimc import LONGEST, bind_alphabeta
from kiebitz.search.playout import is_over

BEGIN = int64(STATE, MATRIX, STATE, STATE)  # view, worlds, desk, work: 0 if the aim does not make sense here
SIDE = int64(STATE)  # view: the mask of the seats that play with the viewer, himself included
REFERENCE = 8  # words of the work that every game has: what the position at the root was like
NEED, SINCE = 0, 1  # of these, where the defaults ask for points


@kernel(BEGIN)
def nothing_to_begin(view, worlds, desk, work):
    return np.int64(1)


@kernel(SIDE)
def alone(view):
    """The side of a seat that has no partner."""
    return bit(view[TURN])


def in_words(view: View) -> Saying:
    """What the defaults ask for."""
    return say("as many points as the best average")


def small_space() -> Vector:
    """A workspace with nothing but the reference."""
    return np.zeros(REFERENCE, np.int64)


@dataclass(frozen=True)
class Aim:
    """A question about a position with open cards, compiled, and what is needed to ask it.

    ``verdict(state, seat, work)`` is 1 if the seat's side has reached its aim or surely will with open cards,
    0 if not, and -1 where that takes a search. It must decide every position of a round that is over. Of a
    value it is the number of steps that are climbed; ``begin`` writes what no step and each of them is worth
    into the desk (``FLOOR``, ``WORTH``), where they are not worth 0 and 1 each.
    """

    verdict: Kernel
    begin: Kernel = nothing_to_begin
    """Looks at the view and writes the reference; 0 where the question makes no sense."""
    side: Kernel = alone
    space: Callable[[], Vector] = small_space
    said: Callable[[View], Saying] = in_words
    """What the seat wants, for a sentence such as "♥K wins ... in 37 of 40 worlds"."""
    cards: int = 64
    """Cards in hand up to which the question is worth asking, where nobody says otherwise."""
    steps: int = 1
    """How many steps there are: 1 for yes or no, at most ``MOST_STEPS``."""
    won: int = 1
    """How many steps mean that what is ``said`` was reached."""
    unit: Saying | None = None
    """What values are counted in."""


@lru_cache
def points_aim(kernels: Kernels) -> Aim:
    """The aim of a game that names none: at least as many points in this round as the best average.

    The average is that of open-card searches in the worlds themselves, rounded up. Where these take too many
    nodes, the aim makes no sense.
    """
    payoff, legal = kernels.payoff, kernels.legal
    search = bind_alphabeta(kernels, None)

    @kernel(VERDICT)
    def verdict(s, seat, work):
        if not is_over(s, work[SINCE]):
            return np.int64(OPEN)
        return np.int64(WON) if payoff(s, seat) >= work[NEED] else np.int64(LOST)

    @kernel(BEGIN, inline=False)
    def begin(view, worlds, desk, work):
        states, effort = np.empty((LONGEST + 1, WORDS), np.int64), np.zeros(len(EFFORT), np.int64)
        values, totals, rng = np.zeros(CODES), np.zeros(CODES), np.zeros(1, np.int64)
        for world in range(len(worlds)):
            states[0] = worlds[world]
            if search(states, LONGEST, desk[FOR_A_WORLD], 0, view[ROUND], work, rng, values, effort) == 0:
                return np.int64(0)
            desk[SOLVED] += 1
            totals += values
        moves, best = legal(view), -np.inf
        while moves != 0:
            best = max(best, totals[lowest(moves)])
            moves &= moves - 1
        work[NEED], work[SINCE] = np.int64(np.ceil(best / len(worlds))), view[ROUND]
        return np.int64(1)

    return Aim(verdict, begin)
