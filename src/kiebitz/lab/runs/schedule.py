"""The schedule of a run: what is not in its ledger yet, in blocks that take a moment each.

How games are put into blocks changes no result; it follows the pace of play, so that little is lost when a
run is killed, whether a game takes a microsecond or a minute.

Bots from files and programs get new processes with every line-up (see executors), so the line-ups of their
games follow each other in longer stretches.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import chain, repeat
from math import inf
from typing import Any

import numpy as np

from kiebitz.lab.playing.executors import Job
from kiebitz.lab.playing.match import Block, Keep, Outcome
from kiebitz.lab.runs.ledger import Ledger
from kiebitz.lab.runs.packing import LARGEST
from kiebitz.lab.runs.plan import Plan

BLOCK_SECONDS = 0.2
STRETCHES = (2.0, 8.0, 20.0)  # seconds that foreign code plays a line-up: the first time, the second, later


class Schedule:
    """The jobs that are still to be done, all line-ups of a deal near each other."""

    def __init__(
        self,
        ledger: Ledger,
        plans: tuple[Plan, ...],
        deals: tuple[int, int] | None = None,
        time_limit: float | None = None,
        only: int | None = None,
        keep: Keep | None = None,
    ) -> None:
        self._plans, self._time_limit, self._keep = plans, time_limit, keep
        self._first = deals[0] if deals else 0
        self._open = []
        for number, plan in enumerate(plans):
            last = self._first if only not in (None, number) else deals[1] if deals else plan.deals
            self._open.append(~ledger.done(number, self._first, last, len(plan.lineups)))
        self._sizes = [64 if plan.match.is_compiled else 1 for plan in plans]
        self._paces = [(0, 0.0) for _ in plans]  # deals and the seconds that they took

    @property
    def games(self) -> int:
        """How many games are to be played."""
        return sum(int(games.sum()) for games in self._open)

    def __iter__(self) -> Iterator[Job]:
        for number, plan in enumerate(self._plans):
            games = self._open[number]
            rows, start = np.flatnonzero(games.any(axis=1)), 0
            stretches = chain(STRETCHES, repeat(STRETCHES[-1]))
            while start < len(rows):
                if plan.match.has_foreign:
                    start += yield from self._stretch(number, rows[start:], next(stretches))
                    continue
                some = rows[start : start + self._sizes[number]]
                start += len(some)
                for lineup in range(len(plan.lineups)):
                    yield from self._jobs(number, lineup, some[games[some, lineup]])

    def _stretch(self, number: int, rows: Any, seconds: float) -> Generator[Job, None, int]:
        """The first of these deals, in one line-up after the other; how many they are.

        The first line-up decides: it is played for this many seconds.
        """
        games = self._open[number]
        for lineup in range(len(self._plans[number].lineups)):
            wanted, taken = rows[games[rows, lineup]], 0
            while taken < len(wanted) and taken * self._pace(number) < seconds:
                some = wanted[taken : taken + self._sizes[number]]
                taken += len(some)
                yield from self._jobs(number, lineup, some)
            if taken < len(wanted):
                rows = rows[: np.searchsorted(rows, wanted[taken])]
            if taken:
                seconds = inf
        return len(rows)

    def _jobs(self, number: int, lineup: int, deals: Any) -> Iterator[Job]:
        for first, count in _stretches(deals):
            block = Block(lineup, self._first + first, count)
            yield Job(number, self._plans[number], block, self._time_limit, self._keep)

    def _pace(self, number: int) -> float:
        deals, seconds = self._paces[number]
        return seconds / max(deals, 1)

    def learn(self, job: Job, outcome: Outcome) -> None:
        """Let the next blocks of a plan follow the pace of this one."""
        if outcome.elapsed > 0:
            deals, seconds = self._paces[job.number]
            self._paces[job.number] = deals + job.block.count, seconds + outcome.elapsed
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
