"""The paranoia search on the positions of skat_paranoia.jsonl, everything unseen in the pool.

    python benchmarks/skat_paranoia.py

The named reference is the same search without its table, in sum and at the median, on the positions that
it can do in a million nodes.
Times are processor times of this thread, the best of three.
"""

from __future__ import annotations

import argparse
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
from parts.document import Cell, Document, cell, show

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


def asked(problems: list[Paranoia]) -> dict[str, Cell]:
    """What the answers to some questions took, and what they take without the table."""
    room, plain = p.workspace(), p.workspace(0)
    found = [time_of(problem, room, ENOUGH) for problem in problems]
    times, nodes = np.array([f[0] for f in found]), np.array([f[1] for f in found])
    slow = [time_of(problem, plain, REFERENCE_NODES, 1) for problem in problems]
    done = [i for i, f in enumerate(slow) if f[2] != p.UNKNOWN]
    return {
        "positions": cell(len(problems)),
        "forced": cell(sum(f[2] == p.FORCED for f in found)),
        "mean ms": cell(times.mean()),
        "median ms": cell(float(np.median(times))),
        "99th percentile ms": cell(float(np.percentile(times, 99))),
        "mean nodes": cell(nodes.mean()),
        "median nodes": cell(float(np.median(nodes))),
        "M nodes/s": cell(nodes.sum() / times.sum() / 1000),
        "done without the table": cell(len(done)),
        "times as slow": cell(sum(slow[i][0] for i in done) / max(times[done].sum(), 1e-9)),
        "times as slow at the median": cell(float(np.median([slow[i][0] / times[i] for i in done]))),
    }


def parser() -> argparse.ArgumentParser:
    return argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)


def measured(chosen: argparse.Namespace) -> Document:
    fields = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
    cells: dict[str, Cell] = {}
    for tricks in (3, 2):
        some = [f for f in fields if f["tricks"] == tricks]
        questions = {"declarer, 61": [question(f, "declarer") for f in some]}
        for target in (61, 90):
            both = [question(f, seat, target) for f in some for seat in ("left", "right")]
            questions[f"opponents, {target}"] = both
        for name, problems in questions.items():
            cells |= {f"{tricks} tricks, {name}, {what}": one for what, one in asked(problems).items()}
    return Document(cells, kernels=["kiebitz.games.skat.search.paranoia.root:ask"])


if __name__ == "__main__":
    show(parser(), measured)
