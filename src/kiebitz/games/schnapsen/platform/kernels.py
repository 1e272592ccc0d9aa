# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Whole tricks on our state vector, and the platform's order of moves. Between tricks nobody has led."""

from __future__ import annotations

import numpy as np
from numba import int64, void

from kiebitz.games.schnapsen import rules as r
from kiebitz.kernel.bits import count, has
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import HAND, STATE, TURN, WORDS

MOST_MOVES = 20  # of a hand that a bot has made up; a dealt one has at most eight
ENOUGH = 66


@kernel
def in_order(s, moves):
    """Write the legal moves: cards in the order of the hand, the exchange, marriages in that of queens."""
    mask = r.legal(s)
    seat = s[TURN]
    held = count(s[HAND + seat])
    n = 0
    for i in range(held):
        card = (s[r.ORDER + seat] >> (5 * i)) & 31
        if has(mask, card):
            moves[n] = card
            n += 1
    if has(mask, np.int64(r.EXCHANGE)):
        moves[n] = r.EXCHANGE
        n += 1
    for i in range(held):
        card = (s[r.ORDER + seat] >> (5 * i)) & 31
        if card % 5 == r.QUEEN and has(mask, r.MARRY_KING + card // 5):
            moves[n] = r.MARRY_KING + card // 5
            n += 1
    return n


@kernel(int64(STATE, STATE))
def leads(s, moves):
    """Write the leader's moves; how many there are."""
    return in_order(s, moves)


@kernel(int64(STATE, int64, STATE))
def answers(s, lead, moves):
    """Write the follower's moves against a lead; how many there are."""
    after = s.copy()
    r.play(after, lead)
    return in_order(after, moves)


@kernel
def play_trick(s, lead, answer):
    """Play a lead and its answer. A deal that is won goes on nevertheless: the winner leads, both draw."""
    s[r.SCORE] = 0
    s[r.SCORE + 1] = 0
    r.play(s, lead)
    r.play(s, answer)
    if s[TURN] < 0:
        winner = 0 if s[r.SCORE] > 0 else 1
        s[r.LEADER] = winner
        s[TURN] = winner
        if s[r.SIZE] > 0:
            r.take(s, winner)
            r.take(s, 1 - winner)


@kernel(void(STATE, int64, int64))
def trick(s, lead, answer):
    play_trick(s, lead, answer)


@kernel
def game_points(s):
    """The game points if the leader, who took the last trick, has won with it; else 0."""
    leader = s[r.LEADER]
    if s[r.POINTS + leader] >= ENOUGH:
        return np.int64(r.worth(s, leader))
    if s[HAND] == 0 and s[HAND + 1] == 0:
        return np.int64(1)
    return np.int64(0)


@kernel(int64(STATE))
def verdict(s):
    return game_points(s)


@kernel(int64(int64, int64, int64))
def takes(lead, answer, trump):
    """Does this answer win the trick?"""
    s = np.zeros(WORDS, np.int64)
    s[r.TRUMP] = trump
    return 1 if r.beats(s, answer, lead) else 0


@kernel(int64(int64, int64))
def marriage_points(suit, trump):
    s = np.zeros(WORDS, np.int64)
    s[r.TRUMP] = trump
    r.marry(s, suit)
    return s[r.PENDING]
