"""Scenes: what a page is told to draw says what the players would see at a real table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kiebitz.kernel.random import Stream
from kiebitz.rules.parts import part
from kiebitz.rules.registry import game, names
from kiebitz.rules.values import State
from kiebitz.sayings import Saying
from kiebitz.table.scene import plain_scene
from kiebitz.table.stage import Stage
from kiebitz.table.tables.rights import Rights

TOY = str(Path(__file__).parents[2] / "docs" / "toy_game.py")


def states(name: str, seed: int = 1) -> list[State]:
    """A whole unit of random moves."""
    rng, found = Stream.named("scenes", name, seed), [game(name).deal(seed)]
    while not found[-1].is_over:
        found.append(found[-1].play(rng.choice(found[-1].moves)))
    return found


@pytest.mark.parametrize("name", [*names(), TOY])
def test_a_scene_is_plain_data_that_counts_every_card(name: str) -> None:
    for state in states(name)[::3]:
        for seat in range(-1, state.game.seats):
            scene = Rights(seat, state.game.seats, sees_all=False).scene(state)
            assert json.loads(json.dumps(scene))["viewer"] == seat
            counts = [place["count"] for place in scene["seats"]]
            assert counts == [len(state.hand_of(other)) for other in range(state.game.seats)]
            badges = [badge for place in scene["seats"] for badge in place["badges"]]
            for fact in [*scene["facts"], *badges, *scene["piles"]]:
                assert "{" not in str(Saying.of_json(fact["said"]))


@pytest.mark.parametrize("name", names())
def test_any_game_can_be_drawn_by_what_all_games_share(name: str) -> None:
    for state in states(name)[::3]:
        for seat in range(-1, state.game.seats):
            plain, own = plain_scene(state.view(seat)), part(state.game, Stage).scene(state.view(seat))
            assert [place.count for place in plain.seats] == [place.count for place in own.seats]
            if state.phase == "play":
                assert sorted(plain.hand) == sorted(own.hand)
            assert set(own.hand) <= set(plain.hand)  # cards that are put aside may lie elsewhere
            assert plain.trick.cards == own.trick.cards
            assert (plain.last_trick and plain.last_trick.cards) == (own.last_trick and own.last_trick.cards)


def test_a_game_that_brings_nothing_has_hands_backs_tricks_a_leader_and_points() -> None:
    state = game(TOY).deal(3)
    first, second = str(state.hand_of(0)).split()[0], str(state.hand_of(1)).split()[0]
    state = state.play(first)
    scene = plain_scene(state.view(1))
    assert scene.hand == str(state.hand_of(1)).split()
    assert (scene.seats[0].count, scene.seats[0].cards) == (2, [])
    assert scene.trick.cards == [(0, first)] and not scene.begins
    assert [str(badge.said) for badge in scene.seats[0].badges] == ["leads", "0 points"]
    (pile,) = scene.piles
    assert (pile.kind, pile.count, pile.face) == ("hidden", 3, "stack")
    state = state.play(second)
    scene, winner = plain_scene(state.view(0)), state.turn
    assert scene.last_trick and scene.last_trick.best == winner and scene.begins
    said = [str(badge.said) for badge in scene.seats[winner].badges]
    assert said == ["leads", "1 trick", "1 point"]
    stage = part(state.game, Stage)
    assert str(stage.about) == "a toy game" and stage.fan == ("8S", "9S", "TS") and not str(stage.rules)


@pytest.mark.parametrize("name", names())
def test_the_lobby_has_a_line_and_cards_for_every_game(name: str) -> None:
    stage = part(game(name), Stage)
    assert str(stage.about).endswith(".") and len(str(stage.rules)) > 100 and stage.units >= 1
    assert set(stage.fan) <= {str(card) for card in stage.game.deck.cards}
