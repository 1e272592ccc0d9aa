"""The truth of formulas, in all worlds of a set at once.

What the signs mean is said here once. How to look at a seat's other worlds is left to two kinds of
models: explicit ones, where all worlds are listed (kripke.py), and lazy ones (lazy.py).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import reduce

import numpy as np

from kiebitz.knowledge.budget import look_at_the_clock
from kiebitz.knowledge.formulas.epistemic import (
    After,
    Announcement,
    Common,
    Distributed,
    Everybody,
    Knows,
    KnowsWhether,
    Possible,
)
from kiebitz.knowledge.formulas.formula import And, Constant, Formula, Iff, Implies, Letter, Not, Or
from kiebitz.knowledge.formulas.vocabulary import Vocabulary
from kiebitz.knowledge.models.valuations import Bits, Valuation
from kiebitz.sayings import Saying


class Evaluation(ABC):
    """Truth values for the worlds of a valuation; each formula is evaluated once."""

    def __init__(self, vocabulary: Vocabulary, valuation: Valuation) -> None:
        self.vocabulary = vocabulary
        self.valuation = valuation
        self._memory: dict[Formula, Bits] = {}

    # -- what a kind of model supplies ---------------------------------------------------------------

    @abstractmethod
    def pooled(self, agents: tuple[int, ...], formula: Formula) -> Bits:
        """Where do these seats know it if they put their knowledge together?"""

    @abstractmethod
    def common(self, agents: tuple[int, ...], formula: Formula) -> Bits:
        """Where is it common knowledge among these seats?"""

    @abstractmethod
    def after(self, said: Formula) -> Evaluation:
        """The worlds where ``said`` is true, in the model in which it has been announced."""

    @abstractmethod
    def example(
        self, agents: tuple[int, ...], formula: Formula, world: int, value: bool
    ) -> tuple[Evaluation, int] | None:
        """A world that these seats together cannot tell from this one, where the formula has this value."""

    @abstractmethod
    def path(
        self, agents: tuple[int, ...], formula: Formula, world: int
    ) -> list[tuple[int, Evaluation, int]]:
        """Steps of single seats from a world to one where the formula is false."""

    @abstractmethod
    def told(self, world: int) -> Saying:
        """A world in words."""

    # -- what the signs mean -------------------------------------------------------------------------

    def truth(self, formula: Formula) -> Bits:
        """In which worlds is it true?"""
        if formula not in self._memory:
            look_at_the_clock()
            self._memory[formula] = self._truth(formula)
        return self._memory[formula]

    def _truth(self, formula: Formula) -> Bits:
        seat = self.vocabulary.seat_index
        match formula:
            case Letter():
                return self.valuation.truth(formula)
            case Constant(value):
                return np.full(self.valuation.size, value)
            case Not(of):
                return ~self.truth(of)
            case And(parts):
                return reduce(np.logical_and, [self.truth(part) for part in parts])
            case Or(parts):
                return reduce(np.logical_or, [self.truth(part) for part in parts])
            case Implies(left, right):
                return ~self.truth(left) | self.truth(right)
            case Iff(left, right):
                return ~(self.truth(left) ^ self.truth(right))
            case Knows(agent, of):
                return self.pooled((seat(agent),), of)
            case Possible(agent, of):
                return ~self.pooled((seat(agent),), Not(of))
            case KnowsWhether(agent, of):
                return self.pooled((seat(agent),), of) | self.pooled((seat(agent),), Not(of))
            case Everybody(of, group):
                agents = self.vocabulary.group(group)
                return reduce(np.logical_and, [self.pooled((agent,), of) for agent in agents])
            case Distributed(of, group):
                return self.pooled(self.vocabulary.group(group), of)
            case Common(of, group):
                return self.common(self.vocabulary.group(group), of)
            case Announcement(said, then):
                told = self.truth(said)
                answer = np.full(self.valuation.size, isinstance(formula, After))
                if told.any():
                    answer[told] = self.after(said).truth(then)
                return answer
        raise TypeError(f"{type(formula).__name__} is not a kind of formula.")
