"""A conclusion, and the tricks that most conclusions come from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from kiebitz.cards import Card, CardSet
from kiebitz.knowledge.formulas.formula import Formula, Has, conjunction, disjunction
from kiebitz.rules.values import Event
from kiebitz.sayings import Saying, Seat, Suit, say


@dataclass(frozen=True)
class Conclusion:
    """What an event proves about a place: it has these cards, or it lacks them."""

    event: Event
    rule: str
    place: str
    cards: CardSet
    done: Saying
    """What was done, as the beginning of a sentence."""
    proves: Saying | None = None
    """What that proves, if the sentence does not say so already."""
    is_held: bool = False
    """Does the place have the cards? Otherwise it lacks them all."""

    @property
    def formula(self) -> Formula:
        """The conclusion as a formula about each card."""
        letters = [Has(self.place, str(card)) for card in self.cards]
        return conjunction(letter if self.is_held else ~letter for letter in letters)

    @property
    def said(self) -> Saying:
        """The whole sentence."""
        if self.proves is None:
            return say("{done}.", done=self.done)
        return say("{done}: {proves}.", done=self.done, proves=self.proves)

    def __str__(self) -> str:
        return str(self.said)


Case = Mapping[str, CardSet]
"""By place: cards that are not there."""


@dataclass(frozen=True)
class Choice(Conclusion):
    """What an event proves about several places at once: one of some cases, which exclude each other."""

    cases: tuple[Case, ...] = ()

    @property
    def formula(self) -> Formula:
        """One of the cases, each as a formula about the cards that places lack."""
        return disjunction(
            conjunction(~Has(place, str(card)) for place, cards in case.items() for card in cards)
            for case in self.cases
        )


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


def not_followed(answer: Answer, who: Seat, suit: Suit | Saying) -> tuple[Saying, Saying]:
    """What was done, and what it proves, where a suit had to be followed and was not."""
    done = say("{who} did not follow {suit} in trick {n}", who=who, suit=suit, n=answer.trick)
    return done, say("no {suit}", suit=suit)
