"""Evaluating formulas in a model whose worlds are all listed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kiebitz.knowledge.formulas.formula import Formula
from kiebitz.knowledge.models.evaluation import Evaluation
from kiebitz.knowledge.models.partitions import everywhere
from kiebitz.knowledge.models.valuations import Bits
from kiebitz.sayings import Saying

if TYPE_CHECKING:
    from kiebitz.knowledge.models.kripke import Model


class Explicit(Evaluation):
    """Formulas in all worlds of a model."""

    def __init__(self, model: Model) -> None:
        super().__init__(model.vocabulary, model.valuation)
        self.model = model

    def pooled(self, agents: tuple[int, ...], formula: Formula) -> Bits:
        return everywhere(self.model.pooled(agents), self.truth(formula))

    def common(self, agents: tuple[int, ...], formula: Formula) -> Bits:
        return everywhere(self.model.connected(agents), self.truth(formula))

    def after(self, said: Formula) -> Explicit:
        return Explicit(self.model.restrict(self.truth(said)))

    def example(
        self, agents: tuple[int, ...], formula: Formula, world: int, value: bool
    ) -> tuple[Explicit, int] | None:
        row = self.model.pooled(agents)
        found = np.flatnonzero((row == row[world]) & (self.truth(formula) == value))
        return (self, int(found[0])) if len(found) else None

    def path(
        self, agents: tuple[int, ...], formula: Formula, world: int
    ) -> list[tuple[int, Evaluation, int]]:
        """The steps of a shortest path, found by widening circles around the world."""
        wrong, classes = ~self.truth(formula), self.model.classes
        came = np.full((2, self.model.size), -1)  # by which seat, from which world
        circle, reached = np.array([world]), np.zeros(self.model.size, np.bool_)
        reached[world] = True
        while not wrong[circle].any():
            fresh = []
            for agent in agents:
                start = np.full(int(classes[agent].max()) + 1, -1)
                start[classes[agent][circle]] = circle
                found = np.flatnonzero((start[classes[agent]] >= 0) & ~reached)
                came[0, found], came[1, found] = agent, start[classes[agent][found]]
                reached[found] = True
                fresh.append(found)
            circle = np.concatenate(fresh)
        steps: list[tuple[int, Evaluation, int]] = []
        here = int(circle[wrong[circle]][0])
        while here != world:
            steps.append((int(came[0, here]), self, here))
            here = int(came[1, here])
        return steps[::-1]

    def told(self, world: int) -> Saying:
        return self.valuation.said(world)
