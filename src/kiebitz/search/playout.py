# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Playouts: from a state to the end with uniform moves or those of a policy, as fast as the rules allow."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numba import int64, void

from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import pick
from kiebitz.kernel.state import ROUND, STATE, TURN, WORDS, Kernels, copy_state
from kiebitz.kernel.vectors import Kernel

PLAYOUT = void(STATE, int64, STATE, STATE, STATE)  # state, last round, room for a view, memory, rng


@lru_cache
def bind_playout(kernels: Kernels) -> Kernel:
    """``playout(state, rng)`` for a game: play the state to its end in place."""
    legal, play = kernels.legal, kernels.play

    @kernel(void(STATE, STATE))
    def playout(s, rng):
        while s[TURN] >= 0:
            play(s, pick(rng, legal(s)))

    return playout


@lru_cache
def bind_playouts(kernels: Kernels) -> Kernel:
    """``playouts(state, rng, n, totals)``: the sum of each seat's points over n playouts."""
    playout, payoff = bind_playout(kernels), kernels.payoff

    @kernel(void(STATE, STATE, int64, STATE))
    def playouts(start, rng, n, totals):
        s = np.empty(WORDS, np.int64)
        for _ in range(n):
            copy_state(start, s)
            playout(s, rng)
            for seat in range(len(totals)):
                totals[seat] += payoff(s, seat)

    return playouts


@kernel
def is_over(s, last):
    """Is the unit over, or the round beyond which nobody looks?"""
    return s[TURN] < 0 or s[ROUND] > last


@lru_cache
def bind_guided(kernels: Kernels, guide: Kernel | None = None) -> Kernel:
    """``playout(state, last, view, memory, rng)``: play in place to the end of the round ``last``.

    The guide is a policy with its memory; it gets an honest view of every position, for which ``view``
    is the room. Without a guide the moves are uniform.
    """
    legal, play, observe = kernels.legal, kernels.play, kernels.observe
    if guide is None:

        @kernel(PLAYOUT, inline=False)
        def playout(s, last, view, memory, rng):
            while not is_over(s, last):
                play(s, pick(rng, legal(s)))

    else:

        @kernel(PLAYOUT, inline=False)
        def playout(s, last, view, memory, rng):
            while not is_over(s, last):
                observe(s, s[TURN], view)
                play(s, guide(view, memory, rng))

    return playout
