# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The compiled match loop: many units between policies, without touching Python in between."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numba import int64, types, void

from kiebitz.kernel.bits import has
from kiebitz.kernel.clock import ticks
from kiebitz.kernel.jit import direct, kernel
from kiebitz.kernel.random import at_ply, one_way
from kiebitz.kernel.state import A_POLICY, MATRIX, MAX_SEATS, STATE, TURN, WORDS, Kernels, copy_state
from kiebitz.kernel.vectors import Kernel
from kiebitz.rules.machine import Machine

DEALS = MAX_SEATS  # row of the roots: of the deals; the rows before it are the seats'
PLIES, LOSER, POINTS = 0, 1, 2  # columns of the rows; from the last on points, then measures
NO_MOVE, TOO_LONG = -2, -3  # in place of a loser: the rules themselves went wrong
DEAL, SEAT = 0, 1  # words that say who is thinking about what
MOVES, TIMED_MOVES, TIMED_TICKS = 0, 1, 2  # rows of the counters: a column for each seat, then all of them
CHANCE = types.Tuple((MATRIX, STATE, MATRIX))
PLAYERS = types.Tuple((types.UniTuple(A_POLICY, MAX_SEATS), types.UniTuple(STATE, MAX_SEATS)))
TIMED = 16  # in a long block every so many deals each decision is timed, in a short one always


@kernel(void(MATRIX, int64, int64, STATE))
def write_keys(roots, deal, seats, keys):
    """Write the keys of the seats' random streams in a deal, and last that of the deal itself.

    The line-up is not part of it: whoever sits there draws the same numbers.
    """
    for seat in range(seats):
        keys[seat] = one_way(roots[seat, 0], roots[seat, 1], deal * (MAX_SEATS + 1) + seat)
    keys[seats] = one_way(roots[DEALS, 0], roots[DEALS, 1], deal)


@kernel
def ask(turn, players, view, rng):
    """The move of the player whose turn it is.

    Case by case: a call through a place in a tuple that is not known beforehand takes longer.
    """
    policies, memories = players
    if turn == 0:
        return policies[0](view, memories[0], rng)
    if turn == 1:
        return policies[1](view, memories[1], rng)
    if turn == 2:
        return policies[2](view, memories[2], rng)
    if turn == 3:
        return policies[3](view, memories[3], rng)
    if turn == 4:
        return policies[4](view, memories[4], rng)
    if turn == 5:
        return policies[5](view, memories[5], rng)
    return policies[6](view, memories[6], rng)


@kernel
def consult(turn, players, view, rng, counters, timed):
    """Ask, count the move, and the time that it takes if it is to be timed."""
    before = ticks() if timed else np.int64(0)
    move = ask(turn, players, view, rng)
    if timed:
        counters[TIMED_TICKS, turn] += ticks() - before
        counters[TIMED_MOVES, turn] += 1
    counters[MOVES, turn] += 1
    return move


@lru_cache
def bind_loop(kernels: Kernels, machine: Machine) -> Kernel:
    """The match loop of a game: ``loop(chance, first, most, players, rows, moves, counters, here)``.

    It plays the deals first, first + 1, ... one for each row. ``chance`` are the roots of the random streams
    (a row for each seat, and the deals'), the options, and the states to begin with, if they are given;
    ``most`` is the number of moves after which a unit must be over; ``players`` are the policies and their
    memories, by seat; ``here`` always says who is thinking about which deal, in case nobody comes back.

    A row becomes: the number of moves; the seat that played an illegal code (-1: none), which ends the unit;
    the points by seat; what the game measures, seat by seat. Rules that leave a seat without a move, or do
    not come to an end, end the unit too. ``moves`` gets the codes that were answered, a row for each unit, as
    far as it has columns.
    """
    legal, play, observe = kernels.legal, kernels.play, kernels.observe
    begin, score = machine.begin, machine.score

    @kernel(void(CHANCE, int64, int64, PLAYERS, MATRIX, MATRIX, MATRIX, STATE))
    def loop(chance, first, most, players, rows, moves, counters, here):
        roots, options, starts = chance
        s, view, rng = np.zeros(WORDS, np.int64), np.zeros(WORDS, np.int64), np.zeros(1, np.int64)
        keys, found = np.zeros(MAX_SEATS + 1, np.int64), np.zeros(rows.shape[1], np.int64)
        seats, every = counters.shape[1] - 1, TIMED if len(rows) > TIMED else 1
        start = ticks()
        for i in range(len(rows)):
            row, timed = rows[i], (first + i) % every == 0
            row[LOSER], plies = -1, 0
            here[DEAL] = first + i
            write_keys(roots, first + i, seats, keys)
            if len(starts) > 0:
                copy_state(starts[i], s)
            else:
                begin(s, keys[seats], options)
            while s[TURN] >= 0:
                seat, mask = s[TURN], legal(s)
                if mask == 0 or plies == most:
                    row[LOSER] = NO_MOVE if mask == 0 else TOO_LONG
                    break
                here[SEAT] = seat
                observe(s, seat, view)
                rng[0] = at_ply(keys[seat], plies)
                move = consult(seat, players, view, rng, counters, timed)
                if plies < moves.shape[1]:
                    moves[i, plies] = move
                plies += 1
                if move < 0 or move > 63 or not has(mask, move):
                    row[LOSER] = seat
                    break
                play(s, move)
            row[PLIES] = plies
            score(s, seats, found, row[POINTS:])
        counters[TIMED_TICKS, seats] += ticks() - start

    return direct(loop)
