# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What every move of Schnapsen is worth in each of some worlds: guided playouts and exact endgames."""

from __future__ import annotations

import numpy as np
from numba import float64, int64, void

from kiebitz.games.schnapsen import rules as r
from kiebitz.games.schnapsen.search.endgame import values_of
from kiebitz.games.schnapsen.search.lookahead import LONGEST, MILLION, best_lead, is_last_answer, presumed
from kiebitz.games.schnapsen.search.remembering import TABLE_WORDS
from kiebitz.games.schnapsen.search.stakes import MATCH, MIDDLE, OUTCOMES, write_stakes
from kiebitz.kernel.bits import bit, has, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import MATRIX, STATE, TURN, WORDS, copy_state
from kiebitz.search.evaluator import CODES, FLOATS

TABLE = float64[:, ::1]


@kernel(void(STATE, FLOATS), inline=False)
def write_worth(s, worth):
    """Write what -3..3 game points are worth to the seat to move: themselves, or percent of a Bummerl."""
    if s[r.RULES] == r.FULL and s[r.UNIT] == r.BUMMERL:
        write_stakes(s, s[TURN], np.int64(MATCH), np.int64(0), worth)
        for i in range(OUTCOMES):
            worth[i] = 50.0 * (1.0 + worth[i])
    else:
        for i in range(OUTCOMES):
            worth[i] = i - MIDDLE


@kernel(void(STATE, FLOATS, FLOATS, FLOATS), inline=False)
def write_endgame(s, worth, found, values):
    """Write what each move of a state with strict rules is worth."""
    values_of(s, found)
    moves = r.legal(s)
    while moves != 0:
        move = lowest(moves)
        moves &= moves - 1
        values[move] = worth[MIDDLE + np.int64(found[move])]


@kernel(void(STATE, TABLE, TABLE), inline=False)
def value_closing(after, closed, values):
    """Give closing the values of the lead after it that does best on average: the same in all worlds."""
    totals = np.zeros(CODES)
    for i in range(len(closed)):
        totals += closed[i]
    best, moves = best_lead(after, totals), r.legal(after)
    while totals[lowest(moves)] != best:
        moves &= moves - 1
    for i in range(len(closed)):
        values[i, r.CLOSE] = closed[i, lowest(moves)]


@kernel(void(MATRIX, int64, TABLE), inline=False)
def paired(worlds, plies, values):
    """Write what the seat to move may expect of each legal move in each world."""
    if len(worlds) == 0:
        return
    states, child = np.empty((LONGEST, WORDS), np.int64), np.empty(WORDS, np.int64)
    worth, found, closed = np.empty(OUTCOMES), np.zeros(CODES), np.zeros((len(worlds), CODES))
    table = np.zeros(TABLE_WORDS, np.int64)
    write_worth(worlds[0], worth)
    for i in range(len(worlds)):
        seat, moves = worlds[i, TURN], r.legal(worlds[i])
        if r.is_strict(worlds[i]):
            write_endgame(worlds[i], worth, found, values[i])
            continue
        copy_state(worlds[i], states[0])
        left = moves & ~bit(r.CLOSE)
        while left != 0:
            move = lowest(left)
            left &= left - 1
            copy_state(worlds[i], states[1])
            r.play(states[1], move)
            share = np.int64(0 if is_last_answer(states[1]) else MILLION)
            values[i, move] = presumed(states, seat, plies, share, worth, table)
        if has(moves, r.CLOSE):
            copy_state(worlds[i], child)
            r.close(child)
            write_endgame(child, worth, found, closed[i])
    if not r.is_strict(worlds[0]) and has(r.legal(worlds[0]), r.CLOSE):
        value_closing(child, closed, values)
