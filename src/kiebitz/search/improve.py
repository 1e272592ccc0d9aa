# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Guarded search: better than the policy it starts from, and hardly ever worse.

The base names its move. The other legal moves are tried in the same worlds as the base's: each is followed
by a playout in which every seat plays by a policy and sees only its own view. Worlds come in batches that
double. A move that falls hopelessly behind drops out, and the base's move is left only for one whose gain is
beyond ``z`` standard errors. What is compared is the difference within a world, from the same random numbers,
so that the luck of the deal cancels.
"""

from __future__ import annotations

from functools import lru_cache
from math import erfc, sqrt
from statistics import NormalDist

import numpy as np
from numba import int64

from kiebitz.kernel.bits import has, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import step
from kiebitz.kernel.state import PHASE, POLICY, STATE, TURN, WORDS, Kernels, copy_state
from kiebitz.kernel.vectors import Kernel, Vector
from kiebitz.search.evaluator import CODES, FLOATS, OWN, PLAYOUTS, last_round
from kiebitz.search.evaluator import WORLDS as COUNTED
from kiebitz.search.playout import bind_guided

WORLDS, PHASES, BASE, REST = OWN, OWN + 1, OWN + 2, OWN + 3  # words of the memory: the last two say where
GUARD = OWN + 6  # here begins the table of guards, in millionths of a standard error
BASES = GUARD + CODES  # here begins the memory of the base, behind it that of the playouts' policy
FIRST = 16  # worlds of the first batch
BEHIND = 2.5  # standard errors by which a move is hopelessly behind
MILLION = 1e6

GAINS, VALUES = 0, 1  # what an answer tells of each move: how much it gains over the base, and its value


def guards(z: float) -> list[int]:
    """For each number of other moves, the standard errors that the best of them must gain, in millionths.

    The best of several owes something to luck: the chance that a normal value exceeds z is shared among them.

    >>> [round(guard / 1e6, 2) for guard in guards(1.0)[:4]], guards(0.0)[5]
    ([1.0, 1.0, 1.41, 1.62], 0)
    """
    if z == 0:
        return [0] * CODES
    chance = erfc(z / sqrt(2)) / 2
    shares = (chance / max(others, 1) for others in range(CODES))
    return [round(MILLION * -NormalDist().inv_cdf(share)) for share in shares]


@kernel
def spread_of(total, squares, n):
    """The standard error of a mean from its sums."""
    mean = total / n
    return np.sqrt(max(squares / n - mean * mean, 0.0) / max(n - 1, 1))


@kernel
def hopeful(alive, base, gains, squares, n):
    """The moves that are not hopelessly behind the base or another one; the base stays."""
    lowest_end = 0.0
    left = alive
    while left != 0:
        move = lowest(left)
        left &= left - 1
        if move != base:
            mean = gains[move] / n
            lowest_end = max(lowest_end, mean - BEHIND * spread_of(gains[move], squares[move], n))
    kept, left = np.int64(1) << base, alive
    while left != 0:
        move = lowest(left)
        left &= left - 1
        mean = gains[move] / n
        if move == base or mean + BEHIND * spread_of(gains[move], squares[move], n) >= lowest_end:
            kept |= np.int64(1) << move
    return kept


@kernel
def best_of(alive, base, gains, squares, n, guard):
    """The move with the greatest gain if it is beyond its guard, else the base's."""
    best, left = base, alive
    while left != 0:
        move = lowest(left)
        left &= left - 1
        if move != base and gains[move] > 0.0 and (best == base or gains[move] > gains[best]):
            best = move
    if best != base and gains[best] / n <= guard * spread_of(gains[best], squares[best], n):
        return base
    return best


