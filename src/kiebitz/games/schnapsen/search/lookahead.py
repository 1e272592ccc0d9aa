# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Looking ahead in Schnapsen: worlds with open cards, short searches, guided playouts, exact endgames.

Each world that fits the view is played on after every legal move: some plies by alpha-beta with open
cards (with depth 1 only the move itself), then by the guide's rules of thumb, and from where suit must be
followed by the exact endgame. A deep search with open cards is no gain: it relies on knowing what it cannot
know. Playouts between two guides that see only their own cards do not have that fault. The other's next move
may be worth something between the two (Wisser's presumed value). Where the trick takes the last of the talon
every card is known after it, and his answer is the best one.

With a closed talon the endgame values every move in every world. Closing is worth as much as
the lead after it that does best on average: the same lead in all worlds, since they cannot be told apart.
"""

from __future__ import annotations

import numpy as np
from numba import float64, int64, void

from kiebitz.games.schnapsen import rules as r
from kiebitz.games.schnapsen.search.endgame import values_of
from kiebitz.games.schnapsen.search.guide import guide
from kiebitz.games.schnapsen.search.remembering import TABLE_WORDS, remembered_value
from kiebitz.games.schnapsen.search.stakes import MIDDLE, OUTCOMES, write_stakes
from kiebitz.kernel.bits import bit, has, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import MATRIX, OPEN, ROUND, STATE, TURN, WORDS, copy_state
from kiebitz.search.evaluator import CODES, EVALUATE, FLOATS, GUIDE, OWN, PLAYOUTS, SOLVED, WORLDS

SAMPLES, PLIES, BONUS = OWN, OWN + 1, OWN + 2  # words of the memory
AIM = OWN + 5  # after those of the agents around this search
SHARE, LAST_SHARE = GUIDE, GUIDE + 1  # what the guide's move counts in place of the other's best one
MILLION = 1_000_000
LONGEST = 24  # plies of a deal
LAST = 2  # cards of the talon before the trick after which every card is known
CERTAIN = 1e-9  # what decides a tie: a value that rests on no guide goes first


@kernel
def gained(s, world, seat):
    """The game points that a seat has won, or lost, since the state that was the world."""
    other = 1 - seat
    return (s[r.SCORE + seat] - world[r.SCORE + seat]) - (s[r.SCORE + other] - world[r.SCORE + other])


@kernel
def is_decided(s, world):
    """Is the deal over or can it be solved?"""
    return s[TURN] < 0 or s[ROUND] != world[ROUND] or r.is_strict(s)


@kernel
def outcome(s, world, seat, table):
    """The game points of a seat in a deal that is decided."""
    if s[TURN] < 0 or s[ROUND] != world[ROUND]:
        return gained(s, world, seat)
    value = remembered_value(s, table)
    return value if s[TURN] == seat else -value


@kernel(float64(MATRIX, int64, int64, int64, float64, float64, FLOATS, STATE), inline=False)
def search(states, level, seat, plies, alpha, beta, stakes, table):
    """What ``states[level]`` is worth to a seat after some plies with open cards and a guided playout.

    The table remembers endgames.
    """
    s, world = states[level], states[0]
    if is_decided(s, world):
        return stakes[MIDDLE + outcome(s, world, seat, table)]
    child = states[level + 1]
    if plies <= 0:
        copy_state(s, child)
        while not is_decided(child, world):
            r.play(child, guide(child))
        return stakes[MIDDLE + outcome(child, world, seat, table)]
    moves = r.legal(s)
    while moves != 0 and alpha < beta:
        move = lowest(moves)
        moves &= moves - 1
        copy_state(s, child)
        r.play(child, move)
        left = plies if move == r.EXCHANGE else plies - 1
        value = search(states, level + 1, seat, left, alpha, beta, stakes, table)
        if s[TURN] == seat:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
    return alpha if s[TURN] == seat else beta


@kernel
def is_last_answer(s):
    """Is every card known once this card is answered?"""
    return s[r.SIZE] == LAST and s[r.LED] >= 0


@kernel
def needs_guide(s, world, plies):
    """Do these plies leave a part of the deal to guided playouts?"""
    to_the_end = s[r.SIZE] - (1 if s[r.LED] >= 0 else 0)  # of the talon, from where the endgame is exact
    return not is_decided(s, world) and plies < to_the_end


@kernel(float64(MATRIX, int64, int64, int64, FLOATS, STATE), inline=False)
def presumed(states, seat, plies, share, stakes, table):
    """What ``states[1]`` is worth to a seat if the other, who is to move, sees more or less than he may.

    Between his best move with open cards (one more ply) and what the guide would do in his place, of which
    the share is given in millionths.
    """
    low, high, one = stakes[0], stakes[OUTCOMES - 1], np.int64(1)
    if states[1, TURN] == seat or is_decided(states[1], states[0]):
        return search(states, one, seat, plies, low, high, stakes, table)
    by_policy = search(states, one, seat, plies, low, high, stakes, table) if share > 0 else 0.0
    with_open = search(states, one, seat, plies + 1, low, high, stakes, table) if share < MILLION else 0.0
    return with_open + (by_policy - with_open) * share / MILLION


@kernel(void(STATE, FLOATS, FLOATS, FLOATS), inline=False)
def add_endgame(world, stakes, found, totals):
    """Add what each move of a world with strict rules is worth."""
    values_of(world, found)
    moves = r.legal(world)
    while moves != 0:
        move = lowest(moves)
        moves &= moves - 1
        totals[move] += stakes[MIDDLE + np.int64(found[move])]


@kernel
def best_lead(s, totals):
    """The largest total of a legal move."""
    moves = r.legal(s)
    best = -np.inf
    while moves != 0:
        best = max(best, totals[lowest(moves)])
        moves &= moves - 1
    return best


@kernel
def prefer(moves, worst, values):
    """Let moves win ties, but not where all is lost: what a guide cannot win, a player may."""
    while moves != 0:
        if values[lowest(moves)] > worst + CERTAIN:
            values[lowest(moves)] += CERTAIN
        moves &= moves - 1


@kernel
def is_known(view):
    """Does the viewer know every card?"""
    return view[OPEN] != 0 or view[r.SIZE] == 0


@kernel(EVALUATE, inline=False)
def lookahead(view, memory, rng, values, effort):
    """The evaluator: means over common worlds, in units of the stakes."""
    seat, strict = view[TURN], r.is_strict(view)
    states = np.empty((LONGEST, WORDS), np.int64)
    stakes, found, closed = np.empty(OUTCOMES), np.zeros(CODES), np.zeros(CODES)
    table = np.zeros(0 if strict else TABLE_WORDS, np.int64)
    write_stakes(view, seat, memory[AIM], memory[BONUS], stakes)
    moves, guided = r.legal(view), np.int64(0)
    values[:] = 0.0
    worlds = np.int64(1) if is_known(view) else memory[SAMPLES]
    world, child = states[0], states[1]
    for _ in range(worlds):
        r.complete(view, rng, world)
        effort[WORLDS] += 1
        if strict:
            add_endgame(world, stakes, found, values)
            effort[SOLVED] += 1
            continue
        left = moves & ~bit(r.CLOSE)
        while left != 0:
            move = lowest(left)
            left &= left - 1
            copy_state(world, child)
            r.play(child, move)
            share = memory[LAST_SHARE] if is_last_answer(child) else memory[SHARE]
            reached = memory[PLIES] - 1 + (1 if share == 0 and child[TURN] != seat else 0)
            guided |= bit(move) if needs_guide(child, world, reached) else 0
            values[move] += presumed(states, seat, memory[PLIES] - 1, share, stakes, table)
            effort[PLAYOUTS] += 1
        if has(moves, r.CLOSE):
            copy_state(world, child)
            r.close(child)
            add_endgame(child, stakes, found, closed)
    if has(moves, r.CLOSE) and not strict:
        values[r.CLOSE] = best_lead(child, closed)
    values /= worlds
    prefer(moves & ~guided, stakes[0], values)
