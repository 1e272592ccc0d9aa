"""The value of cards in one world, and the sums of these over drawn or over all worlds, compiled."""

from __future__ import annotations

import numpy as np
from numba import float64, int64, void

from kiebitz.agents.skat import memory as m
from kiebitz.agents.skat.inference import chance_of_discard, draw_worlds, likelihood
from kiebitz.agents.skat.instinct import instinct
from kiebitz.agents.skat.rules_of_thumb import card_by_rules
from kiebitz.games.skat import rules as r
from kiebitz.games.skat.scoring import card_points
from kiebitz.games.skat.tables import BIDS, NULL
from kiebitz.kernel.bits import bit, count, lowest
from kiebitz.kernel.clock import ticks
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import step
from kiebitz.kernel.state import HAND, STATE, TURN, VIEWER, WORDS
from kiebitz.search.skat.layout import KINDS, PLACE
from kiebitz.search.skat.questions import FIRST_GUESS, NULL_TRICK, put_down, takes_trick, value_near
from kiebitz.search.skat.states import hand_when_led, table_of
from kiebitz.search.skat.workspace import prepare

BID, CARDS, CONTRACT, DECLARER, POINTS, SCORE, SKAT, TRICKS = (
    r.BID, r.CARDS, r.CONTRACT, r.DECLARER, r.POINTS, r.SCORE, r.SKAT, r.TRICKS,
)  # fmt: skip
observe, play, settle, unseen = r.observe, r.play, r.settle, r.unseen
INSTINCT, PARANOIA_ROOM, PLAYOUT, RACE, SHARP, SOLVE, SOLVER = (
    m.INSTINCT, m.PARANOIA_ROOM, m.PLAYOUT, m.RACE, m.SHARP, m.SOLVE, m.SOLVER,
)  # fmt: skip

FLOATS = float64[::1]
POINT = 0.1  # what a card point counts beside the score, so that nothing is given away
FIRST_ROUND, ROUND = 16, 8  # worlds before cards may fall behind, and between two looks
BEHIND = 2.8  # standard errors by which a card must be worse to be given up


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


@kernel(void(STATE, STATE, int64, FLOATS), inline=False)
def solve_cards(w, s, cards, worths):
    """The declarer's worth after each of some legal cards, with open cards."""
    contract, seat = s[CONTRACT], s[DECLARER]
    declarer = hand_when_led(s, seat, contract)
    left = hand_when_led(s, (seat + 1) % 3, contract)
    right = hand_when_led(s, (seat + 2) % 3, contract)
    leader = (s[TURN] + 6 - s[CARDS] - seat) % 3
    is_null, table = contract == NULL, table_of(s)
    prepare(w, KINDS[contract], declarer, left, right, np.int64(is_null))
    so_far = s[POINTS] + card_points(s[SKAT])
    value = np.int64(FIRST_GUESS) - so_far
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        laid = put_down(table, PLACE[contract, card])
        if is_null:
            taken = takes_trick(w, declarer, left, right, leader, laid, np.int64(NULL_TRICK))
            worths[card] = worth(s, 1 - taken)
        else:
            value = value_near(w, declarer, left, right, leader, laid, value)
            worths[card] = worth(s, so_far + value)


@kernel(void(STATE, int64, STATE), inline=False)
def to_solver(s, cards, view):
    """Let rules of thumb play until a trick begins with at most so many cards in hand."""
    while s[TURN] >= 0 and (s[CARDS] != 0 or count(s[HAND + s[TURN]]) > cards):
        observe(s, s[TURN], view)
        play(s, card_by_rules(view))


@kernel(void(STATE, STATE, STATE, FLOATS), inline=False)
def by_instinct(s, memory, rng, marks):
    """Let instinct play until the solver takes over."""
    while s[TURN] >= 0 and (s[CARDS] != 0 or count(s[HAND + s[TURN]]) > memory[SOLVE]):
        play(s, instinct(s, memory, np.int64(INSTINCT), memory[SHARP], rng, marks))


@kernel(void(STATE, STATE, int64, STATE, FLOATS), inline=False)
def value_world(memory, s, cards, rng, worths):
    """The declarer's worth after each of some legal cards of a state, by its code.

    All cards are played on with the same random numbers, so that chance does not tell them apart.
    """
    w = memory[SOLVER:PARANOIA_ROOM]
    if count(s[HAND + s[TURN]]) <= memory[SOLVE]:
        solve_cards(w, s, cards, worths)
        return
    after, view = np.empty(WORDS, np.int64), np.empty(WORDS, np.int64)
    marks, start, same = np.empty(64, np.float64), step(rng), np.empty(1, np.int64)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        after[:] = s
        play(after, card)
        same[0] = start
        if memory[PLAYOUT] != 0:
            by_instinct(after, memory, same, marks)
        else:
            to_solver(after, memory[SOLVE], view)
        if after[TURN] < 0:
            worths[card] = with_bonus(after[SCORE]) + POINT * (after[POINTS] + card_points(after[SKAT]))
        else:
            worths[card] = worth(after, solved(w, after))


