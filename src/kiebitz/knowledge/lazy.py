"""Models with too many worlds to list: a seat's worlds are made when a formula asks for them.

A formula never needs a whole model. ``K[N] K[E] has(S, QH)`` asks which hands East may have in North's
eyes, and for each of them whether the queen may be elsewhere in East's eyes. So only sketches of worlds
are listed: the cards and places that the inner formula mentions, and the hands of those whose knowledge
it mentions. Of the cards that are not mentioned and may lie in the same places, only the number counts.
What a seat knows with a given hand is worked out once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from kiebitz.errors import KiebitzError
from kiebitz.knowledge.epistemic import Common, Modal, Personal, Shared
from kiebitz.knowledge.evaluation import Evaluation
from kiebitz.knowledge.formula import Count, Formula, Has
from kiebitz.knowledge.kripke import Model
from kiebitz.knowledge.parser import parse
from kiebitz.knowledge.setting import Setting
from kiebitz.knowledge.valuations import Bits, Deals, count_bits
from kiebitz.knowledge.verdict import Verdict, judge
from kiebitz.knowledge.vocabulary import Vocabulary
from kiebitz.knowledge.worlds import LIMIT, Masks, Problem

if TYPE_CHECKING:
    from kiebitz.games.values import Position

EFFORT = 100_000_000
"""The most rows that are looked at for one question."""
Needs = tuple[frozenset[int], int]  # places and cards that a formula looks at
Key = int | tuple[int, ...]  # what a seat sees: a mask, or several
Shape = tuple[int, ...]  # of a world: for each place the cards that matter, and how many of each other kind


class LazyModel:
    """A model that is never listed; ``known`` says what the actual world has in the places that we see."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        problem: Problem,
        sees: Sequence[Iterable[int]] | None = None,
        known: Mapping[int, int] | None = None,
        said: tuple[Formula, ...] = (),
    ) -> None:
        self.vocabulary = vocabulary
        self.problem = problem
        self.sees = [tuple(places) for places in sees or [(seat,) for seat in range(len(vocabulary.seats))]]
        self.known = dict(known or {})
        self.said = said
        """What has been announced, in order."""
        self.answers: dict[tuple[tuple[Formula, ...], tuple[int, ...], Formula], dict[Key, bool]] = {}
        self.effort = 0
        self._alike: dict[int, tuple[int, ...]] = {}

    @classmethod
    def of(cls, position: Position) -> Self:
        """The model of a state, or of a view with the eyes of its seat."""
        setting = Setting.of(position)
        return cls(setting.vocabulary, setting.problem, setting.sees, setting.known)

    def read(self, formula: str | Formula) -> Formula:
        return parse(formula, self.vocabulary) if isinstance(formula, str) else formula

    def check(self, formula: str | Formula) -> Verdict:
        """Is it true in every world that may be the actual one?"""
        asked = self.read(formula)
        self.effort = 0
        evaluation = Lazy.of(self, self.said, self.known, asked)
        return judge(evaluation, asked, np.arange(evaluation.valuation.size))

    def announce(self, formula: str | Formula) -> Self:
        """What everybody knows after a true public announcement."""
        said = self.read(formula)
        if not Lazy.of(self, self.said, self.known, said).truth(said).any():
            raise KiebitzError(f"{said} is false here, so it cannot be announced.")
        return type(self)(self.vocabulary, self.problem, self.sees, self.known, (*self.said, said))

    def places_of(self, agents: Iterable[int]) -> tuple[int, ...]:
        """The places that seats see together."""
        return tuple(sorted({place for agent in agents for place in self.sees[agent]}))

    def considered(self, seat: str, world: Mapping[int, int] | None = None) -> Masks:
        """All worlds that a seat considers possible, in the actual or another world, as masks.

        A world is given by the masks of the places that the seat sees there.
        """
        places = self.places_of([self.vocabulary.seat_index(seat)])
        here = self.known if world is None else world
        seen = {place: here[place] for place in places if place in here}
        if len(seen) < len(places):
            raise KiebitzError(f"What {seat} sees is not known here.")
        return Lazy.listed(self, self.said, seen, self.everything, ()).valuation.masks

    def nested(self, seat: str, other: str) -> list[Thought]:
        """What a seat thinks another considers possible: a line for each hand the other may have."""
        worlds = self.considered(seat)
        places = list(self.places_of([self.vocabulary.seat_index(other)]))
        hands, deals = np.unique(worlds[:, places], axis=0, return_counts=True)
        thoughts = []
        for hand, number in zip(hands.tolist(), deals.tolist(), strict=True):
            seen = dict(zip(places, hand, strict=True))
            own = len(self.considered(other, seen)) if self.said else int(self.problem.given(seen).count())
            thoughts.append(Thought(tuple(seen.items()), number, own))
        return thoughts

    def needs(self, formula: Formula) -> Needs:
        """The places and cards that decide a formula; a seat's knowledge depends on all that it sees."""
        if isinstance(formula, Has):
            return frozenset([self.vocabulary.place_index(formula.place)]), self.vocabulary.mask(
                [formula.card]
            )
        if isinstance(formula, Count):
            return frozenset([self.vocabulary.place_index(formula.place)]), self.vocabulary.mask(
                formula.cards
            )
        if isinstance(formula, Common):
            return self.everything
        if isinstance(formula, Modal):
            assert isinstance(formula, (Personal, Shared))
            group = (formula.agent,) if isinstance(formula, Personal) else formula.group
            return frozenset(self.places_of(self.vocabulary.group(group))), self.problem.unseen
        return self.united(formula.subformulas())

    @property
    def everything(self) -> Needs:
        """All places and cards."""
        return frozenset(range(self.problem.places)), self.problem.unseen

    def alike(self, formulas: Iterable[Formula]) -> tuple[int, ...]:
        """The cards that no formula mentions, in sets that may lie in the same places."""
        cards = 0
        for formula in formulas:
            for letter in formula.letters:
                cards |= self.needs(letter)[1]
        if cards not in self._alike:
            self._alike[cards] = self.problem.alike(cards)
        return self._alike[cards]

    def united(self, formulas: Iterable[Formula]) -> Needs:
        places, cards = frozenset[int](), 0
        for formula in formulas:
            more, mask = self.needs(formula)
            places, cards = places | more, cards | mask
        return places, cards


