# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What a game brings so that luck can be told from play: what positions are worth, and how chance is drawn.

Nothing here needs to be right for the reduced estimate to be unbiased, except ``redraw``, which must follow
the law by which the game draws. Good values take away more luck.
"""

from __future__ import annotations

import hashlib
from typing import NamedTuple

import numpy as np
from numba import float64, int64, void

from kiebitz.agents.base import Policy
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.meaning import meaning
from kiebitz.kernel.random import step
from kiebitz.kernel.state import ROUND, SEED, STATE, WORDS, Kernels
from kiebitz.kernel.vectors import Kernel
from kiebitz.search.evaluator import FOREVER
from kiebitz.search.playout import bind_guided

FLOATS = float64[::1]
FEATURES = void(STATE, int64, FLOATS)  # state, seat, out: numbers that say what a position is worth to a seat
ROLLOUT = void(STATE, STATE, FLOATS)  # state, rng, out: play it on in place, and write its worth to each seat
REDRAW = void(STATE, STATE)  # state, rng: draw anew what chance has decided and nobody has seen
SHOWN = int64(STATE)  # changes when chance shows something, whatever that is
STAGE = int64(STATE)  # which stage of the unit it is, from 0: rollouts have a weight for each


@kernel(REDRAW)
def later_rounds(s, rng):
    """Where all that chance decides in a round is seen when it is dealt: later rounds are dealt anew."""
    s[SEED] = step(rng)


@kernel(SHOWN)
def round_of(s):
    """Where chance speaks only when a round is dealt."""
    return s[ROUND]


@kernel(STAGE)
def one_stage(s):
    """Where what a position is worth does not depend on how far the unit has come."""
    return np.int64(0)


@kernel(FEATURES)
def no_features(s, seat, out):
    """Where only playing on tells what a position is worth."""


@kernel(ROLLOUT)
def no_rollout(s, rng, out):
    """Where only features tell what a position is worth."""


class Values(NamedTuple):
    """What a game brings to reduced estimates: compiled functions with the signatures above.

    ``rollout`` plays a position on by cheap players, as in a search, and says more than features can.
    """

    features: Kernel = no_features
    names: tuple[str, ...] = ()
    """Of the features, in their order."""
    redraw: Kernel = later_rounds
    shown: Kernel = round_of
    rollout: Kernel | None = None
    stage: Kernel = one_stage
    stages: int = 1

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of all numbers that are summed up along a game."""
        rolled = [f"rollouts {stage}" for stage in range(self.stages)] if self.rollout else []
        return (*self.names, *rolled)

    @property
    def meaning(self) -> str:
        """A hash that changes if the numbers may."""
        kernels = (self.features, self.redraw, self.shown, self.rollout, self.stage)
        parts = [meaning(one) for one in kernels if one is not None]
        return hashlib.sha256(" ".join([*parts, *self.columns]).encode()).hexdigest()[:16]


def played_on(kernels: Kernels, policy: Policy, seats: int) -> Kernel:
    """The rollout of a game that one policy plays for all, each seat by its own view."""
    playout, payoff = bind_guided(kernels, policy.kernel), kernels.payoff
    parameters = policy.memory.copy()

    @kernel(ROLLOUT, inline=False)
    def rollout(s, rng, out):
        playout(s, np.int64(FOREVER), np.empty(WORDS, np.int64), parameters.copy(), rng)
        for seat in range(seats):
            out[seat] = payoff(s, seat)

    return rollout
