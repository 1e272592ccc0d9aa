"""Models of positions of all games: what a seat considers possible is what its view leaves open."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiebitz.knowledge.models.kripke import Model
from kiebitz.knowledge.models.lazy import LazyModel
from kiebitz.knowledge.models.position import Setting
from kiebitz.knowledge.models.valuations import Worlds
from kiebitz.knowledge.places.problem import Problem
from kiebitz.rules.registry import game
from kiebitz.rules.tricks import on_table

GAMES = [
    ("boerenbridge", {}),
    ("boerenbridge", {"deck": "full", "schedule": "1-2-1", "trump": "card"}),
    ("schnapsen", {"rules": "full"}),
    ("durak", {}),
    ("skat", {}),
]


@pytest.mark.parametrize(("name", "options"), GAMES)
@given(st.integers(0, 10**6))
@settings(max_examples=5)
def test_a_class_of_the_public_model_is_a_view(name: str, options: dict[str, str], seed: int) -> None:
    rules = game(name, options)
    state = rules.deal(seed)
    while not state.is_over:
        setting = Setting.of(state)
        small = setting.problem.count() <= 3000
        model = Model.of(state) if small else None
        assert model is None or model.actual is not None
        for seat in range(rules.seats):
            view = state.view(seat)
            own = Problem.of(view).holding(on_table(view))
            seen = {place: setting.known[place] for place in setting.sees[seat]}
            assert setting.problem.given(seen).count() == own.count()
            eyes = Setting.of(view)
            assert (eyes.problem, eyes.sees, eyes.known) == (setting.problem, setting.sees, seen)
            if model:
                assert isinstance(model.valuation, Worlds)
                masks = model.valuation.masks[model.considered(rules.seat_name(seat))]
                assert sorted(masks.tolist()) == sorted(own.worlds().tolist())
        state = state.play(state.moves[(seed + 5 * state.ply) % len(state.moves)])


def test_a_declarer_knows_the_skat_and_everybody_knows_that() -> None:
    state = game("skat").deal(1)
    while state.phase != "skat":
        state = state.play(state.moves[0] if state.ply == 0 else "pass")
    declarer, skat = state.turn, 3
    assert all(skat not in places for places in Setting.of(state).sees)
    state = state.play("skat")
    for _ in range(2):
        state = state.play(state.moves[0])
    for view in (state.view((declarer + 1) % 3), state.view(declarer)):
        assert [skat in places for places in Setting.of(view).sees] == [seat == declarer for seat in range(3)]
    lazy = LazyModel.of(state)
    name = state.game.seat_name(declarer)
    assert lazy.check(f"E Kw[{name}] has(skat, HA)")


def test_a_spectator_sees_no_hand() -> None:
    state = game("boerenbridge").deal(3)
    setting = Setting.of(state.view(-1))
    assert setting.known == {} and setting.problem.count() == 369_600
