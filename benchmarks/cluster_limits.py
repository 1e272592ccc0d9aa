"""What limits a run of 10^8 games on 64 workers: what the command itself does for each of them.

python benchmarks/cluster_limits.py [GAMES]

Workers are imitated: blocks were played before, and come back as from another process, pickled. Processor
time of each step is measured on some games and told for a game, and what it comes to for 10^8. From the rate
at which the command can take games follows how long a game must take at least, so that 64 workers are never
kept waiting.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from kiebitz.lab.playing.executors import Job, Outcomes
from kiebitz.lab.playing.match import Block, Outcome, play_block
from kiebitz.lab.running import Estimate
from kiebitz.lab.runs.ledger import Ledger
from kiebitz.lab.runs.plan import Plan, match_plan
from kiebitz.lab.runs.run import LEDGER, Progress, Run
from parts.rows_ledger import Rows
from parts.timing import load

WANTED = 10**8
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


def told(step: str, spent: float, games: int) -> None:
    print(f"  {step:<44} {1e6 * spent / games:7.2f} µs a game {spent / games * WANTED / 60:8.1f} min")


def measure(game: str, games: int) -> None:
    deals = games // len(PLANS[game])
    plan = match_plan(game, PLANS[game], deals, 1)
    answers = answers_of(plan)
    size = sum(map(len, answers)) / (BLOCK * len(answers))
    print(f"{game}, {games:,} games; a game travels as {size:.0f} bytes")
    with TemporaryDirectory() as folder:
        run = Run.create("match", (plan,), Path(folder, "run"))
        estimate = Estimate(plan)

        def show(news: Progress) -> None:
            estimate.add(news)

        everything = seconds(lambda: run.play(Imitated(answers), show))
        told("everything the command does while it plays", everything, games)
        arrived = list(blocks(answers, games))
        told("  of it unpickling what workers send", seconds(lambda: list(blocks(answers, games))), games)
        ledger = Ledger(Path(folder, "alone"))
        batch = [(0, plan.match, block, outcome) for block, outcome in arrived]
        told("  of it the ledger's writer", seconds(lambda: ledger.add(batch)), games)
        rows = Rows(Path(folder, "rows"))
        told("  reference: a writer of one row a game", seconds(lambda: rows.add(arrived)), games)
        told("counting what is done", seconds(lambda: run.done), games)
        told("reading the result", seconds(lambda: run.result()), games)
        told("  reference: from one row a game", seconds(lambda: rows.result(plan.match)), games)
        run.ledger.close()
        ledger.close()
        stored = sum(file.stat().st_size for file in Path(folder, "run").glob(f"{LEDGER}*")) / games
        reference = rows.size() / games
        gigabytes = [size * WANTED / 1e9 for size in (stored, reference)]
        print(
            f"  a stored game takes {stored:.1f} bytes ({gigabytes[0]:.1f} GB for 10^8), "
            f"one row a game {reference:.0f} ({gigabytes[1]:.1f} GB)"
        )
    memory = sum(array.itemsize * array.size for array in _arrays(plan)) / plan.match.games
    print(f"  a result holds {memory:.0f} bytes a game in memory ({memory * WANTED / 1e9:.1f} GB for 10^8)")
    least = WORKERS * everything / games
    print(f"  64 workers are kept busy by games of {1000 * least:.2f} ms or longer")


def _arrays(plan: Plan) -> list[Any]:
    from kiebitz.lab.results.result import Result

    found = Result.empty(plan.match)
    return [found.points, found.plies, found.losers, found.measures]


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    print(f"What the command does for each game, in processor time; {load()}")
    for game in PLANS:
        measure(game, games)


if __name__ == "__main__":
    main()
