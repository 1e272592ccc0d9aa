"""The endgame solved to its end."""

from __future__ import annotations

import numpy as np

from kiebitz.games.schnapsen.platform.moves import Move
from kiebitz.games.schnapsen.platform.perspective import PlayerPerspective
from kiebitz.games.schnapsen.platform.pieces import GamePhase
from kiebitz.games.schnapsen.platform.players import Bot
from kiebitz.games.schnapsen.platform.rollouts import endgame
from kiebitz.games.schnapsen.platform.state import RULES
from kiebitz.kernel.state import WORDS

PLIES = 12  # ten cards at most
FOREVER = 1 << 62


class AlphaBetaBot(Bot):
    """In phase two the first valid move that is worth most in game points; it cannot play phase one."""

    def get_move(self, perspective: PlayerPerspective, leader_move: Move | None) -> Move:
        assert perspective.get_phase() is GamePhase.TWO, f"{type(self).__name__} plays phase two only."
        moves = perspective.valid_moves()
        if len(moves) == 1:
            return moves[0]
        states = np.empty((PLIES + 1, WORDS), np.int64)
        states[0] = perspective._insides[0]
        if leader_move:
            RULES.kernels.play(states[0], leader_move.code)
        values = np.zeros(64)
        spare = np.zeros(64, np.int64)
        endgame()(states, PLIES, FOREVER, 0, 0, spare, spare, values, spare.copy())
        return max(moves, key=lambda move: values[move.code])


class MiniMaxBot(AlphaBetaBot):
    """The same moves: both search to the end."""
