"""Random formulas and models for tests, and a naive second opinion on what formulas mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st

from kiebitz.cards import Deck
from kiebitz.knowledge.formulas.epistemic import (
    After,
    Common,
    Distributed,
    Everybody,
    Knows,
    KnowsWhether,
    Possible,
    Truly,
)
from kiebitz.knowledge.formulas.formula import (
    And,
    Atom,
    Constant,
    Count,
    Formula,
    Has,
    Iff,
    Implies,
    Letter,
    Not,
    Or,
)
from kiebitz.knowledge.formulas.vocabulary import Vocabulary
from kiebitz.knowledge.models.kripke import Model
from kiebitz.knowledge.models.valuations import Bits, Facts

SEATS = ("North", "East", "Player 3")
NAMES = ("p", "q", "r")
CARDS = Vocabulary(SEATS, (*SEATS, "talon"), Deck.of("HS", "TQA"), NAMES)


def letters_about(vocabulary: Vocabulary) -> st.SearchStrategy[Formula]:
    """Letters over facts, and over cards if there are any."""
    kinds: list[st.SearchStrategy[Formula]] = []
    if vocabulary.atoms:
        kinds.append(st.sampled_from(vocabulary.atoms).map(Atom))
    if vocabulary.deck is not None:
        names = [str(card) for card in vocabulary.deck.cards]
        places, cards = st.sampled_from(vocabulary.places), st.sampled_from(names)
        some = st.lists(cards, max_size=4, unique=True).map(tuple)
        kinds.append(st.builds(Has, places, cards))
        kinds.append(st.builds(Count, places, some, st.sampled_from([">=", "<=", "=="]), st.integers(0, 3)))
    return st.one_of(kinds)


def formulas(
    vocabulary: Vocabulary,
    leaves: st.SearchStrategy[Formula] | None = None,
    *,
    common: bool = True,
    size: int = 8,
) -> st.SearchStrategy[Formula]:
    """Formulas of all kinds; without ``common``, none about common knowledge."""
    agents = st.sampled_from(vocabulary.seats)
    groups = st.none() | st.lists(agents, min_size=1, max_size=3, unique=True).map(tuple)
    shared = [Everybody, Distributed, *([Common] if common else [])]

    def extend(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
        several = st.lists(inner, min_size=2, max_size=3).map(tuple)
        return st.one_of(
            st.builds(Not, inner),
            st.builds(And, several),
            st.builds(Or, several),
            st.builds(Implies, inner, inner),
            st.builds(Iff, inner, inner),
            *(st.builds(kind, agents, inner) for kind in (Knows, KnowsWhether, Possible)),
            *(st.builds(kind, inner, groups) for kind in shared),
            st.builds(After, inner, inner),
            st.builds(Truly, inner, inner),
        )

    if leaves is None:
        leaves = letters_about(vocabulary) | st.builds(Constant, st.booleans())
    return st.recursive(leaves, extend, max_leaves=size)


PUZZLE = Vocabulary(("Ann", "Bob", "Cid"), atoms=NAMES)


@st.composite
def models(draw: st.DrawFn, worlds: int = 7) -> Model:
    """Small models of facts with arbitrary partitions; several worlds may have the same facts."""
    size = draw(st.integers(1, worlds))
    bits = [draw(st.lists(st.booleans(), min_size=size, max_size=size)) for _ in NAMES]
    classes = [draw(st.lists(st.integers(0, 3), min_size=size, max_size=size)) for _ in PUZZLE.seats]
    columns: dict[Letter, Bits] = {Atom(n): np.array(b) for n, b in zip(NAMES, bits, strict=True)}
    points = np.zeros(size, np.bool_)
    points[draw(st.integers(0, size - 1))] = True
    return Model(PUZZLE, Facts(columns, size), np.array(classes, np.int64), points)


@dataclass(frozen=True)
class Naive:
    """Worlds as a set, relations as pairs, and the textbook's clauses one by one."""

    worlds: frozenset[int]
    true: frozenset[tuple[Formula, int]]
    pairs: tuple[frozenset[tuple[int, int]], ...]
    seats: Sequence[str]

    @classmethod
    def of(cls, model: Model, letters: Sequence[Letter]) -> Naive:
        worlds = range(model.size)
        true = {(letter, w) for letter in letters for w in worlds if model.valuation.truth(letter)[w]}
        pairs = [
            frozenset((v, w) for v in worlds for w in worlds if row[v] == row[w]) for row in model.classes
        ]
        return cls(frozenset(worlds), frozenset(true), tuple(pairs), model.vocabulary.seats)

    def near(self, agent: str, world: int) -> set[int]:
        return {w for v, w in self.pairs[self.seats.index(agent)] if v == world and w in self.worlds}

    def holds(self, formula: Formula, w: int) -> bool:
        match formula:
            case Constant(value):
                return value
            case Letter():
                return (formula, w) in self.true
            case Not(of):
                return not self.holds(of, w)
            case And(parts):
                return all(self.holds(part, w) for part in parts)
            case Or(parts):
                return any(self.holds(part, w) for part in parts)
            case Implies(left, right):
                return not self.holds(left, w) or self.holds(right, w)
            case Iff(left, right):
                return self.holds(left, w) == self.holds(right, w)
            case Knows(agent, of):
                return all(self.holds(of, v) for v in self.near(agent, w))
            case Possible(agent, of):
                return any(self.holds(of, v) for v in self.near(agent, w))
            case KnowsWhether(agent, of):
                return len({self.holds(of, v) for v in self.near(agent, w)}) == 1
            case Everybody(of, group):
                return all(self.holds(of, v) for agent in group or self.seats for v in self.near(agent, w))
            case Distributed(of, group):
                both = set.intersection(*(self.near(agent, w) for agent in group or self.seats))
                return all(self.holds(of, v) for v in both)
            case Common(of, group):
                return all(self.holds(of, v) for v in self.reached(group or tuple(self.seats), w))
            case After(said, then):
                return not self.holds(said, w) or self.told(said).holds(then, w)
            case Truly(said, then):
                return self.holds(said, w) and self.told(said).holds(then, w)
        raise AssertionError(formula)

    def reached(self, group: tuple[str, ...], world: int) -> set[int]:
        found: set[int] = set()
        fresh = {world}
        while fresh:
            found |= fresh
            fresh = {v for w in fresh for agent in group for v in self.near(agent, w)} - found
        return found

    def told(self, said: Formula) -> Naive:
        left = frozenset(w for w in self.worlds if self.holds(said, w))
        return Naive(left, self.true, self.pairs, self.seats)
