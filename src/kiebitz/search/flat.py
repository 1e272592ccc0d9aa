# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Flat Monte Carlo: the mean of playouts after each legal move, over the same worlds for all of them."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from kiebitz.kernel.bits import lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import TURN, WORDS, Kernels, copy_state
from kiebitz.kernel.vectors import Kernel
from kiebitz.search.evaluator import (
    EVALUATE,
    GUIDE,
    OWN,
    PLAYOUTS,
    WORLDS,
    last_round,
)
from kiebitz.search.playout import bind_guided

SAMPLES = OWN  # word of the memory: how many worlds


def bind_flat(kernels: Kernels, guide: Kernel | None = None) -> Kernel:
    """The evaluator of a game; a guide plays the playouts, without one they are uniform."""
    return bind_flat_with(kernels, bind_guided(kernels, guide))


@lru_cache
def bind_flat_with(kernels: Kernels, playout: Kernel) -> Kernel:
    """The evaluator with a playout; common worlds take the luck of the deal out of the comparison."""
    legal, play, payoff, complete = kernels.legal, kernels.play, kernels.payoff, kernels.complete

    @kernel(EVALUATE, inline=False)
    def flat(view, memory, rng, values, effort):
        me, moves, last = view[TURN], legal(view), last_round(view, memory)
        guide_memory = memory[GUIDE:]
        world, s, seen = np.empty(WORDS, np.int64), np.empty(WORDS, np.int64), np.empty(WORDS, np.int64)
        values[:] = 0.0
        for _ in range(memory[SAMPLES]):
            complete(view, rng, world)
            effort[WORLDS] += 1
            left = moves
            while left != 0:
                move = lowest(left)
                left &= left - 1
                copy_state(world, s)
                play(s, move)
                playout(s, last, seen, guide_memory, rng)
                effort[PLAYOUTS] += 1
                values[move] += payoff(s, me)
        values /= memory[SAMPLES]

    return flat
