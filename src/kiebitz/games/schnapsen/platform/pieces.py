"""What the platform's positions are made of: scores, hands, the talon, a bot with what is its own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from kiebitz.games.schnapsen.platform.deck import Card, CardCollection, OrderedCardCollection, Rank, Suit
from kiebitz.games.schnapsen.platform.moves import Move
from kiebitz.games.schnapsen.platform.players import ask

if TYPE_CHECKING:
    from kiebitz.games.schnapsen.platform.perspective import PlayerPerspective
    from kiebitz.games.schnapsen.platform.players import Bot


class GamePhase(Enum):
    ONE = 1
    TWO = 2


@dataclass(frozen=True)
class Score:
    """Points that count, and those of marriages that wait for a trick."""

    direct_points: int = 0
    pending_points: int = 0

    def __add__(self, other: Score) -> Score:
        return Score(
            self.direct_points + other.direct_points,
            self.pending_points + other.pending_points,
        )

    def redeem_pending_points(self) -> Score:
        return Score(self.direct_points + self.pending_points, 0)


class Hand(CardCollection):
    """A player's cards in the order in which they came."""

    def __init__(self, cards: Iterable[Card], max_size: int = 5) -> None:
        self.max_size = max_size
        self.cards = list(cards)
        assert len(self.cards) <= max_size, f"A hand of {len(self.cards)} cards; {max_size} are allowed."

    def remove(self, card: Card) -> None:
        if card not in self.cards:
            raise Exception(f"{card} is not in the hand {self.cards}.")
        self.cards.remove(card)

    def add(self, card: Card) -> None:
        assert len(self.cards) < self.max_size, f"The hand is full with {self.max_size} cards."
        self.cards.append(card)

    def has_cards(self, cards: Iterable[Card]) -> bool:
        return all(card in self.cards for card in cards)

    def copy(self) -> Hand:
        return Hand(self.cards, self.max_size)

    def get_cards(self) -> list[Card]:
        return list(self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def __repr__(self) -> str:
        return f"Hand(cards={self.cards}, max_size={self.max_size})"


class Talon(OrderedCardCollection):
    """The talon, the next card first, the face-up trump last."""

    def __init__(self, cards: Iterable[Card], trump_suit: Suit | None = None) -> None:
        super().__init__(cards)
        suit = self._cards[-1].suit if self._cards else trump_suit
        assert suit, "An empty talon needs its trump suit."
        assert trump_suit in (None, suit), f"Trump is {suit}, the suit of the talon's last card."
        self.__trump_suit = suit

    def copy(self) -> Talon:
        return Talon(self._cards, self.__trump_suit)

    def trump_suit(self) -> Suit:
        return self.__trump_suit

    def trump_card(self) -> Card | None:
        return self._cards[-1] if self._cards else None

    def draw_cards(self, amount: int) -> list[Card]:
        assert len(self._cards) >= amount, f"{amount} cards cannot be drawn from {len(self._cards)}."
        drawn, self._cards = self._cards[:amount], self._cards[amount:]
        return drawn

    def trump_exchange(self, new_trump: Card) -> Card:
        """Put the trump jack under the talon; the card that lay there."""
        assert new_trump.rank is Rank.JACK, f"{new_trump} is not a jack."
        assert len(self._cards) >= 2, f"With {len(self._cards)} cards in the talon nothing is exchanged."
        old, self._cards[-1] = self._cards[-1], new_trump
        return old

    def __repr__(self) -> str:
        return f"Talon(cards={self._cards}, trump_suit={self.__trump_suit})"


@dataclass
class BotState:
    """A bot with what is its own: hand, score, cards won."""

    implementation: Bot
    hand: Hand
    score: Score = field(default_factory=Score)
    won_cards: list[Card] = field(default_factory=list)

    def get_move(self, perspective: PlayerPerspective, leader_move: Move | None) -> Move:
        return ask(self.implementation, perspective, leader_move)

    def copy(self) -> BotState:
        return BotState(self.implementation, self.hand.copy(), self.score, list(self.won_cards))

    def __repr__(self) -> str:
        return (
            f"BotState(implementation={self.implementation}, hand={self.hand}, "
            f"score={self.score}, won_cards={self.won_cards})"
        )
