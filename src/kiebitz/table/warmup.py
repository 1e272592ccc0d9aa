"""Compile what the usual opponents need, beside the server: ``python -m kiebitz.table.warmup NAME...``.

What it compiles is kept on disk, so a person who plays a game for the first time waits less.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

from kiebitz.agents.advice import advise
from kiebitz.games import game, game_classes
from kiebitz.table.claims import offered

MOVES = 20  # every phase of a game comes within so many moves
SECOND_HALF = "kiebitz.agents.skat.worlds"  # what Skat's player needs last, from another end


def shares() -> list[list[str]]:
    """What each process compiles: games, and modules of the longest one, Skat, which two compile.

    >>> shares()
    [['skat'], ['kiebitz.agents.skat.worlds'], ['schnapsen', 'durak', 'boerenbridge']]
    """
    return [["skat"], [SECOND_HALF], [name for name in game_classes() if name != "skat"]]


@contextmanager
def beside() -> Iterator[None]:
    """Compile in other processes as long as this lasts."""
    command, quiet = [sys.executable, "-m", "kiebitz.table.warmup"], subprocess.DEVNULL
    running = [subprocess.Popen([*command, *names], stdout=quiet, stderr=quiet) for names in shares()]
    try:
        yield
    finally:
        for process in running:
            process.terminate()


def warm(name: str) -> int:
    """Play the first moves of a game as advised; how many were made.

    >>> warm("durak")
    20
    """
    state = game(name).deal("warm")
    while state.ply < MOVES and not state.is_over:
        offered(state.view(state.turn))
        state = state.play(advise(state.view(state.turn)).move)
    return state.ply


if __name__ == "__main__":
    os.nice(10)
    for each in sys.argv[1:]:
        (import_module if "." in each else warm)(each)
