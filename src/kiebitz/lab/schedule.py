"""The schedule of a run: what is not in its ledger yet, in blocks that take a moment each.

How games are put into blocks changes no result; it follows the pace of play, so that little is lost when a
run is killed, whether a game takes a microsecond or a minute.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from kiebitz.lab.executors import Job
from kiebitz.lab.ledger import Ledger
from kiebitz.lab.match import Block, Outcome
from kiebitz.lab.plan import Plan

BLOCK_SECONDS = 0.2
LARGEST = 10_000  # deals of a block


class Schedule:
    """The jobs that are still to be done, all line-ups of a deal near each other."""

    def __init__(
        self,
        ledger: Ledger,
        plans: tuple[Plan, ...],
        deals: tuple[int, int] | None = None,
        time_limit: float | None = None,
    ) -> None:
        self._plans, self._time_limit = plans, time_limit
        self._first = deals[0] if deals else 0
        self._open = [
            ~ledger.done(number, self._first, deals[1] if deals else plan.deals, len(plan.lineups))
            for number, plan in enumerate(plans)
        ]
        self._sizes = [64 if plan.match.is_compiled else 1 for plan in plans]

    @property
    def games(self) -> int:
        """How many games are to be played."""
        return sum(int(games.sum()) for games in self._open)

    def __iter__(self) -> Iterator[Job]:
        for number, plan in enumerate(self._plans):
            games = self._open[number]
            rows, start = np.flatnonzero(games.any(axis=1)), 0
            while start < len(rows):
                some = rows[start : start + self._sizes[number]]
                start += len(some)
                for lineup in range(len(plan.lineups)):
                    for first, count in _stretches(some[games[some, lineup]]):
                        block = Block(lineup, self._first + first, count)
                        yield Job(number, plan, block, self._time_limit)

    def learn(self, job: Job, outcome: Outcome) -> None:
        """Let the next blocks of a plan follow the pace of this one."""
        if outcome.elapsed > 0:
            pace = int(job.block.count * BLOCK_SECONDS / outcome.elapsed)
            self._sizes[job.number] = max(1, min(pace, 4 * self._sizes[job.number], LARGEST))


def _stretches(numbers: Any) -> Iterator[tuple[int, int]]:
    """Ascending numbers as stretches without gaps: where each begins and how long it is.

    >>> list(_stretches(np.array([2, 3, 4, 7])))
    [(2, 3), (7, 1)]
    """
    if len(numbers):
        for part in np.split(numbers, np.flatnonzero(np.diff(numbers) != 1) + 1):
            yield int(part[0]), len(part)
