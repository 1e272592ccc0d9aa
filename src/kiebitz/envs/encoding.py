"""What a game may bring to the environments: the meaning of its own words, and points within a unit.

A view is a vector of words. Those that all games share are encoded for every game; a game describes its
own words by fields. A game that describes none gets all of them bit by bit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from kiebitz.kernel.state import GAME, OPTIONS
from kiebitz.kernel.vectors import Kernel
from kiebitz.rules.parts import Part

Kind = Literal["cards", "card", "row", "choice", "number", "seat", "bits"]
KINDS: tuple[Kind, ...] = ("cards", "card", "row", "choice", "number", "seat", "bits")


@dataclass(frozen=True)
class Field:
    """One fact of a view: which word holds it, and how it becomes numbers.

    ``cards`` is a mask of cards, ``card`` the number of one, ``row`` several in a row, ``choice`` a number
    from 0 that names something, ``number`` an amount, ``seat`` a seat, ``bits`` the word as it is. A number
    that is negative means none. What belongs to each seat stands in as many words, or packed in one.

    >>> Field("trick", "row", 30, packed=5, size=3, count=29).planes(seats=3)
    3
    """

    name: str
    kind: Kind
    word: int
    each: bool = False
    """Is there one for each seat?"""
    packed: int = 0
    """Bits of a value, where several are packed in one word: one for each seat, or the cards of a row."""
    size: int = 1
    """How many choices, bits or cards of a row there are; of a number, the largest amount."""
    less: int = 0
    """What is taken off the value that stands there."""
    count: int = 0
    """Of a row: the word that says how many cards it has."""
    means: str = ""
    """A sentence for the table of planes."""

    def planes(self, seats: int) -> int:
        """How many planes it fills."""
        return seats if self.each else self.size if self.kind == "row" else 1

    def width(self, seats: int, deck: int) -> int:
        """How many numbers a plane of it has."""
        match self.kind:
            case "cards" | "card" | "row":
                return deck
            case "choice" | "bits":
                return self.size
            case "seat":
                return seats
            case _:
                return 1


RAW = tuple(
    Field(f"word {number}", "bits", GAME + number, size=64, means="A word of the game's own, bit by bit.")
    for number in range(OPTIONS - GAME)
)
"""All words of a game that describes none."""


class Encoding(Part):
    """How a game's own words are told to learners."""

    layer: ClassVar[str] = "envs"
    fields: ClassVar[tuple[Field, ...]] = RAW
    worth: ClassVar[float] = 1.0
    """What a point of ``standing`` counts as a reward."""

    def standing(self) -> Kernel | None:
        """A kernel like ``payoff``: the points that a seat's side has taken so far in this round.

        Where a game has none, rewards by trick are the changes of its payoff.
        """
        return None
