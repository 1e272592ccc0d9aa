"""The rule of the published Durak tournament: 500 games more until 50 % is excluded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kiebitz.lab.results.result import Result
from kiebitz.lab.runs.plan import Plan
from kiebitz.lab.runs.stopping import Verdict
from kiebitz.lab.statistics.intervals import wilson
from kiebitz.sayings import say

LOOK = 500  # games between two looks
CONFIDENCE = 0.98
CAVEAT = say(
    "One look after the other makes that interval too narrow: of equally strong agents one is called better "
    "in 11 % of such matches."
)


def published_rule(wins: int, losses: int, draws: int = 0, limit: int = 10_000) -> bool:
    """Whether the published tournament plays 500 games more: 50 % is in the 98 % Wilson interval.

    It looks after every 500 games and leaves draws out of the interval. Twenty looks are not one: of two
    equally strong agents it calls one better in 11.4 % of all tournaments, not in the 2 % of one look.

    >>> published_rule(270, 230), published_rule(280, 220), published_rule(5010, 4990)
    (True, False, False)
    """
    low, high = wilson(wins, wins + losses, CONFIDENCE)
    return low <= 0.5 <= high and wins + losses + draws < limit


@dataclass(frozen=True)
class PublishedRule:
    """The same as a rule to stop a match."""

    def looks(self, plan: Plan) -> Iterator[range]:
        step = max(1, LOOK // len(plan.lineups))
        for first in range(0, plan.deals, step):
            yield range(first, min(plan.deals, first + step))

    def judge(self, result: Result) -> Verdict | None:
        score = result.scores()[0]
        return None if published_rule(score.wins, score.losses, score.draws) else self.undecided(result)

    def undecided(self, result: Result) -> Verdict:
        """Its verdict at any time: when all deals are played, the interval decides as at any other look."""
        match, score = result.match, result.scores()[0]
        low, high = wilson(score.wins, score.wins + score.losses, CONFIDENCE)
        if low <= 0.5 <= high:
            verdict = say("the 98 % interval has 50 % in it, so they count as equally strong")
        else:
            better = match.players[int(high < 0.5)].spec
            verdict = say("50 % is outside of the 98 % interval, {agent} is better", agent=better)
        why = say("Stopped after {n:,} games: {verdict}.", n=match.games, verdict=verdict)
        return Verdict(match.deals, why, CAVEAT)
