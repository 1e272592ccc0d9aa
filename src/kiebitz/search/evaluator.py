# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""An evaluator gives every legal move a value; a policy plays the move with the best one.

Every search here is an evaluator: ``evaluate(view, memory, rng, values, effort)`` writes the mean
points that the seat may expect from each legal move into ``values[code]`` and counts its work in
``effort``. It only ever sees a view: worlds are drawn by the game's own ``complete``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numba import float64, int64, void

from kiebitz.kernel.bits import lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import MAX_SEATS, POLICY, ROUND, STATE, Kernels
from kiebitz.kernel.vectors import Kernel, Vector
from kiebitz.kernel.worlds import MOST_CASES, count_cases
from kiebitz.rules.game import Game
from kiebitz.rules.values import View

FLOATS = float64[::1]
EVALUATE = void(STATE, STATE, STATE, FLOATS, STATE)
CODES = 64  # moves have the codes 0..63

HORIZON = 0  # words of the memory: where playouts end
SEATS = 1
OWN = 2  # here begin the search's own parameters
GUIDE = 8  # here begins the memory of the policy that plays the playouts
THIS_ROUND, WHOLE_UNIT = 0, 1
FOREVER = 1 << 62

EFFORT = ("worlds", "playouts", "nodes", "depth", "solved")  # what is counted, in the order of the words
WORLDS, PLAYOUTS, NODES, DEPTH, SOLVED = range(5)


@kernel
def last_round(view, memory):
    """The round at whose end playouts stop."""
    return view[ROUND] if memory[HORIZON] == THIS_ROUND else np.int64(FOREVER)


@lru_cache
def bind_is_known(kernels: Kernels) -> Kernel:
    """``is_known(view, memory)``: is there just one world, as far as the horizon reaches?

    The order of unseen cards that lie outside the hands counts too, and so do rounds to come.
    """
    unseen, cases = kernels.unseen, kernels.cases

    @kernel(int64(STATE, STATE), inline=False)
    def is_known(view, memory):
        if memory[HORIZON] != THIS_ROUND:
            return 0
        cards = np.zeros(MAX_SEATS + 2, np.int64)
        room = np.zeros(MAX_SEATS + 2, np.int64)
        places = unseen(view, cards, room)
        outside = np.int64(0)
        for place in range(memory[SEATS], places):
            outside += room[place]
        if outside > 1:
            return 0
        lacks = np.zeros((MOST_CASES, places), np.int64)
        return 1 if count_cases(cards, room, places, lacks, cases(view, lacks)) == 1.0 else 0

    return is_known


@lru_cache
def bind_policy(kernels: Kernels, evaluate: Kernel) -> Kernel:
    """The policy that plays the move with the best value, the first of them if there are several."""
    legal = kernels.legal

    @kernel(POLICY, inline=False)
    def policy(view, memory, rng):
        moves = legal(view)
        if moves & (moves - 1) == 0:
            return lowest(moves)
        values = np.empty(CODES, np.float64)
        effort = np.zeros(len(EFFORT), np.int64)
        evaluate(view, memory, rng, values, effort)
        best = lowest(moves)
        while moves != 0:
            move = lowest(moves)
            moves &= moves - 1
            if values[move] > values[best]:
                best = move
        return best

    return policy


class Evaluation(NamedTuple):
    """What an evaluator found out about the legal moves of a view, and the work that it did."""

    values: dict[str, float]
    effort: dict[str, int]

    @property
    def best(self) -> str:
        """The move that the policy plays: the first of those with the best value."""
        return max(self.values, key=lambda move: self.values[move])


def evaluate(view: View, evaluator: Kernel, memory: Vector) -> Evaluation:
    """Evaluate the moves of a view; the view's random stream goes on as it does under the policy."""
    values, effort = np.zeros(CODES), np.zeros(len(EFFORT), np.int64)
    evaluator(view.vector, memory, view.rng.word, values, effort)
    counted = {name: number for name, number in zip(EFFORT, effort.tolist(), strict=True) if number}
    return Evaluation({move: float(values[move.code]) for move in view.moves}, counted)


def make_memory(
    game: Game, horizon: str, parameters: Sequence[int], guide: Sequence[int] | Vector = ()
) -> Vector:
    """A search's memory: where playouts end, its parameters, the memory of the playout policy.

    Playouts may end with the round only where points are counted by the round. Where there is just
    one round it makes no difference, and the search may rely on there being no more.
    """
    ends_early = game.rounds == 1 or (horizon == "round" and game.scores_rounds)
    memory = np.zeros(GUIDE + max(len(guide), 1), np.int64)
    memory[HORIZON] = THIS_ROUND if ends_early else WHOLE_UNIT
    memory[SEATS] = game.seats
    memory[OWN : OWN + len(parameters)] = parameters
    memory[GUIDE : GUIDE + len(guide)] = guide
    return memory
