"""What it costs to keep a bot in a cell: a decision, and the start of a cell.

python benchmarks/isolation.py

The unit is a bare round trip of a kilobyte through pipes between two processes, at its quickest: both on one
core. It is measured in turn with the decisions in the same run. The machine may be shared, so both are the
best tenth of many short spells. The bar: eight of them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from kiebitz.agents.cells.distant import Distant, Lodging
from kiebitz.agents.cells.nearness import ANY, shared_core, side_by_side, stay
from kiebitz.agents.cells.nursery import hello
from kiebitz.agents.registry import contestant
from kiebitz.rules.registry import game

BAR = 8.0
SPELLS, TIMES, STARTS = 300, 20, 21
LIMIT = 30.0
BOTS = """
from kiebitz import Agent, Decision

class Plain(Agent):
    def act(self, view):
        return view.moves[0]

class Explains(Agent):
    def act(self, view):
        return Decision(view.moves[0], because="the first card")
"""


@contextmanager
def echo() -> Iterator[Callable[[], None]]:
    """One bare round trip of a kilobyte to another process on the same core and back."""
    theirs, ours = os.pipe()
    answer, answers = os.pipe()
    if os.fork() == 0:
        os.close(ours)
        core, cores = ANY, os.sched_getaffinity(0)
        while message := os.read(theirs, 1024):
            if message[0] != core:
                core = message[0]
                stay(core, cores)
            os.write(answers, message)
        os._exit(0)
    os.close(theirs)
    rest = bytes(1023)

    def once() -> None:
        os.write(ours, bytes([shared_core(True)]) + rest)
        os.read(answer, 1024)

    yield once
    os.close(ours)
    os.wait()


def seconds(work: Callable[[], object], times: int = TIMES) -> float:
    """The seconds that a call takes, on average."""
    start = perf_counter()
    for _ in range(times):
        work()
    return (perf_counter() - start) / times


def best(spells: tuple[float, ...]) -> float:
    """The mean of the quickest tenth."""
    some = sorted(spells)[: len(spells) // 10]
    return sum(some) / len(some)


def main() -> None:
    with TemporaryDirectory() as folder, echo() as round_trip, side_by_side():
        file = Path(folder) / "bots.py"
        file.write_text(BOTS)
        chosen = game("schnapsen")
        print(f"locked: {hello().locks}")
        for name in ("Plain", "Explains"):
            made = contestant(f"{file}:{name}", chosen)
            lodging = Lodging(made.make.args[0])  # type: ignore[attr-defined]
            agent = Distant(lodging, chosen, LIMIT)
            state = chosen.deal(seed=1)
            view = state.view(state.turn)

            def decide(agent: Distant = agent, view: object = view) -> None:
                agent.act(view)  # type: ignore[arg-type]

            seconds(decide), seconds(round_trip)
            spells = [(seconds(decide), seconds(round_trip)) for _ in range(SPELLS)]
            cost, bare = (1e6 * best(column) for column in zip(*spells, strict=True))
            print(
                f"{name:9} {cost:6.1f} microseconds a decision, {bare:5.1f} a bare round trip: "
                f"{cost / bare:.1f} of them (bar {BAR:.0f})"
            )
        starts = [seconds(lambda: begun(lodging, agent), 1) for _ in range(STARTS)]
        print(f"a cell starts in {1000 * median(starts):.0f} ms, its bot loaded")


def begun(lodging: Lodging, agent: Distant) -> None:
    lodging.close()
    Distant(lodging, game("schnapsen"), LIMIT)


if __name__ == "__main__":
    main()
