"""Soft knowledge: what players usually do. It is never mixed with what is certain."""

from __future__ import annotations

from dataclasses import dataclass

from kiebitz.cards import CardSet
from kiebitz.sayings import Name, Saying, say


@dataclass(frozen=True)
class Assumption:
    """Cards that a place is taken not to have, though it might; and why one thinks so."""

    place: str
    cards: CardSet
    because: Saying | str

    @property
    def said(self) -> Saying:
        place = Name(self.place, "place")
        return say("not in {place}: {cards} ({because})", place=place, cards=self.cards, because=self.because)

    def __str__(self) -> str:
        return str(self.said)
