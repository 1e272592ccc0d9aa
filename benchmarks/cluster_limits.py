"""What limits a run of 10^8 games on 64 workers: what the command itself does for each of them.

    python benchmarks/cluster_limits.py [GAMES] [--json]

Workers are imitated: blocks were played before, and come back as from another process, pickled. Processor
time of each step is measured on some games and told in microseconds a game. From the rate at which the
command can take games follows how long a game must take at least, so that 64 workers are never kept waiting.
"""

from __future__ import annotations

import argparse
import pickle
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from kiebitz.lab.playing.executors import Job, Outcomes
from kiebitz.lab.playing.match import Block, Outcome, play_block
from kiebitz.lab.running import Estimate
from kiebitz.lab.runs.ledger import Ledger
from kiebitz.lab.runs.outline import LEDGER
from kiebitz.lab.runs.plan import Plan, match_plan
from kiebitz.lab.runs.run import Progress, Run
from parts.document import Cell, Document, cell, show
from parts.rows_ledger import Rows

SEED = 1
WORKERS = 64
BLOCK = 10_000  # deals, as the schedule makes them for quick games
GAMES = 400_000
PLANS = {
    "schnapsen": ("bully", "random"),
    "skat": ("random", "random", "random"),
}


class Imitated:
    """An executor whose workers have played everything before; their answers are pickled."""

    name = "imitated"
    workers = WORKERS

    def __init__(self, answers: list[bytes]) -> None:
        self.answers = answers

    def run(self, jobs: Iterable[Job]) -> Outcomes:
        for number, job in enumerate(jobs):
            _, outcome = pickle.loads(self.answers[number % len(self.answers)])
            count = job.block.count
            yield job, outcome if len(outcome.plies) == count else _cut(outcome, count)

    def close(self) -> None:
        pass


def _cut(outcome: Outcome, count: int) -> Outcome:
    """The first games of an outcome: the schedule begins with small blocks."""
    return Outcome(
        outcome.points[:count], outcome.plies[:count], outcome.losers[:count], outcome.measures[:count],
        seconds=outcome.seconds, moves=outcome.moves, elapsed=outcome.elapsed * count / len(outcome.plies),
    )  # fmt: skip


def answers_of(plan: Plan) -> list[bytes]:
    """One block for each line-up, as a worker sends it."""
    found = []
    for lineup in range(len(plan.lineups)):
        block = Block(lineup, 0, BLOCK)
        outcome = play_block(plan.match, block)
        outcome.elapsed = 0.2
        found.append(pickle.dumps((Job(0, plan, block), outcome), pickle.HIGHEST_PROTOCOL))
    return found


def seconds(call: Callable[[], Any]) -> float:
    start = process_time()
    call()
    return process_time() - start


def blocks(answers: list[bytes], games: int) -> Iterator[tuple[Block, Outcome]]:
    """Blocks as they come back, up to this many games."""
    first = 0
    while first * len(answers) < games:
        for lineup, answer in enumerate(answers):
            yield Block(lineup, first, BLOCK), pickle.loads(answer)[1]
        first += BLOCK


def steps(plan: Plan, answers: list[bytes], folder: Path) -> Iterator[tuple[str, float]]:
    """Processor seconds of each step for all games of a plan."""
    run, estimate, games = Run.create("match", (plan,), folder / "run"), Estimate(plan), plan.match.games

    def watch(news: Progress) -> None:
        estimate.add(news)

    yield "everything", seconds(lambda: run.play(Imitated(answers), watch))
    arrived = list(blocks(answers, games))
    yield "unpickling", seconds(lambda: list(blocks(answers, games)))
    ledger, rows = Ledger(folder / "alone"), Rows(folder / "rows")
    batch = [(0, plan.match, block, outcome) for block, outcome in arrived]
    yield "writing", seconds(lambda: ledger.add(batch))
    yield "writing rows", seconds(lambda: rows.add(arrived))
    yield "counting", seconds(lambda: run.done)
    yield "reading", seconds(lambda: run.result())
    yield "reading rows", seconds(lambda: rows.result(plan.match))
    for file in (run.ledger, ledger, rows.file):
        file.close()


def cells_of(game: str, games: int) -> Iterator[tuple[str, Cell]]:
    """Microseconds and bytes a game, and how long a game must take so that no worker waits."""
    plan = match_plan(game, PLANS[game], games // len(PLANS[game]), SEED)
    answers = answers_of(plan)
    yield "bytes sent", cell(sum(map(len, answers)) / (BLOCK * len(answers)))
    with TemporaryDirectory() as name:
        folder = Path(name)
        spent = dict(steps(plan, answers, folder))
        yield from ((step, cell(1e6 * each / games)) for step, each in spent.items())
        stored = sum(file.stat().st_size for file in Path(folder, "run").glob(f"{LEDGER}*"))
        yield "bytes stored", cell(stored / games)
        yield (
            "bytes of rows",
            cell(sum(file.stat().st_size for file in folder.glob("rows*")) / games),
        )  # closed, so in one file
    yield "bytes in memory", cell(sum(array.nbytes for array in _arrays(plan)) / plan.match.games)
    yield "least ms", cell(1000 * WORKERS * spent["everything"] / games)


def _arrays(plan: Plan) -> list[Any]:
    from kiebitz.lab.results.result import Result

    found = Result.empty(plan.match)
    return [found.points, found.plies, found.losers, found.measures]


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("games", nargs="?", type=int, default=GAMES)
    return made


def measured(chosen: argparse.Namespace) -> Document:
    cells = {f"{game} {name}": one for game in PLANS for name, one in cells_of(game, chosen.games)}
    return Document(cells, SEED, PLANS)


if __name__ == "__main__":
    show(parser(), measured)
