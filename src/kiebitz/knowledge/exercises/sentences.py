"""Sentences about cards and knowledge, each in words and as a formula: what exercises ask about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kiebitz.cards import SUITS
from kiebitz.kernel.random import Stream
from kiebitz.knowledge.formulas.epistemic import Common, Distributed, Everybody, Knows, KnowsWhether, Possible
from kiebitz.knowledge.formulas.formula import Count, Formula, Has
from kiebitz.knowledge.formulas.vocabulary import Vocabulary
from kiebitz.knowledge.models.kripke import Model
from kiebitz.knowledge.models.valuations import Worlds
from kiebitz.knowledge.places.problem import Masks
from kiebitz.sayings import Cards, Saying, Suit, say


@dataclass(frozen=True)
class Sentence:
    """The same in words and as a formula."""

    said: Saying
    formula: Formula


class Writer:
    """Makes sentences about the cards of a model that are not in the same place in all its worlds."""

    def __init__(self, model: Model, rng: Stream) -> None:
        self.model, self.rng, self.names = model, rng, model.vocabulary
        self.cards = open_cards(model)

    # -- about cards ---------------------------------------------------------------------------------

    def fact(self) -> Sentence:
        """Where a card lies, or how many of a suit."""
        makers: Sequence[Callable[[], Sentence]] = (self.holding, self.holding, self.lacking, self.having)
        return self.rng.choice(makers)()

    def holding(self) -> Sentence:
        place, card = self.rng.choice(self.places), self.rng.choice(self.cards)
        return holding(self.names, place, card)

    def lacking(self) -> Sentence:
        """A player has none of a suit."""
        seat, suit = self.rng.choice(self.names.seats), self._suit()
        said = say("{who} has no {suit}", who=self.names.said(seat), suit=Suit(suit))
        return Sentence(said, counted(self.names, seat, suit, "==", 0))

    def having(self) -> Sentence:
        """A player has at least two of a suit."""
        seat, suit, n = self.rng.choice(self.names.seats), self._suit(), 2
        said = say("{who} has at least {n} {suit}", who=self.names.said(seat), n=n, suit=Suit(suit))
        return Sentence(said, counted(self.names, seat, suit, ">=", n))

    def _suit(self) -> str:
        return self.rng.choice([suit for suit in SUITS if any(suit in card for card in self.cards)])

    @property
    def places(self) -> tuple[str, ...]:
        """The places that hold cards in some world."""
        return tuple(
            name for number, name in enumerate(self.names.places) if column(self.model, number).any()
        )

    # -- about knowledge -----------------------------------------------------------------------------

    def knowledge(self, of: Sentence | None = None) -> Sentence:
        """What one player, all or some of them together know."""
        makers: Sequence[Callable[[Sentence], Sentence]] = (
            self.knows, self.whether, self.ignorant, self.possible,
            self.everybody, self.common, self.together,
        )  # fmt: skip
        return self.rng.choice(makers)(of or self.fact())

    def nested(self) -> Sentence:
        """What one player knows about another's knowledge."""
        inner: Sequence[Callable[[Sentence], Sentence]] = (
            self.knows,
            self.whether,
            self.ignorant,
            self.possible,
        )
        return self.rng.choice([self.knows, self.possible])(self.rng.choice(inner)(self.fact()))

    def knows(self, of: Sentence) -> Sentence:
        seat = self._seat(of)
        said = say("{who} knows that {what}", who=self.names.said(seat), what=of.said)
        return Sentence(said, Knows(seat, of.formula))

    def whether(self, of: Sentence) -> Sentence:
        seat = self._seat(of)
        said = say("{who} knows whether {what}", who=self.names.said(seat), what=of.said)
        return Sentence(said, KnowsWhether(seat, of.formula))

    def ignorant(self, of: Sentence) -> Sentence:
        seat = self._seat(of)
        said = say("{who} does not know whether {what}", who=self.names.said(seat), what=of.said)
        return Sentence(said, ~KnowsWhether(seat, of.formula))

    def possible(self, of: Sentence) -> Sentence:
        seat = self._seat(of)
        said = say("{who} considers it possible that {what}", who=self.names.said(seat), what=of.said)
        return Sentence(said, Possible(seat, of.formula))

    def everybody(self, of: Sentence) -> Sentence:
        return Sentence(say("everybody knows that {what}", what=of.said), Everybody(of.formula))

    def common(self, of: Sentence) -> Sentence:
        return Sentence(say("it is common knowledge that {what}", what=of.said), Common(of.formula))

    def together(self, of: Sentence) -> Sentence:
        """Two players who put their knowledge together."""
        first = self._seat(of)
        second = self.rng.choice([seat for seat in self.names.seats if seat != first])
        pair = tuple(sorted((first, second), key=self.names.seats.index))
        one, other = (self.names.said(seat) for seat in pair)
        said = say("{one} and {other} together know that {what}", one=one, other=other, what=of.said)
        return Sentence(said, Distributed(of.formula, pair))

    def _seat(self, of: Sentence) -> str:
        """A player who has something to find out: not the one whose cards or thoughts it is about."""
        parts = list(of.formula.walk())
        thinking = {getattr(part, "agent", "") for part in parts}
        holding = {getattr(part, "place", "") for part in parts}
        for about in (thinking | holding, thinking):
            if others := [seat for seat in self.names.seats if seat not in about]:
                return self.rng.choice(others)
        return self.rng.choice(self.names.seats)


def holding(names: Vocabulary, place: str, card: str) -> Sentence:
    """A card lies in a place."""
    return Sentence(lying(names, place, card), Has(place, card))


def lying(names: Vocabulary, place: str, cards: str) -> Saying:
    """Where cards are."""
    if place in names.seats:
        return say("{who} has {cards}", who=names.said(place), cards=Cards(cards))
    return say("{cards} {cards:is|are} in no hand ({place})", cards=Cards(cards), place=names.said(place))


def counted(names: Vocabulary, place: str, suit: str, relation: str, number: int) -> Formula:
    kind, cards = names.kind(suit)
    return Count(place, cards, relation, number, kind)


def open_cards(model: Model) -> list[str]:
    """The cards that do not lie in the same place in all worlds, in the order of the deck."""
    moving = 0
    for number in range(len(model.vocabulary.places)):
        masks = column(model, number)
        some, all_of_them = 0, -1
        for mask in set(masks.tolist()):
            some, all_of_them = some | mask, all_of_them & mask
        moving |= some & ~all_of_them
    return [str(card) for card in model.vocabulary.card_set(moving)]


def column(model: Model, place: int) -> Masks:
    """What lies in a place, world by world, as masks."""
    assert isinstance(model.valuation, Worlds)
    masks: Masks = model.valuation.masks[:, place]
    return masks
