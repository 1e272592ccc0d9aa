"""The compiled match loop: many units between policies, without touching Python in between."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numba import int64, void

from kiebitz.games.machine import Machine
from kiebitz.kernel.bits import has
from kiebitz.kernel.clock import ticks
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import derive
from kiebitz.kernel.state import A_POLICY, MATRIX, MAX_SEATS, STATE, TURN, WORDS, Kernels, copy_state

DEAL_STREAM, SEAT_STREAM = 0, 1  # words below a deal's key
MOVES, TIMED_MOVES, TIMED_TICKS = 0, 1, 2  # rows of the counters, a column for each seat
TICKS = MAX_SEATS  # column of TIMED_TICKS: all ticks of the call
TIMED = 16  # in a long block every so many deals each decision is timed, in a short one always


@kernel(STATE(int64, int64, int64, int64))
def unit_streams(root, deal, lineup, seats):
    """The keys of the seats' random streams in a unit, and last that of the deal itself."""
    keys = np.empty(seats + 1, np.int64)
    below = derive(root, deal)
    table = derive(derive(below, SEAT_STREAM), lineup)
    for seat in range(seats):
        keys[seat] = derive(table, seat)
    keys[seats] = derive(below, DEAL_STREAM)
    return keys


@lru_cache
def bind_loop(kernels: Kernels, machine: Machine) -> Any:
    """The match loop of a game.

    ``loop(root, first, seating, options, memory, starts, points, notes, measures, counters, p0..p6)`` plays
    the deals first, first + 1, ... of a root key, as many as ``points`` has rows; if ``starts`` has rows they
    are the states to begin with. For deal i, ``notes[i]`` becomes the number of moves and the seat that
    played an illegal code (-1: none; such a unit is not played on), and ``measures[i]`` what the game
    measures, seat by seat.
    """
    legal, play, payoff, observe = kernels.legal, kernels.play, kernels.payoff, kernels.observe
    begin, measure = machine.begin, machine.measure
    kinds = (A_POLICY,) * MAX_SEATS

    @kernel(void(int64, int64, int64, STATE, MATRIX, MATRIX, MATRIX, MATRIX, MATRIX, MATRIX, *kinds))
    def loop(
        root, first, seating, options, memory, starts, points, notes, measures, counters,
        p0, p1, p2, p3, p4, p5, p6,
    ):  # fmt: skip
        s = np.zeros(WORDS, np.int64)
        view = np.zeros(WORDS, np.int64)
        rng = np.zeros(1, np.int64)
        # Rows are taken out once: to take them at every move would cost more than the move.
        m0, m1, m2, m3, m4, m5, m6 = (
            memory[0], memory[1], memory[2], memory[3], memory[4], memory[5], memory[6],
        )  # fmt: skip
        seats = points.shape[1]
        width = measures.shape[1] // seats
        found = np.zeros(width + 1, np.int64)
        every = TIMED if points.shape[0] > TIMED else 1
        start = ticks()
        for i in range(points.shape[0]):
            streams = unit_streams(root, first + i, seating, seats)
            if starts.shape[0] > 0:
                copy_state(starts[i], s)
            else:
                begin(s, streams[seats], options)
            timed = (first + i) % every == 0
            notes[i, 0] = 0
            notes[i, 1] = -1
            while s[TURN] >= 0:
                seat = s[TURN]
                observe(s, seat, view)
                before = ticks() if timed else np.int64(0)
                rng[0] = streams[seat]
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
                streams[seat] = rng[0]
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
