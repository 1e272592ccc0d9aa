"""The open-card solver on declarer-like deals from the first card, beside a plain search in Numba and in C++.

python benchmarks/skat_solver.py [repeats]

Seconds are processor time, the best of the repeats for each deal; a node is a card that was tried.
"""

from __future__ import annotations

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

from tests.games.skat.solved import Solved, solved  # noqa: E402

from kiebitz.games.skat.search.layout import KINDS  # noqa: E402
from kiebitz.games.skat.search.open_cards import questions as q  # noqa: E402
from kiebitz.games.skat.search.open_cards.workspace import NODES, open_book, prepare, workspace  # noqa: E402
from parts.skat_plain import plain_search, plain_value  # noqa: E402
from parts.timing import load  # noqa: E402


class Sample(NamedTuple):
    value: int
    nodes: int
    seconds: float


Method = Callable[[Solved, int], Sample]
SPACE = workspace(20)


def needed(deal: Solved) -> int:
    """The points for 61 that must come from the cards in play."""
    return 61 - deal.problem.skat_points


def measured(deal: Solved, ask: Callable[[], int]) -> Sample:
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
        return measured(deal, lambda: q.bound_at(SPACE, *position, need) >= need)
    return measured(deal, lambda: q.value_near(SPACE, *position, needed(deal)))


def plain(deal: Solved, need: int) -> Sample:
    a, b, c, leader = in_order(deal)
    if need:
        rest = 120 - deal.problem.skat_points
        return measured(deal, lambda: plain_search(SPACE, a, b, c, leader, need, rest) >= need)
    return measured(deal, lambda: plain_value(SPACE, a, b, c, leader))


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


def report(name: str, samples: list[Sample]) -> float:
    """Print a row and return the node rate."""
    times, nodes = [s.seconds * 1e3 for s in samples], [s.nodes for s in samples]
    rate = sum(nodes) / sum(times) * 1e3
    print(
        f"  {name:<14} {median(times):9.2f} {mean(times):9.2f} {max(times):9.1f} ms"
        f" {median(nodes):12,.0f} {mean(nodes):12,.0f} nodes {rate / 1e6:7.1f} M/s"
    )
    return rate


def main() -> None:
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    deals = list(solved("deals"))
    program = compiled_cpp()
    print(f"Skat with open cards from the first card; {load()}")
    if program is None:
        print("There is no g++ here: the figures of the C++ search are left out.")
    for part, title in (("strong1", "suit games"), ("strong0", "Grand")):
        chosen = [deal for deal in deals if deal.set == part]
        for exact in (False, True):
            print(f"{title}, {'exact value' if exact else '61 or not'}, {len(chosen)} deals")
            print(f"  {'':<14} {'median':>9} {'mean':>9} {'max':>9}    {'median':>12} {'mean':>12}")
            report("solver", run(ours, chosen, exact, repeats))
            numba = report("plain, Numba", run(plain, chosen, exact, repeats))
            if program is not None:
                reference = report("plain, C++", run(cpp(program), chosen, exact, repeats))
                print(f"  node rate Numba to C++: {numba / reference:.2f}")


if __name__ == "__main__":
    main()
