# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Guarded search: better than the policy it starts from, and hardly ever worse.

The base names its move. The other legal moves are tried in the same worlds as the base's: each is followed
by a playout in which every seat plays by a policy and sees only its own view. Worlds come in batches that
double. A move that falls hopelessly behind drops out, and the base's move is left only for one whose gain is
beyond ``z`` standard errors. What is compared is the difference within a world, from the same random numbers,
so that the luck of the deal cancels.

Where two play and only one world is possible, worlds have nothing more to tell. There the play is searched to
its end, if that takes few nodes. Among moves that are equally good but do not win the most, playouts choose:
the other one may err.

A clock may end a decision before its last world: what was found by then decides. Whoever plays inside a
decision and has a clock of its own gets no more than what is left.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numba import float64, int64

from kiebitz.kernel.bits import bit, count, has, lowest
from kiebitz.kernel.clock import is_past, part_of_time, ticks
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import step
from kiebitz.kernel.state import PHASE, POLICY, STATE, TURN, WORDS, Kernels, copy_state
from kiebitz.kernel.vectors import Kernel, Vector
from kiebitz.search.ending import BEST, MEANT, PREFER, TIME_IS_UP, bind_ending
from kiebitz.search.evaluator import (
    CODES,
    EFFORT,
    FLOATS,
    OWN,
    PLAYOUTS,
    SEATS,
    SOLVED,
    bind_is_known,
    last_round,
)
from kiebitz.search.evaluator import WORLDS as COUNTED
from kiebitz.search.playout import bind_guided, is_over
from kiebitz.search.race import MILLION, best_of, guards, hopeful, note, varies

WORLDS, PHASES = OWN, OWN + 1  # words of the memory
BASE, REST = OWN + 2, OWN + 3  # where the memory of the base begins, and that of the playouts' policy
TICKS = OWN + 4  # of the processor's clock for a decision, 0 for no limit
CLOCKS = OWN + 5  # how many words of the memories that follow are such ticks too
LOW, HIGH = OWN + 6, OWN + 7  # between which all points lie
GUARD = OWN + 8  # here begins the table of guards, in millionths of a standard error
WHERE = GUARD + CODES  # here begins the list of those words
FIRST = 16  # worlds of the first batch
NODES_A_WORLD = 96  # what an ending may take for each world of the budget, about as long as its playouts
TWO = 2  # seats of a game in which a search with open cards is right about what the other one wants
QUICK = 100  # worlds of which so many fit into the time are quick


@kernel
def pass_on(memory, deadline, clocks):
    """Nobody inside a decision may take longer than what is left of it; ``clocks`` are their own limits.

    False if nothing is left.
    """
    if deadline == 0:
        return True
    left = deadline - ticks()
    for i in range(memory[CLOCKS]):
        memory[memory[WHERE + i]] = max(min(clocks[i], left) if clocks[i] != 0 else left, 1)
    return left >= 0


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
                if not pass_on(memory, deadline, clocks):
                    return np.int64(0)
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


@lru_cache
def bind_compare(kernels: Kernels, policy: Kernel | None) -> Kernel:
    """``compare(view, memory, rng, moves, base, guard, gains, squares, means, effort, deadline, clocks)``.

    Tries moves in batches of worlds until these or the time are used up, or only the base's move is left.
    The sums ``gains``, ``squares`` and ``means`` hold for the moves of the answer, still in the race.
    Where just one world is possible and chance has no say in it, one batch tells all.

    Reading the clock takes as long as a rule does to find a move. So after a quick world the next one is not
    watched while it is played.
    """
    complete, try_moves, is_known = kernels.complete, bind_try(kernels, policy), bind_is_known(kernels)

    @kernel(
        int64(STATE, STATE, STATE, int64, int64, float64, FLOATS, FLOATS, FLOATS, STATE, int64, STATE),
        inline=False,
    )
    def compare(view, memory, rng, moves, base, guard, gains, squares, means, effort, deadline, clocks):
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
                alive = hopeful(alive, base, gains, squares, n, guard * np.sqrt(n / memory[WORLDS]))
        effort[COUNTED] += n
        return alive

    return compare


