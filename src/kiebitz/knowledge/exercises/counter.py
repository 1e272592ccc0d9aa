"""The smallest counter-world: the fewest places of cards that make two formulas differ.

Two formulas that differ do so in some of the worlds of a model. A world has many cards, and most of them do
not matter. What is shown is a smallest set of facts, "this card lies there", such that in *every* world of
the model in which they hold the formulas differ; and one such world as an example.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from kiebitz.knowledge.exercises.sentences import lying
from kiebitz.knowledge.formulas.formula import Formula, Has, conjunction
from kiebitz.knowledge.models.kripke import Model
from kiebitz.knowledge.models.valuations import Bits, Worlds
from kiebitz.sayings import Saying, joined

DEEPEST = 4  # facts that are tried exhaustively; beyond that a world is shown as a whole


@dataclass(frozen=True)
class CounterWorld:
    """A world in which two answers differ."""

    world: int
    """Its number in the model."""
    facts: tuple[Has, ...]
    """Wherever these hold, the answers differ; no smaller set does it. Without any, they do so everywhere."""
    deal: Saying
    """The whole world."""
    said: Saying
    """The facts in words."""

    @property
    def formula(self) -> Formula:
        """The facts as one formula."""
        return conjunction(self.facts)


def smallest_world(model: Model, differ: Bits) -> CounterWorld | None:
    """The smallest description of some of the worlds that are marked; None if there are none.

    >>> from kiebitz.rules.registry import game
    >>> from kiebitz.rules.values import Deal
    >>> deal = "AH KH | AD KD | AC AS | KC KS | trump=S opener=0"
    >>> state = Deal.read(game("boerenbridge", {"seats": 3, "schedule": 2}), deal).start()
    >>> model = Model.of(state)
    >>> found = smallest_world(model, model.truth("count(P1, hearts) == 2"))
    >>> [str(fact) for fact in found.facts]
    ['has(Player 1, KH)', 'has(Player 1, AH)']
    """
    if not differ.any():
        return None
    assert isinstance(model.valuation, Worlds)
    letters = _letters(model)
    table = np.zeros((model.size, len(letters)), np.bool_)
    for number, letter in enumerate(letters):
        table[:, number] = model.truth(letter)
    chosen = _smallest(table, differ) if len(letters) else []
    if (
        chosen is None
    ):  # more than a few: the cards of the first such world, those that go without saying left out
        first = int(np.flatnonzero(differ)[0])
        chosen = _thinned(table, differ, first)
    inside = differ & table[:, chosen].all(axis=1) if chosen else differ
    world = int(np.flatnonzero(inside)[0])
    facts = tuple(letters[number] for number in chosen)
    deal = model.valuation.describe(world)
    return CounterWorld(world, facts, deal, facts_said(model, facts))


def clash(model: Model, facts: Sequence[Has]) -> tuple[Has, ...]:
    """A smallest set of these facts that are not true together in any world of the model."""
    columns = [model.truth(fact) for fact in facts]
    for size in range(1, len(facts) + 1):
        for some in combinations(range(len(facts)), size):
            if not np.logical_and.reduce([columns[number] for number in some]).any():
                return tuple(facts[number] for number in some)
    return ()


def _letters(model: Model) -> list[Has]:
    """Every card in every place where it lies in some world, but not in all."""
    names = model.vocabulary
    assert names.deck is not None
    every = [Has(place, str(card)) for card in names.deck.cards for place in names.places]
    return [letter for letter in every if 0 < np.count_nonzero(model.truth(letter)) < model.size]


def _smallest(table: Bits, differ: Bits) -> list[int] | None:
    """The first smallest set of columns that picks only marked worlds, and at least one."""
    for size in range(DEEPEST + 1):
        found = next(_picking(table, differ, size, 0), None)
        if found is not None:
            return found
    return None


def _picking(table: Bits, differ: Bits, size: int, start: int) -> Iterator[list[int]]:
    """Sets of so many columns from one on that pick marked worlds only."""
    if size == 0:
        if differ.all() and len(differ):
            yield []
        return
    if not differ.any():
        return
    if size <= 2:
        yield from _pairs(table, differ, size, start)
        return
    for number in range(start, table.shape[1]):
        rows = table[:, number]
        for rest in _picking(table[rows], differ[rows], size - 1, number + 1):
            yield [number, *rest]


def _pairs(table: Bits, differ: Bits, size: int, start: int) -> Iterator[list[int]]:
    """The same for one or two columns, all of them at once: worlds are counted by a product of matrices."""
    some, none = (table[marked][:, start:].astype(np.float32) for marked in (differ, ~differ))
    if size == 1:
        good = (some.sum(axis=0) > 0) & (none.sum(axis=0) == 0)
        yield from ([start + int(number)] for number in np.flatnonzero(good))
        return
    good = np.triu((some.T @ some > 0) & (none.T @ none == 0), 1)
    yield from ([start + int(one), start + int(other)] for one, other in np.argwhere(good))


def _thinned(table: Bits, differ: Bits, world: int) -> list[int]:
    """The facts of a world, each left out that can be spared."""
    chosen = [int(number) for number in np.flatnonzero(table[world])]
    for number in list(chosen):
        fewer = [each for each in chosen if each != number]
        if not (table[:, fewer].all(axis=1) & ~differ).any():
            chosen = fewer
    return chosen


def facts_said(model: Model, facts: tuple[Has, ...]) -> Saying:
    """The facts in words, place by place."""
    held: dict[str, list[str]] = {}
    for fact in facts:
        held.setdefault(fact.place, []).append(fact.card)
    names = model.vocabulary
    return joined(", ", [lying(names, place, " ".join(cards)) for place, cards in held.items()])
