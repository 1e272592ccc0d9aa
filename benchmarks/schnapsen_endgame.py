"""The exact endgame of Schnapsen from the start of phase two, beside the generic open-card search.

python benchmarks/schnapsen_endgame.py
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from kiebitz.games.schnapsen.rules import is_strict
from kiebitz.games.schnapsen.search.endgame import MOST, value_of, values_of
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.registry import game
from kiebitz.search.evaluator import CODES, EFFORT, FOREVER, make_memory
from kiebitz.search.pimc import LONGEST, bind_alphabeta
from parts.timing import load

DEALS = 2000
REPEATS = 5


def starts(rules: str) -> list[Vector]:
    """The first positions of random games in which suit must be followed."""
    chosen, rng = game("schnapsen", {"rules": rules, "unit": "deal"}), Stream.named("starts", rules)
    found = []
    for seed in range(DEALS):
        state = chosen.deal(seed)
        while not state.is_over and not is_strict(state.vector):
            state = state.play(rng.choice(state.moves))
        if not state.is_over:
            found.append(state.vector.copy())
    return found


def microseconds(function: Callable[[Vector], object], positions: list[Vector]) -> float:
    """Processor time for a position, the best of some rounds."""
    times = []
    for _ in range(REPEATS):
        start = time.process_time()
        for position in positions:
            function(position)
        times.append(time.process_time() - start)
    return min(times) / len(positions) * 1e6


def generic(rules: str) -> Callable[[Vector], object]:
    """Alpha-beta through the rules, as every game has it."""
    chosen = game("schnapsen", {"rules": rules, "unit": "deal"})
    search, memory = bind_alphabeta(chosen.kernels, None), make_memory(chosen, "round", [])
    states, rng = np.zeros((LONGEST + 1, WORDS), np.int64), np.zeros(1, np.int64)
    values, effort = np.zeros(CODES), np.zeros(len(EFFORT), np.int64)

    def run(position: Vector) -> None:
        states[0] = position
        search(states, LONGEST, FOREVER, 0, 0, memory, rng, values, effort)

    return run


def main() -> None:
    print(f"Schnapsen endgames, processor time on one core; {load()}")
    values = np.zeros(CODES)
    for rules in ("vu", "vu-old", "full"):
        positions = starts(rules)
        moves = microseconds(lambda position: values_of(position, values), positions)
        value = microseconds(lambda position: value_of(position, -MOST, MOST), positions)
        theirs = microseconds(generic(rules), positions)
        print(
            f"{rules}: {len(positions)} positions; all moves {moves:.1f} µs, value alone {value:.1f} µs; "
            f"generic search, all moves {theirs:.1f} µs; ratio {theirs / moves:.1f}"
        )


if __name__ == "__main__":
    main()
