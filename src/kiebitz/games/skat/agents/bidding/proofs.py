# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What a declarer can force from the first card on, compiled: a sure Grand, a hand for all tricks."""

from __future__ import annotations

import numpy as np
from numba import int64

from kiebitz.games.skat import rules as r
from kiebitz.games.skat.agents import memory as m
from kiebitz.games.skat.search.paranoia import words as p
from kiebitz.games.skat.search.paranoia.root import ask, prepare
from kiebitz.games.skat.search.paranoia.view import problem_of
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import HAND, PHASE, STATE, TURN, WORDS

BUDGET = 100_000  # positions that a search may look at


@kernel
def answered(problem, memory):
    """Is an aim forced? The last answer is kept: both cards put away and the game ask the same question."""
    known = memory[m.KNOWN_PROOF : m.KNOWN_PROOF + p.WORDS + 1]
    is_new = False
    for i in range(p.WORDS):
        is_new = is_new or known[i] != problem[i]
        known[i] = problem[i]
    if is_new:
        space = memory[m.PARANOIA_SPACE : m.KNOWN_DISCARDS]
        prepare(problem, space, np.int64(BUDGET))
        known[p.WORDS] = np.int64(ask(problem, space) == p.FORCED)
    return known[p.WORDS]


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
    return answered(problem, memory)
