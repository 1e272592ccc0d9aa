"""Kripke models: worlds, what is true in them, and for each seat a partition into those it cannot tell apart.

All relations are equivalences (S5), so a seat's relation is one number for each world: its class.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Self

import numpy as np

from kiebitz.errors import KiebitzError
from kiebitz.knowledge.formulas.formula import TRUE, Atom, Formula, Letter
from kiebitz.knowledge.formulas.parser import parse
from kiebitz.knowledge.formulas.vocabulary import Vocabulary
from kiebitz.knowledge.models.listed import Explicit
from kiebitz.knowledge.models.partitions import Classes, join, label, meet
from kiebitz.knowledge.models.position import HiddenKnowledge, Setting
from kiebitz.knowledge.models.valuations import Bits, Facts, Valuation, Worlds
from kiebitz.knowledge.models.verdict import Verdict, judge
from kiebitz.knowledge.places.problem import LIMIT, Problem
from kiebitz.sayings import Saying, say

if TYPE_CHECKING:
    from kiebitz.rules.values import Position


class Model:
    """An explicit model. ``points`` marks the worlds that may be the actual one: a single one if all is
    known, a seat's class in its own eyes, all of them in a puzzle that does not say.

    >>> model = Model.of_facts(["rain"], {"Ann": ["rain"], "Bob": []})
    >>> bool(model.check("Kw[Ann] rain & ~Kw[Bob] rain"))
    True
    >>> bool(model.announce("Kw[Bob] rain | rain").check("C rain"))
    True
    """

    def __init__(
        self, vocabulary: Vocabulary, valuation: Valuation, classes: Classes, points: Bits | None = None
    ) -> None:
        self.vocabulary = vocabulary
        self.valuation = valuation
        self.classes = classes
        self.points = np.ones(valuation.size, np.bool_) if points is None else points
        self._partitions: dict[tuple[str, tuple[int, ...]], Classes] = {}

    # -- building ------------------------------------------------------------------------------------

    @classmethod
    def of_facts(
        cls,
        names: Sequence[str],
        sees: Mapping[str, Iterable[str]],
        law: str | Formula = TRUE,
        actual: Iterable[str] | None = None,
    ) -> Self:
        """All valuations of named facts that obey a law; each seat sees some of them.

        ``actual`` lists the facts that are true in the actual world.
        """
        vocabulary = Vocabulary(tuple(sees), atoms=tuple(names))
        rows = np.arange(2 ** len(names))
        columns: dict[Letter, Bits] = {Atom(name): rows >> i & 1 != 0 for i, name in enumerate(names)}
        seen = [sum(1 << names.index(name) for name in sees[seat]) for seat in sees]
        points = None
        if actual is not None:
            points = rows == sum(1 << names.index(name) for name in actual)
        model = cls(vocabulary, Facts(columns, len(rows)), np.array([rows & mask for mask in seen]), points)
        return model if law == TRUE else model.announce(law)

    @classmethod
    def of_problem(
        cls,
        vocabulary: Vocabulary,
        problem: Problem,
        sees: Sequence[Iterable[int]] | None = None,
        known: Mapping[int, int] | None = None,
        limit: int = LIMIT,
    ) -> Self:
        """All deals of a problem. A seat sees some places, by default its own hand.

        ``known`` says what the actual world has in some places: all of them, or those that a seat sees.
        """
        masks = problem.worlds(limit)
        columns = sees or [(seat,) for seat in range(len(vocabulary.seats))]
        classes = np.array([meet([label(masks[:, place]) for place in places]) for places in columns])
        points = np.ones(len(masks), np.bool_)
        for place, mask in (known or {}).items():
            points &= masks[:, place] == mask
        return cls(vocabulary, Worlds(vocabulary, masks), classes, points)

    @classmethod
    def of(cls, position: Position, limit: int = LIMIT) -> Self:
        """The model of a position: of a state with the actual world, of a view with all that may be it."""
        setting = Setting.of(position)
        if setting.secrets:
            raise HiddenKnowledge
        return cls.of_problem(setting.vocabulary, setting.problem, setting.sees, setting.known, limit)

    # -- looking -------------------------------------------------------------------------------------

    @property
    def size(self) -> int:
        return self.valuation.size

    @property
    def actual(self) -> int | None:
        """The number of the actual world, if it is known."""
        points = np.flatnonzero(self.points)
        return int(points[0]) if len(points) == 1 else None

    def read(self, formula: str | Formula) -> Formula:
        return parse(formula, self.vocabulary) if isinstance(formula, str) else formula

    def truth(self, formula: str | Formula) -> Bits:
        """In which worlds is it true?"""
        return Explicit(self).truth(self.read(formula))

    def check(self, formula: str | Formula, world: int | None = None) -> Verdict:
        """Is it true in a world; without one, in every world that may be the actual one?"""
        points = np.flatnonzero(self.points) if world is None else np.array([world])
        return judge(Explicit(self), self.read(formula), points)

    def describe(self, world: int) -> str:
        return str(self.valuation.describe(world))

    def considered(self, seat: str, world: int | None = None) -> Classes:
        """The numbers of the worlds that a seat considers possible in a world, by default the actual one."""
        here = self.actual if world is None else world
        if here is None:
            raise KiebitzError(say("This model does not say which world is the actual one: name a world."))
        row = self.classes[self.vocabulary.seat_index(self.vocabulary.seat(seat))]
        return np.flatnonzero(row == row[here])

    def pooled(self, agents: tuple[int, ...]) -> Classes:
        """The classes of seats that put their knowledge together."""
        key = ("pooled", agents)
        if key not in self._partitions:
            self._partitions[key] = meet([self.classes[agent] for agent in agents])
        return self._partitions[key]

    def connected(self, agents: tuple[int, ...]) -> Classes:
        """The worlds that can be reached from each other by steps of these seats, as classes."""
        key = ("connected", agents)
        if key not in self._partitions:
            self._partitions[key] = join([self.classes[agent] for agent in agents])
        return self._partitions[key]

    # -- changing ------------------------------------------------------------------------------------

    def restrict(self, keep: Bits) -> Self:
        """Only some of the worlds."""
        return type(self)(
            self.vocabulary, self.valuation.restrict(keep), self.classes[:, keep], self.points[keep]
        )

    def reachable(self) -> Self:
        """Only the worlds that anybody's thoughts lead to from those that may be the actual one."""
        together = self.connected(tuple(range(len(self.classes))))
        return self.restrict(np.isin(together, together[self.points]))

    def announce(self, formula: str | Formula) -> Self:
        """What everybody knows after a true public announcement: only worlds where it was true are left."""
        said = self.read(formula)
        return self.reveal(self.truth(said), str(said))

    def reveal(self, keep: Bits, what: Saying | str) -> Self:
        """Make public that the actual world is one of these."""
        if not (keep & self.points).any():
            raise KiebitzError(say("{what} is false here, so it cannot be announced.", what=what))
        return self.restrict(keep)

    def remove(self, card: str) -> Self:
        """A card leaves the game; everybody sees it go."""
        assert isinstance(self.valuation, Worlds)
        gone = self.vocabulary.mask([card])
        left = Worlds(self.vocabulary, self.valuation.masks & ~gone)
        return type(self)(self.vocabulary, left, self.classes, self.points)
