"""Soft knowledge: what players usually do. It is never mixed with what is certain."""

from __future__ import annotations

from dataclasses import dataclass

from kiebitz.cards import CardSet
from kiebitz.sayings import Saying


@dataclass(frozen=True)
class Assumption:
    """Cards that a place is taken not to have, though it might; and why one thinks so."""

    place: str
    cards: CardSet
    because: Saying | str

    def __str__(self) -> str:
        return f"not in {self.place}: {self.cards} ({self.because})"
