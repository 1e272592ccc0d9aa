"""The value of every card in one world, and the sum of these over drawn or over all worlds, compiled."""

from __future__ import annotations

import numpy as np
from numba import float64, int64, void

from kiebitz.agents.skat import memory as m
from kiebitz.agents.skat.bidding import cell_at, null_chance
from kiebitz.agents.skat.rules_of_thumb import card_by_rules
from kiebitz.games.skat import rules as r
from kiebitz.games.skat.scoring import card_points
from kiebitz.games.skat.tables import ACES, BIDS, NULL, TRUMPS
from kiebitz.kernel.bits import count, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import uniform
from kiebitz.kernel.state import HAND, STATE, TURN, VIEWER, WORDS
from kiebitz.search.skat.layout import KINDS
from kiebitz.search.skat.questions import FIRST_GUESS, NULL_TRICK, takes_trick, value_near
from kiebitz.search.skat.states import hand_when_led, table_of, value_moves
from kiebitz.search.skat.workspace import prepare

BID, CARDS, CONTRACT, DECLARER, PLAYED, POINTS, SCORE, SKAT, TAKEN, TRICKS = (
    r.BID, r.CARDS, r.CONTRACT, r.DECLARER, r.PLAYED, r.POINTS, r.SCORE, r.SKAT, r.TAKEN, r.TRICKS,
)  # fmt: skip
complete, legal, observe, play, settle, unseen = r.complete, r.legal, r.observe, r.play, r.settle, r.unseen
SCALE, SOLVE, SOFT, SOLVER, PARANOIA_ROOM, WIN = m.SCALE, m.SOLVE, m.SOFT, m.SOLVER, m.PARANOIA_ROOM, m.WIN

FLOATS = float64[::1]
POINT = 0.1  # what a card point counts beside the score, so that nothing is given away
REDRAWS = 8
UNUSUAL = 0.2  # the factor of a world whose skat nobody would have put away
LEAST = 0.02  # no world is ruled out by habits


@kernel
def with_bonus(result):
    """The declarer's points of Seeger and Fabian for his score."""
    return result + (50.0 if result > 0 else -50.0)


@kernel(float64(STATE, int64), inline=False)
def worth(s, value):
    """A declarer's worth of a solved position: value is his points at the end, in Null 1 for a game won."""
    if s[CONTRACT] == NULL:
        return with_bonus(settle(s, BIDS[s[BID]], np.int64(0), 1 - value, np.int64(1)))
    tricks = np.int64(5)  # neither side without a trick
    if value == 120 and s[TRICKS + 1] == 0:
        tricks = np.int64(10)
    elif value == card_points(s[SKAT]) and s[TRICKS] == 0:
        tricks = np.int64(0)
    return with_bonus(settle(s, BIDS[s[BID]], value, tricks, np.int64(1))) + POINT * value


@kernel(int64(STATE, STATE), inline=False)
def solved(w, s):
    """The open-card value of a position: the declarer's points at the end, in Null 1 if he wins."""
    contract, seat = s[CONTRACT], s[DECLARER]
    declarer = hand_when_led(s, seat, contract)
    left = hand_when_led(s, (seat + 1) % 3, contract)
    right = hand_when_led(s, (seat + 2) % 3, contract)
    leader = (s[TURN] + 6 - s[CARDS] - seat) % 3
    is_null = contract == NULL
    prepare(w, KINDS[contract], declarer, left, right, np.int64(is_null))
    if is_null:
        return 1 - takes_trick(w, declarer, left, right, leader, table_of(s), np.int64(NULL_TRICK))
    so_far = s[POINTS] + card_points(s[SKAT])
    guess = np.int64(FIRST_GUESS) - so_far
    return so_far + value_near(w, declarer, left, right, leader, table_of(s), guess)


@kernel(void(STATE, int64, STATE), inline=False)
def to_solver(s, cards, view):
    """Let rules of thumb play until a trick begins with at most so many cards in hand."""
    while s[TURN] >= 0 and (s[CARDS] != 0 or count(s[HAND + s[TURN]]) > cards):
        observe(s, s[TURN], view)
        play(s, card_by_rules(view))


