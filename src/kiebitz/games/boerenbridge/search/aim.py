# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What a player wants in Boerenbridge, for searches over many worlds: exactly the guessed tricks."""

from __future__ import annotations

import numpy as np

from kiebitz.games.boerenbridge import rules as r
from kiebitz.games.boerenbridge.view import BoerenbridgeView
from kiebitz.kernel.bits import count
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import HAND, ROUND, TURN
from kiebitz.rules.values import View
from kiebitz.sayings import Saying, say
from kiebitz.search.alphamu.aims import BEGIN, Aim
from kiebitz.search.alphamu.opened import LOST, OPEN, VERDICT, WON

MET, NUMBER = 0, 1  # words of the reference: guesses met before this round, and its number
BYTE = 255
CARDS = 4  # in hand from which worlds can be solved in little time


@kernel
def met(s, seat):
    """How many guesses a seat has met."""
    return (s[r.ALL_MET] >> (8 * seat)) & BYTE


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
    left = count(s[HAND + seat]) + (1 if (s[r.TRICK] >> (8 * seat)) & BYTE != 0 else 0)
    return np.int64(OPEN) if 0 <= wanted <= left else np.int64(LOST)


def said(view: View) -> Saying:
    assert isinstance(view, BoerenbridgeView)
    return say("exactly {n} {n:trick|tricks}", n=view.guesses[view.seat])


AIM = Aim(verdict, begin, said=said, cards=CARDS)
