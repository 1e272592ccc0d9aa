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
from kiebitz.knowledge.formulas.epistemic import Common, Modal, Personal, Shared
from kiebitz.knowledge.formulas.formula import Count, Formula, Has
from kiebitz.knowledge.formulas.parser import parse
from kiebitz.knowledge.formulas.vocabulary import Vocabulary
from kiebitz.knowledge.models.kripke import Model
from kiebitz.knowledge.models.position import HiddenKnowledge, Secrets, Setting
from kiebitz.knowledge.models.sketched import Key, Lazy, Needs
from kiebitz.knowledge.models.verdict import Verdict, judge
from kiebitz.knowledge.places.problem import LIMIT, Masks, Problem
from kiebitz.sayings import say

if TYPE_CHECKING:
    from kiebitz.rules.values import Position


class LazyModel:
    """A model that is never listed; ``known`` says what the actual world has in the places that we see."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        problem: Problem,
        sees: Sequence[Iterable[int]] | None = None,
        known: Mapping[int, int] | None = None,
        said: tuple[Formula, ...] = (),
        secrets: Secrets | None = None,
    ) -> None:
        self.vocabulary = vocabulary
        self.problem = problem
        self.sees = [tuple(places) for places in sees or [(seat,) for seat in range(len(vocabulary.seats))]]
        self.known = dict(known or {})
        self.said = said
        """What has been announced, in order."""
        self.secrets = secrets
        """What seats know besides the places that they see."""
        self.answers: dict[tuple[tuple[Formula, ...], tuple[int, ...], Formula], dict[Key, bool]] = {}
        self.effort = 0
        self._alike: dict[int, tuple[int, ...]] = {}

    @classmethod
    def of(cls, position: Position) -> Self:
        """The model of a state, or of a view with the eyes of its seat."""
        return cls.of_setting(Setting.of(position))

    @classmethod
    def of_setting(cls, setting: Setting) -> Self:
        table, seen = setting.vocabulary, (setting.sees, setting.known)
        return cls(table, setting.problem, *seen, secrets=setting.secrets)

    def read(self, formula: str | Formula) -> Formula:
        return parse(formula, self.vocabulary) if isinstance(formula, str) else formula

    def check(self, formula: str | Formula) -> Verdict:
        """Is it true in every world that may be the actual one?"""
        asked = self.read(formula)
        self.effort = 0
        evaluation = Lazy.here(self, asked)
        return judge(evaluation, asked, np.arange(evaluation.valuation.size))

    def announce(self, formula: str | Formula) -> Self:
        """What everybody knows after a true public announcement."""
        said = self.read(formula)
        if not Lazy.here(self, said).truth(said).any():
            raise KiebitzError(say("{what} is false here, so it cannot be announced.", what=str(said)))
        heard = (*self.said, said)
        return type(self)(self.vocabulary, self.problem, self.sees, self.known, heard, self.secrets)

    def check_open(self) -> None:
        """Refuse questions about several seats' knowledge where that does not follow from the cards."""
        if self.secrets:
            raise HiddenKnowledge

    @property
    def here(self) -> Problem:
        """What is open to us about the actual world."""
        if self.secrets and self.secrets.eyes >= 0:
            return self.secrets.problem(self.secrets.eyes)
        return self.problem.given(self.known)

    def places_of(self, agents: Iterable[int]) -> tuple[int, ...]:
        """The places that seats see together."""
        return tuple(sorted({place for agent in agents for place in self.sees[agent]}))

    def considered(self, seat: str, world: Mapping[int, int] | None = None) -> Masks:
        """All worlds that a seat considers possible, in the actual or another world, as masks.

        A world is given by the masks of the places that the seat sees there.
        """
        number = self.vocabulary.seat_index(self.vocabulary.seat(seat))
        places, here = self.places_of([number]), self.known if world is None else world
        seen = {place: here[place] for place in places if place in here}
        if len(seen) < len(places):
            who = self.vocabulary.said(self.vocabulary.seats[number])
            raise KiebitzError(say("What {who} sees is not known here.", who=who))
        problem = self.problem.given(seen)
        if self.secrets:
            if world is not None:
                raise HiddenKnowledge
            problem = self.secrets.problem(number)
        return Lazy.listed(self, self.said, problem, self.everything, ()).valuation.masks

    def nested(self, seat: str, other: str) -> list[Thought]:
        """What a seat thinks another considers possible: a line for each hand the other may have."""
        self.check_open()
        worlds = self.considered(seat)
        places = list(self.places_of([self.vocabulary.seat_index(self.vocabulary.seat(other))]))
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

    >>> from kiebitz.rules.registry import game
    >>> start = game("boerenbridge").deal(1)
    >>> bool(model_of(start).check("C count(North, aces) <= 3"))
    True
    """
    setting = Setting.of(position)
    if setting.secrets or setting.problem.count() > limit:
        return LazyModel.of_setting(setting)
    return Model.of_problem(setting.vocabulary, setting.problem, setting.sees, setting.known)


@dataclass(frozen=True)
class Thought:
    """A hand that another may have in a seat's eyes, and how many worlds each of them would then consider."""

    sees: tuple[tuple[int, int], ...]
    """Place and mask of what the other sees."""
    deals: int
    """The seat's own worlds in which the other sees this."""
    considers: int
    """The worlds that the other considers possible when it sees this."""
