"""Three estimates of the same difference side by side: games taken singly, duplicate deals, and reduced."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, nan
from typing import Any

from kiebitz.lab.results.result import Result
from kiebitz.lab.statistics.duplicate import duplicate_effect
from kiebitz.lab.statistics.intervals import clustered, interval

SINGLE, DUPLICATE, REDUCED = "single", "duplicate", "reduced"


@dataclass(frozen=True)
class Estimate:
    """A mean with its standard error, and how many times fewer games it took than others would have."""

    kind: str
    """``single``: as if every game had a deal of its own; ``duplicate``; ``reduced``."""
    mean: float
    error: float
    low: float
    high: float
    against_single: float
    against_duplicate: float


def estimates(
    points: Any, reduced: Any | None, confidence: float = 0.95, watched: bool = False
) -> list[Estimate]:
    """The estimates of a mean; rows are deals, columns the games of a deal.

    Where every deal is played once, singly and duplicate are the same. Intervals are those of the other
    figures: ``watched`` says which.

    >>> import numpy as np
    >>> points = np.array([[5.0, -4.0], [-3.0, 4.0], [2.0, -2.0], [-4.0, 4.5]])
    >>> [one.kind for one in estimates(points, points / 2)]
    ['single', 'duplicate', 'reduced']
    """
    effect, (mean, error) = duplicate_effect(points), clustered(points)
    found = [(SINGLE, mean, effect.unpaired)]
    if points.shape[1] > 1:
        found.append((DUPLICATE, mean, error))
    if reduced is not None:
        found.append((REDUCED, *clustered(reduced)))
    return [
        Estimate(
            kind,
            value,
            spread,
            *interval(value, spread, len(points), confidence, watched),
            _saved(effect.unpaired, spread),
            _saved(error, spread),
        )
        for kind, value, spread in found
    ]


def _saved(error: float, reached: float) -> float:
    """How many times as many games the first way takes for the same precision."""
    if reached > 0:
        return (error / reached) ** 2
    return inf if error > 0 else 1.0 if error == reached else nan


def of_agent(result: Result, agent: int) -> list[Estimate]:
    """The estimates of an agent's points a game."""
    reduced = None if result.reduced is None else result.of_agent(agent, result.reduced)
    points = result.of_agent(agent, result.points)
    return estimates(points, reduced, result.confidence, result.watched)


def of_pair(result: Result) -> list[Estimate]:
    """The estimates of how many points a game the first of two agents gets more than the second."""
    both = [result.points] + ([] if result.reduced is None else [result.reduced])
    found = [result.of_agent(0, values) - result.of_agent(1, values) for values in both]
    return estimates(found[0], found[1] if len(found) > 1 else None, result.confidence, result.watched)
