"""Exercises are graded as a plain evaluation over lists of worlds does it, and counter-worlds are true."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

import numpy as np
import pytest

from kiebitz.cards import CardSet
from kiebitz.knowledge.exercises.counter import clash, smallest_world
from kiebitz.knowledge.exercises.exercise import KINDS, Exercise
from kiebitz.knowledge.exercises.grading import explained, grade, witness
from kiebitz.knowledge.formulas import epistemic as e
from kiebitz.knowledge.formulas import formula as f
from kiebitz.knowledge.formulas.formula import Formula, Has
from kiebitz.knowledge.models.kripke import Model
from kiebitz.knowledge.models.valuations import Worlds
from kiebitz.lab.exercises.sheets import Sheet, exercises
from kiebitz.language.catalogues import catalogue
from kiebitz.language.speaking import Speaker
from kiebitz.rules.registry import package_of
from kiebitz.rules.tricks import on_table
from tests.contract.cases import make

GAMES = ("boerenbridge", "durak", "schnapsen", "skat")
SEEDS = range(3)
SMALL = 400  # worlds of a model that is gone through by hand


@lru_cache
def sheet(game: str, seed: int) -> Sheet:
    return exercises(game, seed=seed, count=len(KINDS))


def all_exercises() -> Iterator[Exercise]:
    for game in GAMES:
        for seed in SEEDS:
            yield from sheet(game, seed)


class Plain:
    """A model as a list of dictionaries, and the meaning of every sign written down once more."""

    def __init__(self, model: Model) -> None:
        assert isinstance(model.valuation, Worlds)
        self.names = model.vocabulary
        rows = model.valuation.masks.tolist()
        self.worlds = [
            {
                str(card): place
                for place, mask in zip(self.names.places, row, strict=True)
                for card in self.names.card_set(mask)
            }
            for row in rows
        ]
        self.classes = model.classes.tolist()
        self.kept = list(range(len(self.worlds)))

    def alike(self, seats: tuple[str, ...], world: int) -> list[int]:
        rows = [self.classes[self.names.seats.index(seat)] for seat in seats]
        return [other for other in self.kept if all(row[other] == row[world] for row in rows)]

    def reached(self, seats: tuple[str, ...], world: int) -> set[int]:
        found, fresh = {world}, [world]
        while fresh:
            now = fresh.pop()
            for seat in seats:
                for other in self.alike((seat,), now):
                    if other not in found:
                        found.add(other)
                        fresh.append(other)
        return found

    def true(self, formula: Formula, world: int) -> bool:
        every = self.names.seats
        match formula:
            case f.Constant(value):
                return value
            case f.Has(place, card):
                return self.worlds[world].get(card) == place
            case f.Count(place, cards, relation, number):
                held = sum(self.worlds[world].get(card) == place for card in cards)
                return {">=": held >= number, "<=": held <= number, "==": held == number}[relation]
            case f.Not(of):
                return not self.true(of, world)
            case f.And(parts):
                return all(self.true(part, world) for part in parts)
            case f.Or(parts):
                return any(self.true(part, world) for part in parts)
            case e.Knows(agent, of):
                return all(self.true(of, other) for other in self.alike((agent,), world))
            case e.Possible(agent, of):
                return any(self.true(of, other) for other in self.alike((agent,), world))
            case e.KnowsWhether(agent, of):
                return len({self.true(of, other) for other in self.alike((agent,), world)}) == 1
            case e.Everybody(of, group):
                return all(self.true(e.Knows(seat, of), world) for seat in group or every)
            case e.Distributed(of, group):
                return all(self.true(of, other) for other in self.alike(group or every, world))
            case e.Common(of, group):
                return all(self.true(of, other) for other in self.reached(group or every, world))
            case e.After(said, then):
                if not self.true(said, world):
                    return True
                before, self.kept = self.kept, [other for other in self.kept if self.true(said, other)]
                try:
                    return self.true(then, world)
                finally:
                    self.kept = before
        raise AssertionError(formula)


def test_deals_to_choose_from_have_no_card_that_lies_on_the_table() -> None:
    lying = 0
    for seed in SEEDS:
        made = next(each for each in sheet("boerenbridge", seed) if each.kind == "deals")
        laid = on_table(made.state.view(-1))
        names = [str(card) for mask in laid.values() for card in CardSet(mask, made.state.game.deck)]
        assert not any(name in str(item.said) for item in made.items for name in names)
        lying += bool(names)
    assert lying


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_is_made_and_solved(game: str) -> None:
    for seed in SEEDS:
        made = sheet(game, seed)
        assert [each.kind for each in made] == list(KINDS)
        for each in made:
            assert grade(each, each.solution).is_right
            assert str(next(iter(explained(each)))) == f"Solution: {each.solution}"
        assert made.exercises == exercises(game, seed=seed, count=len(KINDS)).exercises


def test_solutions_are_those_of_a_plain_evaluation() -> None:
    checked = set()
    for each in all_exercises():
        if each.model.size > SMALL:
            continue
        plain, here = Plain(each.model), each.model.actual
        assert here is not None
        if each.items:
            truth = {letter: plain.true(each.model.read(item.formula), here)
                     for letter, item in zip(each.letters, each.items, strict=True)}  # fmt: skip
            assert {letter for letter, holds in truth.items() if holds} == each.right_items
        elif each.kind == "truth":
            assert plain.true(each.model.read(each.formula), here) == (each.solution == "true")
        else:
            values = each.model.truth(each.formula).tolist()
            assert values == [
                plain.true(each.model.read(each.formula), world) for world in range(each.model.size)
            ]
        checked.add(each.kind)
    assert checked == set(KINDS)


def test_wrong_choices_are_wrong_and_their_worlds_show_it() -> None:
    shown = 0
    for each in all_exercises():
        if not each.items:
            continue
        for letter, item in zip(each.letters, each.items, strict=True):
            wrong = each.right_items ^ {letter}
            found = grade(each, " ".join(sorted(wrong)) or "none")
            assert not found.is_right and found.said
            if found.counter and each.kind in ("places", "whether") and each.model.size <= SMALL:
                shown += 1
                check_world(each, each.model.read(item.formula), letter in each.right_items)
    assert shown > 10


def check_world(each: Exercise, formula: Formula, is_right: bool) -> None:
    """The facts decide the matter in the eyes of the seat: it is so in all its worlds that have them."""
    assert isinstance(formula, e.Possible | e.KnowsWhether)
    counter = witness(each.model, formula, is_right)
    plain, here = Plain(each.model), each.model.actual
    assert counter and here is not None
    considered = plain.alike((formula.agent,), here)
    fitting = [world for world in considered if plain.true(counter.formula, world)]
    assert fitting
    wanted = True if isinstance(formula, e.Possible) else not plain.true(formula.of, here)
    assert all(plain.true(formula.of, world) == wanted for world in fitting)


VARIANTS = ("K[{a}] {f}", "M[{a}] {f}", "Kw[{a}] {f}", "{f}", "~({f})", "E {f}", "true", "false")


def test_a_formula_is_right_if_it_is_true_in_the_same_deals_else_a_smallest_world_differs() -> None:
    right = wrong = 0
    for each in all_exercises():
        if each.kind != "write" or each.model.size > SMALL:
            continue
        plain = Plain(each.model)
        wanted = [plain.true(each.model.read(each.formula), world) for world in range(each.model.size)]
        letter = str(each.model.read(each.formula).letters[0])
        for text in VARIANTS:
            answer = text.format(a=each.model.vocabulary.seats[0], f=letter)
            values = [plain.true(each.model.read(answer), world) for world in range(each.model.size)]
            found = grade(each, answer)
            assert found.is_right == (values == wanted)
            right, wrong = right + found.is_right, wrong + (not found.is_right)
            if found.counter:
                differ = [one != other for one, other in zip(values, wanted, strict=True)]
                fitting = [w for w in range(each.model.size) if plain.true(found.counter.formula, w)]
                assert fitting and all(differ[world] for world in fitting)
                assert found.counter.world in fitting
        double = f"~~({each.formula}) | false"
        assert grade(each, double).is_right, "written otherwise it is the same"
    assert wrong > 10


def letters(model: Model) -> list[Has]:
    """Every card in every place."""
    deck = model.vocabulary.deck
    assert deck is not None
    return [Has(place, str(card)) for card in deck.cards for place in model.vocabulary.places]


def test_no_smaller_set_of_places_will_do() -> None:
    for each in all_exercises():
        if each.model.size > 100:
            continue
        model = each.model
        rng = np.random.default_rng(model.size)
        for share in (0.1, 0.5):
            differ = rng.random(model.size) < share
            counter = smallest_world(model, differ)
            if counter is None:
                continue
            columns = [c for c in map(model.truth, letters(model)) if c.any() and not c.all()]
            for size in range(min(len(counter.facts), 3)):
                for some in combinations(columns, size):
                    rows = np.logical_and.reduce(some) if some else np.ones(model.size, np.bool_)
                    assert not rows.any() or (rows & ~differ).any(), "so few would do"
    assert smallest_world(model, np.zeros(model.size, np.bool_)) is None


def test_facts_that_clash_are_the_fewest() -> None:
    each = next(one for one in all_exercises() if one.kind == "deals")
    for item in each.items:
        of = each.model.read(item.formula)
        assert isinstance(of, e.Possible) and isinstance(of.of, f.And)
        row = each.model.classes[each.seat]
        mine = each.model.restrict(row == row[each.model.actual])
        facts = clash(mine, [part for part in of.of.parts if isinstance(part, Has)])
        is_right = bool(each.model.check(item.formula))
        assert bool(facts) != is_right
        for fewer in combinations(facts, len(facts) - 1) if facts else ():
            assert np.logical_and.reduce(
                [mine.truth(fact) for fact in fewer] or [np.ones(mine.size, np.bool_)]
            ).any()


@pytest.mark.parametrize("answer", ["", "z", "maybe", "K[", "K[Nobody] true", "x" * 600, "a true"])
def test_what_cannot_be_read_is_wrong_and_says_why(answer: str) -> None:
    for each in sheet("boerenbridge", 0):
        found = grade(each, answer)
        assert not found.is_right and str(found.said[0]).strip()


def test_what_differs_everywhere_is_said_to() -> None:
    each = next(one for one in sheet("boerenbridge", 0) if one.kind == "write")
    opposite = grade(each, f"~({each.formula})")
    assert opposite.counter and not opposite.counter.facts
    assert str(opposite.said[0]).startswith("In every deal ")


def test_a_view_shows_one_hand_and_an_exercise_names_no_solution() -> None:
    each = next(one for one in sheet("boerenbridge", 0) if one.kind == "places")
    others = [seat for seat in range(each.state.game.seats) if seat != each.seat]
    assert not any(each.shown.hand_of(seat) for seat in others)
    assert "solution" not in each.as_dict() and each.as_dict()["formula"] == ""


def test_a_world_that_bears_witness_is_told_in_the_readers_words() -> None:
    """The places and cards of a verdict's worlds are values, not English text."""
    bridge = make("boerenbridge", "schedule=2")
    model = Model.of(bridge.deal("7"))
    step = model.check(f"K[North] has(East, {bridge.deck.cards[0]})").steps[0]
    german = Speaker("de", catalogue("de", [package_of(type(bridge))])).text(step.said)
    assert str(step).startswith(f"North considers possible: {step.world}\n") and " | East " in step.world
    assert german.startswith("Nord hält für möglich: Nord ") and " | Ost " in german
