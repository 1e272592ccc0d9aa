"""Who knows what in Hearts: counted, in formulas, in models and pictures; passed cards are known to two."""

from __future__ import annotations

from typing import Any

import pytest

from kiebitz.errors import KiebitzError
from kiebitz.knowledge.formulas.vocabulary import Vocabulary
from kiebitz.knowledge.inspection import Inspection
from kiebitz.knowledge.models.kripke import Model
from kiebitz.knowledge.models.lazy import LazyModel, model_of
from kiebitz.knowledge.models.nested import nested
from kiebitz.knowledge.models.position import HiddenKnowledge, Setting
from kiebitz.knowledge.pictures.one_card import exact
from kiebitz.knowledge.pictures.smcdel import smcdel
from kiebitz.knowledge.pictures.svg import svg
from kiebitz.knowledge.places.problem import Problem
from kiebitz.rules.contract.tried import random_game
from kiebitz.rules.registry import game
from tests.games.hearts.test_parts import PASSES
from tests.games.hearts.test_rules import EAST, NORTH, SOUTH, WEST, after

PASSED = PASSES + "2C 7C TC QC"
"""South has passed the queen of spades and two low hearts to West; the first trick is over."""


def late(options: dict[str, str], cards: int) -> Any:
    """A state with so many cards in each hand, before a lead."""
    for state in random_game(game("hearts", options), 3):
        found: Any = state
        if state.phase == "play" and not found.trick and len(state.hand_of(0)) == cards:
            return state
    raise AssertionError("there is such a state in every game")


def holds(position: Any, formula: str) -> bool:
    return bool(model_of(position).check(formula))


def test_who_did_not_follow_is_known_to_lack_the_suit_and_all_know_that_all_know() -> None:
    state = after("2C 7C TC JS JC AH 3C 8C")
    assert state.game.options["passing"] == "off"
    assert holds(state, "C ~has(East, AC)")
    assert holds(state, "K[South] K[West] ~has(East, AC)")
    assert not holds(state, "K[South] has(North, AC)"), "West may have it as well"
    assert holds(state, "K[South] ~K[West] has(South, QS)")


def test_a_small_model_has_every_world_and_the_cards_of_the_view() -> None:
    state = late({"passing": "off"}, 2)
    model = model_of(state)
    assert isinstance(model, Model) and model.size == Problem.of(state.view(-1)).count()
    for seat in range(4):
        considered = model.considered(state.game.seat_name(seat))
        assert len(considered) == Problem.of(state.view(seat)).count()
    card = next(iter(state.hand_of(WEST)))
    assert model.check(f"K[West] has(West, {card})")


def test_whoever_passed_a_card_knows_where_it_is_and_the_others_do_not() -> None:
    state = after(PASSED, "")
    assert holds(state, "K[South] has(West, QS)") and holds(state, "K[West] has(West, QS)")
    assert not holds(state, "K[North] has(West, QS)") and holds(state, "M[North] has(East, QS)")
    assert holds(state.view(SOUTH), "has(West, QS) & K[South] has(West, 2H)")
    assert not holds(state.view(NORTH), "has(West, QS)")
    assert holds(state, "[!has(West, QS)] K[North] has(West, QS)")
    assert holds(state, "C ~has(North, TC)"), "what all have seen is common knowledge"


@pytest.mark.parametrize("formula", [
    "K[North] K[South] has(West, QS)", "K[South] K[West] has(West, QS)", "C has(West, QS)",
    "D[South, North] has(West, QS)", "K[South] has(West, QS) & K[East] ~K[South] has(West, QS)",
])  # fmt: skip
def test_what_others_know_of_passed_cards_is_not_made_up(formula: str) -> None:
    """North considers it possible that South passed the queen on; a model of hands alone would deny that."""
    with pytest.raises(HiddenKnowledge, match="passed on"):
        model_of(after(PASSED, "")).check(formula)


def test_from_one_seat_another_seats_passed_cards_are_not_told() -> None:
    with pytest.raises(HiddenKnowledge):
        holds(after(PASSED, "").view(SOUTH), "K[East] has(South, QH)")


def test_models_that_would_be_wrong_are_refused() -> None:
    state = late({}, 2)
    with pytest.raises(HiddenKnowledge):
        Model.of(state)
    model = model_of(state)
    assert isinstance(model, LazyModel), "also if there are few worlds"
    with pytest.raises(HiddenKnowledge):
        nested(model, str(next(iter(state.hand_of(WEST)))), "South", "West")
    with pytest.raises(HiddenKnowledge):
        smcdel(model)


def test_what_a_seat_considers_possible_is_what_its_view_leaves_open() -> None:
    for options in ({}, {"passing": "off"}):
        state = late(options, 3)
        setting = Setting.of(state)
        assert (setting.secrets is None) == bool(options)
        model = LazyModel.of(state)
        for seat in range(4):
            worlds = model.considered(state.game.seat_name(seat))
            assert sorted(worlds.tolist()) == sorted(Problem.of(state.view(seat)).worlds().tolist())


def test_the_picture_of_the_queen_shows_who_knows_where_she_is() -> None:
    found = exact(model_of(after(PASSED, "")), "QS")
    here = {
        seat: {str(found.labels[node]) for node in nodes}
        for seat, nodes in zip(found.seats, found.here, strict=True)
    }
    assert here["South"] == here["West"] == {"West has it"}
    assert here["North"] == {"South has it", "West has it", "East has it"}
    assert svg(found.graph).startswith("<svg")


def test_know_says_what_a_card_ruled_out_and_why() -> None:
    states = [after(" ".join(["2C", "7C", "TC", "JS"][:number])) for number in range(5)]
    inspection = Inspection.of(states, 4, SOUTH)
    assert "East did not follow clubs in trick 1: no clubs." in str(inspection.change)
    chances = dict(inspection.rows())
    assert chances["AC"][EAST] == 0 and chances["AC"][WEST] > 0
    assert sum(chances["AC"]) == pytest.approx(1)


def test_names_of_seats_and_cards_are_its_own() -> None:
    names = Vocabulary.of(game("hearts"))
    assert names.seats == ("South", "West", "North", "East") and names.seat("e") == "East"
    with pytest.raises(KiebitzError):
        names.card("1C")
