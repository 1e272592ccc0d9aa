"""The platform's ``Deck``: names of cards, and where the cards of a position are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.games.schnapsen.platform.first.cards import KING, QUEEN, RANKS, SUITS

if TYPE_CHECKING:
    from kiebitz.games.schnapsen.platform.first.state import State


class Deck:
    """The cards of a position; the names of cards without one.

    >>> Deck.get_rank(1), Deck.get_suit(1)
    ('10', 'C')
    """

    def __init__(self, state: State) -> None:
        self._state = state

    @staticmethod
    def get_rank(index: int) -> str:
        return RANKS[index % 5]

    @staticmethod
    def get_suit(index: int) -> str:
        return SUITS[index // 5]

    def get_card_states(self) -> list[str]:
        """The place of each card; what a bot in the first phase may not know is U."""
        return self._state._card_states()

    def get_card_state(self, index: int) -> str:
        return self.get_card_states()[index]

    def get_perspective(self, player: int) -> list[str]:
        return self._state.get_perspective(player)

    def get_stock_size(self) -> int:
        return self._state.get_stock_size()

    def get_trump_suit(self) -> str:
        return self._state.get_trump_suit()

    def get_prev_trick(self) -> list[int | None]:
        return self._state.get_prev_trick()

    def get_player_hand(self, player: int) -> list[int]:
        """The cards of a player that the player to move knows."""
        return [card for card, place in enumerate(self.get_card_states()) if place == f"P{player}H"]

    def get_possible_mariages(self, player: int) -> list[tuple[int, int]]:
        """The platform's spelling; each pair with the king first and with the queen first."""
        hand = self.get_player_hand(player)
        pairs = [(5 * suit + KING, 5 * suit + QUEEN) for suit in range(4)]
        held = [pair for pair in pairs if pair[0] in hand and pair[1] in hand]
        return [order for pair in held for order in (pair, pair[::-1])]

    def can_exchange(self, player: int) -> bool:
        jack = SUITS.index(self.get_trump_suit()) * 5 + 4
        return self.get_stock_size() > 0 and jack in self.get_player_hand(player)
