"""A quick opinion for people: average the moves over random completions, played out at random."""

from __future__ import annotations

import numpy as np

from kiebitz.games.values import View
from kiebitz.kernel.state import WORDS
from kiebitz.search.playout import bind_playout

WORLDS = 200


def averages(view: View, worlds: int = WORLDS) -> dict[str, float]:
    """The mean points of each legal move over completed worlds, the same worlds for all moves."""
    kernels = view.game.kernels
    playout = bind_playout(kernels)
    totals = dict.fromkeys(view.moves, 0)
    world, child = np.zeros(WORDS, np.int64), np.zeros(WORDS, np.int64)
    for _ in range(worlds):
        kernels.complete(view.vector, view.rng.word, world)
        for move in totals:
            child[:] = world
            kernels.play(child, move.code)
            playout(child, view.rng.word)
            totals[move] += int(kernels.payoff(child, view.seat))
    return {str(move): total / worlds for move, total in totals.items()}


def hint(view: View) -> str:
    """The best of the averages, in a sentence."""
    found = averages(view)
    best = max(found, key=lambda move: found[move])
    return f"{best} has the best average, {found[best]:+.2f} points over {WORLDS} random completions."
