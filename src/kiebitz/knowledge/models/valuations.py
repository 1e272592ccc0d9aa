"""What is true in which world: deals as masks, or facts as columns of truth values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from kiebitz.errors import KiebitzError
from kiebitz.knowledge.formulas.formula import Count, Has, Letter
from kiebitz.knowledge.formulas.vocabulary import Vocabulary
from kiebitz.knowledge.places.problem import Masks
from kiebitz.sayings import Name, Saying, joined, say

Bits = npt.NDArray[np.bool_]


class Valuation(Protocol):
    """The worlds of a model, seen from inside."""

    @property
    def size(self) -> int: ...

    def truth(self, letter: Letter) -> Bits:
        """In which worlds is it true?"""

    def restrict(self, keep: Bits) -> Valuation:
        """The same with some of the worlds only."""

    def said(self, world: int) -> Saying:
        """A world in words."""

    def describe(self, world: int) -> str:
        """The same as text."""


@dataclass(frozen=True, eq=False)
class Worlds:
    """Worlds are deals: a row each, with a mask for each place."""

    vocabulary: Vocabulary
    masks: Masks

    @property
    def size(self) -> int:
        return len(self.masks)

    def column(self, place: str) -> Masks:
        column: Masks = self.masks[:, self.vocabulary.place_index(place)]
        return column

    def truth(self, letter: Letter) -> Bits:
        if isinstance(letter, Has):
            held: Bits = self.column(letter.place) & self.vocabulary.mask([letter.card]) != 0
            return held
        if isinstance(letter, Count):
            number = count_bits(self.column(letter.place), self.vocabulary.mask(letter.cards))
            compare = {">=": np.greater_equal, "<=": np.less_equal, "==": np.equal}[letter.relation]
            answer: Bits = compare(number, letter.number)
            return answer
        raise KiebitzError(
            say("This model is about cards; it says nothing about {letter}.", letter=str(letter))
        )

    def restrict(self, keep: Bits) -> Worlds:
        return Worlds(self.vocabulary, self.masks[keep])

    def describe(self, world: int) -> str:
        return str(self.said(world))

    def said(self, world: int) -> Saying:
        """The hands, then the other places, as far as they hold cards."""
        names, row = self.vocabulary.places, self.masks[world].tolist()
        heaps = [
            Saying("{place} {cards}", {"place": Name(name, "place"), "cards": self.vocabulary.card_set(mask)})
            for name, mask in zip(names, row, strict=True)
            if mask
        ]
        return joined(" | ", heaps) if heaps else say("no cards")


def count_bits(column: Masks, mask: int) -> Masks:
    """How many cards of a set each mask holds."""
    held = np.zeros(column.shape, np.int64)
    while mask:
        low = mask & -mask
        held += column & low != 0
        mask ^= low
    return held


@dataclass(frozen=True, eq=False)
class Facts:
    """Worlds are rows of truth values, a column for each letter."""

    columns: Mapping[Letter, Bits]
    size: int

    def truth(self, letter: Letter) -> Bits:
        if letter not in self.columns:
            known = ", ".join(str(column) for column in self.columns)
            raise KiebitzError(
                say(
                    "This model says nothing about {letter}, only about {known}.",
                    letter=str(letter),
                    known=known,
                )
            )
        return self.columns[letter]

    def restrict(self, keep: Bits) -> Facts:
        kept = {letter: column[keep] for letter, column in self.columns.items()}
        return Facts(kept, int(np.count_nonzero(keep)))

    def describe(self, world: int) -> str:
        return str(self.said(world))

    def said(self, world: int) -> Saying:
        """What is true there."""
        true = [str(letter) for letter, column in self.columns.items() if column[world]]
        return joined(", ", true) if true else say("nothing")
