"""Does a difficulty say how often others miss a puzzle? The rank correlation, on puzzles of their own.

The difficulty comes from the agents that a game names (``Bench.puzzle_solvers``). Here weaker agents that are
not among these are asked about other puzzles: the share of their wrong answers should grow with it.

    python benchmarks/puzzle_difficulty.py --puzzles 60
"""

from __future__ import annotations

import argparse
import json
from itertools import islice
from statistics import fmean
from typing import Any

import numpy as np
from scipy.stats import spearmanr

from kiebitz.kernel.random import Stream
from kiebitz.lab.puzzles.courses import courses
from kiebitz.lab.puzzles.making import NODES, puzzle_game
from kiebitz.lab.puzzles.rating import rate
from kiebitz.rules.parts import part
from kiebitz.search.solving import Solving

WEAKER = {
    "boerenbridge": ("greedy-kripke", "flat:playouts=2"),
    "durak": ("random-published", "minimax:depth=1,samples=2"),
    "schnapsen": ("cbot", "rdeep-old:samples=1"),
    "skat": ("flat:playouts=2", "instinct"),
}
"""Agents that rate no puzzle."""
TRIES = 10
DRAWS = 1000  # of the bootstrap


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--puzzles", type=int, default=60, help="of each game")
    parser.add_argument("--seed", default="validation")
    parser.add_argument("--games", nargs="*", default=sorted(WEAKER))
    asked = parser.parse_args()
    for name in asked.games:
        print(json.dumps(measured(name, asked.puzzles, asked.seed)), flush=True)


def measured(name: str, count: int, seed: str) -> dict[str, Any]:
    """The correlations of a game."""
    found = list(islice(unrated(name, seed), count))
    missed = [fmean(rate(one, WEAKER[name], TRIES).shares.values()) for one in found]
    rated = [rate(one).difficulty for one in found]
    moves = [len(one.view.moves) for one in found]
    cards = [len(one.view.hand) for one in found]
    low, high = interval(rated, missed)
    return {
        "game": name,
        "puzzles": len(found),
        "rho": round(float(spearmanr(rated, missed).statistic), 2),
        "interval": [round(low, 2), round(high, 2)],
        "rho_moves": round(float(spearmanr(moves, missed).statistic), 2),
        "rho_cards": round(float(spearmanr(cards, missed).statistic), 2),
        "missed_easy_third": round(thirds(rated, missed)[0], 2),
        "missed_hard_third": round(thirds(rated, missed)[1], 2),
    }


def unrated(name: str, seed: str) -> Any:
    """Puzzles, also those that everybody solves; one of each kind from a game at the most."""
    game = puzzle_game(name)
    for states in courses(game, seed):
        for kind in ("sure", "open"):
            tried = (one for state in states for one in part(game, Solving).puzzles(state, NODES, (kind,)))
            yield from islice(tried, 1)


def thirds(rated: list[float], missed: list[float]) -> tuple[float, float]:
    """The share of wrong answers to the easiest third and to the hardest."""
    order, third = np.argsort(rated, kind="stable"), len(rated) // 3
    return fmean(missed[i] for i in order[:third]), fmean(missed[i] for i in order[-third:])


def interval(rated: list[float], missed: list[float]) -> tuple[float, float]:
    """Of 95 %, by drawing puzzles again."""
    rng, found = Stream.named("bootstrap"), []
    for _ in range(DRAWS):
        drawn = [rng.below(len(rated)) for _ in rated]
        found.append(float(spearmanr([rated[i] for i in drawn], [missed[i] for i in drawn]).statistic))
    return float(np.nanquantile(found, 0.025)), float(np.nanquantile(found, 0.975))


if __name__ == "__main__":
    main()
