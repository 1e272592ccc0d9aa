"""The evidence of a run, put in order: who took part, how they met, who stands where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from kiebitz.agents.specification import parameters
from kiebitz.lab.results.result import Result, Score
from kiebitz.lab.results.standings import Meeting, Standings, meetings, rated_pairs, standings
from kiebitz.lab.runs.plan import Plan
from kiebitz.lab.runs.run import Run
from kiebitz.lab.statistics.intervals import clustered, rate_interval
from kiebitz.lab.statistics.ratings import Rating, pair_scores
from kiebitz.rules.game import Game

OWN_KINDS = ("grid",)  # of runs whose pages ask other questions than who is better


@dataclass(frozen=True)
class Study:
    """Results that belong together, and what follows from them."""

    kind: str  # match, tournament or grid
    plans: tuple[Plan, ...]
    numbers: tuple[int, ...]  # of the plans in their run
    results: tuple[Result, ...]
    confidence: float

    @classmethod
    def of(cls, result: Result) -> Study:
        """A study of one match."""
        names = _numbered([player.spec for player in result.match.players])
        plans = (result.run.plans[result.number],) if result.run else ()
        return cls("match", plans, (0,), (named(result, names),), result.confidence)

    @property
    def game(self) -> Game:
        return self.results[0].match.game

    @property
    def deals(self) -> int:
        return self.results[0].match.deals

    @property
    def watched(self) -> bool:
        """Was it stopped by looking, or is it not finished? Then everything holds at every look."""
        return any(result.watched for result in self.results)

    @property
    def alpha(self) -> float:
        """A p-value below this shows a difference."""
        return 1 - self.confidence

    @cached_property
    def agents(self) -> tuple[str, ...]:
        """Everybody, in the order of the command."""
        return tuple(dict.fromkeys(p.name for result in self.results for p in result.match.players))

    def parts(self, agent: str) -> list[tuple[int, int]]:
        """The results that an agent took part in, with its number there."""
        return [
            (number, place)
            for number, result in enumerate(self.results)
            for place, player in enumerate(result.match.players)
            if player.name == agent
        ]

    @cached_property
    def standings(self) -> Standings:
        """Meetings and ratings; for a grid all meetings are with the one opponent."""
        if len(self.results[0].match.players) > 2:
            return table_standings(self.results[0], self.confidence)
        return standings(list(self.results), self.confidence, self.results[0].match.seed)

    @property
    def comparisons(self) -> int:
        """How many of its comparisons are tested."""
        return len(self.standings.meetings)

    @cached_property
    def scores(self) -> dict[str, Score]:
        """Each agent's figures over all its games."""
        return {agent: self._score(agent) for agent in self.agents}

    @cached_property
    def ratings(self) -> dict[str, Rating]:
        return {rating.name: rating for rating in self.standings.ratings}

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The best first: by rating in a tournament, by points at one table; not the opponent of a grid."""
        if self.kind == "tournament":
            return tuple(rating.name for rating in self.standings.ratings)
        if self.kind == "grid":
            return tuple(m.one for m in sorted(self.standings.meetings, key=lambda m: -m.score))
        return tuple(sorted(self.agents, key=lambda agent: -self.scores[agent].points_mean))

    def meeting(self, one: str, other: str) -> Meeting | None:
        """Two agents against each other, seen from the first one's side."""
        for meeting in self.standings.meetings:
            if (meeting.one, meeting.other) == (one, other):
                return meeting
            if (meeting.one, meeting.other) == (other, one):
                return turned(meeting)
        return None

    def meetings(self) -> list[Meeting]:
        """All meetings, each from the side of the one who stands higher, in the order of the table."""
        if self.kind == "grid":
            return [next(m for m in self.standings.meetings if m.one == agent) for agent in self.order]
        pairs = combinations(self.order, 2)
        return [found for one, other in pairs if (found := self.meeting(one, other))]

    def differences(self, one: str, other: str) -> Any:
        """How many more points the first got than the second, for each deal and seating of theirs."""
        places = dict(self.parts(other))
        number, place = next((n, p) for n, p in self.parts(one) if n in places)
        result = self.results[number]
        return result.of_agent(place, result.points) - result.of_agent(places[number], result.points)

    def _score(self, agent: str) -> Score:
        parts = self.parts(agent)
        scores = [self.results[number].scores()[place] for number, place in parts]
        if len(parts) == 1:
            return scores[0]
        shares = np.concatenate([self.results[number].shares_of(place) for number, place in parts], axis=1)
        points = [self.results[n].of_agent(place, self.results[n].points) for n, place in parts]
        mean, error = clustered(np.concatenate(points, axis=1))
        spent = sum(float(self.results[number].spent[place]) for number, place in parts)
        moves = sum(int(self.results[number].moves[place]) for number, place in parts)
        return Score(
            name=agent,
            wins=sum(score.wins for score in scores),
            draws=sum(score.draws for score in scores),
            losses=sum(score.losses for score in scores),
            win_rate=float(shares.mean()),
            wilson=rate_interval(shares, self.confidence, self.watched),
            points_mean=mean,
            points_se=error,
            ms_per_move=1000 * spent / max(moves, 1),
            failures=sum(score.failures for score in scores),
        )


