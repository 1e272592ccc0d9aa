"""Tournaments: every pair of agents on the same deals, their cross table and their ratings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kiebitz.lab.duplicate import paired
from kiebitz.lab.ratings import Rating, ratings
from kiebitz.lab.result import Result
from kiebitz.lab.statistics import holm, wilson


@dataclass(frozen=True)
class Meeting:
    """Two agents against each other, from the first one's side."""

    one: str
    other: str
    score: float  # mean share of the win, 0..1
    low: float
    high: float
    points: float  # mean difference a game
    error: float
    p: float  # that there is no difference in points, paired over deals
    p_holm: float  # the same, corrected for the number of meetings
    games: int


@dataclass(frozen=True)
class Standings:
    """A tournament's table."""

    agents: tuple[str, ...]
    meetings: tuple[Meeting, ...]
    ratings: tuple[Rating, ...]

    def score(self, one: str, other: str) -> float | None:
        """The score of one agent against another, None if they have not met."""
        for meeting in self.meetings:
            if (meeting.one, meeting.other) == (one, other):
                return meeting.score
            if (meeting.one, meeting.other) == (other, one):
                return 1 - meeting.score
        return None


def scores_of_pair(result: Result) -> Any:
    """The first agent's score in 0..1 for each deal (rows) and line-up, against the second.

    At tables of more than two seats an agent's share is the mean over its seats, and the two shares are
    scaled to add up to one.
    """
    one, other = (result.of_agent(agent, result.shares) for agent in (0, 1))
    both = one + other
    return np.where(both > 0, one / np.where(both > 0, both, 1), 0.5)


def standings(results: list[Result], confidence: float = 0.95, seed: int | str = 0) -> Standings:
    """The standings of a round robin from the results of its pairs."""
    agents = tuple(dict.fromkeys(player.name for result in results for player in result.match.players))
    scores = {_names(result): scores_of_pair(result) for result in results}
    comparisons = [paired(*(result.of_agent(agent, result.points) for agent in (0, 1))) for result in results]
    corrected = holm([comparison.p for comparison in comparisons])
    meetings = tuple(
        Meeting(
            *pair,
            float(share.mean()),
            *wilson(float(share.sum()), share.size, confidence),
            comparison.difference,
            comparison.error,
            comparison.p,
            p_holm,
            share.size,
        )
        for (pair, share), comparison, p_holm in zip(scores.items(), comparisons, corrected, strict=True)
    )
    return Standings(agents, meetings, tuple(ratings(scores, confidence, seed=seed)))


def _names(result: Result) -> tuple[str, str]:
    one, other = result.match.players
    return one.name, other.name
