# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The exact value of a Schnapsen deal with open cards once suit must be followed.

That is so when the talon is exhausted or closed. The strict rules make a search short: what may be
answered to a card either always beats it or never does, so every lead names the winner of its trick.
A position is a few scalars seen from the leader: two hands, and for each side one word with its points,
its pending marriage, whether it has a trick and whether it closed the talon. Values are game points, of
which there are at most six, and how many somebody can still win or lose cuts most lines short. A
transposition table does not pay for itself within a search, which visits too few positions; whole endgames
that come back in other worlds are remembered in ``remembering``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import float64, int64

from kiebitz.errors import KiebitzError
from kiebitz.games.schnapsen import rules as r
from kiebitz.kernel.bits import bit, count, has, highest, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import HAND, ROUND, STATE, TURN, WORDS, copy_state
from kiebitz.rules.values import State
from kiebitz.sayings import say
from kiebitz.search.secured import ENDING, UNSOLVED

# The word of a side: points in the low byte, then pending points, then flags.
WAITING = 8  # shift of the pending points
HAS_TRICK = 1 << 16
IS_CLOSER = 1 << 17
BYTE = 255

# The word of the terms: trump suit, rule set, is the talon closed, what closing wins and loses.
RULE_SET = 2
IS_CLOSED = 1 << 4
CLOSED_WIN = 5
CLOSED_LOSS = 7

MOST = 3  # game points
PAIRS = 0b1000010000100001  # the lowest card of each suit


@kernel
def side_of(s, seat):
    """A seat's word."""
    word = s[r.POINTS + seat] | (s[r.PENDING + seat] << WAITING)
    if s[r.TRICKS + seat] > 0:
        word |= HAS_TRICK
    return word | (IS_CLOSER if s[r.CLOSER] == seat else 0)


@kernel
def terms_of(s):
    """What does not change until the deal is over."""
    terms = s[r.TRUMP] | (s[r.RULES] << RULE_SET)
    if s[r.CLOSER] >= 0:
        win = r.level(s[r.CLOSED_TRICKS], s[r.CLOSED_POINTS])
        loss = 3 if s[r.CLOSED_TRICKS] == 0 else 2
        terms |= IS_CLOSED | (win << CLOSED_WIN) | (loss << CLOSED_LOSS)
    return terms


@kernel
def prize(winner, loser, terms):
    """The game points of a side that gets to 66 now: the most that it can still win."""
    if terms & IS_CLOSED != 0:
        return (terms >> (CLOSED_WIN if winner & IS_CLOSER != 0 else CLOSED_LOSS)) & 3
    if loser & HAS_TRICK == 0:
        return np.int64(3)
    return np.int64(2) if loser & BYTE < 33 else np.int64(1)


@kernel
def last_prize(winner, loser, terms):
    """The game points of the last trick's winner when nobody has 66: the closer has failed."""
    if terms & IS_CLOSED == 0:
        return np.int64(1)
    won = prize(winner, loser, terms)
    return -prize(loser, winner, terms) if winner & IS_CLOSER != 0 else won


@kernel
def collect(side, points):
    """A side's word after it has won a trick."""
    return ((side & ~(BYTE << WAITING)) + points + ((side >> WAITING) & BYTE)) | HAS_TRICK


