"""Tournaments: every pair of agents on the same deals, their cross table and their ratings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kiebitz.lab.results.result import Result
from kiebitz.lab.statistics.duplicate import paired
from kiebitz.lab.statistics.intervals import holm, quantile, rate_interval
from kiebitz.lab.statistics.ratings import Pairs, Rating, ratings


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
    points_low: float
    points_high: float
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


def standings(results: list[Result], confidence: float = 0.95, seed: int | str = 0) -> Standings:
    """The standings of a round robin from the results of its pairs."""
    agents = tuple(dict.fromkeys(player.name for result in results for player in result.match.players))
    scores = {_names(result): result.shares_of(0) for result in results}
    points = ([result.of_agent(agent, result.counted) for agent in (0, 1)] for result in results)
    watched = any(result.watched for result in results)
    rated = rated_pairs(scores, confidence, seed, watched)
    return Standings(agents, meetings(scores, points, confidence, watched), rated)


def rated_pairs(scores: Pairs, confidence: float, seed: int | str, watched: bool) -> tuple[Rating, ...]:
    """Ratings, the strongest first; if somebody has watched, with intervals that hold at every look."""
    found = tuple(ratings(scores, confidence, seed=seed))
    deals = max(len(each) for each in scores.values())
    if not watched or deals < 2:
        return found
    wider = quantile(confidence, deals, watched=True) / quantile(confidence)
    return tuple(
        replace(one, low=one.elo - wider * (one.elo - one.low), high=one.elo + wider * (one.high - one.elo))
        for one in found
    )


def meetings(
    scores: Pairs, points: Iterable[Sequence[Any]], confidence: float, watched: bool = False
) -> tuple[Meeting, ...]:
    """The meetings of pairs: the first one's scores game by game, and the points of both."""
    comparisons = [paired(one, other, confidence, watched) for one, other in points]
    corrected = holm([comparison.p for comparison in comparisons])
    return tuple(
        Meeting(
            *pair,
            float(share.mean()),
            *rate_interval(share, confidence, watched),
            comparison.difference,
            comparison.error,
            comparison.low,
            comparison.high,
            comparison.p,
            p_holm,
            share.size,
        )
        for (pair, share), comparison, p_holm in zip(scores.items(), comparisons, corrected, strict=True)
    )


def _names(result: Result) -> tuple[str, str]:
    one, other = result.match.players
    return one.name, other.name
