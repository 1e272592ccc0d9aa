# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Endings of two in which every card is known: which moves are the best?

Alpha-beta to the end of the play, without a table of positions. Everywhere the move that somebody prefers is
tried first: if it is a sensible one, it refutes at once most of what the other side tries, and half of such
endings of Durak need less than 200 nodes.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numba import int64

from kiebitz.kernel.bits import bit, has, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import STATE, TURN, WORDS, Kernels, copy_state
from kiebitz.kernel.vectors import Kernel
from kiebitz.search.evaluator import NODES
from kiebitz.search.playout import is_over

LONGEST = 128  # plies; what is longer is not solved
TIME_IS_UP = -1
MEANT, BEST = 0, 1  # words of what is found: the points of the move that is meant, and of the best one
PREFER = int64(STATE, int64, STATE, STATE, STATE, int64, STATE)


@lru_cache
def bind_ending(kernels: Kernels, prefer: Kernel) -> Kernel:
    """``solve(world, meant, last, nodes, found, memory, rng, effort, deadline, clocks)``: the best moves.

    They are a mask. Once a move has the most points that there may be, others are not looked at. ``found``
    comes with the least and the most points, and goes with those of the meant move and of the best ones.
    ``prefer(state, moves, view, memory, rng, deadline, clocks)`` is a move, or ``TIME_IS_UP``. Then, or if
    nodes do not suffice, the answer is empty.
    """
    legal, play, payoff = kernels.legal, kernels.play, kernels.payoff

    @kernel(int64(STATE, int64, int64, int64, STATE, STATE, STATE, STATE, int64, STATE), inline=False)
    def solve(world, meant, last, nodes, found, memory, rng, effort, deadline, clocks):
        states, view = np.empty((LONGEST + 1, WORDS), np.int64), np.empty(WORDS, np.int64)
        left, move = np.empty(LONGEST, np.int64), np.empty(LONGEST, np.int64)
        alpha, beta = np.empty(LONGEST, np.int64), np.empty(LONGEST, np.int64)
        copy_state(world, states[0])
        me, low, best, value, level = world[TURN], found[0], np.int64(0), found[0], 0
        left[0], move[0], alpha[0], beta[0] = legal(world), meant, low, found[1]
        while level > 0 or (left[0] != 0 and (best == 0 or found[BEST] < beta[0])):
            if left[level] != 0 and alpha[level] < beta[level]:
                if nodes == 0 or level + 1 == LONGEST:
                    return np.int64(0)
                nodes -= 1
                effort[NODES] += 1
                if not has(left[level], move[level]):
                    move[level] = lowest(left[level])
                left[level] &= ~bit(move[level])
                s = states[level + 1]
                copy_state(states[level], s)
                play(s, move[level])
                if not is_over(s, last):
                    level += 1
                    left[level], alpha[level], beta[level] = legal(s), alpha[level - 1], beta[level - 1]
                    move[level] = prefer(s, left[level], view, memory, rng, deadline, clocks)
                    if move[level] == TIME_IS_UP:
                        return np.int64(0)
                    continue
                value = payoff(s, me)
            else:  # the position is finished: whoever moves in it has brought its bound to its value
                value = alpha[level] if states[level, TURN] == me else beta[level]
                level -= 1
            if level == 0:
                if best == 0:
                    found[MEANT] = found[BEST] = value
                if value > found[BEST]:
                    best, found[BEST] = np.int64(0), value
                if value == found[BEST]:
                    best |= bit(move[0])
                alpha[0] = max(low, found[BEST] - 1)  # the next one need not be better to be one of the best
            elif states[level, TURN] == me:
                alpha[level] = max(alpha[level], value)
            else:
                beta[level] = min(beta[level], value)
        return best

    return solve
