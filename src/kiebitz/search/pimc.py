# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Perfect-information Monte Carlo: search sampled worlds with open cards, average the values.

The search of a world is alpha-beta and paranoid: the seat itself maximises its points, all others
minimise them. A world is solved to its end if a budget of nodes allows it. Otherwise it is searched to
a depth, and what lies beyond is valued by the mean of playouts. Playouts are noisy, and a search that
takes maxima picks out the luckiest: the deeper it is, the more of them a leaf needs.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numba import float64, int64

from kiebitz.kernel.bits import lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import MATRIX, STATE, TURN, WORDS, Kernels, copy_state
from kiebitz.kernel.vectors import Kernel
from kiebitz.search.evaluator import (
    CODES,
    EVALUATE,
    FLOATS,
    FOREVER,
    GUIDE,
    NODES,
    OWN,
    PLAYOUTS,
    SOLVED,
    WORLDS,
    bind_is_known,
    last_round,
)
from kiebitz.search.playout import bind_guided, is_over

SAMPLES, PLIES, BUDGET, LEAF = OWN, OWN + 1, OWN + 2, OWN + 3  # words of the memory

LONGEST = 64  # plies; what is longer is not solved


@lru_cache
def bind_estimate(kernels: Kernels, guide: Kernel | None) -> Kernel:
    """``estimate(leaf, me, n, last, memory, rng)``: a seat's mean points over n playouts."""
    payoff, playout = kernels.payoff, bind_guided(kernels, guide)

    @kernel(float64(STATE, int64, int64, int64, STATE, STATE), inline=False)
    def estimate(leaf, me, n, last, memory, rng):
        s, seen = np.empty(WORDS, np.int64), np.empty(WORDS, np.int64)
        guide_memory = memory[GUIDE:]
        total = np.int64(0)
        for _ in range(n):
            copy_state(leaf, s)
            playout(s, last, seen, guide_memory, rng)
            total += payoff(s, me)
        return total / n

    return estimate


@lru_cache
def bind_alphabeta(kernels: Kernels, guide: Kernel | None) -> Kernel:
    """``search(states, depth, nodes, playouts, last, memory, rng, values, effort)``.

    Values the moves of ``states[0]``, whose other rows are room for a line of play. The answer is 0 if
    the nodes did not suffice, or if the depth did not and no playouts were allowed.
    """
    legal, play, payoff = kernels.legal, kernels.play, kernels.payoff
    estimate = bind_estimate(kernels, guide)

    @kernel(int64(MATRIX, int64, int64, int64, int64, STATE, STATE, FLOATS, STATE), inline=False)
    def search(states, depth, nodes, playouts, last, memory, rng, values, effort):
        me = states[0, TURN]
        left, move = np.empty(depth, np.int64), np.empty(depth, np.int64)
        alpha, beta = np.full(depth, -np.inf), np.full(depth, np.inf)
        left[0] = legal(states[0])
        level = 0
        while left[0] != 0 or level > 0:
            if left[level] != 0 and alpha[level] < beta[level]:
                if nodes == 0:
                    return 0
                nodes -= 1
                effort[NODES] += 1
                move[level] = lowest(left[level])
                left[level] &= left[level] - 1
                s = states[level + 1]
                copy_state(states[level], s)
                play(s, move[level])
                if is_over(s, last):
                    value = np.float64(payoff(s, me))
                elif level + 1 < depth:
                    level += 1
                    left[level] = legal(s)
                    alpha[level], beta[level] = alpha[level - 1], beta[level - 1]
                    continue
                elif playouts > 0:
                    value = estimate(s, me, playouts, last, memory, rng)
                    effort[PLAYOUTS] += playouts
                else:
                    return 0
            else:  # the position is finished: whoever moves in it has brought its bound to its value
                value = alpha[level] if states[level, TURN] == me else beta[level]
                level -= 1
            if level == 0:  # moves are compared by their means over worlds, so each needs its true value
                values[move[0]] = value
            elif states[level, TURN] == me:
                alpha[level] = max(alpha[level], value)
            else:
                beta[level] = min(beta[level], value)
        return 1

    return search


@lru_cache
def bind_pimc(kernels: Kernels, guide: Kernel | None = None) -> Kernel:
    """The evaluator of a game; once a world was too large to solve, the next ones are not tried."""
    complete = kernels.complete
    search, is_known = bind_alphabeta(kernels, guide), bind_is_known(kernels)

    @kernel(EVALUATE, inline=False)
    def pimc(view, memory, rng, values, effort):
        last, known = last_round(view, memory), is_known(view, memory)
        states = np.empty((max(memory[PLIES], LONGEST) + 1, WORDS), np.int64)
        found = np.zeros(CODES, np.float64)
        small = np.int64(1)
        values[:] = 0.0
        for _ in range(memory[SAMPLES]):
            complete(view, rng, states[0])
            effort[WORLDS] += 1
            if small != 0:
                small = search(states, LONGEST, memory[BUDGET], 0, last, memory, rng, found, effort)
            if small != 0:
                effort[SOLVED] += 1
            else:
                search(states, memory[PLIES], FOREVER, memory[LEAF], last, memory, rng, found, effort)
            values += found
            if known != 0 and small != 0:
                break
        values /= effort[WORLDS]

    return pimc
