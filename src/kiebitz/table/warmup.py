"""Compile what the usual opponents need, beside the server: ``python -m kiebitz.table.warmup GAME...``.

What it compiles is kept on disk, so a person who plays a game for the first time waits less.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from kiebitz.agents.advice import advise
from kiebitz.games import game, game_classes
from kiebitz.table.claims import offered

MOVES = 20  # every phase of a game comes within so many moves


@contextmanager
def beside() -> Iterator[None]:
    """Compile in two processes as long as this lasts: Skat takes longer than all other games together."""
    others = [name for name in game_classes() if name != "skat"]
    command, quiet = [sys.executable, "-m", "kiebitz.table.warmup"], subprocess.DEVNULL
    running = [
        subprocess.Popen([*command, *names], stdout=quiet, stderr=quiet) for names in (["skat"], others)
    ]
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
        warm(each)
