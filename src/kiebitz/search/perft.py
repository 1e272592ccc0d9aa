# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Perft: how many sequences of moves are there? The number that two rule books must share."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numba import int64

from kiebitz.kernel.bits import bit, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import STATE, TURN, WORDS, Kernels, copy_state
from kiebitz.kernel.vectors import Kernel
from kiebitz.rules.values import State


@lru_cache
def bind_perft(kernels: Kernels) -> Kernel:
    """``perft(state, depth)``: sequences of that many moves, or fewer where the unit ends before."""
    legal, play = kernels.legal, kernels.play

    @kernel(int64(STATE, int64))
    def perft(start, depth):
        states = np.empty((depth + 1, WORDS), np.int64)
        left = np.zeros(depth + 1, np.int64)
        copy_state(start, states[0])
        if depth == 0 or start[TURN] < 0:
            return np.int64(1)
        left[0] = legal(start)
        level = 0
        found = np.int64(0)
        while level >= 0:
            if left[level] == 0:
                level -= 1
                continue
            move = lowest(left[level])
            left[level] &= ~bit(move)
            copy_state(states[level], states[level + 1])
            play(states[level + 1], move)
            if level + 1 == depth or states[level + 1, TURN] < 0:
                found += 1
            else:
                level += 1
                left[level] = legal(states[level])
        return found

    return perft


def perft(state: State, depth: int) -> int:
    """Sequences of ``depth`` moves from a state.

    >>> from kiebitz.rules.registry import game
    >>> perft(game("schnapsen").deal(1), 0)
    1
    """
    return int(bind_perft(state.game.kernels)(state.vector, depth))


def split(state: State, depth: int) -> dict[str, int]:
    """The count for each first move: where two rule books differ shows here."""
    return {str(move): perft(state.play(move), depth - 1) for move in state.moves} if depth else {}
