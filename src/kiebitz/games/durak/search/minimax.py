# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Minimax for Durak: alpha-beta to a depth with a transposition table, in each sampled world, and a vote.

Depth is counted as in the published program: an added card also counts the empty answer of the player
who takes, and being asked for more without a card that fits counts nothing. Values are points times 1,000.
"""

from __future__ import annotations

import numpy as np
from numba import int64

from kiebitz.games.durak import rules as r
from kiebitz.games.durak.search.plain import CARDS, greedy_to_end, lowest_rank
from kiebitz.games.durak.search.vote import (
    CACHED,
    DEPTH,
    HITS,
    MOVES,
    NODES,
    PLAYOUTS,
    VOTE,
    WORLDS,
    cast,
    elected,
    is_known,
)
from kiebitz.games.durak.search.weakness import weaknesses
from kiebitz.kernel.bits import bit, count, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import mix, step
from kiebitz.kernel.state import HAND, MATRIX, PHASE, STATE, TURN, WORDS, copy_state
from kiebitz.search.evaluator import CODES, FLOATS
from kiebitz.search.known_values import COLUMNS, VALUE, is_settled, keep, row_of

legal, play, payoff, complete = r.KERNELS.legal, r.KERNELS.play, r.KERNELS.payoff, r.KERNELS.complete

# Words of the memory.
PLIES, BASIC, SAMPLES, TABLE_OFF, PRUNING_OFF, CHEAPEST_FIRST, WRONG_HAND, EXACT = range(8)
WIN = 1000
BONUS = 500  # for an attacker with exactly one weakness
INFINITE = 1_000_000


@kernel
def hand_value(cards, trumps):
    """The ranks of a hand, 6 to 14, and nine more for each trump."""
    total = 9 * count(cards & trumps)
    while cards != 0:
        total += 6 + lowest(cards) % 9
        cards &= cards - 1
    return total


@kernel(int64(STATE, int64, STATE), inline=False)
def basic(s, me, memory):
    """A quick opinion: better cards in hands of equal size, fewer cards, and a winning weakness.

    In the published program the weakness is always one against the hand of the searching player's
    opponent, even where that opponent himself attacks.
    """
    size = s[r.HELD + me] - s[r.HELD + 1 - me]
    score = -size * (15 if s[r.SIZE] == 0 else 1)
    if size == 0:
        score += hand_value(s[HAND + me], s[r.TRUMPS]) - hand_value(s[HAND + 1 - me], s[r.TRUMPS])
    if s[r.SIZE] == 0 and s[PHASE] != r.DEFENDING:
        other = s[HAND + 1 - (me if memory[WRONG_HAND] != 0 else s[TURN])]
        if other & s[r.TRUMPS] == 0 and count(weaknesses(legal(s) & CARDS, other)) == 1:
            score += BONUS if s[TURN] == me else -BONUS
    return score


@kernel
def assess(states, level, me, memory, effort):
    """The value of a position at the depth, by greedy play to the end or by the basic opinion."""
    if memory[BASIC] != 0:
        return basic(states[level], me, memory)
    s = states[level + 1]
    copy_state(states[level], s)
    greedy_to_end(s)
    effort[PLAYOUTS] += 1
    return payoff(s, me) * (WIN - memory[PLIES])


@kernel
def plies(s, move):
    """How much depth a move uses up."""
    if s[PHASE] != r.ADDING:
        return 1
    if move != r.PASS:
        return 2
    return 1 if legal(s) & CARDS != 0 else 0


@kernel
def key_of(s, left, salt):
    """What decides the value of a position within one world: the order of the deck is the world's."""
    attack = s[r.ATTACK] + 1 if s[PHASE] == r.DEFENDING else 0
    rest = (
        s[r.SIZE]
        | s[TURN] << 6
        | s[r.ATTACKER] << 7
        | s[PHASE] << 8
        | s[r.ROOM] << 10
        | attack << 16
        | left << 24
    )
    return mix(mix(mix(mix(salt ^ rest) + s[HAND]) + s[HAND + 1]) + s[r.TABLE])


