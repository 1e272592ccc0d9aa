"""The paranoia search on the positions of skat_paranoia.jsonl, everything unseen in the pool.

The named reference is the same search without its table, on the positions that it can do in a million nodes.
Times are processor times of this thread, the best of three.
"""

from __future__ import annotations

import json
from pathlib import Path
from time import thread_time
from typing import Any

import numpy as np

from kiebitz.games.skat.search.paranoia import words as p
from kiebitz.games.skat.search.paranoia.paranoia import Paranoia
from kiebitz.games.skat.search.paranoia.root import ask, prepare
from kiebitz.games.skat.search.paranoia.text import paranoid_problem
from kiebitz.kernel.vectors import Vector
from parts.timing import load

FILE = Path(__file__).with_name("skat_paranoia.jsonl")
ENOUGH = 1_000_000_000
REFERENCE_NODES = 1_000_000


def question(fields: dict[str, Any], searcher: str, target: int = 61) -> Paranoia:
    """The position as one seat sees it that knows nothing but its own cards, and as declarer the skat."""
    others = [seat for seat in ("declarer", "left", "right") if seat != searcher]
    pool = [card for seat in others for card in fields[seat]]
    known = {name: fields[name] for name in ("contract", "leader", "points")}
    if searcher == "declarer":
        known["skat"] = fields["skat"]
    else:
        pool += fields["skat"]
    return paranoid_problem({**known, "searcher": searcher, "hand": fields[searcher], "pool": pool}, target)


def time_of(problem: Paranoia, room: Vector, budget: int, repeats: int = 3) -> tuple[float, int, int]:
    """Milliseconds, nodes and the answer of one yes-or-no question."""
    vector, best = problem.vector, np.inf
    for _ in range(repeats):
        start = thread_time()
        prepare(vector, room, budget)
        answer = int(ask(vector, room))
        best = min(best, (thread_time() - start) * 1e3)
    return best, int(room[p.NODES]), answer


def measure(title: str, problems: list[Paranoia]) -> None:
    room, plain = p.workspace(), p.workspace(0)
    found = [time_of(problem, room, ENOUGH) for problem in problems]
    times, nodes = np.array([f[0] for f in found]), np.array([f[1] for f in found])
    forced = sum(f[2] == p.FORCED for f in found)
    print(f"{title}: {len(problems)} positions, {forced} forced")
    print(
        f"  ms: mean {times.mean():.2f}, median {np.median(times):.2f}, 99th percentile "
        f"{np.percentile(times, 99):.1f}, most {times.max():.1f}"
    )
    rate = nodes.sum() / times.sum() / 1000
    print(f"  nodes: mean {nodes.mean():,.0f}, median {np.median(nodes):,.0f}; {rate:.1f} million a second")
    slow = [time_of(problem, plain, REFERENCE_NODES, 1) for problem in problems]
    done = [i for i, f in enumerate(slow) if f[2] != p.UNKNOWN]
    ratio = sum(slow[i][0] for i in done) / max(times[done].sum(), 1e-9)
    print(
        f"  without the table: {len(done)} done in {REFERENCE_NODES:,} nodes, {ratio:.1f} times as slow there"
    )


def main() -> None:
    print(f"Paranoia search; {load()}")
    fields = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
    for tricks in (3, 2):
        some = [f for f in fields if f["tricks"] == tricks]
        for name, grand in (("suit games", False), ("Grand", True)):
            part = [question(f, "declarer") for f in some if (f["contract"] == "grand") == grand]
            measure(f"Declarer after {tricks} tricks, 61 points, {name}", part)
        measure(f"Declarer after {tricks} tricks, 61 points, all", [question(f, "declarer") for f in some])
        for target in (61, 90):
            both = [question(f, seat, target) for f in some for seat in ("left", "right")]
            measure(f"Opponents after {tricks} tricks, against {target} points", both)


if __name__ == "__main__":
    main()
