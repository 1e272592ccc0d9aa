"""Who fits beside whom: agents as partners of each other, in games that have partners.

An agent that has only ever played with itself may have habits that a stranger does not understand. So every
agent sits beside every other, against all whom the table can be filled with, on the same deals.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np

from kiebitz.errors import BadOption
from kiebitz.lab.bench import Bench
from kiebitz.lab.results.result import Result
from kiebitz.lab.statistics.duplicate import Paired, paired
from kiebitz.lab.statistics.intervals import holm
from kiebitz.rules.game import Game
from kiebitz.rules.parts import part
from kiebitz.sayings import say

Pair = tuple[int, int]
Opposition = tuple[int, ...]


@dataclass(frozen=True)
class Partnership:
    """Two agents on one side; every opposition counts alike."""

    one: str
    other: str
    games: int
    won: float
    """Their part of the wins."""
    lead: float
    """Points a game of a partner more than those of the opponents."""
    error: float
    low: float
    high: float


@dataclass(frozen=True)
class Fit:
    """What two agents lead by side by side, less the mean of what each leads by beside itself."""

    one: str
    other: str
    difference: float
    error: float
    low: float
    high: float
    p: float
    """That it makes no difference, over deals."""
    p_holm: float


@dataclass(frozen=True)
class Partners:
    """The table of everybody beside everybody."""

    agents: tuple[str, ...]
    partnerships: tuple[Partnership, ...]
    fits: tuple[Fit, ...]

    def of(self, one: str, other: str) -> Partnership | None:
        """Two agents as partners; None if they never were."""
        return next((found for found in self.partnerships if {found.one, found.other} == {one, other}), None)


def check_partners(game: Game) -> None:
    """Refuse a game in which nobody has a partner."""
    if part(game, Bench).sides(np.zeros((1, game.seats, len(game.measures)), np.int64)) is None:
        raise BadOption(say("In {game} nobody has a partner.", game=game.name))


def partners(result: Result) -> Partners:
    """Everybody beside everybody, from a match in which they sat together in all ways.

    Games in which somebody failed do not count.
    """
    names = [player.name for player in result.match.players]
    found = _gathered(result)
    pairs = [pair for pair in combinations_with_replacement(range(len(names)), 2) if pair in found]
    leads = {pair: _by_deal(found[pair]) for pair in pairs}
    together = tuple(_partnership(result, names, pair, found[pair], leads[pair]) for pair in pairs)
    strangers = [pair for pair in combinations(range(len(names)), 2) if _is_known(pair, leads)]
    compared = [
        _compared(result, leads[one, other] - (leads[one, one] + leads[other, other]) / 2)
        for one, other in strangers
    ]
    corrected = holm([each.p for each in compared])
    fits = tuple(
        Fit(names[one], names[other], each.difference, each.error, each.low, each.high, each.p, p_holm)
        for (one, other), each, p_holm in zip(strangers, compared, corrected, strict=True)
    )
    return Partners(tuple(names), together, fits)


class _Games(NamedTuple):
    """The games of two partners against an opposition: sums by deal."""

    number: Any
    lead: Any
    won: Any


def _gathered(result: Result) -> dict[Pair, dict[Opposition, _Games]]:
    """All partners' games, by who the partners are and against whom."""
    deals, shares = len(result.points), result.shares
    found: dict[Pair, dict[Opposition, _Games]] = defaultdict(dict)
    for lineup, first, second, chosen, lead in _partnered(result):
        seated = result.match.lineups[lineup]
        others = [who for seat, who in enumerate(seated) if seat not in (first, second)]
        pair = (min(seated[first], seated[second]), max(seated[first], seated[second]))
        games = found[pair].setdefault(tuple(sorted(others)), _Games(*np.zeros((3, deals))))
        games.number[chosen] += 1
        games.lead[chosen] += lead
        games.won[chosen] += np.minimum(shares[chosen, lineup][:, [first, second]].sum(axis=1), 1)
    return found


def _partnered(result: Result) -> Iterator[tuple[int, int, int, Any, Any]]:
    """For each line-up and two seats that were ever partners: the deals of that, and their lead there."""
    game = result.match.game
    for lineup in range(len(result.match.lineups)):
        sides = part(game, Bench).sides(result.measures[:, lineup])
        assert sides is not None
        valid = result.losers[:, lineup] < 0
        points = result.points[:, lineup].astype(float)
        for first, second in combinations(range(game.seats), 2):
            own = sides[:, first]
            chosen = np.flatnonzero(valid & (own >= 0) & (own == sides[:, second]))
            if not len(chosen):
                continue
            against = sides[chosen] != own[chosen, None]
            theirs = (points[chosen] * against).sum(axis=1) / np.maximum(against.sum(axis=1), 1)
            yield lineup, first, second, chosen, points[chosen][:, [first, second]].mean(axis=1) - theirs


def _by_deal(games: dict[Opposition, _Games]) -> Any:
    """A number for each deal, whose mean is the mean lead and whose spread is that of the mean.

    A mean of games that come in any number a deal is a ratio of two means; what each deal adds to it is known
    to first order. Every opposition counts alike.
    """
    parts = []
    for one in games.values():
        mean = one.lead.sum() / one.number.sum()
        parts.append(mean + (one.lead - mean * one.number) / one.number.mean())
    return np.mean(parts, axis=0)


def _is_known(pair: Pair, leads: dict[Pair, Any]) -> bool:
    one, other = pair
    return all(each in leads for each in (pair, (one, one), (other, other)))


def _compared(result: Result, values: Any) -> Paired:
    return paired(values, np.zeros(len(values)), result.confidence, result.watched)


def _partnership(
    result: Result, names: list[str], pair: Pair, games: dict[Opposition, _Games], lead: Any
) -> Partnership:
    won = float(np.mean([one.won.sum() / one.number.sum() for one in games.values()]))
    found = _compared(result, lead)
    number = int(sum(one.number.sum() for one in games.values()))
    one, other = (names[agent] for agent in pair)
    return Partnership(one, other, number, won, found.difference, found.error, found.low, found.high)
