"""Three estimates of the same difference side by side: games taken singly, duplicate deals, and reduced."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import inf, nan
from typing import Any

from kiebitz.lab.results.result import Result
from kiebitz.lab.statistics.duplicate import duplicate_effect
from kiebitz.lab.statistics.intervals import clustered, interval
from kiebitz.sayings import Saying, say

SINGLE, DUPLICATE, REDUCED = "single", "duplicate", "reduced"
TOLD = {
    SINGLE: say("games taken singly"),
    DUPLICATE: say("duplicate deals"),
    REDUCED: say("reduced"),
}
"""The kinds for people."""


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


def side_by_side(result: Result) -> list[tuple[list[str], list[Estimate]]]:
    """The estimates of a result: the lead of the first of two agents, or of several each one's points."""
    names = [player.name for player in result.match.players]
    if len(names) == 2:
        return [(names, of_agents(result, (0, 1)))]
    return [([name], of_agents(result, (agent,))) for agent, name in enumerate(names)]


def of_agents(result: Result, agents: Sequence[int]) -> list[Estimate]:
    """The estimates of the first agent's points a game, less those of a second one."""

    def taken(values: Any) -> Any:
        found = [result.of_agent(agent, values) for agent in agents]
        return found[0] - found[1] if len(found) == 2 else found[0]

    reduced = None if result.reduced is None else taken(result.reduced)
    return estimates(taken(result.points), reduced, result.confidence, result.watched)


def estimates_dict(result: Result) -> list[dict[str, Any]]:
    """The same for JSON."""
    found = side_by_side(result)
    return [{"agents": names, "estimates": [asdict(one) for one in each]} for names, each in found]


def estimates_part(results: Sequence[Result]) -> dict[str, Any]:
    """The part of an answer in JSON that several results of one run have if luck was taken from them."""
    if not any(result.match.frozen for result in results):
        return {}
    return {"estimates": [one for result in results for one in estimates_dict(result)]}


def told(names: Sequence[str]) -> Saying:
    """What estimates are of."""
    if len(names) == 1:
        return say("points a game of {agent}", agent=names[0])
    return say("lead of {one}: its points a game less those of {other}", one=names[0], other=names[1])
