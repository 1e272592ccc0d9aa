"""Games played again: to see whether they come out as stored, or to write them down move by move."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

from kiebitz.lab.executors import Executor, Job, executor
from kiebitz.lab.guard import quiet_agents
from kiebitz.lab.match import Block, Keep, record_text
from kiebitz.lab.plan import Plan
from kiebitz.lab.run import Run

SHORTEST, LONGEST = 16, 1024  # deals that are played in one line-up before the next: as many games wait


def verify(run: Run, sample: int = 0) -> tuple[int, list[str]]:
    """How many games were played again, and the keys of those that differ (plan/deal/line-up)."""
    run.check_streams()
    stored, jobs, plans = {}, [], run.playable()
    for number, plan in enumerate(plans):
        units = list(run.ledger.units(number, plan.deals))
        step = max(1, len(units) * len(plans) // sample) if sample else 1
        for deal, lineup, points, _, loser, _, _ in units[::step]:
            stored[number, deal, lineup] = (points.tolist(), loser)
            jobs.append(Job(number, plan, Block(lineup, deal, 1), run.time_limit))
    jobs.sort(key=lambda job: (job.number, job.block.lineup))  # a new line-up may need a new process
    with closing(executor("auto", 1, plans)) as player:
        again = {
            (job.number, job.block.first, job.block.lineup): (
                outcome.points[0].tolist(),
                int(outcome.losers[0]),
            )
            for job, outcome in player.run(jobs)
        }
    return len(stored), ["/".join(map(str, key)) for key in stored if again[key] != stored[key]]


def kept(plan: Plan, player: Executor, keep: Keep, time_limit: float | None = None) -> Iterator[str]:
    """What is to be kept of a match's games, deal by deal; they are played where agents do no harm."""
    lineups = range(len(plan.lineups))
    jobs = (Job(0, plan, Block(lineup, deal, 1), time_limit, keep) for deal, lineup in _order(plan))
    waiting, expected = {}, ((deal, lineup) for deal in range(plan.deals) for lineup in lineups)
    wanted = next(expected)
    with quiet_agents():
        for job, outcome in player.run(jobs):
            waiting[job.block.first, job.block.lineup] = outcome.kept[0]
            while wanted in waiting:
                yield waiting.pop(wanted)
                wanted = next(expected, (-1, -1))


def _order(plan: Plan) -> Iterator[tuple[int, int]]:
    """Deals and line-ups as they are played: where a line-up needs new processes, in longer stretches."""
    first, count = 0, SHORTEST if plan.match.has_foreign else 1
    while first < plan.deals:
        deals = range(first, min(first + count, plan.deals))
        yield from ((deal, lineup) for lineup in range(len(plan.lineups)) for deal in deals)
        first, count = first + count, min(2 * count, LONGEST) if plan.match.has_foreign else 1


def record_of(run: Run, number: int, deal: int, lineup: int) -> str:
    """The record of one game of a run, played again as it was; a game that it does not have is refused."""
    run.check_game(number, deal, lineup)
    run.check_streams()
    plan = run.playable()[number]
    job = Job(number, plan, Block(lineup, deal, 1), run.time_limit, record_text)
    with closing(executor("auto", 1, [plan])) as player, quiet_agents():
        return next(outcome.kept[0] for _, outcome in player.run([job]))
