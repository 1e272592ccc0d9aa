"""Case by case: the worlds in which a formula about cards is true, without listing worlds.

A letter changes a problem into another: ``has`` nails a card down or rules it out, ``count`` splits a
place in two, one part for the cards that are counted and one for the others. A formula becomes a sum of
such problems that have no world in common. So truth is decided, and worlds are counted, in steps that
depend on the formula and not on the number of worlds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import eq, ge, le
from typing import Self

from kiebitz.errors import KiebitzError
from kiebitz.knowledge.formulas.formula import And, Constant, Count, Formula, Has, Iff, Implies, Not, Or
from kiebitz.knowledge.formulas.vocabulary import Vocabulary
from kiebitz.knowledge.places.counting import count_exactly
from kiebitz.knowledge.places.problem import Problem, count_plain
from kiebitz.sayings import say

MOST_CASES = 20_000
"""How many letters are looked at before the question is refused."""
SAFE = 2.0**52
"""Counts below this are exact as floats."""
COMPARE = {">=": ge, "<=": le, "==": eq}


class TooManyCases(KiebitzError):
    """A formula that falls into too many cases."""

    def __init__(self) -> None:
        super().__init__(f"The formula falls into more than {MOST_CASES:,} cases; ask for its parts instead.")


@dataclass(frozen=True)
class Cells:
    """A plain problem whose places may be split: cell by cell the place, what it may hold, its room."""

    places: tuple[int, ...]
    cards: tuple[int, ...]
    room: tuple[int, ...]
    known: tuple[int, ...]
    """By place: the cards that certainly lie there."""

    @classmethod
    def of(cls, problem: Problem) -> Self:
        used = [place for place in range(problem.places) if problem.room[place]]
        cards, room = [problem.cards[p] for p in used], [problem.room[p] for p in used]
        return cls(tuple(used), tuple(cards), tuple(room), problem.known)

    def approximate(self) -> float:
        """The number of worlds, exact below SAFE."""
        if any(mask.bit_count() < room for mask, room in zip(self.cards, self.room, strict=True)):
            return 0.0
        return count_plain(self.cards, self.room)

    def count(self) -> int:
        """The number of worlds."""
        value = self.approximate()
        return int(value) if value < SAFE else count_exactly(self.cards, self.room)

    def where(self, place: int, card: int, is_there: bool) -> Self:
        """Only the worlds where a card (a mask of one) lies in a place, or only those where it does not."""
        cells = zip(self.places, self.cards, strict=True)
        masks = [mask & ~card if (p == place) != is_there else mask for p, mask in cells]
        return type(self)(self.places, tuple(masks), self.room, self.known)

    def split(self, place: int, cards: int, number: int) -> Iterator[Self]:
        """The worlds where this many of some cards lie in a place; none of them twice."""
        yield from self._split(place, cards, number - (self.known[place] & cards).bit_count(), 0)

    def _split(self, place: int, cards: int, number: int, start: int) -> Iterator[Self]:
        """Split the place's cells from the start-th on, so that together they hold this many of the cards."""
        cell = next((i for i in range(start, len(self.places)) if self.places[i] == place), None)
        if cell is None:
            if number == 0:
                yield self
            return
        inside, outside = self.cards[cell] & cards, self.cards[cell] & ~cards
        room = self.room[cell]
        least = max(0, room - outside.bit_count())
        for taken in range(least, min(room, inside.bit_count(), number) + 1):
            parts = [(inside, taken), (outside, room - taken)]
            kept = [(mask, size) for mask, size in parts if size]
            child = type(self)(
                (*self.places[:cell], *(place,) * len(kept), *self.places[cell + 1 :]),
                (*self.cards[:cell], *(mask for mask, _ in kept), *self.cards[cell + 1 :]),
                (*self.room[:cell], *(size for _, size in kept), *self.room[cell + 1 :]),
                self.known,
            )
            yield from child._split(place, cards, number - taken, cell + len(kept))


@dataclass
class Analysis:
    """A formula taken apart over a problem; ``looked`` counts the letters on the way."""

    vocabulary: Vocabulary
    unseen: int
    looked: int = field(default=0)

    def cases(self, formula: Formula, value: bool, cells: Cells) -> Iterator[Cells]:
        """Problems without common worlds; together, those where the formula has the value."""
        match formula:
            case Constant(truth):
                if truth == value:
                    yield cells
            case Has() | Count():
                for case in self._letter(formula, value, cells):
                    self.looked += 1
                    if self.looked > MOST_CASES:
                        raise TooManyCases
                    if case.approximate() > 0.0:
                        yield case
            case Not(of):
                yield from self.cases(of, not value, cells)
            case And(parts) | Or(parts):
                yield from self._several(parts, isinstance(formula, And) == value, value, cells)
            case Implies(left, right):
                yield from self._several((Not(left), right), not value, value, cells)
            case Iff(left, right):
                for truth in (True, False):
                    for case in self.cases(left, truth, cells):
                        yield from self.cases(right, truth == value, case)
            case _:
                raise KiebitzError(
                    say("Where the cards lie says nothing about {formula}.", formula=str(formula))
                )

    def _several(
        self, parts: tuple[Formula, ...], all_of_them: bool, value: bool, cells: Cells
    ) -> Iterator[Cells]:
        """All parts have the value; or at least one, and the cases tell which one is the first."""
        if len(parts) == 1:
            yield from self.cases(parts[0], value, cells)
            return
        half = len(parts) // 2  # in halves, so that a thousand parts are ten calls deep
        front, back = parts[:half], parts[half:]
        if not all_of_them:
            yield from self._several(front, False, value, cells)
        for case in self._several(front, True, value == all_of_them, cells):
            yield from self._several(back, all_of_them, value, case)

    def _letter(self, letter: Has | Count, value: bool, cells: Cells) -> Iterator[Cells]:
        place = self.vocabulary.place_index(letter.place)
        if isinstance(letter, Count):
            cards = self.vocabulary.mask(letter.cards)
            for number in range(len(letter.cards) + 1):
                if COMPARE[letter.relation](number, letter.number) == value:
                    yield from cells.split(place, cards, number)
            return
        card = self.vocabulary.mask([letter.card])
        if card & self.unseen:
            yield cells.where(place, card, value)
        elif (card & cells.known[place] != 0) == value:
            yield cells


def cases(problem: Problem, vocabulary: Vocabulary, formula: Formula, value: bool = True) -> Iterator[Cells]:
    """Problems that share no world and together have the worlds where the formula is true (or false)."""
    analysis = Analysis(vocabulary, problem.unseen)
    for part in problem.parts:
        cells = Cells.of(part)
        if cells.approximate() > 0.0:
            yield from analysis.cases(formula, value, cells)
