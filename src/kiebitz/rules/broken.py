"""Rules that do not keep what they claim: what is said when a game cannot go on or does not end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.errors import KiebitzError
from kiebitz.sayings import say

if TYPE_CHECKING:
    from kiebitz.rules.game import Game


class BrokenGame(KiebitzError):
    """The rules of a game have gone wrong while it was played."""


def too_long(game: Game, deal: int | None = None) -> BrokenGame:
    """A unit has had all the moves that it may have, and is not over."""
    return BrokenGame(
        say(
            "{game} is not over after {n:,} moves, its max_moves{where}; "
            '"kiebitz check-game" looks for the cause.',
            game=game.name,
            n=game.max_moves,
            where=_where(deal),
        )
    )


def no_move(game: Game, deal: int | None = None) -> BrokenGame:
    """A unit is not over, and the seat to move has nothing to play."""
    return BrokenGame(
        say(
            "{game} is not over, but the seat to move has no legal move{where}; "
            '"kiebitz check-game" looks for the cause.',
            game=game.name,
            where=_where(deal),
        )
    )


def _where(deal: int | None) -> object:
    return "" if deal is None else say(" (deal {deal})", deal=deal)
