"""How large a table the open-card solver of Skat wants: its seconds by entries, relative to 2^15.

    python benchmarks/skat_table_size.py

Positions and worlds are those of skat_worlds.py with ten cards in hand, because the solver takes small tables
for fewer. All worlds of a kind are solved one after another with the same table, exactly and by class.
Processor time, all kinds together, the best of the rounds for each size.
"""

from __future__ import annotations

import argparse
from collections import defaultdict

import numpy as np

from kiebitz.agents.registry import contestant
from kiebitz.games.skat.search.open_cards import states as solving
from kiebitz.games.skat.search.open_cards import workspace as ws
from kiebitz.rules.registry import game
from parts.document import Document, cell, show
from skat_worlds import AGENT, SAMPLES, SEED, kinds, solve_all, worlds_of

CARDS = 10
BITS = (13, 14, 15, 16, 17, 18, 20)
USUAL = 15


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--rounds", type=int, default=3)
    return made


def measured(chosen: argparse.Namespace) -> Document:
    policy = contestant(AGENT, game("skat")).policy
    assert policy is not None
    ways = {"exact": solving.value_moves, "by class": solving.class_moves}
    seconds: defaultdict[tuple[str, int], float] = defaultdict(float)
    for states in kinds({CARDS: SAMPLES[CARDS]}).values():
        number = SAMPLES[CARDS][1]
        worlds = [one for i, s in enumerate(states) for one in worlds_of(s, i, number, policy.memory)]
        for way, solve in ways.items():
            solve(ws.workspace(10), worlds[0], np.empty(64, np.int64))  # compiled before it is timed
            best = dict.fromkeys(BITS, np.inf)
            for _ in range(chosen.rounds):
                for bits in BITS:
                    space = ws.workspace(bits)
                    space[ws.TABLE :] = 0  # so that the system gives all its pages now
                    best[bits] = min(best[bits], solve_all(solve, space, worlds)[0])
            for bits, taken in best.items():
                seconds[way, bits] += taken
    cells = {
        f"{CARDS} {way} 2^{bits}": cell(taken / seconds[way, USUAL]) for (way, bits), taken in seconds.items()
    }
    kernels = [f"{solving.__name__}:{name}" for name in ("value_moves", "class_moves")]
    return Document(cells, SEED, {"skat": ["instinct:playouts=0", AGENT]}, kernels)


if __name__ == "__main__":
    show(parser(), measured)
