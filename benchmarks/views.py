"""Steps of states with a view at each, and diaries of views beside plain Python that packs row by row.

python benchmarks/views.py
"""

from __future__ import annotations

from functools import partial
from time import process_time
from typing import Any

from kiebitz.kernel.random import Stream
from kiebitz.rules.diary import ROW
from kiebitz.rules.registry import game, names
from kiebitz.rules.values import State
from parts.timing import best, load, ratio

TIMES = 200
GAMES = 1000


def end_of_a_game(name: str) -> State:
    """The last state of a random game."""
    rng, state = Stream.named("views"), game(name).deal(seed=1)
    while not state.is_over:
        state = state.play(rng.choice(state.moves))
    return state


def compiled(end: State) -> None:
    for _ in range(TIMES):
        end.view(0)


def steps(name: str) -> float:
    """How many steps a second random games make in Python, with the view of whoever moves at each."""
    chosen, rng, made = game(name), Stream.named("steps"), 0
    starts = [chosen.deal(seed=number) for number in range(GAMES)]
    start = process_time()
    for state in starts:
        while not state.is_over:
            state = state.play(rng.choice(state.view(state.turn).moves))
            made += 1
    return made / (process_time() - start)


def plain(rows: list[Any]) -> None:
    for _ in range(TIMES):
        b"".join(ROW.pack(row[0], row[1], row[3], row[2]) for row in rows)


def main() -> None:
    print(f"Steps a second with a view at each; {load()}")
    for name in names():
        print(f"{name:<14}{max(steps(name) for _ in range(3)):>12,.0f}")
    print("Rows of diaries a second")
    for name in names():
        end = end_of_a_game(name)
        rows, number = list(end._log.rows[: end.ply + 1]), (end.ply + 1) * TIMES
        ours, theirs = best(partial(compiled, end)), best(partial(plain, rows))
        ratio(name, number / ours, "plain Python", number / theirs)


if __name__ == "__main__":
    main()
