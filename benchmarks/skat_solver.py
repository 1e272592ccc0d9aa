"""The open-card solver on declarer-like deals from the first card, beside a plain search in Numba and in C++.

    python benchmarks/skat_solver.py [REPEATS]

Seconds are processor time, the best of the repeats for each deal; a node is a card that was tried.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import mean, median
from time import thread_time
from typing import NamedTuple

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent)]

from kiebitz.games.skat.search.layout import KINDS  # noqa: E402
from kiebitz.games.skat.search.open_cards import questions as q  # noqa: E402
from kiebitz.games.skat.search.open_cards.workspace import NODES, open_book, prepare, workspace  # noqa: E402
from parts.document import Cell, Document, cell, show  # noqa: E402
from parts.skat_plain import plain_search, plain_value  # noqa: E402
from tests.games.skat.solved import Solved, solved  # noqa: E402


class Sample(NamedTuple):
    value: int
    nodes: int
    seconds: float


Method = Callable[[Solved, int], Sample]
SPACE = workspace(20)


def needed(deal: Solved) -> int:
    """The points for 61 that must come from the cards in play."""
    return 61 - deal.problem.skat_points


def timed(deal: Solved, ask: Callable[[], int]) -> Sample:
    """Prepare the table for a deal and answer."""
    start, nodes = thread_time(), int(SPACE[NODES])
    open_book(SPACE)
    prepare(SPACE, KINDS[deal.problem.contract], 10)
    value = int(ask())
    return Sample(value, int(SPACE[NODES]) - nodes, thread_time() - start)


def in_order(deal: Solved) -> tuple[int, int, int, int]:
    """The hands from the leader on, and the leader."""
    hands, leader = deal.problem.hands, deal.problem.leader
    return hands[leader], hands[(leader + 1) % 3], hands[(leader + 2) % 3], leader


def ours(deal: Solved, need: int) -> Sample:
    position = (*deal.problem.hands, deal.problem.leader, 0)
    if need:
        return timed(deal, lambda: q.bound_at(SPACE, *position, need) >= need)
    return timed(deal, lambda: q.value_near(SPACE, *position, needed(deal)))


def plain(deal: Solved, need: int) -> Sample:
    a, b, c, leader = in_order(deal)
    if need:
        rest = 120 - deal.problem.skat_points
        return timed(deal, lambda: plain_search(SPACE, a, b, c, leader, need, rest) >= need)
    return timed(deal, lambda: plain_value(SPACE, a, b, c, leader))


def compiled_cpp() -> Path | None:
    """The C++ program in a temporary folder, None if there is no compiler."""
    compiler = shutil.which("g++")
    if compiler is None:
        return None
    program = Path(tempfile.mkdtemp()) / "skat_solver"
    source = str(HERE / "skat_solver.cpp")
    subprocess.run([compiler, "-O3", "-march=native", "-o", str(program), source], check=True)
    return program


def cpp(program: Path) -> Method:
    """The plain search in C++, one process for a question."""

    def ask(deal: Solved, need: int) -> Sample:
        hands = " ".join(str(hand) for hand in deal.problem.hands)
        line = f"{int(deal.problem.contract == 4)} {deal.problem.leader} {hands} {need}\n"
        answer = subprocess.run([str(program)], input=line, capture_output=True, text=True, check=True)
        value, nodes, seconds = answer.stdout.split()
        return Sample(int(value), int(nodes), float(seconds))

    return ask


def run(method: Method, deals: Iterable[Solved], exact: bool, repeats: int) -> list[Sample]:
    """The quickest sample of each deal; every answer is checked."""
    samples = []
    for deal in deals:
        need = 0 if exact else needed(deal)
        tries = [method(deal, need) for _ in range(repeats)]
        expected = deal.value - deal.problem.skat_points if exact else int(deal.value >= 61)
        assert tries[0].value == expected, deal
        samples.append(min(tries, key=lambda sample: sample.seconds))
    return samples


def cells_of(samples: list[Sample]) -> dict[str, Cell]:
    """Milliseconds and nodes of a deal."""
    times, nodes = [s.seconds * 1e3 for s in samples], [s.nodes for s in samples]
    return {
        "median ms": cell(median(times)),
        "mean ms": cell(mean(times)),
        "median nodes": cell(median(nodes)),
        "mean nodes": cell(mean(nodes)),
    }


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("repeats", nargs="?", type=int, default=3)
    return made


def measured(chosen: argparse.Namespace) -> Document:
    deals, program = list(solved("deals")), compiled_cpp()
    methods = {"solver": ours, "plain Numba": plain} | ({"plain C++": cpp(program)} if program else {})
    if program is None:
        print("There is no g++ here: the figures of the C++ search are left out.", file=sys.stderr)
    cells: dict[str, Cell] = {}
    for part, title in (("strong1", "suit"), ("strong0", "Grand")):
        some = [deal for deal in deals if deal.set == part]
        cells[f"{title} deals"] = cell(len(some))
        for exact, question in ((False, "61"), (True, "exact")):
            rates = []
            for name, method in methods.items():
                samples = run(method, some, exact, chosen.repeats)
                found = cells_of(samples)
                rates.append(sum(one.nodes for one in samples) / sum(one.seconds for one in samples))
                cells |= {f"{title}, {question}, {name}, {what}": one for what, one in found.items()}
            if program:
                cells[f"{title}, {question}, node rate Numba to C++"] = cell(rates[1] / rates[2])
    return Document(cells, kernels=[f"{q.__name__}:{name}" for name in ("bound_at", "value_near")])


if __name__ == "__main__":
    show(parser(), measured)
