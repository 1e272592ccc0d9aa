"""Games played again: to see whether they come out as stored, or to write them down move by move."""

from __future__ import annotations

from collections.abc import Iterator

from kiebitz.lab.executors import Executor, Job, executor
from kiebitz.lab.match import Block
from kiebitz.lab.plan import Plan
from kiebitz.lab.run import Run


def verify(run: Run, sample: int = 0) -> tuple[int, list[str]]:
    """How many games were played again, and the keys of those that differ (plan/deal/line-up)."""
    stored, jobs, plans = {}, [], run.plans
    for number, plan in enumerate(plans):
        units = list(run.ledger.units(number, plan.deals))
        step = max(1, len(units) * len(plans) // sample) if sample else 1
        for deal, lineup, points, _, loser, _, _ in units[::step]:
            stored[number, deal, lineup] = (points.tolist(), loser)
            jobs.append(Job(number, plan, Block(lineup, deal, 1), run.ledger["time_limit"]))
    player = executor("auto", 1, all(plan.match.is_compiled for plan in plans))
    again = {
        (job.number, job.block.first, job.block.lineup): (outcome.points[0].tolist(), int(outcome.losers[0]))
        for job, outcome in player.run(jobs)
    }
    player.close()
    return len(stored), ["/".join(map(str, key)) for key in stored if again[key] != stored[key]]


def records(plan: Plan, player: Executor, time_limit: float | None = None) -> Iterator[str]:
    """The records of a match's games as texts, deal by deal."""
    lineups = range(len(plan.lineups))
    jobs = (
        Job(0, plan, Block(lineup, deal, 1), time_limit, keep=True)
        for deal in range(plan.deals)
        for lineup in lineups
    )
    waiting = {}
    expected = ((deal, lineup) for deal in range(plan.deals) for lineup in lineups)
    wanted = next(expected)
    for job, outcome in player.run(jobs):
        waiting[job.block.first, job.block.lineup] = outcome.records[0]
        while wanted in waiting:
            yield waiting.pop(wanted)
            wanted = next(expected, (-1, -1))
