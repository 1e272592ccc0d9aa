# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The state vector and the signatures of a game's compiled functions.

A state is a flat int64 vector of 64 words. The first sixteen words mean the same in every game; the
next thirty-two belong to the game; the last sixteen hold the options. A view has the same layout, with
everything erased that its seat may not know.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import float64, int64, types, void

from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import derive, step
from kiebitz.kernel.vectors import Kernel

WORDS = 64
LAYOUT_WORDS = 64
MAX_SEATS = 7

SEED = 0  # key of the deal's random stream; erased in every view
ROUND = 1  # which round of the deal is on the table, from 0
TURN = 2  # seat to move, -1 when all is over
PHASE = 3  # the phase, which says what move codes mean
VIEWER = 4  # -1 in a state; in a view, the seat that sees it
OPEN = 5  # 1 in the open world: every view shows everything
HAND = 8  # one word for each seat: the cards it holds
GAME = 16  # first word of the game's own
OPTIONS = 48  # first word of the options

STATE = int64[::1]
MATRIX = int64[:, ::1]

SHUFFLE = void(STATE, STATE, STATE)  # state, rng, layout: write what chance decides for this round
DEAL = void(STATE, STATE)  # state, layout: lay out this round
LEGAL = int64(STATE)  # the mask of legal move codes
PLAY = void(STATE, int64)  # make a legal move
PAYOFF = int64(STATE, int64)  # the seat's points
OBSERVE = void(STATE, int64, STATE)  # state, seat, view: write what the seat may know
COMPLETE = void(STATE, STATE, STATE)  # view, rng, state: a uniformly drawn consistent state
UNSEEN = int64(STATE, STATE, STATE)  # view, cards, room: where unseen cards may be (see worlds.py)
CASES = int64(STATE, MATRIX)  # view, lacks: the cases into which the worlds of unseen fall (see worlds.py)
MEASURE = void(STATE, int64, STATE)  # state, seat, out: what reports want to know of a finished unit
POLICY = int64(STATE, STATE, STATE)  # view, memory, rng: the move's code
PROBABILITIES = void(
    STATE, STATE, float64[::1]
)  # view, memory, out: how likely a policy makes each legal move

A_POLICY = types.FunctionType(POLICY)
STATED = types.FunctionType(PROBABILITIES)
WEIGHTS = float64[:, ::1]


@kernel(CASES)
def no_cases(view, lacks):
    """The ``cases`` of a game whose masks say all that can be known."""
    return np.int64(0)


class Kernels(NamedTuple):
    """A game's rules: compiled functions with the signatures above."""

    shuffle: Kernel
    deal: Kernel
    legal: Kernel
    play: Kernel
    payoff: Kernel
    observe: Kernel
    complete: Kernel
    unseen: Kernel
    measure: Kernel | None = None
    cases: Kernel = no_cases


@kernel
def clear(s, seed, options):
    """An empty state for a deal's seed; its first round is not laid out yet."""
    s[:] = 0
    s[SEED] = seed
    s[VIEWER] = -1
    for i in range(len(options)):
        s[OPTIONS + i] = options[i]


@kernel
def copy_state(source, target):
    for i in range(WORDS):
        target[i] = source[i]


@kernel
def round_stream(s):
    """A fresh random stream for the round that is to be laid out."""
    rng = np.empty(1, np.int64)
    rng[0] = derive(s[SEED], s[ROUND])
    return rng


@kernel
def blindfold(s, seat, view):
    """Copy a state for a seat, without the seed and the other hands; true if more must be erased.

    In the open world only the seed goes, which decides rounds that are not dealt yet.
    """
    copy_state(s, view)
    view[SEED] = 0
    view[VIEWER] = seat
    if s[OPEN] != 0:
        return False
    for other in range(MAX_SEATS):
        if other != seat:
            view[HAND + other] = 0
    return True


@kernel
def unveil(view, rng, state):
    """Copy a view into a state that is about to be completed; later rounds get a fresh seed."""
    copy_state(view, state)
    state[VIEWER] = -1
    state[SEED] = step(rng)
