"""Compile what the usual opponents need, in a process beside the server: ``python -m kiebitz.table.warmup``.

What it compiles is kept on disk, so a person who plays a game for the first time waits less.
"""

from __future__ import annotations

import os
import subprocess
import sys

from kiebitz.games import game, game_classes
from kiebitz.table.advice import advise
from kiebitz.table.claims import offered

MOVES = 20  # every phase of a game comes within so many moves


def start() -> subprocess.Popen[bytes]:
    """Begin in a process of its own; whoever starts it ends it."""
    quiet = subprocess.DEVNULL
    return subprocess.Popen([sys.executable, "-m", "kiebitz.table.warmup"], stdout=quiet, stderr=quiet)


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
    for each in sorted(game_classes(), key="skat".__eq__):  # the longest last
        warm(each)
