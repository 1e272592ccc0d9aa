# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Questions to the open-card searches, compiled: yes or no, the exact value, every card, the best card.

All take the three hands in bits of the layout, seen from the declarer, with the cards of the trick still in
them; ``leader`` is who leads or led, and ``forced`` says which cards lie on the table (``put_down``). The
workspace must be prepared for the kind of game. Agents that look at many worlds call these from their own
kernels.
"""

from __future__ import annotations

import numpy as np
from numba import int64, void

from kiebitz.games.skat.search.layout import card_points, following
from kiebitz.games.skat.search.open_cards import workspace as ws
from kiebitz.games.skat.search.open_cards.points import forced_card, search
from kiebitz.games.skat.search.open_cards.tricks import takes
from kiebitz.kernel.bits import bit, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.pointers import address
from kiebitz.kernel.state import STATE

FIRST_GUESS = 61
WIDE, STEP = 8, 4  # while more than the first is open, the next question is the second further on
UNPLAYED = -1  # the value of a card that cannot be played
POINTS, NULL_TRICK, SCHWARZ, OWN_SCHWARZ = 0, 1, 2, 3  # what is asked for
CLASS_FROM = np.array([0, 31, 61, 90], np.int64)
"""By class of result, from a declarer who is Schneider to one who makes it: the points where it begins."""
WON = 2  # the class of a game that is just won: the first guess
LAST = np.array([0, 0, 1, 0], np.int64)  # of each aim: who must take a trick for it, 0 the declarer
WANTS = np.array([0, 1, 1, 0], np.int64)  # and who wants that


@kernel(int64(int64, int64))
def put_down(forced, card):
    """The cards on the table with one more, given as its bit's number."""
    place = 0 if forced == 0 else (6 if forced < 64 else 12)
    return forced | (card + 1) << place


@kernel
def on_table(forced):
    """How many cards lie on the table."""
    if forced == 0:
        return np.int64(0)
    return np.int64(1) if forced < 64 else np.int64(2)


@kernel
def hand_at(declarer, left, right, seat):
    seat %= 3
    return declarer if seat == 0 else (left if seat == 1 else right)


@kernel(int64(STATE, int64, int64, int64, int64, int64))
def legal_cards(w, declarer, left, right, leader, forced):
    """The cards that the seat to move may play."""
    placed = on_table(forced)
    hand = hand_at(declarer, left, right, leader + placed)
    return hand if placed == 0 else following(hand, w[ws.CLASSES + forced_card(forced, 0)])


@kernel(int64(STATE, int64, int64, int64, int64, int64, int64), inline=False)
def bound_at(w, declarer, left, right, leader, forced, need):
    """At least ``need`` if the declarer makes that many points of the cards in play, else less.

    Either way a bound: he makes at least, or at most, that many.
    """
    a = hand_at(declarer, left, right, leader)
    b = hand_at(declarer, left, right, leader + 1)
    c = hand_at(declarer, left, right, leader + 2)
    return search(address(w), a, b, c, leader, need, card_points(a | b | c), forced)


@kernel(int64(STATE, int64, int64, int64, int64, int64, int64), inline=False)
def value_near(w, declarer, left, right, leader, forced, guess):
    """The declarer's exact points of the cards in play, by questions that close in from a guess."""
    lower, upper = np.int64(0), card_points(declarer | left | right)
    while lower < upper:
        need = min(max(guess, lower + 1), upper)
        value = bound_at(w, declarer, left, right, leader, forced, need)
        far = upper - lower > WIDE
        if value >= need:
            lower = value
            guess = value + STEP if far else value + 1
        else:
            upper = value
            guess = value - STEP + 1 if far else value
    return lower


@kernel
def class_of(points):
    """The class of the declarer's points at the end."""
    return (
        np.int64(points >= CLASS_FROM[1])
        + np.int64(points >= CLASS_FROM[2])
        + np.int64(points >= CLASS_FROM[3])
    )


