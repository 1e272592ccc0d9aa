# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Guarded search: better than the policy it starts from, and hardly ever worse.

The base names its move. The other legal moves are tried in the same worlds as the base's: each is followed
by a playout in which every seat plays by a policy and sees only its own view. Worlds come in batches that
double. A move that falls hopelessly behind drops out, and the base's move is left only for one whose gain is
beyond ``z`` standard errors. What is compared is the difference within a world, from the same random numbers,
so that the luck of the deal cancels.

A clock may end a decision before its last world: what was found by then decides. Whoever plays inside a
decision and has a clock of its own gets no more than what is left.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import erfc, sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numba import int64

from kiebitz.kernel.bits import count, has, lowest
from kiebitz.kernel.clock import is_past, ticks
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import step
from kiebitz.kernel.state import PHASE, POLICY, STATE, TURN, WORDS, Kernels, copy_state
from kiebitz.kernel.vectors import Kernel, Vector
from kiebitz.search.evaluator import CODES, EFFORT, FLOATS, OWN, PLAYOUTS, bind_is_known, last_round
from kiebitz.search.evaluator import WORLDS as COUNTED
from kiebitz.search.playout import bind_guided, is_over

WORLDS, PHASES = OWN, OWN + 1  # words of the memory
BASE, REST = OWN + 2, OWN + 3  # where the memory of the base begins, and that of the playouts' policy
TICKS = OWN + 4  # of the processor's clock for a decision, 0 for no limit
CLOCKS = OWN + 5  # how many words of the memories that follow are such ticks too
GUARD = OWN + 6  # here begins the table of guards, in millionths of a standard error
WHERE = GUARD + CODES  # here begins the list of those words
FIRST = 16  # worlds of the first batch
BEHIND = 1.5  # standard errors by which a move is hopelessly behind
QUICK = 100  # worlds of which so many fit into the time are quick
MILLION = 1e6


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


@kernel
def pass_on(memory, deadline, clocks):
    """Nobody inside a decision may take longer than what is left of it; ``clocks`` are their own limits."""
    if deadline != 0:
        left = max(deadline - ticks(), 1)
        for i in range(memory[CLOCKS]):
            memory[memory[WHERE + i]] = min(clocks[i], left) if clocks[i] != 0 else left


@lru_cache
def bind_timed(kernels: Kernels, policy: Kernel | None) -> Kernel:
    """``playout(state, last, view, memory, rng, deadline, clocks)``: 0 if time was up before the end.

    Uniform moves take no time worth looking at; a policy is looked after at every move.
    """
    play, observe, uniform = kernels.play, kernels.observe, bind_guided(kernels, None)

    if policy is None:

        @kernel(int64(STATE, int64, STATE, STATE, STATE, int64, STATE), inline=False)
        def playout(s, last, view, memory, rng, deadline, clocks):
            uniform(s, last, view, memory, rng)
            return np.int64(not is_past(deadline))

    else:

        @kernel(int64(STATE, int64, STATE, STATE, STATE, int64, STATE), inline=False)
        def playout(s, last, view, memory, rng, deadline, clocks):
            rest = memory[memory[REST] :]
            while not is_over(s, last):
                if is_past(deadline):
                    return np.int64(0)
                pass_on(memory, deadline, clocks)
                observe(s, s[TURN], view)
                play(s, policy(view, rest, rng))
            return np.int64(1)

    return playout


@lru_cache
def bind_try(kernels: Kernels, policy: Kernel | None) -> Kernel:
    """``try_moves(world, moves, memory, rng, values, deadline, clocks)``: a playout after each move.

    They have the same random numbers. The answer is how many there were, 0 if time was up before the last.
    """
    play, payoff, playout = kernels.play, kernels.payoff, bind_timed(kernels, policy)

    @kernel(int64(STATE, int64, STATE, STATE, FLOATS, int64, STATE), inline=False)
    def try_moves(world, moves, memory, rng, values, deadline, clocks):
        me, last = world[TURN], last_round(world, memory)
        s, seen, own = np.empty(WORDS, np.int64), np.empty(WORDS, np.int64), np.empty(1, np.int64)
        start, tried = step(rng), np.int64(0)
        while moves != 0:
            move = lowest(moves)
            moves &= moves - 1
            copy_state(world, s)
            play(s, move)
            own[0] = start
            if playout(s, last, seen, memory, own, deadline, clocks) == 0:
                return np.int64(0)
            values[move] = payoff(s, me)
            tried += 1
        return tried

    return try_moves


@kernel
def note(alive, base, values, gains, squares, means):
    """Add what a world says about the moves to what others said."""
    while alive != 0:
        move = lowest(alive)
        alive &= alive - 1
        gain = values[move] - values[base]
        gains[move] += gain
        squares[move] += gain * gain
        means[move] += values[move]


@kernel
def varies(alive, gains, squares, n):
    """Does the gain of any move depend on the world or on chance?"""
    while alive != 0:
        move = lowest(alive)
        alive &= alive - 1
        if squares[move] * n != gains[move] * gains[move]:
            return True
    return False


