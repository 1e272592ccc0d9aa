# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What a seat can secure with open cards: alpha-beta in which all others play against it.

With two seats that is the value of the position. With more it is what nobody can take away, whatever
the others do; they may do better for themselves and so leave more. A search that runs out of nodes
says so and claims nothing.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numba import int64

from kiebitz.kernel.bits import lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import mix
from kiebitz.kernel.state import MATRIX, ROUND, STATE, TURN, WORDS, Kernels, copy_state
from kiebitz.kernel.vectors import Kernel, Vector
from kiebitz.rules.game import Game
from kiebitz.search.known_values import COLUMNS, VALUE, is_settled, keep, row_of
from kiebitz.search.playout import is_over

DEEPEST = 400  # plies
INFINITE = 1_000_000
SLOTS = 1 << 17  # of the table
UNSOLVED = np.int64(2 * INFINITE)  # what an ending's search says of positions that are none
ENDING = int64(STATE, int64, int64, int64)


@kernel
def whole_key(s):
    """A key of everything that a state says."""
    key = np.int64(0)
    for word in range(WORDS):
        key = mix(key + s[word])
    return key


@kernel(ENDING)
def no_ending(s, seat, alpha, beta):
    """The game has no search of its own for endings."""
    return UNSOLVED


@lru_cache
def bind_secured(
    kernels: Kernels, key_of: Kernel = whole_key, worth: Kernel | None = None, ending: Kernel = no_ending
) -> Kernel:
    """``secured(states, level, seat, last, alpha, beta, table, budget)``: a seat's points from a state on.

    ``key_of(state)`` must tell apart all states of different value; ``worth(state, seat)`` are the points
    that count, by default those of the whole unit. ``ending(state, seat, alpha, beta)`` are the same points,
    exact within the window, where the game has a search of its own, and ``UNSOLVED`` elsewhere. The answer
    holds if the budget is not below zero after it.
    """
    legal, play, points = kernels.legal, kernels.play, worth or kernels.payoff

    @kernel(int64(MATRIX, int64, int64, int64, int64, int64, MATRIX, STATE), inline=False)
    def secured(states, level, seat, last, alpha, beta, table, budget):
        s = states[level]
        if is_over(s, last):
            return points(s, seat)
        budget[0] -= 1
        if budget[0] < 0 or level + 1 >= states.shape[0]:
            budget[0] = -1
            return alpha
        key = key_of(s)
        if is_settled(table, key, alpha, beta):
            return table[row_of(table, key), VALUE]
        low, high, mine = alpha, beta, s[TURN] == seat
        best = ending(s, seat, alpha, beta)
        if best != UNSOLVED:
            keep(table, key, best, low, high)
            return best
        best = np.int64(-INFINITE if mine else INFINITE)
        moves = legal(s)
        while moves != 0 and alpha < beta:
            copy_state(s, states[level + 1])
            play(states[level + 1], lowest(moves))
            moves &= moves - 1
            value = secured(states, level + 1, seat, last, alpha, beta, table, budget)
            if budget[0] < 0:
                return alpha
            if mine:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
        keep(table, key, best, low, high)
        return best

    return secured


def secured(
    game: Game,
    vector: Vector,
    nodes: int,
    key_of: Kernel = whole_key,
    window: tuple[int, int] = (-INFINITE, INFINITE),
    worth: Kernel | None = None,
    ending: Kernel = no_ending,
) -> dict[str, int]:
    """The points that the seat to move can secure in this round by each legal move.

    The vector is that of a state. Beyond the window a value is only a bound. A move that takes more nodes
    than allowed is left out.

    >>> from kiebitz.rules.registry import game
    >>> state = game("schnapsen", {"rules": "full"}).deal(1).play("close")
    >>> from kiebitz.games.schnapsen.search.stakes import deal_points
    >>> secured(state.game, state.vector, 100_000, worth=deal_points)
    {'KH': -3, 'TH': -3, 'JC': -3, 'QC': -3, 'JD': -3}
    """
    search, seat = bind_secured(game.kernels, key_of, worth, ending), int(vector[TURN])
    states, now = np.zeros((DEEPEST, WORDS), np.int64), int((worth or game.kernels.payoff)(vector, seat))
    table, budget = np.zeros((SLOTS, COLUMNS), np.int64), np.zeros(1, np.int64)
    low, high = (now + bound for bound in window)
    found = {}
    for move in game.moves(vector):
        states[0], budget[0] = vector, nodes
        game.kernels.play(states[0], move.code)
        value = search(states, 0, seat, int(vector[ROUND]), low, high, table, budget)
        if budget[0] >= 0:
            found[str(move)] = int(value) - now
    return found
