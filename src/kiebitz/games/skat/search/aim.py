# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What a side wants in Skat, for searches over many worlds: that the game is won, or that it is lost.

As a value: what the declarer's game counts in the end, by classes of his points (below 31, 61, 90, above).
For the defenders it counts the other way round. Null, announced levels and overbid games are won or lost
only, and the level for taking every trick is left out.
"""

from __future__ import annotations

import numpy as np
from numba import int64

from kiebitz.games.skat import rules as r
from kiebitz.games.skat.scoring import card_points
from kiebitz.games.skat.search.open_cards.questions import (
    CLASS_FROM,
    NULL_TRICK,
    SCHWARZ,
    bound_at,
    class_near,
    class_of,
    takes_trick,
)
from kiebitz.games.skat.search.open_cards.questions import WON as WON_CLASS
from kiebitz.games.skat.search.open_cards.states import prepare_state, table_of
from kiebitz.games.skat.search.open_cards.workspace import workspace
from kiebitz.games.skat.tables import BIDS, NULL
from kiebitz.games.skat.tables import SCHWARZ as ALL_ANNOUNCED
from kiebitz.games.skat.view import SkatView
from kiebitz.kernel.bits import bit
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import STATE, TURN
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.values import View
from kiebitz.sayings import Saying, say
from kiebitz.search.alphamu.aims import BEGIN, REFERENCE, SIDE, Aim
from kiebitz.search.alphamu.fronts import WORTH
from kiebitz.search.alphamu.opened import FLOOR, LOST, VERDICT, WON

FEW, MANY, ALL = 61, 90, 121  # points that win the game; more than there are: every trick
SOME_TRICKS = 5  # neither side without one
ALL_TRICKS = 10
CLASSES = 4  # of the declarer's points
CARDS = 7  # in hand from which many worlds can be solved in the time of a move


@kernel(int64(STATE), inline=False)
def needed(s):
    """The points with which the declarer wins: those of his game, or of a level that reaches his bid."""
    bid = BIDS[s[r.BID]]
    if s[r.LEVEL] < ALL_ANNOUNCED:
        for points in (FEW, MANY):
            if r.settle(s, bid, np.int64(points), np.int64(SOME_TRICKS), np.int64(1)) > 0:
                return np.int64(points)
    return np.int64(ALL)


@kernel(int64(STATE, STATE), inline=False)
def declarer_wins(w, s):
    """Does the declarer win his game with open cards?"""
    if s[r.CONTRACT] == NULL:
        declarer, left, right, leader = prepare_state(w, s)
        return 1 - takes_trick(w, declarer, left, right, leader, table_of(s), np.int64(NULL_TRICK))
    need = needed(s)
    if need < ALL:
        so_far = s[r.POINTS] + card_points(s[r.SKAT])
        if so_far >= need or s[r.POINTS + 1] > 120 - need:
            return np.int64(so_far >= need)
        declarer, left, right, leader = prepare_state(w, s)
        need -= so_far
        return np.int64(bound_at(w, declarer, left, right, leader, table_of(s), need) >= need)
    if s[r.TRICKS + 1] > 0:
        return np.int64(LOST)
    declarer, left, right, leader = prepare_state(w, s)
    return 1 - takes_trick(w, declarer, left, right, leader, table_of(s), np.int64(SCHWARZ))


@kernel(VERDICT, inline=False)
def verdict(s, seat, work):
    """Every position is decided, by its end or by the open-card solver."""
    if s[TURN] < 0:
        won = np.int64(s[r.SCORE] > 0)
    else:
        won = declarer_wins(work[REFERENCE:], s)
    return np.int64(WON) if (won != 0) == (seat == s[r.DECLARER]) else np.int64(LOST)


@kernel(SIDE)
def side(view):
    """The declarer plays alone against the two others."""
    declarer = bit(view[r.DECLARER])
    return declarer if view[TURN] == view[r.DECLARER] else 7 & ~declarer


def space() -> Vector:
    return np.concatenate([np.zeros(REFERENCE, np.int64), workspace(15)])


def said(view: View) -> Saying:
    assert isinstance(view, SkatView)
    return say("the game") if view.seat == view.declarer else say("against the game")


@kernel(int64(STATE, int64), inline=False)
def class_score(s, number):
    """The declarer's score if his points are of a class; the highest has the tricks that he must take."""
    tricks = np.int64(SOME_TRICKS)
    if number == CLASSES - 1 and s[r.CONTRACT] == NULL:
        tricks = np.int64(0)
    elif number == CLASSES - 1 and s[r.LEVEL] >= ALL_ANNOUNCED:
        tricks = np.int64(ALL_TRICKS)
    return r.settle(s, BIDS[s[r.BID]], CLASS_FROM[number], tricks, np.int64(1))


@kernel(BEGIN, inline=False)
def begin_value(view, worlds, desk, work):
    """What a class counts may hang on jacks that a defender does not see: the mean over the worlds."""
    declares = view[TURN] == view[r.DECLARER]
    scores = np.zeros(CLASSES, np.int64)
    for world in range(len(worlds)):
        for number in range(CLASSES):
            scores[number] += class_score(worlds[world], np.int64(number))
    for number in range(CLASSES):
        scores[number] = np.int64(round(scores[number] / len(worlds)))
    desk[FLOOR] = scores[0] if declares else -scores[CLASSES - 1]
    for step in range(CLASSES - 1):
        upper = step + 1 if declares else CLASSES - 1 - step
        desk[WORTH + step] = max(scores[upper] - scores[upper - 1], 0)
    return np.int64(1)


@kernel(int64(STATE, STATE), inline=False)
def class_at_end(w, s):
    """The class of the declarer's points, with open cards where cards are left."""
    so_far = s[r.POINTS] + card_points(s[r.SKAT])
    if s[TURN] < 0:
        return class_of(so_far)
    declarer, left, right, leader = prepare_state(w, s)
    return class_near(w, declarer, left, right, leader, table_of(s), so_far, np.int64(WON_CLASS))


@kernel(VERDICT, inline=False)
def value(s, seat, work):
    declares = seat == s[r.DECLARER]
    if s[r.CONTRACT] == NULL or needed(s) != FEW:
        return verdict(s, seat, work) * (CLASSES - 1)
    found = class_at_end(work[REFERENCE:], s)
    return found if declares else CLASSES - 1 - found


AIM = Aim(verdict, side=side, space=space, said=said, cards=CARDS)
VALUE = Aim(value, begin_value, side, space, said, CARDS, CLASSES - 1, WON_CLASS, say("points"))
