"""Sayings on paper: cards have the letters and signs that the drawn ones beside them have."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from kiebitz.cards import SYMBOLS
from kiebitz.language.speaking import speaker, spoken
from kiebitz.sayings import MoveText, Said, Saying
from kiebitz.table.drawing.faces import letter_of

CARD = re.compile("[CSHD][AKQJT2-9]|[AKQJT2-9][CSHD]")
AS_TEXT = "\ufe0e"  # a sign in the colour of the text around it


@dataclass(frozen=True)
class Signs:
    """Cards as they are drawn; their number chooses the form of a word."""

    cards: tuple[str, ...]
    language: str

    def __str__(self) -> str:
        return ", ".join(sign(card, self.language) for card in self.cards)

    def __len__(self) -> int:
        return len(self.cards)


def printed(said: Saying | str) -> str:
    """A saying in the reader's language, its cards in signs.

    >>> from kiebitz.sayings import Cards, say
    >>> print(printed(say("{who} has {cards}", who="East", cards=Cards("QH TC"))).replace(AS_TEXT, ""))
    East has Q♥, 10♣
    """
    return spoken(_signed(said, speaker().language))


def sign(card: str, language: str) -> str:
    """A card's letter and the sign of its suit, whichever is written first.

    >>> sign("HQ", "de").rstrip(AS_TEXT), sign("TS", "nl").rstrip(AS_TEXT)
    ('D♥', '10♠')
    """
    suit, rank = (card[0], card[1]) if card[0] in SYMBOLS else (card[1], card[0])
    return letter_of(rank, language) + SYMBOLS[suit] + AS_TEXT


def _signed(value: Any, language: str) -> Any:
    """The same with signs in place of cards, also in the sayings within it."""
    match value:
        case Saying(text=text, values=values):
            return Saying(text, {name: _signed(each, language) for name, each in values.items()})
        case MoveText(text=text) if all(CARD.fullmatch(part) for part in text.split("+")):
            return Signs(tuple(text.split("+")), language)
        case Said():
            said = value.as_said()
            cards = said.get("cards", said.get("card"))
            return value if cards is None else Signs(tuple(cards.split()), language)
    return value
