"""Verdicts: is a formula true, and which world shows it?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from kiebitz.knowledge.formulas.epistemic import (
    Announcement,
    Common,
    Distributed,
    Everybody,
    Knows,
    KnowsWhether,
    Possible,
)
from kiebitz.knowledge.formulas.formula import And, Formula, Implies, Not, Or
from kiebitz.knowledge.models.evaluation import Evaluation
from kiebitz.knowledge.models.valuations import Bits
from kiebitz.knowledge.places.problem import Masks
from kiebitz.sayings import Name, Saying, joined, say


@dataclass(frozen=True)
class Step:
    """A world that bears witness: who considers it possible, and what is true or false there."""

    seats: tuple[str, ...]
    """None for the world itself where the question is asked; several if they pool their knowledge."""
    deal: Saying
    formula: Formula
    value: bool

    @property
    def world(self) -> str:
        """The world as text."""
        return str(self.deal)

    @property
    def said(self) -> Saying:
        return joined("\n  ", [self._start(), self._end()])

    def _start(self) -> Saying:
        if not self.seats:
            return say("For example: {world}", world=self.deal)
        *others, last = (Name(seat, "place") for seat in self.seats)
        if not others:
            return say("{who} considers possible: {world}", who=last, world=self.deal)
        who = joined(", ", others)
        return say("{who} and {last} consider possible: {world}", who=who, last=last, world=self.deal)

    def _end(self) -> Saying:
        text = str(self.formula)
        return say("where {formula} is true" if self.value else "where {formula} is false", formula=text)

    def __str__(self) -> str:
        return str(self.said)


@dataclass(frozen=True, eq=False)
class Verdict:
    """The answer to a question; as a truth value it is ``holds``.

    ``truth`` has the answer for every world that was looked at, ``steps`` lead to a witness or a
    counterexample: each is a world that somebody considers possible in the world before it.
    """

    formula: Formula
    holds: bool
    truth: Bits
    steps: tuple[Step, ...]

    def __bool__(self) -> bool:
        return self.holds

    @property
    def world(self) -> str | None:
        """The witness or counter-world, if there is one to show."""
        return self.steps[-1].world if self.steps else None

    @property
    def said(self) -> Saying:
        answer = say("true: {formula}" if self.holds else "false: {formula}", formula=str(self.formula))
        return joined("\n", [answer, *(step.said for step in self.steps)])

    def __str__(self) -> str:
        return str(self.said)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        steps = [
            {"seats": list(s.seats), "world": s.world, "formula": str(s.formula), "value": s.value}
            for s in self.steps
        ]
        return {
            "formula": str(self.formula),
            "holds": self.holds,
            "steps": steps,
            "said": self.said.as_json(),
        }


def judge(evaluation: Evaluation, formula: Formula, points: Masks) -> Verdict:
    """Is it true in all these worlds? If there is only one, its evidence is given even when it is."""
    truth = evaluation.truth(formula)
    wrong = points[~truth[points]]
    holds, steps = len(wrong) == 0, list[Step]()
    if not holds and len(points) > 1:
        steps.append(Step((), evaluation.told(int(wrong[0])), formula, False))
    if not holds or len(points) == 1:
        start = int(points[0] if holds else wrong[0])
        steps += evidence(evaluation, formula, start, holds)
    return Verdict(formula, holds, truth, tuple(steps))


def evidence(evaluation: Evaluation, formula: Formula, world: int, value: bool) -> Iterator[Step]:
    """Worlds that show why a formula has this value; none where only all worlds together could."""
    seat = evaluation.vocabulary.seat_index
    match formula:
        case Not(of):
            yield from evidence(evaluation, of, world, not value)
        case And(parts) | Or(parts) if value == isinstance(formula, Or):
            decisive = next(part for part in parts if evaluation.truth(part)[world] == value)
            yield from evidence(evaluation, decisive, world, value)
        case Implies(left, right):
            if value and not evaluation.truth(left)[world]:
                yield from evidence(evaluation, left, world, False)
            else:
                yield from evidence(evaluation, right, world, value)
        case Knows(agent, of) if not value:
            yield from _example(evaluation, (seat(agent),), of, world, False)
        case Possible(agent, of) if value:
            yield from _example(evaluation, (seat(agent),), of, world, True)
        case KnowsWhether(agent, of) if not value:
            for answer in (True, False):
                yield from list(_example(evaluation, (seat(agent),), of, world, answer))[:1]
        case Everybody(of, group) if not value:
            for agent_number in evaluation.vocabulary.group(group):
                found = list(_example(evaluation, (agent_number,), of, world, False))
                if found:
                    yield from found
                    return
        case Distributed(of, group) if not value:
            yield from _example(evaluation, evaluation.vocabulary.group(group), of, world, False)
        case Common(of, group) if not value:
            yield from _path(evaluation, evaluation.vocabulary.group(group), of, world)
        case Announcement(said, then):
            told = evaluation.truth(said)
            if told[world]:
                inside = int(np.count_nonzero(told[:world]))
                yield from evidence(evaluation.after(said), then, inside, value)
            else:
                yield from evidence(evaluation, said, world, False)


def _example(
    evaluation: Evaluation, agents: tuple[int, ...], formula: Formula, world: int, value: bool
) -> Iterator[Step]:
    """A world that the seats consider possible, and the evidence there."""
    found = evaluation.example(agents, formula, world, value)
    if found:
        there, number = found
        seats = tuple(evaluation.vocabulary.seats[agent] for agent in agents)
        yield Step(seats, there.told(number), formula, value)
        yield from evidence(there, formula, number, value)


def _path(evaluation: Evaluation, agents: tuple[int, ...], formula: Formula, world: int) -> Iterator[Step]:
    """A chain of worlds, each considered possible in the one before, to one where the formula is false."""
    there, number = evaluation, world
    for agent, there, number in evaluation.path(agents, formula, world):
        value = bool(there.truth(formula)[number])
        yield Step((evaluation.vocabulary.seats[agent],), there.told(number), formula, value)
    yield from evidence(there, formula, number, False)
