"""Games played again: to see whether they come out as stored, or to write them down move by move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import Any

from kiebitz.lab.playing.executors import Executor, Job, executor
from kiebitz.lab.playing.guard import quiet_agents
from kiebitz.lab.playing.match import Block, Keep, record_text
from kiebitz.lab.runs.plan import Plan
from kiebitz.lab.runs.run import Run

SHORTEST, LONGEST = 16, 1024  # deals that are played in one line-up before the next: as many games wait
TOGETHER = 64  # deals of a block when all agents are policies


def verify(run: Run, sample: int = 0) -> tuple[int, list[str]]:
    """How many games were played again, and the keys of those that differ (plan/deal/line-up)."""
    run.check_streams()
    stored: dict[tuple[int, int, int], tuple[list[int], int, list[int]]] = {}  # of games under way
    plans, time_limit = run.playable(), run.time_limit

    def jobs() -> Iterator[Job]:
        for number, plan in enumerate(plans):
            games = run.ledger.count(number, plan.deals)
            step = max(1, games * len(plans) // sample) if sample else 1
            units: Iterable[Any] = run.ledger.units(number, plan.match, step)
            if plan.match.has_foreign:  # there a new line-up needs new processes
                units = sorted(units, key=lambda unit: unit[1])
            for deal, lineup, points, _, loser, measures, _ in units:
                stored[number, deal, lineup] = (points.tolist(), loser, _luck(plan, measures))
                yield Job(number, plan, Block(lineup, deal, 1), time_limit)

    checked, wrong = 0, []
    with closing(executor("auto", 1, plans)) as player:
        for job, outcome in player.run(jobs()):
            key = (job.number, job.block.first, job.block.lineup)
            checked += 1
            luck = _luck(job.plan, outcome.measures[0])
            if stored.pop(key) != (outcome.points[0].tolist(), int(outcome.losers[0]), luck):
                wrong.append(key)
    return checked, ["/".join(map(str, key)) for key in sorted(wrong)]


def _luck(plan: Plan, measures: Any) -> list[int]:
    """What the plan's weights took from the points of each seat, if it has any."""
    width = plan.match.width
    found: list[int] = measures[width - 1 :: width].tolist() if plan.frozen else []
    return found


def kept(plan: Plan, player: Executor, keep: Keep, time_limit: float | None = None) -> Iterator[Any]:
    """What is to be kept of a match's games, deal by deal; they are played where agents do no harm."""
    lineups = range(len(plan.lineups))
    jobs = (Job(0, plan, block, time_limit, keep) for block in _order(plan))
    waiting, expected = {}, ((deal, lineup) for deal in range(plan.deals) for lineup in lineups)
    wanted = next(expected)
    with quiet_agents():
        for job, outcome in player.run(jobs):
            for row, found in enumerate(outcome.kept):
                waiting[job.block.first + row, job.block.lineup] = found
            while wanted in waiting:
                yield waiting.pop(wanted)
                wanted = next(expected, (-1, -1))


def _order(plan: Plan) -> Iterator[Block]:
    """The games as they are played: where a line-up needs new processes, in longer stretches."""
    if plan.match.is_of_the_house:
        for first in range(0, plan.deals, TOGETHER):
            count = min(TOGETHER, plan.deals - first)
            yield from (Block(lineup, first, count) for lineup in range(len(plan.lineups)))
        return
    first, count = 0, SHORTEST if plan.match.has_foreign else 1
    while first < plan.deals:
        deals = range(first, min(first + count, plan.deals))
        yield from (Block(lineup, deal, 1) for lineup in range(len(plan.lineups)) for deal in deals)
        first, count = first + count, min(2 * count, LONGEST) if plan.match.has_foreign else 1


def record_of(run: Run, number: int, deal: int, lineup: int) -> str:
    """The record of one game of a run, played again as it was; a game that it does not have is refused."""
    run.check_game(number, deal, lineup)
    run.check_streams()
    plan = run.playable()[number]
    job = Job(number, plan, Block(lineup, deal, 1), run.time_limit, record_text)
    with closing(executor("auto", 1, [plan])) as player, quiet_agents():
        record: str = next(outcome.kept[0] for _, outcome in player.run([job]))
        return record
