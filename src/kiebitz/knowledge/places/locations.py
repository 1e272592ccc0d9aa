"""Locations: where may each card be? The one value behind every notation of what a seat knows.

It is made from a view, through the game's own bookkeeping: the unseen cards, the places that may hold
them, the room that each place has, the cards that each place cannot have. That is hard knowledge: it
follows from the rules and from what happened. Conventions and guesses are soft: they are added by
``assuming`` and can always be told apart again.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from kiebitz.cards import CardSet
from kiebitz.errors import KiebitzError, UnknownName
from kiebitz.kernel.worlds import chances, draw_from, join, ways
from kiebitz.knowledge.formulas.formula import Formula
from kiebitz.knowledge.formulas.parser import parse
from kiebitz.knowledge.formulas.vocabulary import Vocabulary
from kiebitz.knowledge.places.assumption import Assumption
from kiebitz.knowledge.places.problem import Masks, Problem, check_size
from kiebitz.knowledge.places.splitting import Cells, TooManyCases, cases
from kiebitz.rules.tricks import on_table
from kiebitz.sayings import joined, say

if TYPE_CHECKING:
    from kiebitz.kernel.random import Stream
    from kiebitz.rules.game import Game
    from kiebitz.rules.values import View

World = tuple[CardSet, ...]
"""What lies in each place, known cards included; the order of a stock is not part of it."""
Matrix = npt.NDArray[np.float64]
BLOCK = 4096  # worlds that are listed at a time


@dataclass(frozen=True)
class Locations:
    """What a seat (-1: a spectator) knows about the places of all cards.

    >>> from kiebitz.rules.registry import game
    >>> view = game("schnapsen").deal(seed=1).view(0)
    >>> locations = Locations.of(view)
    >>> locations.places, locations.room("talon"), str(locations.known("talon")), str(view.hand)
    (('Player 1', 'Player 2', 'talon'), 9, 'JH', 'KH TH JC QC JD')
    >>> locations.count(), locations.probability("QH", "Player 2"), locations.probability("JD", 0)
    (2002, 0.35714285714285715, 1.0)
    >>> locations.entails("has(P2, QH) | has(talon, QH)"), locations.count("count(P2, hearts) == 0")
    (True, 792)
    """

    game: Game
    seat: int
    certain: Problem
    """Hard knowledge alone."""
    soft: tuple[Assumption, ...] = ()
    """What was assumed besides, in order."""
    table: tuple[tuple[int, int], ...] = ()
    """Seats and masks of the trick on the table. In formulas, whoever has just played a card has it."""

    @classmethod
    def of(cls, view: View) -> Self:
        """What a view says for certain."""
        return cls(view.game, view.seat, Problem.of(view), table=tuple(on_table(view).items()))

    # -- hard and soft -------------------------------------------------------------------------------

    def assuming(self, *assumptions: Assumption) -> Self:
        """The same with soft knowledge added; if it contradicts what is certain, no world is left."""
        return replace(self, soft=(*self.soft, *assumptions))

    @property
    def hard(self) -> Self:
        """The same without what was assumed."""
        return replace(self, soft=())

    @cached_property
    def problem(self) -> Problem:
        """The masks and rooms of all places, with the assumptions."""
        cards = list(self.certain.cards)
        for assumption in self.soft:
            cards[self.place(assumption.place)] &= ~assumption.cards.mask
        return replace(self.certain, cards=tuple(cards))

    @cached_property
    def _spoken_of(self) -> Problem:
        """The problem that formulas are about."""
        return self.problem.holding(dict(self.table))

    # -- names ---------------------------------------------------------------------------------------

    @cached_property
    def vocabulary(self) -> Vocabulary:
        return Vocabulary.of(self.game)

    @property
    def places(self) -> tuple[str, ...]:
        """The names of all places, seats first."""
        return self.vocabulary.places

    def place(self, name: str | int) -> int:
        """The number of a place, which may also be named by its beginning."""
        if isinstance(name, int):
            if not 0 <= name < len(self.places):
                raise UnknownName("place", str(name), self.places)
            return name
        return self.places.index(self.vocabulary.place(name))

    def read(self, formula: str | Formula) -> Formula:
        return parse(formula, self.vocabulary) if isinstance(formula, str) else formula

    # -- sets ----------------------------------------------------------------------------------------

    @property
    def unseen(self) -> CardSet:
        """The cards whose place the view does not show."""
        return self._set(self.certain.unseen)

    def known(self, place: str | int) -> CardSet:
        """The cards that the view shows in a place."""
        return self._set(self.problem.known[self.place(place)])

    def room(self, place: str | int) -> int:
        """How many unseen cards lie in a place."""
        return self.problem.room[self.place(place)]

    def excluded(self, place: str | int) -> CardSet:
        """The unseen cards that a place cannot have, or is assumed not to have, whichever case is the real
        one. What only holds in each possible case for a reason of its own is in ``may_have``."""
        number = self.place(place)
        allowed = self.problem.cards[number] if self.problem.room[number] else 0
        return self._set(self.certain.unseen & ~allowed)

    def may_have(self, place: str | int) -> CardSet:
        """The cards that lie in a place in some world."""
        return self._set(_rows(self.matrix()[:, self.place(place)] > 0.0))

    def must_have(self, place: str | int) -> CardSet:
        """The cards that lie in a place in every world, including those that only counting gives away."""
        elsewhere = np.delete(self.matrix(), self.place(place), axis=1).max(axis=1)
        return self._set(self.may_have(place).mask & ~_rows(elsewhere > 0.0))

    def _set(self, mask: int) -> CardSet:
        return CardSet(mask, self.game.deck)

    # -- numbers -------------------------------------------------------------------------------------

    def count(self, formula: str | Formula | None = None) -> int:
        """The exact number of worlds; with a formula, of those where it is true.

        >>> from kiebitz.rules.registry import game
        >>> locations = Locations.of(game("skat").deal(seed=1).view(0))
        >>> locations.count(), locations.count("has(skat, DJ) & has(skat, SJ)")
        (42678636, 184756)
        """
        if formula is None:
            return self._count
        read = self.read(formula)
        try:
            return sum(case.count() for case in cases(self._spoken_of, self.vocabulary, read))
        except TooManyCases:
            return int(np.count_nonzero(self._truth(read)))

    @cached_property
    def _count(self) -> int:
        return sum(worlds for _, worlds in self._parts)

    @cached_property
    def _parts(self) -> list[tuple[Problem, int]]:
        """The parts of the problem that have worlds, with their number."""
        counted = ((part, Cells.of(part).count()) for part in self.problem.parts)
        return [(part, worlds) for part, worlds in counted if worlds]

    def probability(self, card: str, place: str | int) -> float:
        """How likely a card lies in a place, when all worlds are equally likely."""
        return float(self.matrix()[self.game.deck.read(card).number, self.place(place)])

    def matrix(self) -> Matrix:
        """The probability of every card of the deck (row) to lie in every place (column).

        A card that was played, or is not in the game, has a row of zeros.
        """
        return self._matrix

    @cached_property
    def _matrix(self) -> Matrix:
        if not self._count:
            raise self._contradiction()
        matrix = np.zeros((self.game.deck.size, self.problem.places))
        for part, worlds in self._parts:
            chance = np.zeros_like(matrix)
            cards, room = _vectors(part)
            check_size(_joint(cards, room), part.unseen.bit_count())
            chances(cards, room, part.places, chance)
            matrix += chance if worlds == self._count else chance * (worlds / self._count)
        for place, mask in enumerate(self.problem.known):
            matrix[[card.number for card in self._set(mask)], place] = 1.0
        matrix.flags.writeable = False
        return matrix

    def _contradiction(self) -> KiebitzError:
        if not self.soft:
            return KiebitzError(say("No world is left: its rooms and cards do not fit."))
        reasons = joined("; ", [assumption.said for assumption in self.soft])
        return KiebitzError(say("No world is left: {reasons}.", reasons=reasons))

    # -- worlds --------------------------------------------------------------------------------------

    def sample(self, rng: Stream) -> World:
        """A uniformly drawn world."""
        if not self._count:
            raise self._contradiction()
        number = 0
        if len(self._parts) > 1:
            ends = list(accumulate(worlds for _, worlds in self._parts))
            number = bisect(ends, rng.random() * self._count, hi=len(ends) - 1)
        part, (joint, table) = self._parts[number][0], self._tables[number]
        cards, room = _vectors(part)
        world = np.zeros(part.places, np.int64)
        draw_from(rng.word, table, cards, room, joint, part.places, world)
        masks = zip(world.tolist(), part.known, strict=True)
        return tuple(self._set(drawn | known) for drawn, known in masks)

    @cached_property
    def _tables(self) -> list[tuple[Any, Any]]:
        """For each part, the joint rooms and the table that draws follow."""
        found = []
        for part, _ in self._parts:
            cards, room = _vectors(part)
            joint = _joint(cards, room)
            check_size(joint, part.unseen.bit_count())
            found.append((joint, ways(cards, joint, part.places)))
        return found

    def enumerate(self) -> Iterator[World]:
        """All worlds, made as they are asked for: by the place of the lowest unseen card, then the next."""
        return (tuple(map(self._set, masks)) for masks in _listed(self.problem))

    # -- questions -----------------------------------------------------------------------------------

    def entails(self, formula: str | Formula) -> bool:
        """Is it true in every world? For formulas without knowledge signs."""
        return not self.allows(~self.read(formula))

    def allows(self, formula: str | Formula) -> bool:
        """Is it true in some world?"""
        read = self.read(formula)
        try:
            return any(True for _ in cases(self._spoken_of, self.vocabulary, read))
        except TooManyCases:
            return bool(self._truth(read).any())

    def _truth(self, formula: Formula) -> npt.NDArray[np.bool_]:
        """The truth of a formula in every world; refused if there are too many to list."""
        from kiebitz.knowledge.models.kripke import Model

        if not self._count:
            return np.zeros(0, np.bool_)
        return Model.of_problem(self.vocabulary, self._spoken_of).truth(formula)


def _vectors(problem: Problem) -> tuple[Masks, Masks]:
    """The masks and rooms of a plain problem, for kernels."""
    return np.array(problem.cards, np.int64), np.array(problem.room, np.int64)


def _joint(cards: Masks, room: Masks) -> Masks:
    """The rooms of places that admit the same cards, joined."""
    joint = np.zeros(len(room), np.int64)
    join(cards, room, len(room), joint)
    return joint


def _rows(chosen: npt.NDArray[np.bool_]) -> int:
    """The mask of the cards of some rows."""
    return sum(1 << int(card) for card in np.flatnonzero(chosen))


def _listed(problem: Problem) -> Iterator[list[int]]:
    """The worlds of a problem; where there are many, those with the lowest card in the first place first."""
    number = sum(Cells.of(part).approximate() for part in problem.parts)
    if number <= BLOCK:
        if number:
            yield from problem.worlds().tolist()
        return
    card = problem.unseen & -problem.unseen
    for place in range(problem.places):
        if problem.room[place] and problem.cards[place] & card:
            yield from _listed(_fixed(problem, place, card))


def _fixed(problem: Problem, place: int, card: int) -> Problem:
    """What is left when a card is known to lie in a place."""
    return Problem(
        tuple(mask & ~card for mask in problem.cards),
        tuple(room - (p == place) for p, room in enumerate(problem.room)),
        tuple(known | card * (p == place) for p, known in enumerate(problem.known)),
        problem.cases,
    )
