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
from time import perf_counter

from kiebitz.agents.base import Agent
from kiebitz.lab.playing.executors import Executor, Processes, Threads
from kiebitz.lab.playing.match import play_match
from kiebitz.lab.runs.plan import Plan, match_plan
from kiebitz.lab.runs.run import Run
from kiebitz.rules.values import Move, View
from parts.timing import best, load

COMPILED_DEALS = 50_000
PYTHON_DEALS = 500


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
    compiled()
    millisecond_games()
    two_workers()


if __name__ == "__main__":
    main()