def model_of(position: Position, limit: int = LIMIT) -> Model | LazyModel:
    """The model of a state or view: with all its worlds if they are few enough, else a lazy one.

    >>> from kiebitz.games import game
    >>> start = game("boerenbridge").deal(1)
    >>> bool(model_of(start).check("C count(North, aces) <= 3"))
    True
    """
    setting = Setting.of(position)
    kind = Model.of_problem if setting.problem.count() <= limit else LazyModel
    return kind(setting.vocabulary, setting.problem, setting.sees, setting.known)


@dataclass(frozen=True)
class Thought:
    """A hand that another may have in a seat's eyes, and how many worlds each of them would then consider."""

    sees: tuple[tuple[int, int], ...]
    """Place and mask of what the other sees."""
    deals: int
    """The seat's own worlds in which the other sees this."""
    considers: int
    """The worlds that the other considers possible when it sees this."""


class Lazy(Evaluation):
    """Formulas in the sketches of the worlds that look the same to somebody."""

    valuation: Deals

    def __init__(
        self, model: LazyModel, said: tuple[Formula, ...], problem: Problem, asked: Needs, masks: Masks
    ) -> None:
        super().__init__(model.vocabulary, Deals(model.vocabulary, masks))
        self.model, self.said, self.problem, self.asked = model, said, problem, asked

    @classmethod
    def of(
        cls, model: LazyModel, said: tuple[Formula, ...], seen: Mapping[int, int], formula: Formula
    ) -> Lazy:
        """The worlds of one who sees some places and has heard announcements, as a formula needs them."""
        formulas = (*said, formula)
        return cls.listed(model, said, seen, model.united(formulas), model.alike(formulas))

    @classmethod
    def listed(
        cls,
        model: LazyModel,
        said: tuple[Formula, ...],
        seen: Mapping[int, int],
        asked: Needs,
        alike: tuple[int, ...],
    ) -> Lazy:
        """The same for given places and cards."""
        problem = model.problem.given(seen)
        masks = problem.sketches(*asked, alike)
        model.effort += len(masks)
        if model.effort > EFFORT:
            raise KiebitzError(f"This question needs a look at more than {EFFORT:,} worlds.")
        evaluation = cls(model, (), problem, asked, masks)
        for formula in said:
            evaluation = evaluation.after(formula)
        return evaluation

    def after(self, said: Formula) -> Lazy:
        masks = self.valuation.masks[self.truth(said)]
        return Lazy(self.model, (*self.said, said), self.problem, self.asked, masks)

    def pooled(self, agents: tuple[int, ...], formula: Formula) -> Bits:
        places = self.model.places_of(agents)
        keys, inverse = distinct(self.valuation.masks[:, places])
        answers = self.model.answers.setdefault((self.said, agents, formula), {})
        found = [answers.get(key) for key in keys]
        for i, key in enumerate(keys):
            if found[i] is None:
                seen = dict(zip(places, key if isinstance(key, tuple) else (key,), strict=True))
                answers[key] = bool(Lazy.of(self.model, self.said, seen, formula).truth(formula).all())
                found[i] = answers[key]
        return np.array(found, np.bool_)[inverse]

    def common(self, agents: tuple[int, ...], formula: Formula) -> Bits:
        answers: dict[Shape, bool] = {}
        for world, shape in enumerate(self.shapes(formula)):
            if shape not in answers:
                reached = Reach(self, agents, formula, world)
                answers |= dict.fromkeys(reached.shapes, bool(reached.evaluation.truth(formula).all()))
        return np.array([answers[shape] for shape in self.shapes(formula)], np.bool_)

    def example(
        self, agents: tuple[int, ...], formula: Formula, world: int, value: bool
    ) -> tuple[Lazy, int] | None:
        places = self.model.places_of(agents)
        seen = dict(zip(places, self.valuation.masks[world, places].tolist(), strict=True))
        there = Lazy.of(self.model, self.said, seen, formula)
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

    def describe(self, world: int) -> str:
        """A whole deal behind the sketch."""
        places, cards = self.asked
        whole = self.problem.where(places, cards, self.valuation.masks[world]).first()
        return Deals(self.vocabulary, whole[np.newaxis]).describe(0)


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
                there = Lazy.listed(model, said, seen, model.everything, alike)
                for mask, shape in zip(there.valuation.masks, there.shapes(formula), strict=True):
                    if shape not in known:
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


def distinct(masks: Masks) -> tuple[list[Key], Masks]:
    """The different rows, and which of them each row is; single columns, the usual case, are faster."""
    if masks.shape[1] == 1:
        column, inverse = np.unique(masks[:, 0], return_inverse=True)
        return column.tolist(), inverse
    rows, inverse = np.unique(masks, axis=0, return_inverse=True)
    return [tuple(row) for row in rows.tolist()], inverse.reshape(-1)
