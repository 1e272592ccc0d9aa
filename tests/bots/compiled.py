# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Compiled bots of all kinds, good and bad: kernels, a policy and an entry."""

from __future__ import annotations

import numpy as np

from kiebitz.agents.base import Decision, Policy
from kiebitz.agents.entry import Entry
from kiebitz.games.durak.rules import legal
from kiebitz.kernel.bits import lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import below
from kiebitz.kernel.state import HAND, POLICY, TURN
from kiebitz.rules.game import Game
from kiebitz.rules.options import Option
from kiebitz.rules.values import Move, View


@kernel(POLICY)
def first(view, memory, rng):
    """The first legal move of Durak."""
    return lowest(legal(view))


@kernel(POLICY)
def cheat(view, memory, rng):
    """A move that does not exist, now and then."""
    return np.int64(63) if below(rng, 8) == 0 else lowest(legal(view))


@kernel(POLICY)
def endless(view, memory, rng):
    """Never comes back once its hand is small."""
    while view[HAND + view[TURN]] < 0 or below(rng, 300) == 0:
        while memory[0] >= 0:
            memory[1] += 1
    return lowest(legal(view))


@kernel(POLICY)
def fatal(view, memory, rng):
    """Writes where nothing is, now and then."""
    if below(rng, 60) == 0:
        memory[1 << 40] = 1
    return lowest(legal(view))


@kernel(POLICY)
def keeping(view, memory, rng):
    """Counts its moves, and plays the second one every so often."""
    moves = legal(view)
    memory[0] += 1
    rest = moves & (moves - 1)
    return lowest(rest) if memory[0] % 7 == 0 and rest != 0 else lowest(moves)


def why(view: View, move: Move) -> Decision:
    return Decision(move, "it is the first")


explained = Policy(first, np.zeros(1, np.int64), why)


def make(game: Game, parameters: dict[str, str]) -> Policy:
    rules = game.kernels.legal

    @kernel(POLICY)
    def nth(view, memory, rng):
        moves = rules(view)
        for _ in range(memory[0]):
            if moves & (moves - 1) != 0:
                moves &= moves - 1
        return lowest(moves)

    return Policy(nth, np.array([int(parameters["n"])], np.int64))


choosy = Entry("choosy", "the n-th move", make, parameters=(Option("n", range(10), "1"),), games=("durak",))
