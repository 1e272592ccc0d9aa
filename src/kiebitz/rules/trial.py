# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""A short trial of rules from outside: do random games end, and is there always a move?

Searches play games out in compiled code, where nobody could stop them. What comes with the program has passed
all of ``contract`` already and is not tried again.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numba import int64

from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import derive, pick
from kiebitz.kernel.state import STATE, TURN, WORDS, Kernels
from kiebitz.kernel.vectors import Kernel
from kiebitz.rules.broken import no_move, too_long
from kiebitz.rules.game import Game

GAMES = 200
ENDED, STUCK, ENDLESS = range(3)


def require_ends(game: Game) -> None:
    """Refuse rules under which random games do not end, or leave a seat without a move.

    >>> from kiebitz.rules.registry import game
    >>> require_ends(game("durak"))
    """
    if not type(game).__module__.startswith("kiebitz.games."):
        _tried(game)


@lru_cache
def _tried(game: Game) -> None:
    found = bind_trial(game.kernels, game.machine.begin)(GAMES, game.max_moves, game.option_words)
    if found != ENDED:
        raise (no_move if found == STUCK else too_long)(game)


@lru_cache
def bind_trial(kernels: Kernels, begin: Kernel) -> Kernel:
    """``trial(n, most, options)``: how the first of n random games that goes wrong does so."""
    legal, play = kernels.legal, kernels.play

    @kernel(int64(int64, int64, STATE))
    def trial(n, most, options):
        s, rng = np.zeros(WORDS, np.int64), np.zeros(1, np.int64)
        for unit in range(n):
            rng[0] = derive(unit, 1)
            begin(s, derive(unit, 0), options)
            for _ in range(most):
                if s[TURN] < 0:
                    break
                mask = legal(s)
                if mask == 0:
                    return STUCK
                play(s, pick(rng, mask))
            if s[TURN] >= 0:
                return STUCK if legal(s) == 0 else ENDLESS
        return ENDED

    return trial
