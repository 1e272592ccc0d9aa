"""The platform's Bot, and how it is asked for a move."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import redirect_stdout
from io import StringIO
from typing import TYPE_CHECKING

from kiebitz.games.schnapsen.platform.moves import Move, TrumpExchange

if TYPE_CHECKING:
    from kiebitz.games.schnapsen.platform.perspective import PlayerPerspective
    from kiebitz.games.schnapsen.platform.pieces import BotState


class Bot(ABC):
    """The base class of all bots of the platform."""

    def __init__(self, name: str | None = None) -> None:
        if name is not None:
            self.__name = name

    @abstractmethod
    def get_move(self, perspective: PlayerPerspective, leader_move: Move | None) -> Move:
        """The move to make; ``leader_move`` is None for the leader."""

    def notify_trump_exchange(self, move: TrumpExchange) -> None:  # noqa: B027
        """Told to both bots after an exchange."""

    def notify_game_end(self, won: bool, perspective: PlayerPerspective) -> None:  # noqa: B027
        """Told to both bots after the game."""

    def __str__(self) -> str:
        return getattr(self, "_Bot__name", None) or super().__repr__()


class DummyBot(Bot):
    """Sits in positions that are only assumed."""

    def get_move(self, perspective: PlayerPerspective, leader_move: Move | None) -> Move:
        raise Exception(
            "An assumed position has no bots; give new ones, for example by copy_with_other_bots."
        )


def ask(bot: Bot, perspective: PlayerPerspective, leader_move: Move | None) -> Move:
    """A bot's move, which must be one."""
    move = bot.get_move(perspective, leader_move=leader_move)
    assert move is not None, f"The bot {bot} returned None in place of a move."
    assert isinstance(move, Move), f"The bot {bot} returned {move!r}, which is not a move."
    return move


class MoveRequester:
    """How the engine asks a bot."""

    def get_move(self, bot: BotState, perspective: PlayerPerspective, leader_move: Move | None) -> Move:
        raise NotImplementedError


class SimpleMoveRequester(MoveRequester):
    """Just asks."""

    def get_move(self, bot: BotState, perspective: PlayerPerspective, leader_move: Move | None) -> Move:
        return ask(bot.implementation, perspective, leader_move)


class SilencingMoveRequester(MoveRequester):
    """Asks by another requester, and lets nothing be printed meanwhile."""

    def __init__(self, requester: MoveRequester) -> None:
        self.requester = requester

    def get_move(self, bot: BotState, perspective: PlayerPerspective, leader_move: Move | None) -> Move:
        with redirect_stdout(StringIO()):
            return self.requester.get_move(bot, perspective, leader_move)
