"""Compile what the usual opponents need, beside the server: ``python -m kiebitz.table.server.warmup NAME``.

What it compiles is kept on disk, so a person who plays a game for the first time waits less.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

from kiebitz.children import begin

MOVES = 20  # every phase of a game comes within this many moves


@contextmanager
def beside() -> Iterator[None]:
    """Compile in other processes as long as this lasts; best entered before the server is imported."""
    command, quiet = [sys.executable, "-m", "kiebitz.table.server.warmup"], subprocess.DEVNULL
    running = [begin([*command, *share], stdout=quiet, stderr=quiet) for share in shares()]
    try:
        yield
    finally:
        for process in running:
            process.terminate()
        for process in running:
            process.wait()


def shares() -> list[list[str]]:
    """What each process compiles: names of games, or of modules.

    A game that takes long has a process for itself, and another that begins with its slow modules; the
    other games share one.
    """
    from kiebitz.rules.registry import game_classes

    alone = {
        name: [f"{game.__module__}.{module}" for module in game.brings.slow]
        for name, game in game_classes().items()
    }
    found = [share for name, modules in alone.items() if modules for share in ([name], modules)]
    quick = [name for name, modules in alone.items() if not modules]
    return [*found, quick] if quick else found


def warm(name: str) -> int:
    """Play the first moves of a game as advised, and look back at them; how many were made.

    >>> warm("durak")
    20
    """
    from kiebitz.agents.advice import advise
    from kiebitz.lab.review.reviewing import Effort, review
    from kiebitz.rules.registry import game
    from kiebitz.table.tables.claims import offered

    state = game(name).deal("warm")
    while state.ply < MOVES and not state.is_over:
        offered(state.view(state.turn))
        state = state.play(advise(state.view(state.turn)).move)
    review(state, seat=0, effort=Effort(worlds=2, nodes=100))
    return state.ply


if __name__ == "__main__":
    if hasattr(os, "nice"):  # not on Windows
        os.nice(10)
    for each in sys.argv[1:]:
        (import_module if "." in each else warm)(each)
