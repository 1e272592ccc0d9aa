"""The platform's ``api.util``."""

from __future__ import annotations

from kiebitz.games.schnapsen.platform.first import bots
from kiebitz.games.schnapsen.platform.first.cards import SUITS
from kiebitz.games.schnapsen.platform.first.deck import Deck
from kiebitz.games.schnapsen.platform.first.state import State

__all__ = [
    "difference_points",
    "get_card_name",
    "get_rank",
    "get_suit",
    "load_player",
    "other",
    "ratio_points",
]

get_rank, get_suit = Deck.get_rank, Deck.get_suit


def other(player_id: int) -> int:
    """The other player's number."""
    return 3 - player_id


def ratio_points(state: State, player: int) -> float:
    """A player's share of all points; 0 if there are none."""
    mine, theirs = state.get_points(player), state.get_points(other(player))
    return mine / (mine + theirs) if mine + theirs else 0.0


def difference_points(state: State, player: int) -> int:
    return state.get_points(player) - state.get_points(other(player))


def get_card_name(index: int) -> tuple[str, str]:
    """Rank and suit of a card.

    >>> get_card_name(4)
    ('J', 'C')
    """
    assert 0 <= index < 5 * len(SUITS), index
    return get_rank(index), get_suit(index)


def load_player(name: str, classname: str = "Bot") -> bots.Player:
    """A bot of the platform by its name: rand, bully or rdeep."""
    return bots.named(name)
