"""A conclusion, and the tricks that most conclusions come from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kiebitz.cards import Card, CardSet
from kiebitz.knowledge.formulas.formula import Formula, Has, conjunction
from kiebitz.rules.values import Event


@dataclass(frozen=True)
class Conclusion:
    """What an event proves about a place: it has these cards, or it lacks them."""

    event: Event
    rule: str
    place: str
    cards: CardSet
    text: str
    is_held: bool = False
    """Does the place have the cards? Otherwise it lacks them all."""

    @property
    def formula(self) -> Formula:
        """The conclusion as a formula about each card."""
        letters = [Has(self.place, str(card)) for card in self.cards]
        return conjunction(letter if self.is_held else ~letter for letter in letters)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Answer:
    """A card that was played after another was led."""

    event: Event
    trick: int
    """The number of the trick, from 1."""
    position: int
    """1 for the second card of the trick, 2 for the third, and so on."""
    before: tuple[Card, ...]
    """The cards that lay on the table, the lead first."""
    card: Card

    @property
    def led(self) -> Card:
        return self.before[0]


def answers(laid: Iterable[tuple[Event, Card]], size: int) -> Iterator[Answer]:
    """The answers in tricks of this many cards."""
    table: tuple[Card, ...] = ()
    trick = 1
    for event, card in laid:
        if table:
            yield Answer(event, trick, len(table), table, card)
        table = (*table, card)
        if len(table) == size:
            table, trick = (), trick + 1