@kernel(int64(MATRIX, int64, int64, int64, int64, int64, int64, STATE, MATRIX, STATE), inline=False)
def value_of(states, level, left, alpha, beta, me, salt, memory, table, effort):
    """The value of ``states[level]`` for a seat; outside of (alpha, beta) a bound is enough."""
    s = states[level]
    effort[NODES] += 1
    effort[DEPTH] = max(effort[DEPTH], level)
    if s[TURN] < 0:
        return WIN * payoff(s, me)
    key = np.int64(0)
    if memory[TABLE_OFF] == 0:
        key = key_of(s, max(left, 0), salt)
        if is_settled(table, key, alpha, beta):
            effort[HITS] += 1
            return table[row_of(table, key), VALUE]
    low, high = alpha, beta
    if left <= 0:
        best = assess(states, level, me, memory, effort)
        low, high = -INFINITE, INFINITE
    else:
        mine = s[TURN] == me
        best = -INFINITE if mine else INFINITE
        moves = legal(s)
        while moves != 0:
            move = lowest(moves)
            moves &= moves - 1
            copy_state(s, states[level + 1])
            play(states[level + 1], move)
            value = value_of(
                states, level + 1, left - plies(s, move), alpha, beta, me, salt, memory, table, effort
            )
            best = max(best, value) if mine else min(best, value)
            if memory[PRUNING_OFF] == 0:
                if mine:
                    alpha = max(alpha, best)
                else:
                    beta = min(beta, best)
                if alpha >= beta:
                    break
    if memory[TABLE_OFF] == 0:
        effort[CACHED] += 1
        keep(table, key, best, low, high)
    return best


@kernel
def next_move(s, moves, memory):
    """Which of the moves is tried next, and so preferred to equal ones: stopping comes last.

    Values are mostly plus or minus one, so that equal moves are the rule and their order decides games.
    """
    cards = moves & CARDS
    if memory[CHEAPEST_FIRST] == 0 or cards == 0:
        return lowest(moves)
    plain = cards & ~s[r.TRUMPS]
    return lowest_rank(plain if plain != 0 else cards)


@kernel(int64(MATRIX, int64, STATE, MATRIX, FLOATS, STATE), inline=False)
def best_move(states, salt, memory, table, values, effort):
    """The first of the best moves of ``states[0]``; the values of others are bounds unless EXACT is set."""
    me, moves = states[0, TURN], legal(states[0])
    best, most = lowest(moves), np.int64(-INFINITE)
    while moves != 0:
        move = next_move(states[0], moves, memory)
        moves &= ~bit(move)
        copy_state(states[0], states[1])
        play(states[1], move)
        alpha = np.int64(-INFINITE) if memory[EXACT] + memory[PRUNING_OFF] != 0 else most
        value = value_of(
            states,
            np.int64(1),
            memory[PLIES] - plies(states[0], move),
            alpha,
            np.int64(INFINITE),
            me,
            salt,
            memory,
            table,
            effort,
        )
        values[move] = value / WIN
        if value > most:
            best, most = move, value
    return best


@kernel(VOTE, inline=False)
def minimax(view, memory, rng, values, votes, effort):
    """One search for each sampled world, a single one where all is known.

    The worlds share the table: their positions have different keys. Values are those of the last world.
    """
    effort[MOVES] = count(legal(view))
    states = np.empty((2 * memory[PLIES] + 4, WORDS), np.int64)
    table = np.zeros((1 << min(memory[PLIES] + 5, 16), COLUMNS), np.int64)
    order = np.zeros(CODES + 1, np.int64)
    for _ in range(1 if is_known(view) else memory[SAMPLES]):
        complete(view, rng, states[0])
        effort[WORLDS] += 1
        cast(votes, order, best_move(states, step(rng), memory, table, values, effort))
    return elected(votes, order)


@kernel
def ending_key(s):
    """What must be told apart when all cards are open: the deck, which is left, never changes its order."""
    return key_of(s, np.int64(0), np.int64(0))
