"""The endgame solved to its end."""

from __future__ import annotations

import numpy as np

from kiebitz.games.schnapsen.platform.bots.fixed import NoMoveBot, OneFixedMoveBot
from kiebitz.games.schnapsen.platform.engine import GamePlayEngine
from kiebitz.games.schnapsen.platform.moves import Move
from kiebitz.games.schnapsen.platform.perspective import PlayerPerspective
from kiebitz.games.schnapsen.platform.pieces import GamePhase
from kiebitz.games.schnapsen.platform.players import Bot
from kiebitz.games.schnapsen.platform.rollouts import endgame
from kiebitz.games.schnapsen.platform.state import RULES, GameState
from kiebitz.kernel.state import TURN, WORDS
from kiebitz.kernel.vectors import Vector

__all__ = ["AlphaBetaBot", "MiniMaxBot", "NoMoveBot", "OneFixedMoveBot"]

PLIES = 12  # ten cards at most
FOREVER = 1 << 62
INFINITE = float("inf")


class AlphaBetaBot(Bot):
    """In phase two the first valid move that is worth most in game points; it cannot play phase one."""

    def get_move(self, perspective: PlayerPerspective, leader_move: Move | None) -> Move:
        assert perspective.get_phase() is GamePhase.TWO, f"{type(self).__name__} plays phase two only."
        moves = perspective.valid_moves()
        if len(moves) == 1:
            return moves[0]
        return self._best(_answered(perspective._insides[0], leader_move), moves)[1]

    def value(
        self,
        state: GameState,
        engine: GamePlayEngine,
        leader_move: Move | None,
        maximizing: bool,
        alpha: float = -INFINITE,
        beta: float = INFINITE,
    ) -> tuple[float, Move]:
        """The game points of the maximizing player, less the other's, and the move of whoever is to move.

        They are exact, also beyond ``alpha`` and ``beta``. If ``maximizing``, the one to move is that player.
        """
        assert state.game_phase() is GamePhase.TWO, f"{type(self).__name__} values phase two only."
        points, move = self._best(_answered(state.vector, leader_move), state.moves(leader_move))
        return (points if maximizing else -points), move

    def _best(self, vector: Vector, moves: list[Move]) -> tuple[float, Move]:
        """The first of the best moves, with the points of whoever is to move."""
        values = self._values(vector, moves)
        best = max(moves, key=lambda move: values[move.code])
        return values[best.code], best

    def _values(self, vector: Vector, moves: list[Move]) -> dict[int, float]:
        """What moves are worth, by their codes."""
        return _solved(vector)


class MiniMaxBot(AlphaBetaBot):
    """The same moves; it solves what each of them leads to for itself, and so takes longer."""

    def _values(self, vector: Vector, moves: list[Move]) -> dict[int, float]:
        return {move.code: self._after(vector, move) for move in moves}

    def _after(self, vector: Vector, move: Move) -> float:
        """The points that a move leads to, for whoever makes it."""
        after, mover = _answered(vector, move), vector[TURN]
        if after[TURN] < 0:
            return float(RULES.kernels.payoff(after, mover))
        most = max(_solved(after).values())
        return most if after[TURN] == mover else -most


def _answered(vector: Vector, leader_move: Move | None) -> Vector:
    """The position when a lead, if there is one, lies on the table."""
    after = vector.copy()
    if leader_move:
        RULES.kernels.play(after, leader_move.code)
    return after


def _solved(vector: Vector) -> dict[int, float]:
    """What each legal move is worth in game points, by its code."""
    states = np.empty((PLIES + 1, WORDS), np.int64)
    states[0] = vector
    values, spare = np.zeros(64), np.zeros(64, np.int64)
    endgame()(states, PLIES, FOREVER, 0, 0, spare, spare, values, spare.copy())
    legal = int(RULES.kernels.legal(vector))
    return {code: float(values[code]) for code in range(legal.bit_length()) if legal >> code & 1}
