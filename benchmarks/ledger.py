"""What it costs to store every game, and what a second worker brings.

python benchmarks/ledger.py
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from kiebitz.agents.base import Agent
from kiebitz.cli.match import averages
from kiebitz.lab.playing.executors import Executor, Processes, Threads
from kiebitz.lab.playing.match import Block, play_block, play_match
from kiebitz.lab.runs.ledger import Ledger
from kiebitz.lab.runs.outline import LEDGER
from kiebitz.lab.runs.plan import Plan, match_plan
from kiebitz.lab.runs.run import Run
from kiebitz.rules.values import Move, View
from parts.rows_ledger import Rows
from parts.timing import best, load

COMPILED_DEALS = 50_000
PYTHON_DEALS = 500
LARGE_DEALS = 5_000_000


class Burner(Agent):
    """Plays its first legal move and keeps the processor busy, so that a game takes a millisecond or so."""

    def __init__(self, work: int = 5000) -> None:
        self.work = work

    def act(self, view: View) -> Move:
        burn(self.work)
        return view.moves[0]


def burn(work: int) -> None:
    for _ in range(work):
        pass


def stored(plan: Plan, executor: Executor) -> float:
    """Seconds to play a plan into a fresh ledger and read its result."""
    folder = Path(tempfile.mkdtemp(prefix="kiebitz-"))
    try:
        start = perf_counter()
        run = Run.create("match", (plan,), folder)
        run.play(executor)
        run.result()
        return perf_counter() - start
    finally:
        shutil.rmtree(folder)


def quickest(call: Callable[[], float], repeats: int = 3) -> float:
    return min(call() for _ in range(repeats))


def compiled() -> None:
    plan = match_plan("schnapsen", ["random", "random"], COMPILED_DEALS, 1)
    games = plan.match.games
    alone = best(lambda: play_match(plan.match), 3)
    total = quickest(lambda: stored(plan, Threads(1)))
    print(
        f"{games:,} games of compiled policies, stored and read again: {total:.2f} s (goal: below 10); "
        f"without the ledger: {alone:.2f} s; the ledger: {1e6 * (total - alone) / games:.1f} µs a game"
    )


def bytes_a_game() -> None:
    """What a stored game takes, and the processor time of writing and reading it, beside a reference."""
    for game, agents in (("schnapsen", ["bully", "random"]), ("skat", ["random"] * 3)):
        plan = match_plan(game, agents, 20_000, 1)
        played = [(block, play_block(plan.match, block)) for block in plan.match.blocks()]
        with TemporaryDirectory() as folder:
            ledger, rows = Ledger(Path(folder, "blocks")), Rows(Path(folder, "rows"))
            batch = [(0, plan.match, block, outcome) for block, outcome in played]
            spent = [
                seconds(call)
                for call in (
                    lambda ledger=ledger, batch=batch: ledger.add(batch),
                    lambda rows=rows, played=played: rows.add(played),
                    lambda ledger=ledger, plan=plan: ledger.result(0, plan.match),
                    lambda rows=rows, plan=plan: rows.result(plan.match),
                )
            ]
            ledger.close()
            sizes = Path(folder, "blocks").stat().st_size, rows.size()
        games = plan.match.games
        write, old_write, read, old_read = (1e6 * one / games for one in spent)
        print(
            f"{game}: {sizes[0] / games:.1f} bytes a game, {sizes[0] / sizes[1]:.2f} of one row a game "
            f"({sizes[1] / games:.0f}); written in {write:.2f} µs, {write / old_write:.2f} of it "
            f"({old_write:.1f}); read in {read:.2f} µs, {read / old_read:.2f} of it ({old_read:.1f})"
        )


def second_pass() -> None:
    """What ``show`` of a large run does: the pass over all games, and what is worked out of them."""
    plan = match_plan("schnapsen", ["bully", "random"], LARGE_DEALS, 1)
    block = Block(0, 0, 10_000)
    played = [play_block(plan.match, block._replace(lineup=lineup)) for lineup in (0, 1)]
    with TemporaryDirectory() as folder:
        run = Run.create("match", (plan,), Path(folder))
        with closing(Ledger(Path(folder, LEDGER))) as ledger:
            for first in range(0, LARGE_DEALS, block.count):  # always the same games: the pass does not care
                ledger.add(
                    [(0, plan.match, Block(n, first, block.count), one) for n, one in enumerate(played)]
                )
        reading = seconds(lambda: run.ledger.result(0, plan.match))
        counting = seconds(lambda: run.complete_deals())
        result = run.result()
        working = seconds(lambda: (result.scores(), averages(result)))
    games = plan.match.games
    print(
        f"show of {games:,} games: {reading:.2f} s to read them all, {counting:.2f} s to count them, "
        f"{working:.2f} s to work out scores and averages; {memory():.0f} MiB at most"
    )


def memory() -> float:
    """The largest memory of this process so far, in MiB."""
    return getrusage(RUSAGE_SELF).ru_maxrss / 1024


def seconds(call: Callable[[], object]) -> float:
    start = process_time()
    call()
    return process_time() - start


def millisecond_games() -> None:
    plan = match_plan("schnapsen", [f"{__file__}:Burner", "random"], PYTHON_DEALS, 1)
    games = plan.match.games
    pairs = []
    for _ in range(5):
        with closing(Processes(1)) as executor:
            pairs.append((best(lambda: play_match(plan.match), 1), stored(plan, executor)))
    alone, total = (min(times) for times in zip(*pairs, strict=True))
    print(
        f"Games of {1000 * alone / games:.1f} ms: stored {total:.2f} s, without the ledger {alone:.2f} s; "
        f"overhead {total / alone - 1:+.1%} (goal: below 10 %)"
    )


def bare(processes: int) -> float:
    """How much a number of processes get done in a second that do nothing else."""
    command = [sys.executable, "-c", "for _ in range(50_000_000): pass"]

    def work() -> None:
        for process in [subprocess.Popen(command) for _ in range(processes)]:
            process.wait()

    return processes / best(work, 3)


def two_workers() -> None:
    plan = match_plan("schnapsen", [f"{__file__}:Burner:work=25000", "random"], PYTHON_DEALS, 1)
    seconds = []
    for executor in (Processes(1), Processes(2)):
        stored(match_plan("schnapsen", [f"{__file__}:Burner", "random"], 8, 1), executor)  # workers are there
        seconds.append(quickest(lambda executor=executor: stored(plan, executor)))  # type: ignore[misc]
        executor.close()
    one, two = seconds
    print(
        f"Python agents: one worker {one:.2f} s, two {two:.2f} s; ratio {one / two:.2f} "
        f"(goal: 1.7 of 2 free cores; two bare processes now get {bare(2) / bare(1):.2f} times as much done)"
    )


def main() -> None:
    print(f"Stored runs; {load()}")
    bytes_a_game()
    compiled()
    second_pass()
    millisecond_games()
    two_workers()


if __name__ == "__main__":
    main()