@lru_cache
def bind_compare(kernels: Kernels, policy: Kernel | None) -> Kernel:
    """``compare(view, memory, rng, moves, base, gains, squares, means, effort, deadline, clocks)``.

    Tries moves in batches of worlds until these or the time are used up, or only the base's move is left.
    The sums ``gains``, ``squares`` and ``means`` hold for the moves of the answer, still in the race.
    Where just one world is possible and chance has no say in it, one batch tells all.

    Reading the clock takes as long as a rule does to find a move. So after a quick world the next one is not
    watched while it is played.
    """
    complete, try_moves, is_known = kernels.complete, bind_try(kernels, policy), bind_is_known(kernels)

    @kernel(
        int64(STATE, STATE, STATE, int64, int64, FLOATS, FLOATS, FLOATS, STATE, int64, STATE), inline=False
    )
    def compare(view, memory, rng, moves, base, gains, squares, means, effort, deadline, clocks):
        world, values = np.empty(WORDS, np.int64), np.zeros(CODES, np.float64)
        alive, n, end, known = moves, np.int64(0), np.int64(FIRST), is_known(view, memory)
        now, watched = ticks() if deadline != 0 else np.int64(0), deadline
        while n < memory[WORLDS] and alive & (alive - 1) != 0 and now <= deadline:
            complete(view, rng, world)
            tried = try_moves(world, alive, memory, rng, values, watched, clocks)
            if tried == 0:
                break
            if deadline != 0:
                begun, now = now, ticks()
                watched = deadline if (now - begun) * QUICK > memory[TICKS] else np.int64(0)
            effort[PLAYOUTS] += tried
            note(alive, base, values, gains, squares, means)
            n += 1
            if n == end and n < memory[WORLDS]:
                end *= 2
                if known != 0 and not varies(alive, gains, squares, n):
                    break
                alive = hopeful(alive, base, gains, squares, n)
        effort[COUNTED] += n
        return alive

    return compare


@lru_cache
def bind_search(kernels: Kernels, base: Kernel, policy: Kernel | None) -> Kernel:
    """``search(view, memory, rng, gains, means, effort)``: the move to play.

    ``gains`` and ``means`` get what was found out about each move; a move that dropped out has a mean of
    minus infinity.
    """
    legal, compare = kernels.legal, bind_compare(kernels, policy)

    @kernel(int64(STATE, STATE, STATE, FLOATS, FLOATS, STATE), inline=False)
    def search(view, memory, rng, gains, means, effort):
        deadline = ticks() + memory[TICKS] if memory[TICKS] != 0 else np.int64(0)
        clocks = np.empty(memory[CLOCKS], np.int64)
        for i in range(memory[CLOCKS]):
            clocks[i] = memory[memory[WHERE + i]]
        pass_on(memory, deadline, clocks)
        moves, chosen = legal(view), base(view, memory[memory[BASE] : memory[REST]], rng)
        if moves & (moves - 1) != 0 and has(moves, chosen) and has(memory[PHASES], view[PHASE]):
            gains[:], means[:] = 0.0, 0.0
            squares = np.zeros(CODES, np.float64)
            alive = compare(view, memory, rng, moves, chosen, gains, squares, means, effort, deadline, clocks)
            n = effort[COUNTED]
            if n > 0:
                guard = memory[GUARD + count(moves) - 1] / MILLION
                chosen = best_of(alive, chosen, gains, squares, n, guard)
            for code in range(CODES):
                gains[code] /= max(n, 1)
                means[code] = means[code] / n if n > 0 and has(alive, code) else -np.inf
        for i in range(memory[CLOCKS]):
            memory[memory[WHERE + i]] = clocks[i]
        return chosen

    return search


@lru_cache
def bind_improve(kernels: Kernels, base: Kernel, playout_policy: Kernel | None) -> Kernel:
    """The policy that improves on a base."""
    search = bind_search(kernels, base, playout_policy)

    @kernel(POLICY, inline=False)
    def improve(view, memory, rng):
        gains, means = np.empty(CODES, np.float64), np.empty(CODES, np.float64)
        return search(view, memory, rng, gains, means, np.zeros(len(EFFORT), np.int64))

    return improve


class Player(NamedTuple):
    """Somebody who plays inside a decision: a memory, and which of its words are ticks of a clock."""

    memory: Vector
    clocks: tuple[int, ...]


def lay_out(head: Vector, words: Mapping[int, int], z: float, base: Player, rest: Player) -> Player:
    """The policy's memory: every search's words, its own, the guards, the memories of base and playouts."""
    clocks = len(base.clocks) + len(rest.clocks)
    first = WHERE + clocks
    second = first + len(base.memory)
    where = (*(first + word for word in base.clocks), *(second + word for word in rest.clocks))
    memory = np.zeros(second + max(len(rest.memory), 1), np.int64)
    memory[: OWN + 1] = head[: OWN + 1]
    for word, value in words.items():
        memory[word] = value
    memory[BASE], memory[REST], memory[CLOCKS] = first, second, clocks
    memory[GUARD:WHERE] = guards(z)
    memory[WHERE:first] = where
    memory[first:second] = base.memory
    memory[second : second + len(rest.memory)] = rest.memory
    return Player(memory, (TICKS, *where))
