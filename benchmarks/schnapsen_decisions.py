"""How long whole decisions of schnapsen-ai take, by what is left in the talon.

    python benchmarks/schnapsen_decisions.py [REFERENCE [ROUNDS]]

It plays single deals with itself. With the checkout of another version both are measured in turn and the
ratio is told; they must make the same moves. Seconds are processor time.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections import Counter, defaultdict
from time import thread_time
from typing import Any

import numpy as np

from parts.document import Document, show
from parts.turns import MEASURE, cells_of_seconds, in_turn, parser

DEALS = 60
RULES = ("vu", "full")


def measure() -> dict[str, Any]:
    """Seconds and numbers of decisions, and a digest of the moves."""
    from kiebitz.agents.registry import contestant
    from kiebitz.games.schnapsen import rules as r
    from kiebitz.kernel.random import Stream
    from kiebitz.kernel.state import TURN, WORDS
    from kiebitz.rules.registry import game

    seconds: defaultdict[str, float] = defaultdict(float)
    numbers: Counter[str] = Counter()
    digest, view = hashlib.sha256(), np.zeros(WORDS, np.int64)
    for rules in RULES:
        chosen = game("schnapsen", {"rules": rules, "unit": "deal"})
        policy = contestant("schnapsen-ai", chosen).policy
        assert policy is not None
        memory = policy.memory.copy()
        for seed in range(DEALS + 1):
            s, rng = chosen.deal(seed).vector.copy(), Stream.named("decisions", seed).word
            while s[TURN] >= 0:
                chosen.kernels.observe(s, s[TURN], view)
                start = thread_time()
                code = int(policy.kernel(view, memory, rng))
                taken = thread_time() - start
                phase = "strict" if r.is_strict(view) else f"talon {int(view[r.SIZE]):2}"
                for name in (
                    (f"{rules}, {phase}", f"{rules}, all") if seed else ()
                ):  # after the compiler's deal
                    seconds[name] += taken
                    numbers[name] += 1
                digest.update(bytes([code]))
                chosen.kernels.play(s, code)
    ordered = {name: seconds[name] for name in sorted(seconds)}
    return {"seconds": ordered, "numbers": numbers, "digest": digest.hexdigest()}


def measured(chosen: argparse.Namespace) -> Document:
    players = {f"schnapsen rules={rules},unit=deal": ["schnapsen-ai"] for rules in RULES}
    return Document(cells_of_seconds(*in_turn("decisions", chosen)), "decisions", players)


def main() -> None:
    if sys.argv[1:2] == [MEASURE]:
        print(json.dumps(measure()))
    else:
        show(parser(), measured)


if __name__ == "__main__":
    main()
