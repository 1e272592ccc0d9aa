# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The alpha-mu search as a policy: the base names its move, and the search has a say in it."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numba import int64

from kiebitz.kernel.bits import has, lowest
from kiebitz.kernel.clock import ticks
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import MATRIX, POLICY, STATE, WORDS, Kernels
from kiebitz.kernel.vectors import Kernel
from kiebitz.search.alphamu.aims import Aim
from kiebitz.search.alphamu.root import BASE, CLOCKS, COLUMNS, LEVELS, TICKS, TOLD, WORK, bind_search
from kiebitz.search.alphamu.vectors import CUBE, WORLDS
from kiebitz.search.evaluator import CODES


@lru_cache
def bind_named(base: Kernel) -> Kernel:
    """``named(view, memory, rng, deadline)``: the base's move; its clocks get no more than what is left."""

    @kernel(int64(STATE, STATE, STATE, int64), inline=False)
    def named(view, memory, rng, deadline):
        where = memory[memory[CLOCKS] : memory[WORK]]
        usual, left = np.empty(len(where), np.int64), max(deadline - ticks(), 1)
        for i in range(len(where)):
            usual[i] = memory[where[i]]
            if deadline != 0:
                memory[where[i]] = min(usual[i], left) if usual[i] != 0 else left
        move = base(view, memory[memory[BASE] : memory[CLOCKS]], rng)
        for i in range(len(where)):
            memory[where[i]] = usual[i]
        return move

    return named


@lru_cache
def bind_choose(kernels: Kernels, aim: Aim, base: Kernel) -> Kernel:
    """``choose(view, memory, rng, states, vectors, told)``: the move to play.

    The base's, unless another one wins in more worlds. The clock runs for both.
    """
    legal, search, named_by = kernels.legal, bind_search(kernels, aim), bind_named(base)

    @kernel(int64(STATE, STATE, STATE, CUBE, MATRIX, STATE), inline=False)
    def choose(view, memory, rng, states, vectors, told):
        moves, limit = legal(view), memory[TICKS]
        if moves & (moves - 1) == 0:
            return lowest(moves)
        deadline = ticks() + limit if limit != 0 else np.int64(0)
        named = named_by(view, memory, rng, deadline)
        if not has(moves, named):
            return named
        if limit != 0:
            memory[TICKS] = max(deadline - ticks(), 1)
        found = search(view, memory, rng, named, states, vectors, told)
        memory[TICKS] = limit
        return named if found < 0 else found

    return choose


@lru_cache
def bind_alphamu(kernels: Kernels, aim: Aim, base: Kernel) -> Kernel:
    """The policy."""
    choose = bind_choose(kernels, aim, base)

    @kernel(POLICY, inline=False)
    def alphamu(view, memory, rng):
        states = np.empty((LEVELS, WORLDS, WORDS), np.int64)
        vectors = np.empty((CODES, COLUMNS), np.int64)
        return choose(view, memory, rng, states, vectors, np.zeros(TOLD, np.int64))

    return alphamu
