"""Cards as the platform has them: 52 of them, of which Schnapsen uses twenty."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from enum import Enum


class Suit(Enum):
    HEARTS = 1
    CLUBS = 2
    SPADES = 3
    DIAMONDS = 4

    def __str__(self) -> str:
        return self.name


class Rank(Enum):
    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    def __str__(self) -> str:
        return self.name


USED = (Rank.JACK, Rank.QUEEN, Rank.KING, Rank.TEN, Rank.ACE)  # of each suit, from low to high
FIRST_CHARACTER = {Suit.HEARTS: 0x1F0B0, Suit.CLUBS: 0x1F0D0, Suit.SPADES: 0x1F0A0, Suit.DIAMONDS: 0x1F0C0}


def _character(rank: Rank, suit: Suit) -> str:
    knight = rank in (Rank.QUEEN, Rank.KING)  # Unicode has a knight between jack and queen
    return chr(FIRST_CHARACTER[suit] + rank.value + knight)


class Card(Enum):
    """A card with ``rank``, ``suit`` and its Unicode ``character``: ``Card.ACE_HEARTS``."""

    _ignore_ = "a_suit a_rank"
    for a_suit in Suit:
        for a_rank in Rank:
            vars()[f"{a_rank.name}_{a_suit.name}"] = (a_rank, a_suit, _character(a_rank, a_suit))

    def __init__(self, rank: Rank, suit: Suit, character: str) -> None:
        self.rank = rank
        self.suit = suit
        self.character = character
        # The number of our own deck, which is in the order of the platform's; -1 for cards not in play.
        self.code = 5 * (suit.value - 1) + USED.index(rank) if rank in USED else -1

    @staticmethod
    def get_card(rank: Rank, suit: Suit) -> Card:
        return Card[f"{rank.name}_{suit.name}"]

    def __repr__(self) -> str:
        return f"Card.{self.name}"

    def __str__(self) -> str:
        return repr(self)


CARDS: list[Card] = sorted((card for card in Card if card.code >= 0), key=lambda card: card.code)
"""The twenty cards in the order of the fresh deck; a card's place is its code."""


class CardCollection(ABC):
    """Cards that can be looked through."""

    @abstractmethod
    def get_cards(self) -> Iterable[Card]: ...

    def is_empty(self) -> bool:
        return len(self) == 0

    def filter_suit(self, suit: Suit) -> list[Card]:
        return [card for card in self.get_cards() if card.suit is suit]

    def filter_rank(self, rank: Rank) -> list[Card]:
        return [card for card in self.get_cards() if card.rank is rank]

    def __len__(self) -> int:
        return len(list(self.get_cards()))

    def __iter__(self) -> Iterator[Card]:
        return iter(self.get_cards())

    def __contains__(self, card: object) -> bool:
        return card in list(self.get_cards())


class OrderedCardCollection(CardCollection):
    """Cards in an order; ``get_cards`` gives a copy."""

    def __init__(self, cards: Iterable[Card] | None = None) -> None:
        self._cards = list(cards or ())

    def get_cards(self) -> list[Card]:
        return list(self._cards)

    def __len__(self) -> int:
        return len(self._cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self._cards)

    def __repr__(self) -> str:
        return f"OrderedCardCollection(cards={self._cards})"