@lru_cache
def bind_weigh(kernels: Kernels, policy: Kernel | None) -> Kernel:
    """``weigh(view, memory, rng, moves, base, gains, means, effort, deadline, clocks)``: the move to play.

    By playouts in worlds; without a world it is the base's.
    """
    compare = bind_compare(kernels, policy)

    @kernel(int64(STATE, STATE, STATE, int64, int64, FLOATS, FLOATS, STATE, int64, STATE), inline=False)
    def weigh(view, memory, rng, moves, base, gains, means, effort, deadline, clocks):
        squares, chosen, guard = np.zeros(CODES), base, memory[GUARD + count(moves) - 1] / MILLION
        gains[:], means[:] = 0.0, 0.0
        alive = compare(
            view, memory, rng, moves, base, guard, gains, squares, means, effort, deadline, clocks
        )
        n = effort[COUNTED]
        if n > 0:
            chosen = best_of(alive, base, gains, squares, n, guard)
        for code in range(CODES):
            gains[code] /= max(n, 1)
            means[code] = means[code] / n if n > 0 and has(alive, code) else -np.inf
        return chosen

    return weigh


@lru_cache
def bind_prefer(kernels: Kernels, policy: Kernel | None) -> Kernel:
    """What the playouts' policy would do; looked after like a playout."""
    observe = kernels.observe

    if policy is None:

        @kernel(PREFER)
        def prefer(s, moves, view, memory, rng, deadline, clocks):
            return lowest(moves) if pass_on(memory, deadline, clocks) else np.int64(TIME_IS_UP)

    else:

        @kernel(PREFER)
        def prefer(s, moves, view, memory, rng, deadline, clocks):
            if moves & (moves - 1) == 0:
                return lowest(moves)
            if not pass_on(memory, deadline, clocks):
                return np.int64(TIME_IS_UP)
            observe(s, s[TURN], view)
            return policy(view, memory[memory[REST] :], rng)

    return prefer


@lru_cache
def bind_settle(kernels: Kernels, policy: Kernel | None) -> Kernel:
    """``settle(view, memory, rng, base, gains, means, effort, deadline, clocks)``: an ending's best moves.

    All moves if more than two play, more than one world is possible, or it would take too long: half of the
    time is kept for playouts. If one of them is to be played without playouts, it alone, counted as solved.
    """
    legal, complete, is_known = kernels.legal, kernels.complete, bind_is_known(kernels)
    solve = bind_ending(kernels, bind_prefer(kernels, policy))

    @kernel(int64(STATE, STATE, STATE, int64, FLOATS, FLOATS, STATE, int64, STATE), inline=False)
    def settle(view, memory, rng, base, gains, means, effort, deadline, clocks):
        if memory[SEATS] != TWO or is_known(view, memory) == 0:
            return legal(view)
        world, found = np.empty(WORDS, np.int64), np.empty(2, np.int64)
        found[0], found[1] = memory[LOW], memory[HIGH]
        complete(view, rng, world)
        last, nodes = last_round(view, memory), memory[WORLDS] * NODES_A_WORLD
        half = part_of_time(deadline, 2)
        best = solve(world, base, last, nodes, found, memory, rng, effort, half, clocks)
        if best == 0:
            return legal(view)
        if has(best, base):
            if best != bit(base):
                return best
            chosen = base
        else:
            chosen = lowest(best)
        gains[:], means[:] = 0.0, -np.inf
        means[base], means[chosen] = found[MEANT], found[BEST]
        gains[chosen] = found[BEST] - found[MEANT]
        effort[COUNTED] += 1
        effort[SOLVED] += 1
        return bit(chosen)

    return settle


@lru_cache
def bind_search(kernels: Kernels, base: Kernel, policy: Kernel | None) -> Kernel:
    """``search(view, memory, rng, gains, means, effort)``: the move to play.

    ``gains`` and ``means`` get what was found out about each move; a move that dropped out, or that is proved
    to be no better than the base's, has a mean of minus infinity.
    """
    legal, settle, weigh = kernels.legal, bind_settle(kernels, policy), bind_weigh(kernels, policy)

    @kernel(int64(STATE, STATE, STATE, FLOATS, FLOATS, STATE), inline=False)
    def search(view, memory, rng, gains, means, effort):
        deadline = ticks() + memory[TICKS] if memory[TICKS] != 0 else np.int64(0)
        clocks = np.empty(memory[CLOCKS], np.int64)
        for i in range(memory[CLOCKS]):
            clocks[i] = memory[memory[WHERE + i]]
        pass_on(memory, deadline, clocks)
        moves, chosen = legal(view), base(view, memory[memory[BASE] : memory[REST]], rng)
        if moves & (moves - 1) != 0 and has(moves, chosen) and has(memory[PHASES], view[PHASE]):
            best = settle(view, memory, rng, chosen, gains, means, effort, deadline, clocks)
            if effort[SOLVED] == 0:
                chosen = weigh(view, memory, rng, best, chosen, gains, means, effort, deadline, clocks)
            else:
                chosen = lowest(best)
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
