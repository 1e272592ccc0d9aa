# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The luck in the games of a match: summed up to fit weights, or weighted to correct their points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import root
from kiebitz.kernel.state import MAX_SEATS, PROBABILITIES
from kiebitz.kernel.vectors import Vector
from kiebitz.lab.reduction.frozen import PARTS, values_of
from kiebitz.lab.reduction.increments import bind_increments

if TYPE_CHECKING:
    from kiebitz.lab.playing.match import Match


@kernel(PROBABILITIES)
def states_nothing(view, memory, out):
    """In place of the probabilities of somebody who states none."""


def sums(match: Match, lineup: int, deals: Vector, moves: Vector, draws: int) -> Any:
    """The increments of units: ``[unit, part, seat, column]``; ``moves`` ends with -1 in each row."""
    game, values = match.game, values_of(match.game)
    collect, _ = bind_increments(game.kernels, game.machine, values)
    width = len(values.columns)
    found = np.zeros((len(deals), PARTS, game.seats * width))
    chance = _roots(match, lineup), game.option_words
    collect(*chance, draws, deals, moves, _stated(match, lineup), found)
    return found.reshape(len(deals), PARTS, game.seats, width)


def corrections(match: Match, lineup: int, deals: Vector, moves: Vector) -> Vector:
    """What the weights of a match take from the points of each seat, in millionths: ``[unit, seat]``."""
    game, frozen = match.game, match.frozen
    assert frozen is not None
    _, correct = bind_increments(game.kernels, game.machine, values_of(game))
    found = np.zeros((len(deals), game.seats), np.int64)
    chance, weights = (_roots(match, lineup), game.option_words), np.array(frozen.weights)
    correct(*chance, frozen.draws, deals, moves, _stated(match, lineup), weights, found)
    return found


def _roots(match: Match, lineup: int) -> Vector:
    """The roots of the deals and of the redraws; neither leads to the other, nor to those of the seats."""
    return np.stack((match.roots(lineup)[-1], root("redraws", match.game.name, match.seed)))


def _stated(match: Match, lineup: int) -> tuple[Any, ...]:
    """The probabilities of those who state them, their memories, and a mark for each seat that does.

    A bot from a file is not believed: by false probabilities it would seem unlucky.
    """
    seated = match.seated(lineup)
    policies = [None if player.is_foreign else player.policy for player in seated]
    stated = [policy.probabilities if policy else None for policy in policies]
    memories = [policy.memory.copy() if policy else np.zeros(1, np.int64) for policy in policies]
    empty = MAX_SEATS - len(policies)
    kernels = [one or states_nothing for one in stated] + [states_nothing] * empty
    marks = np.array([one is not None for one in stated] + [False] * empty, np.int64)
    return tuple(kernels), tuple(memories + [np.zeros(1, np.int64)] * empty), marks
