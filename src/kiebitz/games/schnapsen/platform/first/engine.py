"""The platform's ``api.engine``: games of two bots."""

from __future__ import annotations

from kiebitz.games.schnapsen.platform.first.bots import Player
from kiebitz.games.schnapsen.platform.first.cards import Move
from kiebitz.games.schnapsen.platform.first.state import State

__all__ = ["get_move", "play"]


def play(
    player1: Player,
    player2: Player,
    state: State,
    max_time: int = 5000,
    verbose: bool = False,
    fast: bool = True,
) -> tuple[int | None, int]:
    """The winner and the game points. Time is not limited here, and nothing is printed.

    >>> from kiebitz.games.schnapsen.platform.first.bots import Bully
    >>> play(Bully(), Bully(), State.generate(0)) == play(Bully(), Bully(), State.generate(0))
    True
    """
    while not state.finished():
        player = player1 if state.whose_turn() == 1 else player2
        state = state.next(get_move(state, player))
    return state.winner()


def get_move(state: State, player: Player, max_time: int = 5000, verbose: bool = False) -> Move:
    """A bot's move; it is shown what its player may know. What is no pair is an illegal move."""
    move = player.get_move(state.clone(state.whose_turn()))
    return move if isinstance(move, tuple) and len(move) == 2 else (None, None)
