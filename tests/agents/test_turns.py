"""Lines for programs are made from kept pieces: each must be that of its view alone, to the last byte."""

from __future__ import annotations

import json

import pytest

from kiebitz.agents.turns import Turns, turn_data
from kiebitz.rules.contract.tried import random_game
from kiebitz.rules.game import Game
from kiebitz.rules.registry import game, names
from kiebitz.rules.values import State

GAMES = {
    **{name: game(name) for name in names()},
    "schnapsen to seven": game("schnapsen", {"rules": "full", "unit": "bummerl"}),
    "open durak": game("durak", {"open_world": "on"}),
}


def whole(state: State, unit: int) -> bytes:
    """The line of a view that nobody has looked at before."""
    return json.dumps(turn_data(state.view(state.turn), unit)).encode() + b"\n"


def test_a_stranger_is_among_the_games() -> None:
    assert "hearts" in GAMES


@pytest.mark.parametrize("chosen", GAMES.values(), ids=GAMES.keys())
def test_the_lines_of_whole_games_are_those_of_their_views(chosen: Game) -> None:
    for unit in range(2):
        turns = [Turns(unit) for _ in range(chosen.seats)]
        for state in random_game(chosen, unit):
            if not state.is_over:
                assert turns[state.turn].line(state.view(state.turn)) == whole(state, unit)


def test_a_view_that_does_not_go_on_where_the_last_one_ended_is_written_anew() -> None:
    """Another deal, another seat, an earlier ply, the same ply again: nothing of the last line is left."""
    turns = Turns(0)
    one, other = ([*random_game(GAMES["skat"], seed)][:-1] for seed in (1, 2))
    for state in [one[0], one[4], one[4], other[6], one[9], one[2], one[-1], other[-1], other[0]]:
        assert turns.line(state.view(state.turn)) == whole(state, 0)


def test_a_view_recalls_only_what_it_has_seen_itself() -> None:
    chosen = GAMES["skat"]
    before, after = chosen.deal(1), [*random_game(chosen, 1)][5]
    assert not after.view(0).recall(before.view(1)), "another seat"
    assert not after.view(0).recall(game("skat").deal(1).view(0)), "other rules"
    assert not before.view(0).recall(after.view(0)), "what has not happened yet"
    later = after.view(0)
    assert later.recall(before.view(0)) and later.events == after.view(0).events