@kernel
def replies(hand, card, trump):
    """The cards that may answer a lead. All of them beat it, or none does."""
    suit = hand & r.suit_cards(card // 5)
    if suit != 0:
        higher = suit & -(bit(card) << 1)
        return higher if higher != 0 else suit
    trumps = hand & r.suit_cards(trump)
    return trumps if trumps != 0 else hand


@kernel
def is_beaten(card, answer, trump):
    if answer // 5 == card // 5:
        return answer > card
    return answer // 5 == trump


@kernel
def announce(side, suit, terms):
    """A side's word after a marriage: in the full game it counts at once for whoever has a trick."""
    points = 40 if suit == terms & 3 else 20
    if (terms >> RULE_SET) & 3 == r.FULL and side & HAS_TRICK != 0:
        return side + points
    return side + (points << WAITING)


@kernel(int64(int64, int64, int64, int64, int64, int64, int64), inline=False)
def leads(mine, theirs, me, them, terms, alpha, beta):
    """The leader's game points with best play; exact within the window, a bound beyond it."""
    trump = terms & 3
    most = prize(me, them, terms)
    least = -prize(them, me, terms)
    if most <= alpha:
        return most
    if least >= beta:
        return least
    married = (mine >> r.QUEEN) & (mine >> r.KING) & PAIRS
    couples = married << r.KING
    if (terms >> RULE_SET) & 3 != r.VU:  # otherwise only the king is led from a marriage
        couples |= married << r.QUEEN
    sure = np.int64(0)
    left = mine
    while left != 0:
        card = lowest(left)
        left &= left - 1
        if not is_beaten(card, lowest(replies(theirs, card, trump)), trump):
            sure |= bit(card)
    best = least
    # Marriages first, then tricks that are ours, then the rest. Announcing a marriage is never worse
    # than leading its card without a word.
    for stage in range(3):
        left = mine & couples if stage == 0 else mine & ~couples & (sure if stage == 1 else ~sure)
        while left != 0:
            card = highest(left) if stage == 1 else lowest(left)
            left ^= bit(card)
            side = me
            if stage == 0:
                side = announce(me, card // 5, terms)
                if side & BYTE >= 66:
                    return most
            answers = replies(theirs, card, trump)
            lost = not has(sure, card)
            rest = mine ^ bit(card)
            value = most
            while answers != 0 and value > best and value > alpha:
                answer = lowest(answers)
                answers &= answers - 1
                points = r.VALUE[card] + r.VALUE[answer]
                floor = max(alpha, best)
                ceiling = min(beta, value)
                if lost:
                    taker = collect(them, points)
                    if taker & BYTE >= 66:
                        found = -prize(them, side, terms)
                    elif rest == 0:
                        found = -last_prize(taker, side, terms)
                    else:
                        found = -leads(theirs ^ bit(answer), rest, taker, side, terms, -ceiling, -floor)
                else:
                    taker = collect(side, points)
                    if taker & BYTE >= 66:
                        found = most
                    elif rest == 0:
                        found = last_prize(taker, them, terms)
                    else:
                        found = leads(rest, theirs ^ bit(answer), taker, them, terms, floor, ceiling)
                value = min(value, found)
            best = max(best, value)
            if best >= beta or best == most:
                return best
    return best


@kernel
def trick_value(s, leader, card, answer, alpha, beta):
    """The leader's game points when a led card gets this answer."""
    other = 1 - leader
    me, them = side_of(s, leader), side_of(s, other)
    mine, theirs = s[HAND + leader] & ~bit(card), s[HAND + other] & ~bit(answer)
    terms = terms_of(s)
    points = r.VALUE[card] + r.VALUE[answer]
    if is_beaten(card, answer, s[r.TRUMP]):
        taker = collect(them, points)
        if taker & BYTE >= 66:
            return -prize(them, me, terms)
        if mine == 0:
            return -last_prize(taker, me, terms)
        return -leads(theirs, mine, taker, me, terms, -beta, -alpha)
    taker = collect(me, points)
    if taker & BYTE >= 66:
        return prize(me, them, terms)
    if mine == 0:
        return last_prize(taker, them, terms)
    return leads(mine, theirs, taker, them, terms, alpha, beta)


@kernel(int64(STATE, int64, int64), inline=False)
def value_of(s, alpha, beta):
    """The game points of the seat to move, in a state where suit must be followed."""
    seat, led = s[TURN], s[r.LED]
    if led < 0:
        hands = s[HAND + seat], s[HAND + 1 - seat]
        return leads(hands[0], hands[1], side_of(s, seat), side_of(s, 1 - seat), terms_of(s), alpha, beta)
    answers = replies(s[HAND + seat], led, s[r.TRUMP])
    best = np.int64(-MOST)
    while answers != 0 and best < beta:
        answer = lowest(answers)
        answers &= answers - 1
        floor = max(alpha, best)
        best = max(best, -trick_value(s, 1 - seat, led, answer, -beta, -floor))
    return best


@kernel(int64(STATE, int64, int64, int64), inline=False)
def value_after(s, move, alpha, beta):
    """The same if the seat makes this move."""
    seat, led = s[TURN], s[r.LED]
    if led >= 0:
        return -trick_value(s, 1 - seat, led, move, -beta, -alpha)
    child = np.empty(WORDS, np.int64)
    copy_state(s, child)
    r.play(child, move)
    if child[TURN] < 0 or child[ROUND] != s[ROUND]:
        return (child[r.SCORE + seat] - s[r.SCORE + seat]) - (
            child[r.SCORE + 1 - seat] - s[r.SCORE + 1 - seat]
        )
    return -value_of(child, -beta, -alpha)


@kernel(int64(STATE, float64[::1]), inline=False)
def values_of(s, values):
    """Write the value of every legal move into ``values[code]``; the answer is the best of them."""
    moves = r.legal(s)
    best = np.int64(-MOST)
    while moves != 0:
        move = lowest(moves)
        moves &= moves - 1
        value = value_after(s, move, np.int64(-MOST), np.int64(MOST))
        values[move] = value
        best = max(best, value)
    return best


@kernel(int64(STATE), inline=False)
def best_move(s):
    """A best move: the first in the order in which the hand's cards came, marriages last.

    A marriage comes at the place of its queen. This is the order of the university platform.
    """
    moves, seat = r.legal(s), s[TURN]
    best = np.int64(-MOST - 1)
    chosen = lowest(moves)
    held = count(s[HAND + seat])
    for stage in range(3):
        for i in range(held):
            card = (s[r.ORDER + seat] >> (5 * i)) & 31
            move = card
            if stage > 0:
                if card % 5 != r.QUEEN:
                    continue
                move = (r.MARRY_KING if stage == 1 else r.MARRY_QUEEN) + card // 5
            if has(moves, move) and best < MOST:
                value = value_after(s, move, best, np.int64(MOST))
                if value > best:
                    best, chosen = value, move
    return chosen


@kernel(ENDING)
def points_ahead(s, seat, alpha, beta):
    """How many game points a seat is ahead at the end of this deal, where suit must be followed."""
    if not r.is_strict(s):
        return UNSOLVED
    now = s[r.SCORE + seat] - s[r.SCORE + 1 - seat]
    low, high = max(alpha - now, -MOST), min(beta - now, MOST)
    if s[TURN] == seat:
        return now + value_of(s, low, high)
    return now - value_of(s, -high, -low)


class Solution(NamedTuple):
    """What open cards are worth: game points of the deal for the seat to move."""

    best: str
    value: int
    values: dict[str, int]


def solve(state: State) -> Solution:
    """Solve a Schnapsen state in which suit must be followed: talon exhausted or closed.

    >>> from kiebitz.rules.registry import game
    >>> state = game("schnapsen", {"rules": "full"}).deal(1).play("close")
    >>> solution = solve(state)
    >>> solution.values[solution.best] == solution.value
    True
    """
    if state.is_over or not r.is_strict(state.vector):
        raise KiebitzError(say("Only a deal with an exhausted or closed talon can be solved, not this one."))
    values = np.zeros(64)
    value = values_of(state.vector, values)
    by_move = {str(move): int(values[move.code]) for move in state.moves}
    move = state.game.move(state.vector_phase, int(best_move(state.vector)))
    return Solution(move, int(value), by_move)
