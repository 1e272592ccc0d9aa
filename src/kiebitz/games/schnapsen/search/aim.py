# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What a player wants in Schnapsen, for searches over many worlds: the deal, or its game points."""

from __future__ import annotations

import numpy as np

from kiebitz.games.schnapsen import rules as r
from kiebitz.games.schnapsen.search.endgame import value_of
from kiebitz.games.schnapsen.search.stakes import deal_points
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import ROUND, TURN
from kiebitz.rules.values import View
from kiebitz.sayings import Saying, say
from kiebitz.search.alphamu.aims import BEGIN, Aim
from kiebitz.search.alphamu.fronts import WORTH
from kiebitz.search.alphamu.opened import FLOOR, LOST, OPEN, VERDICT, WON

LEAD, DEAL = 0, 1  # words of the reference: how far ahead the seat is before this deal, and its number
MOST = 3  # game points
SMALL = 4  # cards in an open talon with which a world can still be solved in little time


@kernel(BEGIN)
def begin(view, worlds, desk, work):
    """While the talon is open and large, a deal cannot be solved."""
    work[LEAD], work[DEAL] = deal_points(view, view[TURN]), view[ROUND]
    return np.int64(r.is_strict(view) or view[r.SIZE] <= SMALL)


@kernel(VERDICT, inline=False)
def verdict(s, seat, work):
    if s[TURN] < 0 or s[ROUND] != work[DEAL]:
        return np.int64(WON) if deal_points(s, seat) > work[LEAD] else np.int64(LOST)
    if not r.is_strict(s):
        return np.int64(OPEN)
    value = value_of(s, np.int64(-1), np.int64(1))
    return np.int64(WON) if (value > 0) == (s[TURN] == seat) else np.int64(LOST)


def said(view: View) -> Saying:
    return say("the deal")


@kernel(BEGIN)
def begin_value(view, worlds, desk, work):
    desk[FLOOR], desk[WORTH + MOST - 1] = -MOST, 2  # from one game point lost to one won
    return begin(view, worlds, desk, work)


@kernel
def steps_to(points):
    """The steps to some game points; there are no deals without any."""
    return points + MOST - (1 if points > 0 else 0)


@kernel(VERDICT, inline=False)
def value(s, seat, work):
    if s[TURN] < 0 or s[ROUND] != work[DEAL]:
        return steps_to(deal_points(s, seat) - work[LEAD])
    if not r.is_strict(s):
        return np.int64(OPEN)
    points = value_of(s, np.int64(-MOST), np.int64(MOST))
    return steps_to(points if s[TURN] == seat else -points)


AIM = Aim(verdict, begin, said=said)
VALUE = Aim(value, begin_value, said=said, steps=2 * MOST - 1, won=MOST, unit=say("game points"))
