"""Evaluating formulas in sketches of worlds, which are made when a formula asks for them (see lazy.py)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from kiebitz.errors import KiebitzError
from kiebitz.knowledge.budget import TooMuch, look_at_the_clock
from kiebitz.knowledge.formulas.formula import Formula
from kiebitz.knowledge.models.evaluation import Evaluation
from kiebitz.knowledge.models.position import HiddenKnowledge
from kiebitz.knowledge.models.valuations import Bits, Worlds, count_bits
from kiebitz.knowledge.places.problem import Masks, Problem, TooManyWorlds
from kiebitz.sayings import Saying, say

if TYPE_CHECKING:
    from kiebitz.knowledge.models.lazy import LazyModel

EFFORT = 100_000_000
"""The most sketches that are looked at for one question."""
REACH = 200_000
"""The most worlds, not counting those of the same shape, that common knowledge is followed through."""
Needs = tuple[frozenset[int], int]  # places and cards that a formula looks at
Key = int | tuple[int, ...]  # what a seat sees: a mask, or several
Shape = tuple[int, ...]  # of a world: for each place the cards that matter, and how many of each other kind


class Lazy(Evaluation):
    """Formulas in the sketches of the worlds that look the same to somebody."""

    valuation: Worlds

    def __init__(
        self, model: LazyModel, said: tuple[Formula, ...], problem: Problem, asked: Needs, masks: Masks
    ) -> None:
        super().__init__(model.vocabulary, Worlds(model.vocabulary, masks))
        self.model, self.said, self.problem, self.asked = model, said, problem, asked
        self.is_here = False
        """Is it about the actual world? There it is known what seats know besides the cards that they see."""

    @classmethod
    def here(cls, model: LazyModel, formula: Formula) -> Lazy:
        """The worlds that may be the actual one."""
        found = cls.of(model, model.said, model.here, formula)
        found.is_here = True
        return found

    @classmethod
    def of(cls, model: LazyModel, said: tuple[Formula, ...], problem: Problem, formula: Formula) -> Lazy:
        """The worlds that a problem and announcements leave open, as a formula needs them."""
        formulas = (*said, formula)
        return cls.listed(model, said, problem, model.united(formulas), model.alike(formulas))

    @classmethod
    def listed(
        cls,
        model: LazyModel,
        said: tuple[Formula, ...],
        problem: Problem,
        asked: Needs,
        alike: tuple[int, ...],
    ) -> Lazy:
        """The same for given places and cards."""
        look_at_the_clock()
        masks = problem.sketches(*asked, alike)
        model.effort += len(masks)
        if model.effort > EFFORT:
            raise KiebitzError(say("This question needs a look at more than {n:,} worlds.", n=EFFORT))
        evaluation = cls(model, (), problem, asked, masks)
        for formula in said:
            evaluation = evaluation.after(formula)
        return evaluation

    def after(self, said: Formula) -> Lazy:
        masks = self.valuation.masks[self.truth(said)]
        found = Lazy(self.model, (*self.said, said), self.problem, self.asked, masks)
        found.is_here = self.is_here
        return found

    def in_the_eyes(self, agents: tuple[int, ...], key: Sequence[int]) -> Problem:
        """What is open to seats that put their knowledge together; ``key`` is what lies in their places."""
        if not self.model.secrets:
            return self.model.problem.given(dict(zip(self.model.places_of(agents), key, strict=True)))
        if len(agents) > 1:
            raise HiddenKnowledge
        return self.model.secrets.problem(agents[0])

    def pooled(self, agents: tuple[int, ...], formula: Formula) -> Bits:
        if self.model.secrets and not self.is_here:
            raise HiddenKnowledge
        places = self.model.places_of(agents)
        keys, inverse = distinct(self.valuation.masks[:, places])
        answers = self.model.answers.setdefault((self.said, agents, formula), {})
        found = [answers.get(key) for key in keys]
        for i, key in enumerate(keys):
            if found[i] is None:
                problem = self.in_the_eyes(agents, key if isinstance(key, tuple) else (key,))
                try:
                    answers[key] = bool(Lazy.of(self.model, self.said, problem, formula).truth(formula).all())
                except TooMuch as end:
                    raise end.about(_looked_into(formula, i, len(keys))) from None
                found[i] = answers[key]
        return np.array(found, np.bool_)[inverse]

    def common(self, agents: tuple[int, ...], formula: Formula) -> Bits:
        answers: dict[Shape, bool] = {}
        for world, shape in enumerate(self.shapes(formula)):
            if shape not in answers:
                try:
                    reached = Reach(self, agents, formula, world)
                except TooMuch as end:
                    why = say("common knowledge of {what} leads to too many deals.", what=str(formula))
                    raise end.about(why) from None
                answers |= dict.fromkeys(reached.shapes, bool(reached.evaluation.truth(formula).all()))
        if self.model.secrets and not all(answers.values()):  # who knows more goes fewer steps
            raise HiddenKnowledge
        return np.array([answers[shape] for shape in self.shapes(formula)], np.bool_)

    def example(
        self, agents: tuple[int, ...], formula: Formula, world: int, value: bool
    ) -> tuple[Lazy, int] | None:
        places = self.model.places_of(agents)
        problem = self.in_the_eyes(agents, self.valuation.masks[world, places].tolist())
        there = Lazy.of(self.model, self.said, problem, formula)
        found = np.flatnonzero(there.truth(formula) == value)
        return (there, int(found[0])) if len(found) else None

    def path(
        self, agents: tuple[int, ...], formula: Formula, world: int
    ) -> list[tuple[int, Evaluation, int]]:
        reached = Reach(self, agents, formula, world)
        wrong = np.flatnonzero(~reached.evaluation.truth(formula))
        return reached.steps(int(wrong[0]))

    def shapes(self, formula: Formula) -> list[Shape]:
        """Worlds with the same shape differ only by swapping cards that do not matter for the formula."""
        masks, alike = self.valuation.masks, self.model.alike((*self.said, formula))
        single = ~sum(alike)
        columns = [masks & single, *(count_bits(masks, group) for group in alike)]
        return [tuple(row) for row in np.concatenate(columns, axis=1).tolist()]

    def told(self, world: int) -> Saying:
        """A whole deal behind the sketch."""
        places, cards = self.asked
        whole = self.problem.where(places, cards, self.valuation.masks[world]).first()
        return Worlds(self.vocabulary, whole[np.newaxis]).said(0)


class Reach:
    """The worlds that can be reached from one by steps of some seats, one of each shape."""

    def __init__(self, start: Lazy, agents: tuple[int, ...], formula: Formula, world: int) -> None:
        model, said = start.model, start.said
        alike = model.alike((*said, formula))
        rows = [start.valuation.masks[world]]
        self.shapes = [start.shapes(formula)[world]]
        self.came = [(-1, -1)]  # by which seat, from which world
        known = set(self.shapes)
        seen_before = set()
        for here, row in enumerate(rows):  # grows
            for agent in agents:
                seen = {place: int(row[place]) for place in model.sees[agent]}
                view = (agent, *(self.shapes[here][p :: model.problem.places] for p in seen))
                if view in seen_before:
                    continue
                seen_before.add(view)
                there = Lazy.listed(model, said, model.problem.given(seen), model.everything, alike)
                for mask, shape in zip(there.valuation.masks, there.shapes(formula), strict=True):
                    if shape not in known:
                        if len(rows) == REACH:
                            raise TooManyWorlds(model.problem.count(), REACH)
                        known.add(shape)
                        self.shapes.append(shape)
                        self.came.append((agent, here))
                        rows.append(mask)
        self.evaluation = Lazy(model, said, model.problem, model.everything, np.array(rows))

    def steps(self, world: int) -> list[tuple[int, Evaluation, int]]:
        """The way from the start to a world."""
        steps: list[tuple[int, Evaluation, int]] = []
        while self.came[world][1] >= 0:
            agent, before = self.came[world]
            steps.append((agent, self.evaluation, world))
            world = before
        return steps[::-1]


def _looked_into(formula: Formula, done: int, of: int) -> Saying:
    return say(
        "{what} has to be asked in {of:,} different hands, and only {done:,} of them were looked into.",
        what=str(formula),
        of=of,
        done=done,
    )


def distinct(masks: Masks) -> tuple[list[Key], Masks]:
    """The different rows, and which of them each row is; single columns, the usual case, are faster."""
    if masks.shape[1] == 1:
        column, inverse = np.unique(masks[:, 0], return_inverse=True)
        return column.tolist(), inverse
    rows, inverse = np.unique(masks, axis=0, return_inverse=True)
    return [tuple(row) for row in rows.tolist()], inverse.reshape(-1)
