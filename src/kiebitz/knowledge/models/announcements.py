"""Public events as announcements: a card is played, a suit is not followed, a number of tricks is guessed.

Each returns an update: the model afterwards, and what the event ruled out, for whom.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kiebitz.cards import CardSet
from kiebitz.errors import KiebitzError
from kiebitz.knowledge.formulas.formula import Count, Formula, Has
from kiebitz.knowledge.models.kripke import Model
from kiebitz.knowledge.models.valuations import Worlds
from kiebitz.sayings import Cards, Name, Saying, joined, say


@dataclass(frozen=True, eq=False)
class Update:
    """What an event did to a model."""

    event: Saying
    before: Model
    model: Model

    @property
    def considered(self) -> dict[str, tuple[int, int]]:
        """For each seat, the worlds it considered possible before and afterwards; needs an actual world."""
        seats = self.before.vocabulary.seats
        return {seat: (len(self.before.considered(seat)), len(self.model.considered(seat))) for seat in seats}

    @property
    def said(self) -> Saying:
        if self.before.actual is None:
            before, after = self.before.size, self.model.size
            return say("{event}: {n:,} worlds, now {now:,}", event=self.event, n=before, now=after)
        name = self.before.vocabulary.said
        counts = [
            say("{who} {n:,}, now {now:,}", who=name(seat), n=old, now=new)
            for seat, (old, new) in self.considered.items()
        ]
        return say(
            "{event}: worlds considered possible by {counts}", event=self.event, counts=joined("; ", counts)
        )

    def __str__(self) -> str:
        return str(self.said)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "event": str(self.event),
            "event_said": self.event.as_json(),
            "before": self.before.size,
            "after": self.model.size,
            "seats": {} if self.before.actual is None else self.considered,
        }


def announced(model: Model, formula: str | Formula, event: Saying | None = None) -> Update:
    """Something true is said in public."""
    said = model.read(formula)
    return Update(event or say("Announced: {formula}", formula=str(said)), model, model.announce(said))


def no_suit(model: Model, seat: str, cards: str | Iterable[str]) -> Update:
    """A seat shows that it has none of these cards: a suit by name, or a list."""
    who = model.vocabulary.seat(seat)
    kind, lacking = model.vocabulary.kind(cards) if isinstance(cards, str) else ("", tuple(cards))
    what = Name(kind, "cards") if kind else Cards(" ".join(lacking))
    event = say("{who} has no {cards}", who=model.vocabulary.said(who), cards=what)
    return announced(model, Count(who, lacking, "==", 0, kind), event)


def card_played(model: Model, seat: str, card: str, led: str | None = None) -> Update:
    """A seat plays a card from its hand; if it does not follow the suit that was led, it has none of it.

    From then on it is common knowledge that nobody has the card.
    """
    who, what = model.vocabulary.seat(seat), model.vocabulary.card(card)
    after, name = model.announce(Has(who, what)), model.vocabulary.said(who)
    event = say("{who} plays {card}", who=name, card=Cards(what))
    if led is not None:
        suit, cards = model.vocabulary.kind(led)
        if what not in cards:
            after = after.announce(Count(who, cards, "==", 0, suit))
            event = say(
                "{who} plays {card} and has no {cards}",
                who=name,
                card=Cards(what),
                cards=Name(suit, "cards"),
            )
    return Update(event, model, after.remove(what))


def guessed(model: Model, seat: str, guess: int, rule: Callable[[CardSet], int | Iterable[int]]) -> Update:
    """A seat guesses, and everybody knows the rule by which it does: hands with other guesses are out.

    The rule gives a hand's guess, or all guesses that it allows. That it is common knowledge is an
    assumption: it is not part of the rules of any game.
    """
    if not isinstance(model.valuation, Worlds):
        raise KiebitzError(say("Guesses depend on hands, and this model has none."))
    who = model.vocabulary.seat(seat)
    hands, inverse = np.unique(model.valuation.column(who), return_inverse=True)
    fits = []
    for mask in hands.tolist():
        answer = rule(model.vocabulary.card_set(mask))
        fits.append(guess == answer if isinstance(answer, int) else guess in answer)
    event = say("{who} guesses {n}", who=model.vocabulary.said(who), n=guess)
    keep = np.array(fits, np.bool_)[inverse]
    return Update(event, model, model.reveal(keep, say("{event} by this rule", event=event)))
