"""Everything that walks formulas reaches the bottom of the deepest one, whichever Python counts the calls."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kiebitz.knowledge.formulas.epistemic import After, Everybody, Knows, KnowsWhether, Possible, Truly
from kiebitz.knowledge.formulas.formula import DEEPEST, Atom, Formula, Has, Implies
from kiebitz.knowledge.logic.base import KnowledgeBase
from kiebitz.knowledge.models.kripke import Model
from kiebitz.knowledge.models.lazy import LazyModel
from kiebitz.knowledge.pictures.smcdel import smcdel
from kiebitz.knowledge.places.locations import Locations
from kiebitz.rules.registry import game
from tests.knowledge.test_lazy import KNOWN, PROBLEM, SEES, TABLE

HELD = Has("Ann", "QH")  # true in the actual world of the models
PLAIN: dict[str, Callable[[Formula, Formula], Formula]] = {
    "not": lambda inner, letter: ~inner,
    "and, or": lambda inner, letter: (inner | letter) if inner.depth % 2 else (inner & letter),
    "implies": lambda inner, letter: Implies(letter, inner),
    "iff": lambda inner, letter: inner.iff(letter),
}
ABOUT_KNOWLEDGE: dict[str, Callable[[Formula, Formula], Formula]] = {
    "knows": lambda inner, letter: Knows("Ann", inner),
    "knows whether": lambda inner, letter: KnowsWhether("Bob", inner),
    "possible": lambda inner, letter: Possible("Cid", inner),
    "everybody": lambda inner, letter: Everybody(inner),
    "after": lambda inner, letter: After(letter, inner),
    "truly": lambda inner, letter: Truly(letter, inner),
    "announced": lambda inner, letter: After(inner, letter),
}


def nested(kind: str, letter: Formula) -> Formula:
    """As deep as a formula may be; two signs less leave walkers room for their own."""
    wrap, formula = {**PLAIN, **ABOUT_KNOWLEDGE}[kind], letter
    while formula.depth < DEEPEST - 2:
        formula = wrap(formula, letter)
    return formula


@pytest.mark.parametrize("kind", [*PLAIN, *ABOUT_KNOWLEDGE])
def test_models_and_their_text_for_smcdel(kind: str) -> None:
    formula = nested(kind, HELD)
    lazy, explicit = LazyModel(TABLE, PROBLEM, SEES, KNOWN), Model.of_problem(TABLE, PROBLEM, SEES, KNOWN)
    assert bool(lazy.check(formula)) == bool(explicit.check(formula))
    assert str(explicit.check(~formula))
    if kind != "everybody":  # which is written as often as there are seats, on every level
        assert "VARS" in smcdel(lazy, [formula])


@pytest.mark.parametrize("kind", PLAIN)
def test_clauses_and_counts_of_deals(kind: str) -> None:
    base, letter = KnowledgeBase(), Atom("a")
    base.add(letter)
    formula = nested(kind, letter)
    assert base.entails(formula) != base.entails(~formula)
    locations = Locations.of(game("schnapsen").deal(seed=1).view(0))
    card = next(iter(locations.unseen))
    formula = nested(kind, Has(locations.places[1], str(card)))
    assert locations.count(formula) + locations.count(~formula) == locations.count()


@pytest.mark.parametrize("sign", ["&", "|"])
def test_a_thousand_parts_with_the_same_sign(sign: str) -> None:
    locations = Locations.of(game("schnapsen").deal(seed=1).view(0))
    part = f"has({locations.places[1]}, {next(iter(locations.unseen))})"
    assert locations.count(f" {sign} ".join([part] * 1000)) == locations.count(part)