@lru_cache
def bind_try(kernels: Kernels, playout_policy: Kernel | None) -> Kernel:
    """``try_moves(world, moves, memory, rng, values)``: a playout after each move, with the same numbers."""
    play, payoff, playout = kernels.play, kernels.payoff, bind_guided(kernels, playout_policy)

    @kernel(int64(STATE, int64, STATE, STATE, FLOATS), inline=False)
    def try_moves(world, moves, memory, rng, values):
        me, last = world[TURN], last_round(world, memory)
        s, seen, own = np.empty(WORDS, np.int64), np.empty(WORDS, np.int64), np.empty(1, np.int64)
        rest, start, tried = memory[memory[REST] :], step(rng), np.int64(0)
        while moves != 0:
            move = lowest(moves)
            moves &= moves - 1
            copy_state(world, s)
            play(s, move)
            own[0] = start
            playout(s, last, seen, rest, own)
            values[move] = payoff(s, me)
            tried += 1
        return tried

    return try_moves


@lru_cache
def bind_search(kernels: Kernels, base: Kernel, playout_policy: Kernel | None) -> Kernel:
    """``search(view, memory, rng, told, effort)``: the move to play; ``told`` gets what was found out."""
    legal, complete = kernels.legal, kernels.complete
    try_moves = bind_try(kernels, playout_policy)

    @kernel(int64(STATE, STATE, STATE, FLOATS, FLOATS, STATE), inline=False)
    def search(view, memory, rng, gains, means, effort):
        moves = legal(view)
        named = base(view, memory[memory[BASE] : memory[REST]], rng)
        if moves & (moves - 1) == 0 or not has(moves, named) or not has(memory[PHASES], view[PHASE]):
            return named
        squares, values = np.zeros(CODES, np.float64), np.zeros(CODES, np.float64)
        gains[:], means[:] = 0.0, 0.0
        world, alive, others = np.empty(WORDS, np.int64), moves, np.int64(-1)
        while moves != 0:
            moves &= moves - 1
            others += 1
        n, batch = np.int64(0), np.int64(FIRST)
        while n < memory[WORLDS] and alive & (alive - 1) != 0:
            for _ in range(min(batch, memory[WORLDS]) - n):
                complete(view, rng, world)
                effort[PLAYOUTS] += try_moves(world, alive, memory, rng, values)
                left = alive
                while left != 0:
                    move = lowest(left)
                    left &= left - 1
                    gain = values[move] - values[named]
                    gains[move] += gain
                    squares[move] += gain * gain
                    means[move] += values[move]
            n = min(batch, memory[WORLDS])
            batch *= 2
            if n < memory[WORLDS]:
                alive = hopeful(alive, named, gains, squares, n)
        effort[COUNTED] += n
        chosen = best_of(alive, named, gains, squares, n, memory[GUARD + others] / MILLION)
        told = legal(view)
        while told != 0:
            move = lowest(told)
            told &= told - 1
            if has(alive, move):
                gains[move] /= n
                means[move] /= n
            else:
                means[move] = -np.inf
        return chosen

    return search


@lru_cache
def bind_improve(kernels: Kernels, base: Kernel, playout_policy: Kernel | None) -> Kernel:
    """The policy that improves on a base."""
    search = bind_search(kernels, base, playout_policy)

    @kernel(POLICY, inline=False)
    def improve(view, memory, rng):
        gains, means = np.empty(CODES, np.float64), np.empty(CODES, np.float64)
        return search(view, memory, rng, gains, means, np.zeros(8, np.int64))

    return improve


def lay_out(head: Vector, phases: int, z: float, base: Vector, rest: Vector) -> Vector:
    """The memory of the policy: that of every search, the guards, the base's and that of the playouts."""
    memory = np.zeros(BASES + len(base) + max(len(rest), 1), np.int64)
    memory[: OWN + 1] = head[: OWN + 1]
    memory[PHASES], memory[BASE], memory[REST] = phases, BASES, BASES + len(base)
    memory[GUARD:BASES] = guards(z)
    memory[BASES : BASES + len(base)] = base
    memory[BASES + len(base) : BASES + len(base) + len(rest)] = rest
    return memory
