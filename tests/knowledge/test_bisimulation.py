"""Contractions agree with the model on all formulas over their letters, and are as small as can be."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiebitz.errors import KiebitzError
from kiebitz.knowledge.formulas.formula import Atom, Formula
from kiebitz.knowledge.models.bisimulation import contract
from kiebitz.knowledge.models.kripke import Model
from kiebitz.knowledge.pictures.projection import project
from tests.knowledge.formulas import PUZZLE, formulas, models

SOME = st.sampled_from([Atom("p"), Atom("q")])


@given(models(worlds=10), formulas(PUZZLE, SOME))
@settings(max_examples=300)
def test_contraction_keeps_the_truth(model: Model, formula: Formula) -> None:
    small = contract(model, ["p", "q"])
    assert (small.model.truth(formula)[small.nodes] == model.truth(formula)).all()
    assert bool(small.model.check(formula)) == bool(model.check(formula))
    assert sum(small.sizes) == model.size and min(small.sizes) > 0


@given(models(worlds=10))
@settings(max_examples=100)
def test_contraction_cannot_be_contracted(model: Model) -> None:
    small = contract(model, ["p", "q"]).model
    assert contract(small, ["p", "q"]).model.size == small.size


def test_copies_are_merged() -> None:
    model = Model.of_facts(["a", "b", "c"], {"Ann": ["a"], "Bob": ["b"]}, actual=["a", "c"])
    small = contract(model, ["a", "b"])
    assert small.model.size == 4 and small.sizes == [2, 2, 2, 2]
    assert small.shared(int(small.nodes[5])) == "a"
    assert small.model.describe(small.model.actual or 0) == "a"
    assert "8 worlds in 4 nodes" in str(small)
    with pytest.raises(KiebitzError):
        small.model.check("c")


@given(models(worlds=10))
@settings(max_examples=100)
def test_projection_links_what_somebody_confuses(model: Model) -> None:
    seen = project(model, ["p", "q"])
    nodes = 2 * ~model.truth("p") + ~model.truth("q")
    numbers = np.unique(nodes, return_inverse=True)[1]
    for seat, row in enumerate(model.classes):
        confused = {
            (a, b)
            for i, a in enumerate(numbers.tolist())
            for j, b in enumerate(numbers.tolist())
            if row[i] == row[j]
        }
        size = range(len(seen.labels))
        assert confused == {(a, b) for a in size for b in size if seen.linked(seat, a, b)}
        steps = {(a, c) for a, b in confused for d, c in confused if b == d}
        assert not seen.is_partition(seat) or steps == confused
    assert seen.actual == numbers[model.actual or 0]
