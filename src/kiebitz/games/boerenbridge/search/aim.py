# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What a player wants in Boerenbridge, for searches over many worlds: exactly the guess, or points."""

from __future__ import annotations

import numpy as np

from kiebitz.games.boerenbridge import rules as r
from kiebitz.games.boerenbridge.view import BoerenbridgeView
from kiebitz.kernel.bits import count
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import HAND, ROUND, TURN
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.values import View
from kiebitz.sayings import Saying, say
from kiebitz.search.alphamu.aims import BEGIN, REFERENCE, Aim
from kiebitz.search.alphamu.fronts import MOST_STEPS, WORTH
from kiebitz.search.alphamu.opened import FLOOR, LOST, OPEN, VERDICT, WON

MET, NUMBER = 0, 1  # words of the reference: guesses met before this round, and its number
SCORE = 2  # the points before this round
LADDER = REFERENCE  # what each number of steps is worth, in one word each
TOP = LADDER + MOST_STEPS
FAR = 1000  # more points than a round can bring
BYTE = 255
CARDS = 4  # in hand from which worlds can be solved in little time


@kernel
def met(s, seat):
    """How many guesses a seat has met."""
    return (s[r.ALL_MET] >> (8 * seat)) & BYTE


@kernel
def in_play(s, seat):
    """The tricks that a seat may still win: one for each of its cards, in hand or on the table."""
    return count(s[HAND + seat]) + (1 if (s[r.TRICK] >> (8 * seat)) & BYTE != 0 else 0)


@kernel(BEGIN)
def begin(view, worlds, desk, work):
    work[MET], work[NUMBER] = met(view, view[TURN]), view[ROUND]
    return np.int64(1)


@kernel(VERDICT)
def verdict(s, seat, work):
    """A round may be lost before its end: by a trick too many, or by too few that are left."""
    if s[TURN] < 0 or s[ROUND] != work[NUMBER]:
        return np.int64(WON) if met(s, seat) > work[MET] else np.int64(LOST)
    wanted = r.field(s[r.GUESSES], seat) - 1 - r.field(s[r.TRICKS], seat)
    return np.int64(OPEN) if 0 <= wanted <= in_play(s, seat) else np.int64(LOST)


def said(view: View) -> Saying:
    assert isinstance(view, BoerenbridgeView)
    return say("exactly {n} {n:trick|tricks}", n=view.guesses[view.seat])


@kernel(BEGIN)
def begin_value(view, worlds, desk, work):
    """Write the ladder from its top: the guess that is met, then what other tricks bring, the most first.

    If there are fewer outcomes than steps, the lowest steps are worth nothing.
    """
    begin(view, worlds, desk, work)
    seat, scoring = view[TURN], view[r.SCORING]
    guess, won = r.field(view[r.GUESSES], seat) - 1, r.field(view[r.TRICKS], seat)
    left = in_play(view, seat)
    if left >= MOST_STEPS:
        return np.int64(0)
    work[SCORE], work[TOP] = r.payoff(view, seat), r.round_score(scoring, guess, guess)
    above = np.int64(FAR)
    for rung in range(TOP - 1, LADDER - 1, -1):
        below = np.int64(-FAR)
        for tricks in range(won, won + left + 1):
            points = r.round_score(scoring, guess, tricks)
            if tricks != guess and points < above:
                below = max(below, points)
        above = below if below > -FAR else above
        work[rung] = above
    for step in range(MOST_STEPS):
        desk[WORTH + step] = max(work[LADDER + step + 1] - work[LADDER + step], 0)
    desk[FLOOR] = work[LADDER]
    return np.int64(1)


@kernel(VERDICT)
def value(s, seat, work):
    """Points are counted when a round is over: the rung on which they are."""
    if s[TURN] >= 0 and s[ROUND] == work[NUMBER]:
        return np.int64(OPEN)
    if met(s, seat) > work[MET]:
        return np.int64(MOST_STEPS)
    rung, points = TOP - 1, r.payoff(s, seat) - work[SCORE]
    while rung > LADDER and work[rung] != points:
        rung -= 1
    return np.int64(rung - LADDER)


def ladder() -> Vector:
    return np.zeros(TOP + 1, np.int64)


AIM = Aim(verdict, begin, said=said, cards=CARDS)
VALUE = Aim(value, begin_value, space=ladder, said=said, cards=CARDS, steps=MOST_STEPS, won=MOST_STEPS,
            unit=say("points"))  # fmt: skip
