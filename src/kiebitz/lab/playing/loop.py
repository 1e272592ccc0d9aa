# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The compiled match loop: many units between policies, without touching Python in between."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numba import int64, void

from kiebitz.kernel.bits import has
from kiebitz.kernel.clock import ticks
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import at_ply, one_way
from kiebitz.kernel.state import A_POLICY, MATRIX, MAX_SEATS, STATE, TURN, WORDS, Kernels, copy_state
from kiebitz.kernel.vectors import Kernel
from kiebitz.rules.machine import Machine

DEALS = MAX_SEATS  # row of the roots: of the deals; the rows before it are the seats'
MOVES, TIMED_MOVES, TIMED_TICKS = 0, 1, 2  # rows of the counters, a column for each seat
TICKS = MAX_SEATS  # column of TIMED_TICKS: all ticks of the call
TIMED = 16  # in a long block every so many deals each decision is timed, in a short one always


@kernel(void(MATRIX, int64, int64, STATE))
def write_keys(roots, deal, seats, keys):
    """Write the keys of the seats' random streams in a deal, and last that of the deal itself.

    The line-up is not part of it: whoever sits there draws the same numbers.
    """
    for seat in range(seats):
        keys[seat] = one_way(roots[seat, 0], roots[seat, 1], deal * (MAX_SEATS + 1) + seat)
    keys[seats] = one_way(roots[DEALS, 0], roots[DEALS, 1], deal)


@lru_cache
def bind_loop(kernels: Kernels, machine: Machine) -> Kernel:
    """The match loop of a game.

    ``loop(roots, first, options, memory, starts, points, notes, measures, counters, p0..p6)`` plays the deals
    first, first + 1, ... of the roots (a row for each seat, and the deals'), as many as ``points`` has rows;
    if ``starts`` has rows they are the states to begin with. For deal i, ``notes[i]`` becomes the number of
    moves and the seat that played an illegal code (-1: none; such a unit is not played on), and
    ``measures[i]`` what the game measures, seat by seat.
    """
    legal, play, payoff, observe = kernels.legal, kernels.play, kernels.payoff, kernels.observe
    begin, measure = machine.begin, machine.measure
    kinds = (A_POLICY,) * MAX_SEATS

    @kernel(void(MATRIX, int64, STATE, MATRIX, MATRIX, MATRIX, MATRIX, MATRIX, MATRIX, *kinds))
    def loop(
        roots, first, options, memory, starts, points, notes, measures, counters,
        p0, p1, p2, p3, p4, p5, p6,
    ):  # fmt: skip
        s = np.zeros(WORDS, np.int64)
        view = np.zeros(WORDS, np.int64)
        rng = np.zeros(1, np.int64)
        keys = np.zeros(MAX_SEATS + 1, np.int64)
        # Rows are taken out once: taking them at every move would cost more than the move.
        m0, m1, m2, m3, m4, m5, m6 = (
            memory[0], memory[1], memory[2], memory[3], memory[4], memory[5], memory[6],
        )  # fmt: skip
        seats = points.shape[1]
        width = measures.shape[1] // seats
        found = np.zeros(width + 1, np.int64)
        every = TIMED if points.shape[0] > TIMED else 1
        start = ticks()
        for i in range(points.shape[0]):
            write_keys(roots, first + i, seats, keys)
            if starts.shape[0] > 0:
                copy_state(starts[i], s)
            else:
                begin(s, keys[seats], options)
            timed = (first + i) % every == 0
            notes[i, 0] = 0
            notes[i, 1] = -1
            while s[TURN] >= 0:
                seat = s[TURN]
                observe(s, seat, view)
                before = ticks() if timed else np.int64(0)
                rng[0] = at_ply(keys[seat], notes[i, 0])
                if seat == 0:
                    move = p0(view, m0, rng)
                elif seat == 1:
                    move = p1(view, m1, rng)
                elif seat == 2:
                    move = p2(view, m2, rng)
                elif seat == 3:
                    move = p3(view, m3, rng)
                elif seat == 4:
                    move = p4(view, m4, rng)
                elif seat == 5:
                    move = p5(view, m5, rng)
                else:
                    move = p6(view, m6, rng)
                if timed:
                    counters[TIMED_TICKS, seat] += ticks() - before
                    counters[TIMED_MOVES, seat] += 1
                counters[MOVES, seat] += 1
                notes[i, 0] += 1
                if move < 0 or move > 63 or not has(legal(s), move):
                    notes[i, 1] = seat
                    break
                play(s, move)
            for seat in range(seats):
                points[i, seat] = payoff(s, seat)
                measure(s, seat, found)
                for k in range(width):
                    measures[i, seat * width + k] = found[k]
        counters[TIMED_TICKS, TICKS] += ticks() - start

    return loop
