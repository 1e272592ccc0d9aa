# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The luck of a game, replayed: at each chance event what came minus the mean of what could have come.

A state before a chance event and one in which everything unseen was drawn anew are exchangeable: nobody has
seen the difference, so nothing that was played depends on it. Hence a number of the state after the event,
minus the mean of the same number over states that were drawn anew, has expectation zero, whatever the number
is and whoever plays. The same holds at a decision whose probabilities are known. Sums of such increments can
be taken from a game's points without any bias.

The deal itself is the first event. Its sums are kept apart: duplicate play already cancels most of them.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numba import float64, int64, types, void

from kiebitz.kernel.bits import lowest
from kiebitz.kernel.jit import direct, kernel
from kiebitz.kernel.random import one_way, step
from kiebitz.kernel.state import MATRIX, MAX_SEATS, STATE, STATED, TURN, WORDS, Kernels, copy_state
from kiebitz.kernel.vectors import Kernel
from kiebitz.lab.reduction.frozen import PARTS
from kiebitz.lab.reduction.values import FLOATS, Values, no_rollout
from kiebitz.lab.results.frames import MILLIONTHS
from kiebitz.rules.machine import Machine

TABLE = float64[:, ::1]
TABLES = float64[:, :, ::1]
KNOWING = types.Tuple((types.UniTuple(STATED, MAX_SEATS), types.UniTuple(STATE, MAX_SEATS), STATE))
DEALT, ALONG = 0, 1  # the sums of the deal, and those of everything after it
DEALS, REDRAWS = 0, 1  # rows of the roots
CODES = 64


@lru_cache
def bind_increments(kernels: Kernels, machine: Machine, values: Values) -> tuple[Kernel, Kernel]:
    """``collect`` and ``correct`` for a game: the sums of many units, or what they take from the points.

    ``collect(roots, options, draws, deals, moves, knowing, sums)``: ``roots`` are those of the deals and of
    the redraws, ``draws`` how often each event is drawn anew, ``moves`` the codes of each unit, -1 after the
    last; ``knowing`` the probabilities of those who state them, with their memories and a mark for each seat.
    ``sums[unit, part, seat * columns + column]``. ``correct`` has ``weights[part, column]`` besides, and
    writes millionths of points, ``out[unit, seat]``.
    """
    legal, play, observe, begin = kernels.legal, kernels.play, kernels.observe, machine.begin
    features, redraw, shown, stage = values.features, values.redraw, values.shown, values.stage
    plain, width = len(values.names), len(values.columns)
    rolls = values.rollout is not None
    rollout = values.rollout or no_rollout

    @kernel(void(STATE, float64, FLOATS, FLOATS), inline=False)
    def add_features(s, weight, found, out):
        """Add the features of a state to the numbers of each seat."""
        for seat in range(len(out) // width):
            features(s, seat, found)
            for i in range(plain):
                out[seat * width + i] += weight * found[i]

    @kernel(void(STATE, STATE, float64, FLOATS, FLOATS), inline=False)
    def add_rollout(s, rng, weight, found, out):
        """Add what a rollout of a state, in place, is worth to each seat."""
        if rolls:
            slot = plain + stage(s)
            rollout(s, rng, found)
            for seat in range(len(out) // width):
                out[seat * width + slot] += weight * found[seat]

    @kernel(void(STATE, STATE, int64, FLOATS, FLOATS), inline=False)
    def add_what_came(s, rng, draws, found, out):
        """Add the numbers of what happened; rollouts draw what is still unseen anew."""
        add_features(s, 1.0, found, out)
        if rolls:
            other = np.empty(WORDS, np.int64)
            for _ in range(draws):
                copy_state(s, other)
                redraw(other, rng)
                add_rollout(other, rng, 1.0 / draws, found, out)

    @kernel(void(STATE, STATE, int64, float64, int64, FLOATS, FLOATS), inline=False)
    def take_what_could(before, rng, move, weight, draws, found, out):
        """Subtract the mean of the numbers after a move, over draws of everything unseen."""
        other = np.empty(WORDS, np.int64)
        for _ in range(draws):
            copy_state(before, other)
            redraw(other, rng)
            play(other, move)
            add_features(other, -weight / draws, found, out)
            add_rollout(other, rng, -weight / draws, found, out)

    @kernel(void(STATE, STATE, STATE, int64, FLOATS, FLOATS), inline=False)
    def add_deal(s, options, rng, draws, found, out):
        """The increment of the deal."""
        other = np.empty(WORDS, np.int64)
        add_what_came(s, rng, draws, found, out)
        for _ in range(draws):
            begin(other, step(rng), options)
            add_features(other, -1.0 / draws, found, out)
            add_rollout(other, rng, -1.0 / draws, found, out)

    @kernel(void(STATE, STATE, STATE, int64, KNOWING, TABLE), inline=False)
    def increments(keys, options, moves, draws, knowing, sums):
        """Add the increments of one unit, replayed."""
        stating, memories, states_it = knowing
        s, before, view = np.empty(WORDS, np.int64), np.empty(WORDS, np.int64), np.empty(WORDS, np.int64)
        found, chances = np.zeros(max(width, MAX_SEATS)), np.zeros(CODES)
        rng = np.empty(1, np.int64)
        rng[0] = keys[REDRAWS]
        begin(s, keys[DEALS], options)
        add_deal(s, options, rng, draws, found, sums[DEALT])
        for ply in range(len(moves)):
            if moves[ply] < 0:
                break
            copy_state(s, before)
            seat, mask = before[TURN], legal(before)
            play(s, moves[ply])
            known = states_it[seat] != 0 and mask & (mask - 1) != 0
            happens = shown(s) != shown(before)
            if not known and not happens:
                continue
            add_what_came(s, rng, draws, found, sums[ALONG])
            if not known:
                take_what_could(before, rng, moves[ply], 1.0, draws, found, sums[ALONG])
                continue
            observe(before, seat, view)
            stating[seat](view, memories[seat], chances)
            while mask != 0:
                move = lowest(mask)
                mask &= mask - 1
                if chances[move] > 0.0:
                    take_what_could(before, rng, move, chances[move], draws, found, sums[ALONG])

    @kernel(void(MATRIX, STATE, int64, STATE, MATRIX, KNOWING, TABLES))
    def collect(roots, options, draws, deals, moves, knowing, sums):
        keys = np.empty(2, np.int64)
        for i in range(len(deals)):
            for row in range(2):
                keys[row] = one_way(roots[row, 0], roots[row, 1], deals[i])
            increments(keys, options, moves[i], draws, knowing, sums[i])

    @kernel(void(MATRIX, STATE, int64, STATE, MATRIX, KNOWING, TABLE, MATRIX))
    def correct(roots, options, draws, deals, moves, knowing, weights, out):
        keys, sums = np.empty(2, np.int64), np.empty((PARTS, out.shape[1] * width))
        for i in range(len(deals)):
            for row in range(2):
                keys[row] = one_way(roots[row, 0], roots[row, 1], deals[i])
            sums[:] = 0.0
            increments(keys, options, moves[i], draws, knowing, sums)
            for seat in range(out.shape[1]):
                total = 0.0
                for part in range(PARTS):
                    for column in range(width):
                        total += weights[part, column] * sums[part, seat * width + column]
                out[i, seat] = np.int64(np.floor(total * MILLIONTHS + 0.5))

    return direct(collect), direct(correct)
