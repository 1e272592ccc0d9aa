"""Perfect-information Monte Carlo: search sampled worlds with open cards, average the values.

The search of a world is alpha-beta and paranoid: the own seat maximises its points, all others
minimise them. It deepens ply by ply up to a depth, as long as a budget of nodes lasts; the deepest
search that was finished counts. Positions at the depth are valued by playouts, ends by their points.
Moves to be compared at the root are searched with an open window, because their values are averaged.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numba import float64, int64

from kiebitz.kernel.bits import lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import MATRIX, STATE, TURN, WORDS, Kernels
from kiebitz.search.evaluator import (
    CODES,
    DEPTH,
    EVALUATE,
    FLOATS,
    GUIDE,
    HORIZON,
    NODES,
    PLAYOUTS,
    WORLDS,
    bind_is_known,
    last_round,
)
from kiebitz.search.playout import bind_guided, is_over

SAMPLES, MOST_PLIES, BUDGET, LEAF_PLAYOUTS = HORIZON + 1, HORIZON + 2, HORIZON + 3, HORIZON + 4

STOPPED, CUT_OFF, EXACT = 0, 1, 2  # how a search ended: out of budget, at the depth, at the ends


@lru_cache
def bind_alphabeta(kernels: Kernels, guide: Any) -> Any:
    """``search(states, depth, last, memory, rng, values, effort)``: value the moves of ``states[0]``.

    ``states`` has a row for each ply. The answer tells how the search ended.
    """
    legal, play, payoff = kernels.legal, kernels.play, kernels.payoff
    playout = bind_guided(kernels, guide)

    @kernel(float64(STATE, int64, int64, STATE, STATE, MATRIX, STATE))
    def estimate(leaf, me, last, memory, rng, room, effort):
        """The mean of playouts; ``room`` has a row for a state and one for a view."""
        s, seen, guide_memory = room[0], room[1], memory[GUIDE:]
        total = np.int64(0)
        for _ in range(memory[LEAF_PLAYOUTS]):
            s[:] = leaf
            playout(s, last, seen, guide_memory, rng)
            total += payoff(s, me)
        effort[PLAYOUTS] += memory[LEAF_PLAYOUTS]
        return total / memory[LEAF_PLAYOUTS]

    @kernel(int64(MATRIX, int64, int64, STATE, STATE, FLOATS, STATE))
    def search(states, depth, last, memory, rng, values, effort):
        me = states[0, TURN]
        room = np.empty((2, WORDS), np.int64)
        left, move = np.empty(depth, np.int64), np.empty(depth, np.int64)
        window, best = np.empty((depth, 2), np.float64), np.empty(depth, np.float64)
        outcome, level, stop = EXACT, 0, effort[NODES] + memory[BUDGET]
        left[0], window[0, 0], window[0, 1] = legal(states[0]), -np.inf, np.inf
        while True:
            if left[level] == 0 or window[level, 0] >= window[level, 1]:
                if level == 0:
                    return outcome
                value = best[level]
                level -= 1
            else:
                if effort[NODES] >= stop and depth > 1:
                    return STOPPED
                move[level] = lowest(left[level])
                left[level] &= left[level] - 1
                s = states[level + 1]
                s[:] = states[level]
                play(s, move[level])
                effort[NODES] += 1
                if is_over(s, last):
                    value = np.float64(payoff(s, me))
                elif level + 1 == depth:
                    value = estimate(s, me, last, memory, rng, room, effort)
                    outcome = CUT_OFF
                else:
                    level += 1
                    left[level] = legal(s)
                    best[level] = -np.inf if s[TURN] == me else np.inf
                    window[level] = window[level - 1]
                    continue
            if level == 0:
                values[move[0]] = value
            elif states[level, TURN] == me:
                best[level] = max(best[level], value)
                window[level, 0] = max(window[level, 0], value)
            else:
                best[level] = min(best[level], value)
                window[level, 1] = min(window[level, 1], value)

    return search


@lru_cache
def bind_pimc(kernels: Kernels, seats: int, guide: Any = None) -> Any:
    """The evaluator of a game."""
    complete = kernels.complete
    search, is_known = bind_alphabeta(kernels, guide), bind_is_known(kernels, seats)

    @kernel(EVALUATE)
    def pimc(view, memory, rng, values, effort):
        last, known = last_round(view, memory), is_known(view, memory)
        states = np.empty((memory[MOST_PLIES] + 1, WORDS), np.int64)
        deeper, deepest = np.zeros(CODES, np.float64), np.zeros(CODES, np.float64)
        values[:] = 0.0
        for _ in range(memory[SAMPLES]):
            complete(view, rng, states[0])
            outcome = CUT_OFF
            depth = 0
            while outcome == CUT_OFF and depth < memory[MOST_PLIES]:
                depth += 1
                outcome = search(states, depth, last, memory, rng, deeper, effort)
                if outcome != STOPPED:
                    deepest[:] = deeper
                    effort[DEPTH] = max(effort[DEPTH], depth)
            values += deepest
            effort[WORLDS] += 1
            if known and outcome == EXACT:
                break
        values /= effort[WORLDS]

    return pimc
