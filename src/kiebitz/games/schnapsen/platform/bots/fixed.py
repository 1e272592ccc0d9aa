"""Bots for positions that are only thought of: their first move is given."""

from __future__ import annotations

from kiebitz.games.schnapsen.platform.moves import Move
from kiebitz.games.schnapsen.platform.perspective import PlayerPerspective
from kiebitz.games.schnapsen.platform.players import Bot


class FirstFixedMoveThenBaseBot(Bot):
    """A given move first, then what another bot says."""

    def __init__(self, base_bot: Bot, first_move: Move) -> None:
        super().__init__()
        self.base_bot, self.first_move, self.first_move_played = base_bot, first_move, False

    def get_move(self, perspective: PlayerPerspective, leader_move: Move | None) -> Move:
        if self.first_move_played:
            return self.base_bot.get_move(perspective, leader_move)
        self.first_move_played = True
        return self.first_move


class OneFixedMoveBot(Bot):
    """A given move, and no other."""

    def __init__(self, move: Move) -> None:
        super().__init__()
        self.first_move: Move | None = move

    def get_move(self, perspective: PlayerPerspective, leader_move: Move | None) -> Move:
        assert self.first_move, "This bot has one move only, and has made it."
        move, self.first_move = self.first_move, None
        return move


class NoMoveBot(Bot):
    """Must not be asked."""

    def get_move(self, perspective: PlayerPerspective, leader_move: Move | None) -> Move:
        raise AssertionError("A bot without moves was asked for one.")