@kernel(int64(STATE, int64, int64, int64, int64, int64, int64, int64), inline=False)
def class_near(w, declarer, left, right, leader, forced, so_far, guess):
    """The class of the declarer's points at the end, of which he has some: one to three questions.

    The first is whether he reaches the class of the guess.
    """
    lower, upper = so_far, so_far + card_points(declarer | left | right)
    while class_of(lower) < class_of(upper):
        guess = min(max(guess, class_of(lower) + 1), class_of(upper))
        need = CLASS_FROM[guess] - so_far
        value = bound_at(w, declarer, left, right, leader, forced, need)
        if value >= need:
            lower = so_far + value
            guess += 1
        else:
            upper = so_far + value
            guess -= 1
    return class_of(lower)


@kernel(int64(STATE, int64, int64, int64, int64, int64, int64), inline=False)
def takes_trick(w, declarer, left, right, leader, forced, aim):
    """1 if the trick is taken that the aim is about: the declarer's in Null, any of the defenders' for
    Schwarz, any of the declarer's against his own Schwarz."""
    w[ws.TARGET], w[ws.CHASER] = LAST[aim], WANTS[aim]
    a = hand_at(declarer, left, right, leader)
    b = hand_at(declarer, left, right, leader + 1)
    c = hand_at(declarer, left, right, leader + 2)
    return takes(w, a, b, c, leader, forced)


@kernel(void(STATE, int64, int64, int64, int64, int64, int64, STATE), inline=False)
def value_cards(w, declarer, left, right, leader, forced, aim, values):
    """The value after each legal card, by its bit; UNPLAYED for the others.

    Points: what the declarer makes. Null, Schwarz, own Schwarz: 1 if the trick is taken, else 0.
    """
    guess = np.int64(FIRST_GUESS)
    values[:32] = UNPLAYED
    cards = legal_cards(w, declarer, left, right, leader, forced)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        table = put_down(forced, card)
        if aim == POINTS:
            guess = value_near(w, declarer, left, right, leader, table, guess)
            values[card] = guess
        else:
            values[card] = takes_trick(w, declarer, left, right, leader, table, aim)


@kernel
def known_lead(w, declarer, left, right, leader):
    """The lead that the table keeps for a position in a game for points, -1 if it has none."""
    a = hand_at(declarer, left, right, leader)
    b = hand_at(declarer, left, right, leader + 1)
    c = hand_at(declarer, left, right, leader + 2)
    key = ws.key_for_points(a, b, c)
    slot = ws.slot_of(w, key, leader)
    is_known = w[slot] == key and w[slot + 1] & ~ws.BOUNDS == w[ws.QUESTION] | leader << ws.LEADER_AT
    return (w[slot + 1] >> ws.LEAD_AT) & 31 if is_known else np.int64(-1)


@kernel(int64(STATE, int64, int64, int64, int64, int64, int64, int64), inline=False)
def best_card(w, declarer, left, right, leader, forced, aim, value):
    """A legal card that keeps the value of the position: the table's lead if it does, else the strongest."""
    wants_more = ((leader + on_table(forced)) % 3 == 0) == (WANTS[aim] == 0)
    cards = legal_cards(w, declarer, left, right, leader, forced)
    fallback = lowest(cards)
    known = np.int64(-1)
    if forced == 0 and aim == POINTS:
        known = known_lead(w, declarer, left, right, leader)
    while cards != 0:
        card = known if known >= 0 and cards & bit(known) != 0 else lowest(cards)
        cards &= ~bit(card)
        table = put_down(forced, card)
        if aim != POINTS:
            found = takes_trick(w, declarer, left, right, leader, table, aim)
            if found == value:
                return card
        elif wants_more:
            if bound_at(w, declarer, left, right, leader, table, value) >= value:
                return card
        elif bound_at(w, declarer, left, right, leader, table, value + 1) <= value:
            return card
    return fallback
