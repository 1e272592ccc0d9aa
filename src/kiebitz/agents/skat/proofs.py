# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What a declarer can force from the first card on, compiled: a sure Grand, a hand for all tricks."""

from __future__ import annotations

import numpy as np
from numba import int64

from kiebitz.agents.skat import memory as m
from kiebitz.games.skat import rules as r
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import HAND, PHASE, STATE, TURN, WORDS
from kiebitz.search.skat import paranoia_words as p
from kiebitz.search.skat.paranoia_root import ask, prepare
from kiebitz.search.skat.paranoia_view import problem_of

BUDGET = 100_000  # positions that a search may look at


@kernel(int64(STATE, STATE, int64, int64, int64, int64, int64), inline=False)
def can_force(view, memory, hand, skat, contract, aim, assume):
    """Does the seat to move force an aim as declarer with these cards? 1 if that is proved.

    The skat is 0 if it is not known; what is assumed are bits of the paranoia search.
    """
    start, problem = np.empty(WORDS, np.int64), np.empty(p.WORDS, np.int64)
    for i in range(WORDS):
        start[i] = view[i]
    start[HAND + view[TURN]], start[r.SKAT], start[r.SKAT_SIZE] = hand, skat, 2
    start[r.CONTRACT], start[PHASE], start[TURN] = contract, r.CARD_PLAY, 0
    if problem_of(start, aim, assume, problem) == 0:
        return np.int64(0)
    room = memory[m.PARANOIA_ROOM :]
    prepare(problem, room, np.int64(BUDGET))
    return np.int64(ask(problem, room) == p.FORCED)
