# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Rdeep: random playouts in random completions, judged by the share of the points made so far.

The university platform has two of them. The current one takes the mean over its samples. Its
predecessor counts plies instead of tricks, plays several games in each completion, and keeps the move with
the best *single* completion, so it is an optimist.
"""

from __future__ import annotations

import numpy as np
from numba import int64

from kiebitz.games.schnapsen.rules import LED, POINTS, SCORE, UNIT, legal, play
from kiebitz.games.schnapsen.search.assume import assume
from kiebitz.kernel.bits import bit, count, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import pick
from kiebitz.kernel.state import POLICY, STATE, TURN, WORDS, copy_state
from kiebitz.search.evaluator import CODES, EVALUATE, FLOATS, OWN, PLAYOUTS, WORLDS

SAMPLES, DEPTH = OWN, OWN + 1  # words of the memory
ONE_DEAL = 1  # value of the option word UNIT: a playout never goes on to the next deal


@kernel
def share(s, me):
    """My part of the points that count so far; nothing of nothing is 0."""
    total = s[POINTS] + s[POINTS + 1]
    return s[POINTS + me] / total if total > 0 else 0.0


@kernel
def share_old(s, me, score):
    """The same on the old platform, which gives 66 points to whoever wins by the last trick.

    ``score`` are my game points before the deal.
    """
    mine, theirs = s[POINTS + me], s[POINTS + 1 - me]
    if s[TURN] < 0 and max(mine, theirs) < 66:
        if s[SCORE + me] > score:
            mine = np.int64(66)
        else:
            theirs = np.int64(66)
    return mine / (mine + theirs) if mine + theirs > 0 else 0.0


@kernel
def play_tricks(s, rng, tricks):
    """Random moves for this many tricks; an exchange counts as one."""
    while tricks > 0 and s[TURN] >= 0:
        play(s, pick(rng, legal(s)))
        if s[LED] < 0:
            tricks -= 1


@kernel
def play_plies(s, rng, plies):
    """This many random moves."""
    while plies > 0 and s[TURN] >= 0:
        play(s, pick(rng, legal(s)))
        plies -= 1


@kernel(EVALUATE, inline=False)
def rdeep_values(view, memory, rng, values, effort):
    """For each move the mean share over samples: a completion and a playout of some tricks each."""
    me, moves = view[TURN], legal(view)
    start, s = np.empty(WORDS, np.int64), np.empty(WORDS, np.int64)
    copy_state(view, start)
    start[UNIT] = ONE_DEAL
    while moves != 0:
        move = lowest(moves)
        moves &= moves - 1
        total = 0.0
        for _ in range(memory[SAMPLES]):
            assume(start, rng, s)
            play(s, move)
            play_tricks(s, rng, memory[DEPTH] - (1 if s[LED] < 0 else 0))
            total += share(s, me)
        values[move] = total / memory[SAMPLES]
        effort[WORLDS] += memory[SAMPLES]
        effort[PLAYOUTS] += memory[SAMPLES]


@kernel(EVALUATE, inline=False)
def rdeep_old_values(view, memory, rng, values, effort):
    """For each move the best completion, judged by the mean share over as many playouts of some plies."""
    me, moves, samples = view[TURN], legal(view), memory[SAMPLES]
    start, world, s = np.empty(WORDS, np.int64), np.empty(WORDS, np.int64), np.empty(WORDS, np.int64)
    copy_state(view, start)
    start[UNIT] = ONE_DEAL
    while moves != 0:
        move = lowest(moves)
        moves &= moves - 1
        values[move] = 0.0
        for _ in range(samples):
            assume(start, rng, world)
            play(world, move)
            total = 0.0
            for _ in range(samples):
                copy_state(world, s)
                play_plies(s, rng, memory[DEPTH])
                total += share_old(s, me, view[SCORE + me])
            values[move] = max(values[move], total / samples)
        effort[WORLDS] += samples
        effort[PLAYOUTS] += samples * samples


@kernel(int64(int64, FLOATS, STATE))
def best_of(moves, values, rng):
    """One of the moves with the best value, drawn at random: as if they had been shuffled before."""
    best, top = np.int64(0), -1.0
    while moves != 0:
        move = lowest(moves)
        moves &= moves - 1
        if values[move] > top:
            best, top = np.int64(0), values[move]
        if values[move] == top:
            best |= bit(move)
    return pick(rng, best)


@kernel(POLICY, inline=False)
def rdeep(view, memory, rng):
    moves = legal(view)
    if count(moves) == 1:
        return lowest(moves)
    values, effort = np.empty(CODES, np.float64), np.zeros(8, np.int64)
    rdeep_values(view, memory, rng, values, effort)
    return best_of(moves, values, rng)


@kernel(POLICY, inline=False)
def rdeep_old(view, memory, rng):
    moves = legal(view)
    if count(moves) == 1:
        return lowest(moves)
    values, effort = np.empty(CODES, np.float64), np.zeros(8, np.int64)
    rdeep_old_values(view, memory, rng, values, effort)
    return best_of(moves, values, rng)
