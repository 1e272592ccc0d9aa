"""Grading: an answer against the model, with a smallest counter-world or the reasons where it is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from kiebitz.errors import KiebitzError
from kiebitz.knowledge.exercises.counter import CounterWorld, clash, facts_said, smallest_world
from kiebitz.knowledge.exercises.exercise import DEALS, TRUTH, WRITE, Exercise
from kiebitz.knowledge.formulas.epistemic import (
    After,
    Common,
    Distributed,
    Everybody,
    Knows,
    KnowsWhether,
    Possible,
)
from kiebitz.knowledge.formulas.formula import And, Formula, Has, Not
from kiebitz.knowledge.logic.base import KnowledgeBase
from kiebitz.knowledge.models.kripke import Model
from kiebitz.knowledge.models.valuations import Bits
from kiebitz.sayings import Name, Saying, say

RIGHT = say("Right.")


@dataclass(frozen=True)
class Grade:
    """Whether an answer is right, and if not, why."""

    is_right: bool
    said: tuple[Saying, ...]
    counter: CounterWorld | None = None
    """A smallest world that shows it, where one world can."""

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        facts = [str(fact) for fact in self.counter.facts] if self.counter else []
        world = str(self.counter.deal) if self.counter else None
        return {
            "right": self.is_right,
            "said": [line.as_json() for line in self.said],
            "facts": facts,
            "world": world,
        }


def grade(exercise: Exercise, answer: str) -> Grade:
    """Judge an answer; one that cannot be read is wrong, and says why."""
    try:
        return judge(exercise, answer)
    except KiebitzError as error:
        return Grade(False, (error.said,))


def judge(exercise: Exercise, answer: str) -> Grade:
    """The same, but what cannot be read is refused: whoever has mistyped something may try again."""
    if exercise.kind == WRITE:
        return _formula(exercise, exercise.read_formula(answer))
    if exercise.kind == TRUTH:
        return _truth(exercise, exercise.read_truth(answer))
    return _choice(exercise, exercise.read_choice(answer))


def _formula(exercise: Exercise, given: Formula) -> Grade:
    """Right if it is true in the same deals of the model."""
    model = exercise.model
    right, mine = model.truth(exercise.formula), model.truth(given)
    counter = smallest_world(model, right != mine)
    if counter is None:
        return Grade(True, (say("It is true in the same deals, {n:,} in all.", n=model.size),))
    said = _difference(counter, bool(mine[counter.world]))
    return Grade(False, (said, say("For example: {world}", world=counter.deal)), counter)


def _difference(counter: CounterWorld, is_mine: bool) -> Saying:
    """Where the formula is true and the sentence is not, or the other way round."""
    if not counter.facts:
        return (
            say("In every deal your formula is true and the sentence is not.")
            if is_mine
            else say("In every deal the sentence is true and your formula is not.")
        )
    if is_mine:
        return say("Wherever {facts}, your formula is true and the sentence is not.", facts=counter.said)
    return say("Wherever {facts}, the sentence is true and your formula is not.", facts=counter.said)


def _truth(exercise: Exercise, given: bool) -> Grade:
    verdict = exercise.model.check(exercise.formula)
    said = say("It is true.") if verdict.holds else say("It is false.")
    reasons = (said, *(step.said for step in verdict.steps))
    if given == verdict.holds:
        return Grade(True, reasons)
    found = witness(exercise.model, exercise.model.read(exercise.formula), verdict.holds)
    return Grade(False, (*reasons, *_shown(found)), found)


def _choice(exercise: Exercise, given: frozenset[str]) -> Grade:
    """Right if exactly the right ones were chosen."""
    right = exercise.right_items
    if given == right:
        return Grade(True, (RIGHT,))
    said, counter = list[Saying](), None
    for letter, item in zip(exercise.letters, exercise.items, strict=True):
        if (letter in given) == (letter in right):
            continue
        formula, is_right = exercise.model.read(item.formula), letter in right
        found = witness(exercise.model, formula, is_right)
        counter = counter or found
        said.append(
            say("{letter} ({what}) is right.", letter=letter, what=item.said)
            if is_right
            else say("{letter} ({what}) is not right.", letter=letter, what=item.said)
        )
        said += _shown(found) if found else reasons(exercise, formula)
    return Grade(False, tuple(said), counter)


def _shown(counter: CounterWorld | None) -> tuple[Saying, ...]:
    if counter is None:
        return ()
    if not counter.facts:
        return (say("Every deal shows it. For example: {world}", world=counter.deal),)
    return (
        say(
            "A world that shows it: {facts}. For example: {world}",
            facts=counter.said,
            world=counter.deal,
        ),
    )


def explained(exercise: Exercise) -> Iterator[Saying]:
    """The solution with its reasons, for a page of solutions."""
    yield say("Solution: {answer}", answer=exercise.solution)
    if exercise.kind == TRUTH:
        yield from (step.said for step in exercise.model.check(exercise.formula).steps)
    for letter, item in zip(exercise.letters, exercise.items, strict=True):
        formula = exercise.model.read(item.formula)
        found = witness(exercise.model, formula, letter in exercise.right_items)
        lines = _shown(found) if found and exercise.kind != DEALS else tuple(reasons(exercise, formula))
        yield from (say("{letter}: {why}", letter=letter, why=line) for line in lines)


# -- worlds and reasons -------------------------------------------------------------------------------------


def witness(model: Model, formula: Formula, value: bool) -> CounterWorld | None:
    """A smallest world that shows why a formula has its value in the actual one; None if none alone can."""
    found = _shown_by(model, formula, value)
    if found is None:
        return None
    base, differ = found
    return smallest_world(model.restrict(base), differ[base])


def _shown_by(model: Model, formula: Formula, value: bool) -> tuple[Bits, Bits] | None:
    """The worlds that are thought of, and those among them that show it."""
    seat, here = model.vocabulary.seat_index, model.actual
    assert here is not None
    every = tuple(range(len(model.classes)))

    def alike(row: Any) -> Bits:
        same: Bits = row == row[here]
        return same

    match formula, value:
        case Not(of), _:
            return _shown_by(model, of, not value)
        case Knows(agent, of), False:
            base = alike(model.classes[seat(agent)])
            return base, base & ~model.truth(of)
        case Possible(agent, of), True:
            base = alike(model.classes[seat(agent)])
            return base, base & model.truth(of)
        case KnowsWhether(agent, of), False:
            base, truth = alike(model.classes[seat(agent)]), model.truth(of)
            return base, base & (truth != truth[here])
        case Everybody(of, group), False:
            base = np.any([alike(model.classes[each]) for each in model.vocabulary.group(group)], axis=0)
            return base, base & ~model.truth(of)
        case Common(of, group), False:
            base = alike(model.connected(every if group is None else model.vocabulary.group(group)))
            return base, base & ~model.truth(of)
        case Distributed(of, group), False:
            base = alike(model.pooled(model.vocabulary.group(group)))
            return base, base & ~model.truth(of)
        case After(said, then), False:
            told = model.truth(said)
            inner = _shown_by(model.restrict(told), then, False)
            return None if inner is None else (_spread(told, inner[0]), _spread(told, inner[1]))
    return None


def _alike(model: Model, agent: str) -> Bits:
    """The worlds that a seat considers possible."""
    row = model.classes[model.vocabulary.seat_index(agent)]
    same: Bits = row == row[model.actual]
    return same


def _spread(told: Bits, inner: Bits) -> Bits:
    """Marks of some worlds as marks of all."""
    outer = np.zeros(len(told), np.bool_)
    outer[told] = inner
    return outer


def reasons(exercise: Exercise, formula: Formula) -> Iterator[Saying]:
    """Why something is known, where no single world shows it: from what the player saw."""
    match formula:
        case Possible(agent, Has() as of):
            base = KnowledgeBase.of(exercise.state.view(exercise.model.vocabulary.seat_index(agent)))
            found = base.explain(~of)
            yield from (reason.because for reason in found.reasons) if found else ()
        case Possible(agent, And(parts)):
            model = exercise.model.restrict(_alike(exercise.model, agent))
            facts = clash(model, [part for part in parts if isinstance(part, Has)])
            if facts:
                who, what = Name(agent, "place"), facts_said(model, facts)
                yield say("In no deal that {who} considers possible is this so: {what}.", who=who, what=what)
        case KnowsWhether(agent, _) | Knows(agent, _):
            who = Name(agent, "place")
            yield say("In all deals that {who} considers possible it is the same.", who=who)
        case After(_, Common(_, _)):
            yield say("After it was said, it is so in every deal that is left.")
