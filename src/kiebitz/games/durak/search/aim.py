# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What a player wants in Durak, for searches over many worlds: the game, once the deck is empty or small.

As a value a draw lies between a game that is won and one that is lost.
"""

from __future__ import annotations

import numpy as np

from kiebitz.games.durak import rules as r
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import TURN
from kiebitz.rules.values import View
from kiebitz.sayings import Saying, say
from kiebitz.search.alphamu.aims import BEGIN, Aim
from kiebitz.search.alphamu.opened import FLOOR, LOST, OPEN, VERDICT, WON

SMALL = 4  # cards in the deck with which a world can still be solved in little time


@kernel(BEGIN)
def begin(view, worlds, desk, work):
    return np.int64(view[r.SIZE] <= SMALL)


@kernel(VERDICT)
def verdict(s, seat, work):
    if s[TURN] >= 0:
        return np.int64(OPEN)
    return np.int64(WON) if r.payoff(s, seat) > 0 else np.int64(LOST)


def said(view: View) -> Saying:
    return say("the game")


@kernel(BEGIN)
def begin_value(view, worlds, desk, work):
    desk[FLOOR] = -1
    return begin(view, worlds, desk, work)


@kernel(VERDICT)
def value(s, seat, work):
    return np.int64(OPEN) if s[TURN] >= 0 else r.payoff(s, seat) + 1


AIM = Aim(verdict, begin, said=said)
VALUE = Aim(value, begin_value, said=said, steps=2, won=2, unit=say("points"))
