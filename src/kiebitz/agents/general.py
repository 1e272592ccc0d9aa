# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Agents that play every game, including those that third parties add."""

from __future__ import annotations

from functools import lru_cache

from kiebitz.agents.base import Agent, Decision
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import pick
from kiebitz.kernel.state import POLICY, Kernels
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


def explain_random(view: View, move: Move) -> Decision:
    """Why a random player played this."""
    return Decision(move, say("one of {n} legal moves, drawn at random", n=len(view.moves)))


class RandomAgent(Agent):
    """Plays uniformly among the legal moves; from the same stream the same games as the policy."""

    def act(self, view: View) -> Move:
        return view.rng.choice(view.moves)
