# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What every move is worth in each of some worlds: rows are worlds, columns codes of moves.

Evaluators average and forget. To say how sure a difference between two moves is, one needs it world by world:
what the luck of a world adds to both moves is no part of it. A world is solved with open cards where two
play and few nodes suffice; otherwise every move is played on by a policy, with the same random numbers.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numba import float64, int64, void

from kiebitz.kernel.bits import lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import step
from kiebitz.kernel.state import MATRIX, STATE, TURN, WORDS, Kernels, copy_state
from kiebitz.kernel.vectors import Kernel
from kiebitz.search.evaluator import EFFORT, GUIDE, OWN, SEATS, last_round
from kiebitz.search.pimc import LONGEST, bind_alphabeta
from kiebitz.search.playout import bind_guided

BUDGET, RELATIVE = OWN, OWN + 1  # words of the memory
TWO = 2  # seats of a game in which a search with open cards is right about what the other one wants
TABLE = float64[:, ::1]


@lru_cache
def bind_points(kernels: Kernels) -> Kernel:
    """``points(state, seat, memory)``: a seat's points; if relative, those ahead of the others' mean."""
    payoff = kernels.payoff

    @kernel(float64(STATE, int64, STATE), inline=False)
    def points(s, seat, memory):
        own = np.float64(payoff(s, seat))
        if memory[RELATIVE] == 0:
            return own
        others = 0.0
        for other in range(memory[SEATS]):
            if other != seat:
                others += payoff(s, other)
        return own - others / (memory[SEATS] - 1)

    return points


@lru_cache
def bind_paired(kernels: Kernels, guide: Kernel | None = None) -> Kernel:
    """``paired(worlds, moves, memory, rng, values)`` of a game; without a guide, playouts are uniform.

    The worlds are states with the same seat to move; the moves, a mask of codes, are legal in all of them.
    """
    play, points = kernels.play, bind_points(kernels)
    playout, search = bind_guided(kernels, guide), bind_alphabeta(kernels, None)

    @kernel(void(MATRIX, int64, STATE, STATE, TABLE), inline=False)
    def paired(worlds, moves, memory, rng, values):
        states, effort = np.empty((LONGEST + 1, WORDS), np.int64), np.zeros(len(EFFORT), np.int64)
        s, seen, same = np.empty(WORDS, np.int64), np.empty(WORDS, np.int64), np.empty(1, np.int64)
        guide_memory = memory[GUIDE:]
        small = np.int64(memory[SEATS] == TWO and memory[RELATIVE] == 0 and memory[BUDGET] > 0)
        for i in range(len(worlds)):
            world, last = worlds[i], last_round(worlds[i], memory)
            if small != 0:
                copy_state(world, states[0])
                small = search(states, LONGEST, memory[BUDGET], 0, last, memory, rng, values[i], effort)
            if small != 0:
                continue
            left, start = moves, step(rng)
            while left != 0:
                move = lowest(left)
                left &= left - 1
                copy_state(world, s)
                play(s, move)
                same[0] = start
                playout(s, last, seen, guide_memory, same)
                values[i, move] = points(s, world[TURN], memory)

    return paired