@kernel(float64(STATE, STATE, int64, STATE), inline=False)
def played_out(w, s, cards, view):
    """The worth after rules of thumb have played until so many cards are in hand, then open cards."""
    to_solver(s, cards, view)
    if s[TURN] < 0:
        return with_bonus(s[SCORE]) + POINT * (s[POINTS] + card_points(s[SKAT]))
    return worth(s, solved(w, s))


@kernel(void(STATE, STATE, FLOATS), inline=False)
def value_world(memory, s, worths):
    """The declarer's worth after each legal card of a state, by its code."""
    w = memory[SOLVER:PARANOIA_ROOM]
    cards = legal(s)
    if count(s[HAND + s[TURN]]) <= memory[SOLVE]:
        values = np.empty(64, np.int64)
        value_moves(w, s, values)
        while cards != 0:
            card = lowest(cards)
            cards &= cards - 1
            worths[card] = worth(s, values[card])
        return
    after, view = np.empty(WORDS, np.int64), np.empty(WORDS, np.int64)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        after[:] = s
        play(after, card)
        worths[card] = played_out(w, after, memory[SOLVE], view)


@kernel
def plausible(view, memory, s):
    """How likely a declarer with this world's cards would have declared: his chance to win the game.

    Skats that hold trumps or aces are unlikely after a discard. The declarer himself has nothing to infer.
    """
    seat, contract = view[DECLARER], view[CONTRACT]
    if memory[SOFT] == 0 or view[VIEWER] == seat:
        return 1.0
    cards = s[HAND + seat] | s[PLAYED + seat]
    if contract == NULL:
        return max(null_chance(memory, cards), LEAST)
    chance = memory[WIN + cell_at(cards, s[SKAT], contract, seat)] / SCALE
    usual = view[TAKEN] == 0 or s[SKAT] & (TRUMPS[contract] | ACES) == 0
    return max(chance if usual else chance * UNUSUAL, LEAST)


@kernel
def add_world(view, memory, s, weight, worths, sums, wins):
    """Add a world: the mover's worth of each card, and where his side wins."""
    value_world(memory, s, worths)
    sign = 1.0 if view[TURN] == view[DECLARER] else -1.0
    cards = legal(view)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        sums[card] += weight * sign * worths[card]
        if sign * worths[card] > 0:
            wins[card] += weight


@kernel(float64(STATE, STATE, STATE, int64, FLOATS, FLOATS), inline=False)
def draw_worlds(view, memory, rng, worlds, sums, wins):
    """Sum over drawn worlds; the answer is their weight. Implausible ones are drawn again a few times."""
    s, worths = np.empty(WORDS, np.int64), np.zeros(64, np.float64)
    for _ in range(worlds):
        for _ in range(REDRAWS):
            complete(view, rng, s)
            likely = plausible(view, memory, s)
            if likely == 1.0 or uniform(rng) < likely:
                break
        add_world(view, memory, s, 1.0, worths, sums, wins)
    return float(worlds)


@kernel(float64(STATE, STATE, FLOATS, FLOATS), inline=False)
def all_worlds(view, memory, sums, wins):
    """Sum over all worlds, one after the other; the answer is their weight."""
    cards, room = np.zeros(4, np.int64), np.zeros(4, np.int64)
    unseen(view, cards, room)
    rest = cards[0] | cards[1] | cards[2] | cards[3]
    n = count(rest)
    items, place = np.zeros(n + 1, np.int64), np.full(n + 1, -1, np.int64)
    for i in range(n):
        items[i] = rest & -rest
        rest &= rest - 1
    s, worths = np.empty(WORDS, np.int64), np.zeros(64, np.float64)
    total, i = 0.0, 0
    while i >= 0:
        if i == n:
            s[:] = view
            s[VIEWER] = -1
            for j in range(n):
                word = HAND + place[j] if place[j] < 3 else SKAT
                s[word] |= items[j]
            weight = plausible(view, memory, s)
            add_world(view, memory, s, weight, worths, sums, wins)
            total += weight
            i -= 1
            continue
        if place[i] >= 0:
            room[place[i]] += 1
        place[i] += 1
        while place[i] < 4 and (room[place[i]] == 0 or cards[place[i]] & items[i] == 0):
            place[i] += 1
        if place[i] == 4:
            place[i] = -1
            i -= 1
        else:
            room[place[i]] -= 1
            i += 1
    return total
