# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What a player wants in Schnapsen, for searches over many worlds: the deal."""

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
from kiebitz.search.alphamu.opened import LOST, OPEN, VERDICT, WON

LEAD, DEAL = 0, 1  # words of the reference: how far ahead the seat is before this deal, and its number
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


AIM = Aim(verdict, begin, said=said)
