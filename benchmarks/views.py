"""Diaries of views out of a state's log, beside plain Python that packs row by row.

python benchmarks/views.py
"""

from __future__ import annotations

from functools import partial
from typing import Any

from kiebitz.kernel.random import Stream
from kiebitz.rules.diary import ROW
from kiebitz.rules.registry import game, names
from kiebitz.rules.values import State
from parts.timing import best, load, ratio

TIMES = 200


def end_of_a_game(name: str) -> State:
    """The last state of a random game."""
    rng, state = Stream.named("views"), game(name).deal(seed=1)
    while not state.is_over:
        state = state.play(rng.choice(state.moves))
    return state


def compiled(end: State) -> None:
    for _ in range(TIMES):
        end._log.diary(end.ply + 1, 0, end.game.secret_mask, end.game.is_open)


def plain(rows: list[Any]) -> None:
    for _ in range(TIMES):
        b"".join(ROW.pack(row[0], row[1], row[3], row[2]) for row in rows)


def main() -> None:
    print(f"Rows of diaries a second; {load()}")
    for name in names():
        end = end_of_a_game(name)
        rows, number = list(end._log.rows[: end.ply + 1]), (end.ply + 1) * TIMES
        ours, theirs = best(partial(compiled, end)), best(partial(plain, rows))
        ratio(name, number / ours, "plain Python", number / theirs)


if __name__ == "__main__":
    main()
