"""What the seat does, and what the cards do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isnan, nan
from typing import Any

import numpy as np

from kiebitz.lab.report.study import Study
from kiebitz.lab.results.census import first_movers
from kiebitz.lab.results.standings import Meeting
from kiebitz.lab.statistics.duplicate import Duplicate, Paired, duplicate_effect, paired
from kiebitz.lab.statistics.intervals import clustered, holm, interval
from kiebitz.sayings import Saying, say

LOOKED_AT = 100  # deals that tell whether always the same seat begins
REPLAYED = 20_000  # deals that are dealt again to see who begins


@dataclass(frozen=True)
class SeatEffect:
    """How a seat fares, whoever sits there."""

    number: int
    label: Saying
    share: float
    low: float
    high: float
    points: float
    error: float
    difference: float  # in points, from the mean of the other seats
    difference_error: float
    p: float  # that there is none, paired over deals, corrected by Holm


@dataclass(frozen=True)
class FirstPlayer:
    """How whoever makes the first move of a deal fares."""

    deals: int
    share: float
    low: float
    high: float
    compared: Paired
    """In points, with the mean of the others."""


@dataclass(frozen=True)
class Deals:
    """How two agents fare deal by deal."""

    meeting: Meeting
    ahead: int
    level: int
    behind: int
    duplicate: Duplicate


def seat_label(study: Study, seat: int) -> Saying:
    """A seat by its number, with its name where the game has one."""
    who = study.game.who(seat)
    return say("seat {n} ({who})", n=seat, who=who) if who.name else say("seat {n}", n=seat)


def is_balanced(study: Study) -> bool:
    """Does everybody sit equally often in every seat? Otherwise seats and agents cannot be told apart."""
    for result in study.results:
        lineups = np.array(result.match.lineups)
        for agent in range(len(result.match.players)):
            if len(set((lineups == agent).sum(axis=0).tolist())) > 1:
                return False
    return True


def seats(study: Study) -> list[SeatEffect]:
    """The figures of every seat; the unit is the deal, whose luck all games with it share."""
    numbers = range(study.game.seats)
    compared = [paired(*_against_others(study, seat), study.confidence, study.watched) for seat in numbers]
    # At a table of two both seats ask the same question.
    corrected = [one.p for one in compared] if len(numbers) == 2 else holm([one.p for one in compared])
    return [
        SeatEffect(
            seat,
            seat_label(study, seat),
            *_rate(study, _joined([result.shares_at(seat) for result in study.results])),
            *clustered(_points(study, seat)),
            compared[seat].difference,
            compared[seat].error,
            corrected[seat],
        )
        for seat in numbers
    ]


def first_seat(study: Study) -> int | None:
    """The seat that makes the first move of every deal; None where it changes, or is not known any more."""
    movers = _first_movers(study, LOOKED_AT)
    return int(movers[0]) if len(set(movers.tolist())) == 1 else None


def first_player(study: Study) -> FirstPlayer | None:
    """What it is worth to make the first move where that is not always the same seat; None if not known."""
    movers = _first_movers(study, REPLAYED)
    if len(set(movers.tolist())) < 2:
        return None
    rows, deals = np.arange(len(movers)), len(movers)
    shares = _joined([result.shares[rows, :, movers] for result in study.results])
    points = _joined([result.points[rows, :, movers] for result in study.results]).astype(float)
    totals = _joined([result.points[:deals].sum(axis=2) for result in study.results])
    others = (totals - points) / (study.game.seats - 1)
    compared = paired(points, others, study.confidence, study.watched)
    return FirstPlayer(deals, *_rate(study, shares), compared)


def _first_movers(study: Study, most: int) -> Any:
    """Who makes the first move, of some first deals; none if games began with given moves."""
    match = study.results[0].match
    if any(plan.openings for plan in study.plans):
        return np.zeros(0, np.int64)
    return first_movers(replace(match, deals=min(match.deals, most)))


def _joined(parts: list[Any]) -> Any:
    """The games of several results side by side; those of one are not copied."""
    return parts[0] if len(parts) == 1 else np.concatenate(parts, axis=1)


def _points(study: Study, seat: int) -> Any:
    """What a seat got in every game, deal by deal; one seat at a time, for a run may be large."""
    return _joined([result.points[:, :, seat] for result in study.results])


def _against_others(study: Study, seat: int) -> tuple[Any, Any]:
    """What a seat got, and the mean of what the others got."""
    others = [each for each in range(study.game.seats) if each != seat]
    return _points(study, seat), sum(_points(study, each) / len(others) for each in others)


def agent_in_seat(study: Study, agent: str, seat: int) -> tuple[float, float, float]:
    """An agent's win rate in a seat, with its interval over deals; nan where it never sat there."""
    columns = [
        study.results[number].shares_at(seat)[:, lineup]
        for number, place in study.parts(agent)
        for lineup, order in enumerate(study.results[number].match.lineups)
        if order[seat] == place
    ]
    return _rate(study, np.stack(columns, axis=1)) if columns else (nan, nan, nan)


def _rate(study: Study, values: Any) -> tuple[float, float, float]:
    mean, error = clustered(values)
    low, high = interval(mean, error, len(values), study.confidence, study.watched)
    return mean, max(low, 0.0) if not isnan(low) else nan, min(high, 1.0) if not isnan(high) else nan


def deals_of(study: Study, meeting: Meeting) -> Deals:
    """On how many deals the first of a pair was ahead, and what playing them again in other seats did."""
    differences = study.differences(meeting.one, meeting.other)
    means = differences.mean(axis=1)
    level = np.isclose(means, 0, atol=1e-9)
    return Deals(
        meeting,
        ahead=int((~level & (means > 0)).sum()),
        level=int(level.sum()),
        behind=int((~level & (means < 0)).sum()),
        duplicate=duplicate_effect(differences),
    )


def luck(study: Study) -> float:
    """The part of the variance of a seat's points that comes from the cards; nan if deals are played once.

    It is the intraclass correlation of the points that a seat gets on the same deal with others at the
    table.
    """
    deals, games = _points(study, 0).shape
    if deals < 2 or games < 2:
        return nan
    seated = [_points(study, seat) for seat in range(study.game.seats)]
    between = games * sum(points.mean(axis=1).var(ddof=1) for points in seated)
    within = sum(points.var(axis=1, ddof=1).mean() for points in seated)
    total = between + (games - 1) * within
    return max(0.0, float((between - within) / total)) if total > 0 else nan