def turned(meeting: Meeting) -> Meeting:
    """A meeting from the other side."""
    return replace(
        meeting,
        one=meeting.other,
        other=meeting.one,
        score=1 - meeting.score,
        low=1 - meeting.high,
        high=1 - meeting.low,
        points=-meeting.points,
        points_low=-meeting.points_high,
        points_high=-meeting.points_low,
    )


def table_standings(result: Result, confidence: float) -> Standings:
    """The standings of three or more agents at one table: of two, who got more points?"""
    names = [player.name for player in result.match.players]
    points = [result.of_agent(agent, result.points) for agent in range(len(names))]
    scores = pair_scores(np.stack(points, axis=2), names)
    rated = rated_pairs(scores, confidence, result.match.seed, result.watched)
    met = meetings(scores, combinations(points, 2), confidence, result.watched)
    return Standings(tuple(names), met, rated)


def studies(run: Run, deals: int | None = None, confidence: float = 0.95) -> list[Study]:
    """What a run holds, over this many of its deals (by default all): usually one study.

    Pairs of agents at the same game make one study. Other plans say nothing about each other and make
    a study each.
    """
    plans = [plan if deals is None else replace(plan, deals=deals) for plan in run.plans]
    stored = run.ledger["kind"]
    kind = stored if stored in OWN_KINDS else "tournament" if len(plans) > 1 else "match"
    called = zip(plans, labels(plans, kind), strict=True)
    results = [_result(run, number, *one, confidence) for number, one in enumerate(called)]
    settings = {(plan.game, plan.options, plan.deals, plan.seed) for plan in plans}
    if len(plans) == 1 or (len(settings) == 1 and (kind == "grid" or _are_pairs(plans))):
        numbers = tuple(range(len(plans)))
        return [Study(kind, tuple(plans), numbers, tuple(results), confidence)]
    together = enumerate(zip(plans, results, strict=True))
    return [Study("match", (plan,), (n,), (result,), confidence) for n, (plan, result) in together]


def _are_pairs(plans: list[Plan]) -> bool:
    """Two different agents in every plan, and no two of them twice?"""
    pairs = {frozenset(plan.agents) for plan in plans}
    return len(pairs) == len(plans) and all(len(p.agents) == 2 == len(set(p.agents)) for p in plans)


def labels(plans: list[Plan], kind: str) -> list[list[str]]:
    """What the agents of each plan are called: by what varies in a grid, and copies by numbers."""
    if kind != "grid":
        return [_numbered(plan.agents) for plan in plans]
    chosen = [parameters(plan.agents[0]) for plan in plans]
    names = [name for name in chosen[0] if len({one.get(name) for one in chosen}) > 1]
    short = [", ".join(f"{name}={one[name]}" for name in names if name in one) for one in chosen]
    if len(set(short)) < len(plans):
        return [_numbered(plan.agents) for plan in plans]
    return [[label, plan.agents[1]] for label, plan in zip(short, plans, strict=True)]


def _numbered(names: Sequence[str]) -> list[str]:
    """Names with numbers for those that come more than once.

    >>> _numbered(["a", "b", "a"])
    ['a #1', 'b', 'a #2']
    """
    copies = [f"{name} #{names[: place + 1].count(name)}" for place, name in enumerate(names)]
    return [copy if names.count(name) > 1 else name for name, copy in zip(names, copies, strict=True)]


def _result(run: Run, number: int, plan: Plan, names: list[str], confidence: float) -> Result:
    """A plan's result, its players called by their labels."""
    result = named(run.result_of(number, plan.deals), names)
    result.confidence = confidence
    return result


def named(result: Result, names: Sequence[str]) -> Result:
    """A result whose players are called by other names."""
    players = zip(result.match.players, names, strict=True)
    renamed = tuple(replace(player, spec=name) for player, name in players)
    return replace(result, match=replace(result.match, players=renamed))


def complete_deals(run: Run) -> int:
    """How many deals from the first on are played in all seatings by everybody."""
    return min(run.complete_deals(number) for number in range(len(run.plans)))
