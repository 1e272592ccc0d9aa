"""Clauses against truth tables: random formulas, counts, and bases of several formulas."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver

from kiebitz.errors import KiebitzError
from kiebitz.knowledge.formulas.epistemic import Knows
from kiebitz.knowledge.formulas.formula import (
    FALSE,
    TRUE,
    And,
    Atom,
    Constant,
    Count,
    Formula,
    Has,
    Iff,
    Implies,
    Not,
    Or,
)
from kiebitz.knowledge.logic.base import KnowledgeBase
from kiebitz.knowledge.logic.clauses import Fact, Translation, facts_of

World = dict[Fact, bool]
CARDS = ("QH", "KH", "AH", "QS")
FACTS: tuple[Fact, ...] = (Atom("a"), Atom("b"), *(Has("East", card) for card in CARDS))


def value(formula: Formula, world: World) -> bool:
    """The truth of a formula in a world, by the book."""
    match formula:
        case Constant(truth):
            return truth
        case Has() | Atom():
            return world[formula]
        case Not(of):
            return not value(of, world)
        case And(parts):
            return all(value(part, world) for part in parts)
        case Or(parts):
            return any(value(part, world) for part in parts)
        case Implies(left, right):
            return value(right, world) or not value(left, world)
        case Iff(left, right):
            return value(left, world) == value(right, world)
        case Count(place, cards, relation, number):
            held = sum(world[Has(place, card)] for card in set(cards))
            return {">=": held >= number, "<=": held <= number, "==": held == number}[relation]
    raise AssertionError(formula)


def worlds() -> Iterator[World]:
    for values in product((False, True), repeat=len(FACTS)):
        yield dict(zip(FACTS, values, strict=True))


counts = st.builds(
    Count,
    st.just("East"),
    st.lists(st.sampled_from(CARDS), unique=True).map(tuple),
    st.sampled_from((">=", "<=", "==")),
    st.integers(0, 5),
)
letters = st.sampled_from((*FACTS, TRUE, FALSE)) | counts


def compound(parts: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    several = st.lists(parts, min_size=2, max_size=4).map(tuple)
    return st.one_of(
        parts.map(Not),
        several.map(And),
        several.map(Or),
        st.builds(Implies, parts, parts),
        st.builds(Iff, parts, parts),
    )


formulas: st.SearchStrategy[Formula] = st.recursive(letters, compound, max_leaves=12)


@settings(max_examples=200)
@given(formula=formulas)
def test_a_formula_has_the_value_of_its_truth_table(formula: Formula) -> None:
    """In every world number and requirement agree with the table, and definitions exclude nothing."""
    translation = Translation()
    switch, number = translation.fresh(), translation.number(formula)
    translation.require(formula, when=switch)
    numbers = {fact: translation.number(fact) for fact in FACTS}
    with Solver("minisat22", bootstrap_with=translation.take()) as solver:
        for world in worlds():
            given_facts = [numbers[fact] if world[fact] else -numbers[fact] for fact in FACTS]
            assert solver.solve([*given_facts, number]) == value(formula, world)
            assert solver.solve([*given_facts, -number]) != value(formula, world)
            assert solver.solve([*given_facts, switch]) == value(formula, world)
            assert solver.solve([*given_facts, -switch])


@pytest.mark.parametrize("size", range(7))
@pytest.mark.parametrize("relation", [">=", "<=", "=="])
def test_counts_of_all_sizes(size: int, relation: str) -> None:
    cards = tuple("789TJQ"[:size])
    for number in range(size + 2):
        count = Count("East", cards, relation, number)
        base = KnowledgeBase()
        base.add(count)
        for card in cards:
            base.add(Has("East", card) | ~Has("East", card))
        held = [sum(model.values()) for model in base.models()]
        every = [bits.bit_count() for bits in range(1 << size)]
        fits = {">=": int.__ge__, "<=": int.__le__, "==": int.__eq__}[relation]
        assert sorted(held) == sorted(n for n in every if fits(n, number))


@settings(max_examples=100)
@given(premises=st.lists(formulas, max_size=5), question=formulas)
def test_a_base_against_truth_tables(premises: list[Formula], question: Formula) -> None:
    base = KnowledgeBase()
    for premise in premises:
        base.add(premise)
    possible = [world for world in worlds() if all(value(premise, world) for premise in premises)]
    assert base.satisfiable() == bool(possible)
    assert base.satisfiable(question) == any(value(question, world) for world in possible)
    assert base.entails(question) == all(value(question, world) for world in possible)
    found = [tuple(model.items()) for model in base.models()]
    known = dict.fromkeys(fact for premise in premises for fact in facts_of(premise))
    expected = {tuple((fact, world[fact]) for fact in known) for world in possible}
    assert len(found) == len(set(found)) and set(found) == expected


@settings(max_examples=100)
@given(premises=st.lists(formulas, max_size=5), question=formulas)
def test_an_explanation_suffices_and_none_has_fewer_reasons(
    premises: list[Formula], question: Formula
) -> None:
    base = KnowledgeBase()
    for number, premise in enumerate(premises):
        base.add(premise, because=f"reason {number // 2}")
    explanation = base.explain(question)
    assert (explanation is not None) == base.entails(question)
    if explanation is None:
        return
    assert set(explanation.premises) <= set(base.premises)
    core = [premise.formula for premise in explanation.premises]
    assert follows(core, question)
    for i in range(len(core)):
        assert not follows(core[:i] + core[i + 1 :], question)
    every = {premise.reason for premise in base.premises}
    for fewer in combinations(every, len(explanation.reasons) - 1) if explanation.reasons else ():
        assert not follows([p.formula for p in base.premises if p.reason in fewer], question)


def follows(premises: list[Formula], question: Formula) -> bool:
    return all(value(question, world) for world in worlds() if all(value(p, world) for p in premises))


def test_knowledge_has_no_clauses() -> None:
    base = KnowledgeBase()
    with pytest.raises(KiebitzError, match=r"cannot say what somebody knows: K\[East\] a"):
        base.add(Atom("b") >> Knows("East", Atom("a")))
    assert base.premises == () and base.satisfiable()
