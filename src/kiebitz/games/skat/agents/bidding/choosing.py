# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Which of the games that the winning tables like is best? They are played out before one is named, compiled.

The tables know a hand by its features. So the best games, each with its best discards, are played out in the
same drawn worlds, by instinct and then with open cards, and what comes of it is weighed with the tables.
"""

from __future__ import annotations

import numpy as np
from numba import float64, int64, void

from kiebitz.games.skat import rules as r
from kiebitz.games.skat.agents import memory as m
from kiebitz.games.skat.agents.bidding.bidding import FEW_TRUMPS, best_discards
from kiebitz.games.skat.agents.bidding.chances import score_of
from kiebitz.games.skat.agents.cards.inference import draw_worlds
from kiebitz.games.skat.agents.cards.worlds import (
    FIRST_ROUND,
    POINT,
    ROUND,
    SHARPNESS,
    by_instinct,
    lay_out,
    solved,
    still_racing,
    with_bonus,
    worth,
)
from kiebitz.games.skat.search.open_cards.questions import FIRST_GUESS
from kiebitz.games.skat.tables import GRAND, NULL, TRUMPS
from kiebitz.kernel.bits import bit, count, has, lowest
from kiebitz.kernel.clock import is_past, ticks
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import derive, step
from kiebitz.kernel.state import HAND, MATRIX, PHASE, STATE, TURN, WORDS

FLOATS = float64[::1]
GAMES, DISCARDS = 3, 3  # candidates: this many games, each with this many discards
CANDIDATES = GAMES * DISCARDS
FAR = 60.0  # points by which a candidate may look worse than the best
SOLVED = 5  # cards in hand from which open cards decide a playout
TABLES_COUNT = 20  # what the tables say counts as much as this many playouts
PLAN = 20_211  # names the random numbers of the playouts
HAND_GAME = 1  # the move that leaves the skat
BY_HAND = 4  # times as many playouts for Hand games: with them the auction may go on


@kernel
def the_best(scores, n):
    best = 0
    for i in range(n):
        if scores[i] > scores[best]:
            best = i
    return best


@kernel(int64(FLOATS, int64), inline=False)
def likely_games(scores, games):
    """The best few of some games that are not far worse than the best."""
    chosen, top = np.int64(0), -1e9
    for _ in range(GAMES):
        best = np.int64(-1)
        for contract in range(6):
            if has(games & ~chosen, contract) and (best < 0 or scores[contract] > scores[best]):
                best = np.int64(contract)
        if best >= 0 and scores[best] > top - FAR:
            top = max(top, scores[best])
            chosen |= bit(best)
    return chosen


@kernel(int64(STATE, int64, int64, int64, int64, MATRIX, FLOATS), inline=False)
def list_candidates(memory, cards, kept, seat, bid, found, scores):
    """Rows of a contract and a discard, with what the tables expect of them; the answer is how many."""
    pairs, marks = np.zeros((6, DISCARDS), np.int64), np.zeros(6, np.float64)
    games, taken = np.int64(0), np.int64(1)
    for contract in range(6):
        if contract >= GRAND or count(cards & TRUMPS[contract]) >= FEW_TRUMPS:
            games |= bit(contract)
            best_discards(memory, cards, np.int64(contract), seat, kept, pairs[contract])
            away = pairs[contract, 0]
            marks[contract] = score_of(memory, (cards | kept) & ~away, away, contract, seat, taken, bid)
    games, n = likely_games(marks, games), 0
    while games != 0:
        contract = lowest(games)
        games &= games - 1
        for away in pairs[contract, : DISCARDS if memory[m.PLAYOUTS] != 0 else 1]:
            if away != 0:
                found[n, 0], found[n, 1] = contract, away
                scores[n] = score_of(memory, (cards | kept) & ~away, away, contract, seat, taken, bid)
                n += 1
    return np.int64(n)


@kernel(int64(FLOATS, int64, int64, MATRIX, FLOATS), inline=False)
def list_games(marks, games, away, found, scores):
    """The same for a skat that lies already: the likely games with their marks."""
    rest, n = likely_games(marks, games), 0
    while rest != 0:
        contract = lowest(rest)
        rest &= rest - 1
        found[n, 0], found[n, 1], scores[n] = contract, away, marks[contract]
        n += 1
    return np.int64(n)


@kernel(void(STATE, int64, int64), inline=False)
def go_to_the_play(s, contract, away):
    """The moves up to the first card: nothing is announced that need not be."""
    if s[PHASE] == r.CHOOSE:
        r.play(s, np.int64(HAND_GAME))
    while s[PHASE] == r.DISCARD:
        r.play(s, lowest(away & s[HAND + s[TURN]]))
    r.play(s, contract)
    r.play(s, lowest(r.legal(s)))


@kernel(float64(STATE, STATE, int64), inline=False)
def played_out(memory, s, start):
    """What comes of a game for its declarer."""
    rng, marks = np.empty(1, np.int64), np.empty(64, np.float64)
    rng[0] = start
    by_instinct(s, memory, np.int64(SOLVED), np.int64(SHARPNESS), rng, marks)
    if s[TURN] < 0:
        return with_bonus(s[r.SCORE])
    value = solved(m.solver_of(memory), s, np.int64(FIRST_GUESS), np.int64(0))
    return worth(s, value) - (POINT * value if s[r.CONTRACT] != NULL else 0.0)


@kernel(void(STATE, STATE, MATRIX, int64, FLOATS), inline=False)
def play_out(view, memory, found, n, scores):
    """Weigh the scores of candidates with playouts in drawn worlds; those that fall behind are given up.

    The random numbers are named by the twelve cards, so that discards and game are judged in the same worlds.
    """
    limit, seat = memory[m.PLAYOUTS] * (BY_HAND if view[PHASE] == r.CHOOSE else 1), view[TURN]
    deadline = ticks() + memory[m.TICKS] if memory[m.TICKS] != 0 else np.int64(0)
    rng, s = np.empty(1, np.int64), np.empty(WORDS, np.int64)
    rng[0] = derive(np.int64(PLAN), view[HAND + seat] | view[r.SKAT])
    block, values = np.empty((limit, 4), np.int64), np.zeros((limit, 32), np.float64)
    limit = draw_worlds(view, memory, rng, block, deadline)
    racing, look = (np.int64(1) << n) - 1, np.int64(FIRST_ROUND)
    for done in range(limit):
        if (n > 1 and racing & (racing - 1) == 0) or is_past(deadline):
            break
        start, rest = step(rng), racing
        while rest != 0:
            i = lowest(rest)
            rest &= rest - 1
            lay_out(view, block[done], s)
            go_to_the_play(s, found[i, 0], found[i, 1])
            values[done, i] = played_out(memory, s, start)
            scores[i] += (values[done, i] - scores[i]) / (TABLES_COUNT + done + 1)
        if done + 1 == look:
            racing, look = still_racing(values, look, racing), look + ROUND


@kernel(int64(STATE, STATE, MATRIX, int64, FLOATS), inline=False)
def choose(view, memory, found, n, scores):
    """The row of the best candidate; its score is that of the tables and the playouts together.

    A single one needs no playouts, but for a Hand game, which is weighed with taking the skat.
    """
    if memory[m.PLAYOUTS] != 0 and (n > 1 or view[PHASE] == r.CHOOSE):
        play_out(view, memory, found, n, scores)
    return np.int64(the_best(scores, n))
