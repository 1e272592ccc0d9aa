"""Lazy models answer as the explicit ones do, and also where those would be too large."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from kiebitz.cards import Deck
from kiebitz.errors import KiebitzError
from kiebitz.knowledge.formulas.formula import Formula
from kiebitz.knowledge.formulas.vocabulary import Vocabulary
from kiebitz.knowledge.models.kripke import Model
from kiebitz.knowledge.models.lazy import LazyModel, model_of
from kiebitz.knowledge.places.problem import Problem, TooManyWorlds
from kiebitz.rules.registry import game
from tests.knowledge.formulas import formulas, letters_about

SEATS = ("Ann", "Bob", "Cid")
TABLE = Vocabulary(SEATS, (*SEATS, "skat"), Deck.of("HS", "QKA"))
# Six cards; Bob has no spades but the queen, the skat is seen by Ann, the ace of spades is shown by Cid.
PROBLEM = Problem((0b011111, 0b001111, 0b011111, 0b011111), (2, 1, 1, 1), (0, 0, 0b100000, 0))
SEES = [(0, 3), (1,), (2,)]
KNOWN = {0: 0b10001, 1: 0b00010, 2: 0b101000, 3: 0b00100}


@given(formulas(TABLE, letters_about(TABLE)))
@settings(max_examples=300)
def test_agrees_with_the_explicit_model(formula: Formula) -> None:
    lazy = LazyModel(TABLE, PROBLEM, SEES, KNOWN)
    explicit = Model.of_problem(TABLE, PROBLEM, SEES, KNOWN)
    assert explicit.actual is not None
    assert bool(lazy.check(formula)) == bool(explicit.check(formula))


@given(
    formulas(TABLE, letters_about(TABLE), size=4),
    formulas(TABLE, letters_about(TABLE), size=4),
)
@settings(max_examples=200)
def test_agrees_after_announcements_with_the_eyes_of_one_seat(said: Formula, then: Formula) -> None:
    own = {place: KNOWN[place] for place in SEES[0]}
    lazy, explicit = LazyModel(TABLE, PROBLEM, SEES, own), Model.of_problem(TABLE, PROBLEM, SEES, own)
    assert bool(lazy.check(then)) == bool(explicit.check(then))
    try:
        told = explicit.announce(said)
    except KiebitzError:
        with pytest.raises(KiebitzError, match="cannot be announced"):
            lazy.announce(said)
        return
    assert bool(lazy.announce(said).check(then)) == bool(told.check(then))
    seen = {place: own[place] for place in SEES[0]}
    listed = told.valuation.masks[told.points].tolist()  # type: ignore[attr-defined]
    assert sorted(lazy.announce(said).considered("Ann", seen).tolist()) == sorted(listed)


@pytest.mark.parametrize(("n", "own", "hands"), [(4, 34_650, 495), (5, 756_756, 3_003)])
def test_four_and_five_cards_each(n: int, own: int, hands: int) -> None:
    seats, deck = ("North", "East", "South", "West"), Deck.of("HDCS", "TJQKA"[-n:])
    problem = Problem.of_hands(deck.mask, (n,) * 4)
    model = LazyModel(
        Vocabulary(seats, seats, deck), problem, known=dict(enumerate(problem.first().tolist()))
    )
    assert len(model.considered("North")) == own
    assert model.check("K[N] (Kw[E] has(E, AS) & ~K[E] has(W, AS))")
    verdict = model.check("K[N] K[E] ~has(S, AS)")
    assert [step.seats for step in verdict.steps] == [("North",), ("East",)]
    assert model.check("[!count(E, spades) == 0] K[N] K[W] ~has(E, AS)")
    assert model.check("C (has(E, AS) >> K[E] ~has(W, AS))")
    steps = model.check("C ~(has(N, AS) & has(N, QS))").steps
    assert len(steps) >= 1 and not steps[-1].value
    suits = " & ".join(f"M[E] count(E, {suit}) >= 2" for suit in ("hearts", "diamonds", "clubs", "spades"))
    with pytest.raises(TooManyWorlds, match="63,063,000" if n == 4 else "11,732,745,024"):
        model.check(f"C ({suits})")
    if n == 4:
        thoughts = model.nested("North", "East")
        assert len(thoughts) == hands
        assert {thought.considers for thought in thoughts} == {own}
        assert sum(thought.deals for thought in thoughts) == own


def test_nested_thoughts_after_an_announcement() -> None:
    lazy = LazyModel(TABLE, PROBLEM, SEES, KNOWN).announce("has(Bob, KH) | has(Bob, AH)")
    explicit = Model.of_problem(TABLE, PROBLEM, SEES, KNOWN).announce("has(Bob, KH) | has(Bob, AH)")
    thoughts = lazy.nested("Cid", "Bob")
    assert sum(thought.deals for thought in thoughts) == len(explicit.considered("Cid"))
    masks = explicit.valuation.masks  # type: ignore[attr-defined]
    for thought in thoughts:
        ((place, mask),) = thought.sees
        assert thought.considers == (masks[:, place] == mask).sum()


def test_the_kind_of_model_depends_on_the_number_of_worlds() -> None:
    start = game("boerenbridge").deal(1)
    assert isinstance(model_of(start), Model)
    lazy = model_of(start, limit=1000)
    assert isinstance(lazy, LazyModel)
    own = start.view(0).hand
    assert lazy.check(f"K[N] has(N, {next(iter(own))}) & ~K[E] has(N, {next(iter(own))})")
    view = start.view(0)
    other = next(card for card in start.hand_of(1))
    assert not model_of(view).check(f"K[N] has(E, {other})")
    assert not model_of(view).check(f"K[N] ~has(E, {other})")
    with pytest.raises(KiebitzError, match="not known here"):
        LazyModel.of(view).considered("East")
