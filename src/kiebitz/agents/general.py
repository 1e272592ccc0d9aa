# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Agents that play every game, including those that third parties add."""

from __future__ import annotations

from functools import lru_cache

from kiebitz.agents.base import Agent, Decision
from kiebitz.kernel.bits import count, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import pick
from kiebitz.kernel.state import POLICY, PROBABILITIES, Kernels
from kiebitz.kernel.vectors import Kernel
from kiebitz.rules.values import Move, View
from kiebitz.sayings import say


@lru_cache
def random_policy(kernels: Kernels) -> Kernel:
    """The policy that plays uniformly among the legal moves of a game."""
    legal = kernels.legal

    @kernel(POLICY)
    def random(view, memory, rng):
        return pick(rng, legal(view))

    return random


@kernel
def spread(moves, share, out):
    """Give each of some moves an equal part of a share."""
    part = share / max(count(moves), 1)
    while moves != 0:
        out[lowest(moves)] = part
        moves &= moves - 1


@lru_cache
def random_probabilities(kernels: Kernels) -> Kernel:
    """How likely the random player makes each move."""
    legal = kernels.legal

    @kernel(PROBABILITIES)
    def probabilities(view, memory, out):
        spread(legal(view), 1.0, out)

    return probabilities


def explain_random(view: View, move: Move) -> Decision:
    """Why a random player played this."""
    return Decision(move, say("one of {n} legal moves, drawn at random", n=len(view.moves)))


class RandomAgent(Agent):
    """Plays uniformly among the legal moves; from the same stream the same games as the policy."""

    def act(self, view: View) -> Move:
        return view.rng.choice(view.moves)
