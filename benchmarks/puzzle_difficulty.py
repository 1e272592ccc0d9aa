"""Does a difficulty say how often others miss a puzzle? The rank correlation, on puzzles of their own.

The difficulty comes from the agents that a game names (``Bench.puzzle_solvers``). Here weaker agents that are
not among these are asked about other puzzles: the share of their wrong answers should grow with it.

    python benchmarks/puzzle_difficulty.py --puzzles 60
"""

from __future__ import annotations

import argparse
import sys
from itertools import islice
from statistics import fmean
from typing import Any

import numpy as np
from scipy.stats import spearmanr

from kiebitz.kernel.random import Stream
from kiebitz.lab.bench import Bench
from kiebitz.lab.puzzles.courses import courses
from kiebitz.lab.puzzles.making import NODES, puzzle_game
from kiebitz.lab.puzzles.rating import rate
from kiebitz.rules.parts import part
from kiebitz.search.solving import Solving
from parts.document import Cell, Document, cell, show

WEAKER = {
    "boerenbridge": ("greedy-kripke", "flat:playouts=2"),
    "durak": ("random-published", "minimax:depth=1,samples=2"),
    "schnapsen": ("cbot", "rdeep-old:samples=1"),
    "skat": ("flat:playouts=2", "instinct"),
}
"""Agents that rate no puzzle."""
TRIES = 10
DRAWS = 1000  # of the bootstrap


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--puzzles", type=int, default=60, help="of each game")
    made.add_argument("--seed", default="validation")
    made.add_argument("--games", nargs="*", default=sorted(WEAKER))
    return made


def measured(chosen: argparse.Namespace) -> Document:
    cells: dict[str, Cell] = {}
    players: dict[str, list[str]] = {}
    for name in chosen.games:
        print(name, file=sys.stderr, flush=True)
        cells |= {f"{name} {what}": one for what, one in asked(name, chosen.puzzles, chosen.seed).items()}
        game = puzzle_game(name)
        rules = f"{name} {part(game, Solving).puzzle_options}".strip()
        players[rules] = [*WEAKER[name], *part(game, Bench).puzzle_solvers]
    return Document(cells, chosen.seed, players)


def asked(name: str, count: int, seed: str) -> dict[str, Cell]:
    """The correlations of a game, and how many of the easiest and of the hardest puzzles are missed."""
    found = list(islice(unrated(name, seed), count))
    missed = [fmean(rate(one, WEAKER[name], TRIES).shares.values()) for one in found]
    rated = [rate(one).difficulty for one in found]
    easy, hard = thirds(rated, missed)
    return {
        "correlation": cell(spearmanr(rated, missed).statistic, ends=interval(rated, missed)),
        "by moves": cell(spearmanr([len(one.view.moves) for one in found], missed).statistic),
        "by cards": cell(spearmanr([len(one.view.hand) for one in found], missed).statistic),
        "easy missed": cell(easy),
        "hard missed": cell(hard),
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
    show(parser(), measured)
