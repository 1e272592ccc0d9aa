"""Explicit models: agreement with the textbook, the laws of S5, announcements, witnesses."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from kiebitz.cards import Deck
from kiebitz.errors import KiebitzError, UnknownName
from kiebitz.knowledge.formulas.epistemic import After, Common, Everybody, Knows, KnowsWhether, Possible
from kiebitz.knowledge.formulas.formula import Atom, Formula
from kiebitz.knowledge.formulas.vocabulary import Vocabulary
from kiebitz.knowledge.models.kripke import Model
from kiebitz.knowledge.models.partitions import join
from kiebitz.knowledge.models.valuations import Facts
from kiebitz.knowledge.places.problem import Problem
from kiebitz.sayings import Saying, plain
from tests.knowledge.formulas import NAMES, PUZZLE, Naive, formulas, models

LETTERS = [Atom(name) for name in NAMES]


@given(models(), formulas(PUZZLE))
@settings(max_examples=400)
def test_agrees_with_the_textbook(model: Model, formula: Formula) -> None:
    naive = Naive.of(model, LETTERS)
    assert model.truth(formula).tolist() == [naive.holds(formula, world) for world in range(model.size)]


@given(models(), formulas(PUZZLE, size=4))
@settings(max_examples=100)
def test_knowledge_obeys_s5(model: Model, formula: Formula) -> None:
    for seat in PUZZLE.seats:
        knows = Knows(seat, formula)
        truth = knows >> formula
        positive = knows >> Knows(seat, knows)
        negative = ~knows >> Knows(seat, ~knows)
        whether = KnowsWhether(seat, formula).iff(knows | Knows(seat, ~formula))
        dual = Possible(seat, formula).iff(~Knows(seat, ~formula))
        assert model.truth(truth & positive & negative & whether & dual).all()


@given(models(), formulas(PUZZLE, size=4))
@settings(max_examples=100)
def test_common_knowledge_is_everybody_knows_without_end(model: Model, formula: Formula) -> None:
    deeper, last = formula & Everybody(formula), model.truth(formula)
    for _ in range(model.size):
        last, deeper = model.truth(deeper), formula & Everybody(deeper)
    assert (model.truth(Common(formula)) == last).all()


@given(models(), formulas(PUZZLE, size=4), formulas(PUZZLE, size=4))
@settings(max_examples=200)
def test_announcing_keeps_the_worlds_where_it_was_true(model: Model, said: Formula, then: Formula) -> None:
    told = model.truth(said)
    if model.actual is not None and told[model.actual]:
        after = model.announce(said)
        assert (after.classes == model.classes[:, told]).all() and after.size == told.sum()
        assert bool(after.check(then)) == bool(model.check(After(said, then)))
    else:
        with pytest.raises(KiebitzError, match="cannot be announced"):
            model.announce(said)


@given(models(), formulas(PUZZLE, size=6))
@settings(max_examples=300)
def test_every_step_of_the_evidence_is_possible(model: Model, formula: Formula) -> None:
    special = (KnowsWhether, After, type(Everybody(formula)))
    if any(isinstance(part, special) for part in formula.walk()) or "!" in str(formula):
        return
    assert isinstance(model.valuation, Facts)
    facts = Numbered(model.valuation.columns, model.size)
    numbered = Model(model.vocabulary, facts, model.classes, model.points)
    verdict = numbered.check(formula)
    here = model.actual
    for step in verdict.steps:
        there = int(step.world)
        assert model.truth(step.formula)[there] == step.value
        assert all((row := model.classes[PUZZLE.seat_index(seat)])[here] == row[there] for seat in step.seats)
        here = there


class Numbered(Facts):
    """Facts in worlds that are described by their numbers."""

    def said(self, world: int) -> Saying:
        return plain(str(world))


def test_components_by_hand() -> None:
    joined = join([np.array([0, 0, 1, 1, 2]), np.array([0, 1, 1, 2, 3])]).tolist()
    assert len(set(joined[:4])) == 1 and joined[4] != joined[0]


def three_hands() -> Model:
    """Three players, a card each; the actual deal is a to Ann, b to Bob, c to Cid."""
    seats = ("Ann", "Bob", "Cid")
    vocabulary = Vocabulary(seats, seats, Deck("abc"))
    return Model.of_problem(vocabulary, Problem.of_hands(0b111, (1, 1, 1)), known={0: 1, 1: 2, 2: 4})


def test_verdicts_show_a_world() -> None:
    model = three_hands()
    verdict = model.check("K[Ann] has(Bob, b)")
    assert not verdict and verdict.world == "Ann a | Bob c | Cid b"
    verdict = model.check("M[Ann] M[Bob] has(Ann, c)")
    assert verdict
    assert [step.seats for step in verdict.steps] == [("Ann",), ("Bob",)]
    assert str(verdict).startswith("true: M[Ann] M[Bob] has(Ann, c)\nAnn considers possible: ")
    verdict = model.check("Kw[Ann] has(Bob, b)")
    assert [step.value for step in verdict.steps] == [True, False]
    assert model.check("has(Ann, a)").steps == ()


def test_a_path_to_where_common_knowledge_fails() -> None:
    vocabulary = Vocabulary(("Ann", "Bob"), atoms=("goal",))
    classes = np.array([[0, 0, 1, 1, 2], [0, 1, 1, 2, 2]])
    goal = np.array([True, True, True, True, False])
    model = Model(vocabulary, Facts({Atom("goal"): goal}, 5), classes, np.arange(5) == 0)
    verdict = model.check("C goal")
    assert [step.seats for step in verdict.steps] == [("Ann",), ("Bob",), ("Ann",), ("Bob",)]
    assert [step.value for step in verdict.steps] == [True, True, True, False]
    assert model.check("C[Ann] goal") and not model.check("D[Ann] goal", world=4)


def test_checks_in_all_worlds_if_none_is_marked() -> None:
    model = Model.of_facts(["p"], {"Ann": ["p"], "Bob": []})
    assert model.actual is None and model.check("p | ~p") and not model.check("p")
    assert model.check("p").steps[0].world == "nothing"
    with pytest.raises(KiebitzError, match="name a world"):
        model.considered("Ann")


def test_only_reachable_worlds_matter() -> None:
    model = Model.of_facts(["p", "q"], {"Ann": ["p"], "Bob": ["p", "q"]}, actual=["p"])
    small = model.reachable()
    assert small.size == 2 and small.check("C p")


def test_unknown_names_are_refused() -> None:
    model = three_hands()
    with pytest.raises(UnknownName, match="Ann, Bob, Cid"):
        model.check(Knows("Dan", Atom("p")))
    with pytest.raises(KiebitzError, match="says nothing about p"):
        model.check(Atom("p"))
    facts = Model.of_facts(["p"], {"Ann": ["p"]})
    with pytest.raises(KiebitzError, match="only about p"):
        facts.check(Atom("q"))


def test_twelve_cards_and_four_players() -> None:
    """The full model of three cards each: its sizes, and knowledge of the third order."""
    seats, deck = ("North", "East", "South", "West"), Deck.of("HDCS", "QKA")
    problem = Problem.of_hands(deck.mask, (3,) * 4)
    known = dict(enumerate(problem.first().tolist()))
    model = Model.of_problem(Vocabulary(seats, seats, deck), problem, known=known)
    assert model.size == 369_600 and len(model.considered("East")) == 1_680
    assert model.check("C (has(N, QH) | has(E, QH) | has(S, QH) | has(W, QH))")
    assert not model.check("C ~has(S, AS)")
    steps = model.check("K[N] K[E] K[S] ~has(W, AS)").steps
    assert [step.seats for step in steps] == [("North",), ("East",), ("South",)]
    assert model.check("K[N] K[E] K[S] ~(has(S, AS) & has(W, AS))")
