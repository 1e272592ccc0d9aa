"""Moves and tricks as the platform's bots make and read them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field

from kiebitz.games.schnapsen.platform.deck import CARDS, Card, Rank, Suit
from kiebitz.games.schnapsen.rules import EXCHANGE, MARRY_KING


class Move(ABC):
    """A regular move, a marriage or an exchange of the trump jack."""

    code: int

    def is_regular_move(self) -> bool:
        return False

    def is_marriage(self) -> bool:
        return False

    def is_trump_exchange(self) -> bool:
        return False

    def as_regular_move(self) -> RegularMove:
        raise AssertionError(f"{self!r} is not a regular move; ask is_regular_move() first.")

    def as_marriage(self) -> Marriage:
        raise AssertionError(f"{self!r} is not a marriage; ask is_marriage() first.")

    def as_trump_exchange(self) -> TrumpExchange:
        raise AssertionError(f"{self!r} is not an exchange; ask is_trump_exchange() first.")

    @property
    @abstractmethod
    def cards(self) -> list[Card]:
        """The cards that the move shows."""


@dataclass(frozen=True)
class RegularMove(Move):
    """One card."""

    card: Card

    def __post_init__(self) -> None:
        object.__setattr__(self, "code", self.card.code)

    @staticmethod
    def from_cards(cards: Iterable[Card]) -> list[Move]:
        return [RegularMove(card) for card in cards]

    @property
    def cards(self) -> list[Card]:
        return [self.card]

    def is_regular_move(self) -> bool:
        return True

    def as_regular_move(self) -> RegularMove:
        return self


@dataclass(frozen=True)
class Marriage(Move):
    """Queen and king; the king is led."""

    queen_card: Card
    king_card: Card
    suit: Suit = field(init=False, repr=False)

    def __post_init__(self) -> None:
        assert self.queen_card.rank is Rank.QUEEN, f"{self.queen_card} is not a queen."
        assert self.king_card.rank is Rank.KING, f"{self.king_card} is not a king."
        assert self.queen_card.suit is self.king_card.suit, (
            f"{self.queen_card} and {self.king_card} are not of one suit."
        )
        object.__setattr__(self, "suit", self.queen_card.suit)
        object.__setattr__(self, "code", MARRY_KING + self.queen_card.code // 5)

    @property
    def cards(self) -> list[Card]:
        return [self.queen_card, self.king_card]

    def is_marriage(self) -> bool:
        return True

    def as_marriage(self) -> Marriage:
        return self

    def underlying_regular_move(self) -> RegularMove:
        """The card that lies on the table."""
        return RegularMove(self.king_card)


@dataclass(frozen=True)
class TrumpExchange(Move):
    """The trump jack for the face-up trump."""

    jack: Card

    def __post_init__(self) -> None:
        assert self.jack.rank is Rank.JACK, f"{self.jack} is not a jack."
        object.__setattr__(self, "code", EXCHANGE)

    @property
    def cards(self) -> list[Card]:
        return [self.jack]

    def is_trump_exchange(self) -> bool:
        return True

    def as_trump_exchange(self) -> TrumpExchange:
        return self


PLAIN = [RegularMove(card) for card in CARDS]
MARRIAGES = [Marriage(CARDS[5 * suit + 1], CARDS[5 * suit + 2]) for suit in range(4)]
EXCHANGES = [TrumpExchange(CARDS[5 * suit]) for suit in range(4)]
MOVES: list[list[Move]] = [[*PLAIN, exchange, *MARRIAGES] for exchange in EXCHANGES]
"""For each trump suit the moves by their codes."""


class Trick(ABC):
    """What lies on the table after a move of the leader and, usually, one of the follower."""

    @abstractmethod
    def is_trump_exchange(self) -> bool: ...

    @abstractmethod
    def as_partial(self) -> PartialTrick: ...

    @property
    @abstractmethod
    def cards(self) -> Iterable[Card]:
        """All cards that the trick has shown."""


@dataclass(frozen=True)
class PartialTrick:
    """A trick that waits for its answer."""

    leader_move: RegularMove | Marriage

    def is_trump_exchange(self) -> bool:
        return False


@dataclass(frozen=True)
class RegularTrick(PartialTrick, Trick):
    """A lead and its answer."""

    follower_move: RegularMove

    @property
    def cards(self) -> Iterable[Card]:
        return [*self.leader_move.cards, self.follower_move.card]

    def as_partial(self) -> PartialTrick:
        return PartialTrick(self.leader_move)


@dataclass(frozen=True)
class ExchangeTrick(Trick):
    """An exchange, which the platform counts as a trick; with the trump card that was taken."""

    exchange: TrumpExchange
    trump_card: Card

    @property
    def cards(self) -> Iterable[Card]:
        return [self.exchange.jack, self.trump_card]

    def is_trump_exchange(self) -> bool:
        return True

    def as_partial(self) -> PartialTrick:
        raise AssertionError("An exchange has no first half.")
