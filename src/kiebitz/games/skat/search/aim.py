# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What a side wants in Skat, for searches over many worlds: that the game is won, or that it is lost."""

from __future__ import annotations

import numpy as np
from numba import int64

from kiebitz.games.skat import rules as r
from kiebitz.games.skat.scoring import card_points
from kiebitz.games.skat.search.open_cards.questions import NULL_TRICK, SCHWARZ, bound_at, takes_trick
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
from kiebitz.search.alphamu.aims import REFERENCE, SIDE, Aim
from kiebitz.search.alphamu.opened import LOST, VERDICT, WON

FEW, MANY, ALL = 61, 90, 121  # points that win the game; more than there are: every trick
SOME_TRICKS = 5  # neither side without one
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


AIM = Aim(verdict, side=side, space=space, said=said, cards=CARDS)
