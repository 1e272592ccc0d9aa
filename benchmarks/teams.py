"""What it costs that no bot from a file meets a deal twice: new processes, and seats with one of their own.

python benchmarks/teams.py
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter

from kiebitz.lab.playing.apart import Child
from kiebitz.lab.playing.executors import Job, Processes
from kiebitz.lab.playing.match import Block, Outcome
from kiebitz.lab.runs.plan import Plan, match_plan
from kiebitz.lab.runs.schedule import STRETCHES
from parts.timing import load

BOT = str(Path(__file__).parents[1] / "docs" / "my_bot.py") + ":Cautious"
GAMES = {"schnapsen": 2, "skat": 3, "durak": 2, "boerenbridge": 4}
CHANGES = 10  # of line-up
DEALS = 200


def played(plan: Plan, order: list[Block], workers: int) -> tuple[float, list[Outcome]]:
    """Seconds to play blocks one after the other, from when the first processes are there."""
    with closing(Processes(workers)) as processes:
        list(processes.run([Job(0, plan, order[0])]))
        start = perf_counter()
        outcomes = [outcome for _, outcome in processes.run(Job(0, plan, block) for block in order[1:])]
        return perf_counter() - start, outcomes


def replacing(name: str, seats: int, workers: int) -> str:
    """Games that each need new processes, beside as many that do not."""
    plan = match_plan(name, [BOT, *["random"] * (seats - 1)], CHANGES + 1, 1)
    apart, _ = played(plan, [Block(deal % 2, deal, 1) for deal in range(CHANGES + 1)], workers)
    together, _ = played(plan, [Block(0, deal, 1) for deal in range(CHANGES + 1)], workers)
    seconds = (apart - together) / CHANGES
    stretch = STRETCHES[-1] / workers  # that of all workers together
    return (
        f"new processes {1000 * seconds:.0f} ms; "
        f"with them a long run takes {1 + seconds / stretch:.3f} times as long as without"
    )


def asking(name: str, seats: int) -> str:
    """Moves of one bot at two seats of a unit: in the worker, and in a process of its own."""
    plan = match_plan(name, [BOT, BOT, *["random"] * (seats - 2)], DEALS, 1)
    _, outcomes = played(plan, [Block(0, deal, 10) for deal in range(0, DEALS, 10)], 1)
    here, there = (
        median(1e6 * outcome.seconds[seat] / outcome.moves[seat] for outcome in outcomes) for seat in (0, 1)
    )
    start = perf_counter()
    child = Child(plan, 0, 1)
    child.ask(None, "make")
    first = perf_counter() - start
    return (
        f"a move in the worker {here:.0f} µs, in a seat's own process {there:.0f} µs "
        f"({there / here:.2f} times); that process answers after {1000 * first:.0f} ms"
    )


def main() -> None:
    print(f"Bots from files; {load()}")
    for name, seats in GAMES.items():
        for workers in (1, 2):
            print(f"{name}, {workers} workers: {replacing(name, seats, workers)}")
        print(f"{name}: {asking(name, seats)}")


if __name__ == "__main__":
    main()