@kernel
def lay_out(view, world, s):
    """The state in which the hands and the skat are those of a world."""
    s[:] = view
    s[VIEWER] = -1
    for seat in range(3):
        s[HAND + seat] = world[seat]
    s[SKAT] = world[3]


@kernel
def still_racing(values, n, cards):
    """The cards that are not clearly worse than the best one in the worlds so far."""
    best, top, rest = lowest(cards), -1e18, cards
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        total = values[:n, card].sum()
        if total > top:
            best, top = card, total
    left, rest = cards, cards & ~bit(best)
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        total, squares = 0.0, 0.0
        for i in range(n):
            behind = values[i, best] - values[i, card]
            total += behind
            squares += behind * behind
        variance = squares - total * total / n  # times n
        if total > BEHIND * np.sqrt(max(variance, 0.0)) + 1e-6:
            left &= ~bit(card)
    return left


@kernel
def is_late(start, limit):
    return limit != 0 and ticks() - start > limit


@kernel
def add_worths(view, worths, cards, weight, sums, wins):
    """Add the mover's worth of each card, and where his side wins; the worths get his sign."""
    sign = 1.0 if view[TURN] == view[DECLARER] else -1.0
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        worths[card] *= sign
        sums[card] += weight * worths[card]
        if worths[card] > 0:
            wins[card] += weight


@kernel(int64(STATE, STATE, STATE, int64, int64, int64, FLOATS, FLOATS), inline=False)
def value_drawn(view, memory, rng, cards, worlds, limit, means, wins):
    """The mean worth of cards over drawn worlds, and the share that they win; the answer is how many worlds.

    Cards that fall behind are given up on the way, and so is the rest of the worlds when one is left.
    """
    start = ticks()
    found = np.empty((worlds, 4), np.int64)
    draw_worlds(view, memory, rng, found)
    s, values = np.empty(WORDS, np.int64), np.zeros((worlds, 32), np.float64)
    racing, n = cards, np.int64(0)
    while n < worlds and not (n != 0 and is_late(start, limit)):
        lay_out(view, found[n], s)
        value_world(memory, s, racing, rng, values[n])
        add_worths(view, values[n], racing, 1.0, means, wins)
        n += 1
        if memory[RACE] != 0 and n >= FIRST_ROUND and n % ROUND == 0:
            left = still_racing(values, n, racing)
            gone = racing & ~left
            while gone != 0:
                card = lowest(gone)
                gone &= gone - 1
                means[card], wins[card] = means[card] / n, wins[card] / n
            racing = left
            if racing & (racing - 1) == 0:
                break
    while racing != 0:
        card = lowest(racing)
        racing &= racing - 1
        means[card], wins[card] = means[card] / n, wins[card] / n
    return n


@kernel(int64(STATE, STATE, STATE, int64, int64, FLOATS, FLOATS), inline=False)
def value_all(view, memory, rng, cards_to_value, limit, means, wins):
    """The same over all worlds, one after the other, each by its weight."""
    start = ticks()
    cards, room = np.zeros(4, np.int64), np.zeros(4, np.int64)
    unseen(view, cards, room)
    rest = cards[0] | cards[1] | cards[2] | cards[3]
    n = count(rest)
    items, place = np.zeros(n + 1, np.int64), np.full(n + 1, -1, np.int64)
    for i in range(n):
        items[i] = rest & -rest
        rest &= rest - 1
    s, worths = np.empty(WORDS, np.int64), np.zeros(32, np.float64)
    total, i, seen = 0.0, 0, np.int64(0)
    while i >= 0 and not (seen != 0 and is_late(start, limit)):
        if i == n:
            s[:] = view
            s[VIEWER] = -1
            for j in range(n):
                word = HAND + place[j] if place[j] < 3 else SKAT
                s[word] |= items[j]
            weight = np.exp(likelihood(view, memory, s)) * chance_of_discard(view, memory, s)
            value_world(memory, s, cards_to_value, rng, worths)
            add_worths(view, worths, cards_to_value, weight, means, wins)
            total += weight
            seen += 1
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
    for card in range(32):
        means[card] /= total
        wins[card] /= total
    return seen
