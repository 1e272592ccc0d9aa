"""alphamu: the same games compiled and explained, blind to hidden cards, refused in sentences."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kiebitz.agents.base import Decision
from kiebitz.agents.registry import contestant
from kiebitz.errors import BadOption, UnknownName
from kiebitz.kernel.random import Stream
from kiebitz.lab.playing.match import Match, play_match
from kiebitz.rules.registry import game
from kiebitz.rules.values import State, View
from tests.clocks import quickest
from tests.contract.cases import CASES, TOY, make, random_game

QUICK = "alphamu:base=flat,worlds=8,nodes=20000,solve=300,seconds=0"
GAMES = ("schnapsen", "skat", "durak", "boerenbridge", TOY)


def decide(spec: str, view: View) -> Decision:
    answer = contestant(spec, view.game).make().act(view)
    assert isinstance(answer, Decision)
    return answer


@pytest.mark.parametrize(("title", "options"), CASES)
def test_the_policy_and_its_explanation_play_the_same_legal_games(title: str, options: str) -> None:
    chosen = make(title, options)
    others = (contestant("random", chosen),) * (chosen.seats - 1)
    match = Match(chosen, (contestant(QUICK, chosen), *others), 1, seed=3)
    compiled = play_match(match)
    explained = play_match(replace(match, players=tuple(replace(p, policy=None) for p in match.players)))
    assert (compiled.losers == -1).all()
    assert (explained.losers == -1).all(), explained.reasons
    assert (compiled.points == explained.points).all()


def hidden_again(state: State, seed: int) -> State | None:
    """The same position with other hidden cards, as the seat to move may have them."""
    vector = np.zeros_like(state.vector)
    view = state.view(state.turn)
    state.game.kernels.complete(view.vector, Stream(seed).word, vector)
    if (vector[1:] == state.vector[1:]).all():
        return None
    return type(state)(state.game, vector, state.deal, state._log, state.ply)


@pytest.mark.parametrize("title", GAMES)
def test_hidden_cards_change_no_decision(title: str) -> None:
    compared = 0
    for seed in range(2):
        for state in random_game(game(title), seed):
            other = hidden_again(state, seed + 10) if len(state.moves) > 1 else None
            if other is None or state.ply % 3:
                continue
            one, two = (decide(QUICK, each.view(state.turn, Stream(7))) for each in (state, other))
            assert (one.move, str(one.because), one.values) == (two.move, str(two.because), two.values)
            compared += 1
    assert compared > 3 or title == TOY


def test_it_says_in_how_many_worlds_it_wins_and_counts_its_work() -> None:
    told = set()
    for title, options in (("boerenbridge", "schedule=3"), ("durak", ""), ("schnapsen", "")):
        for seed in range(3):
            for state in random_game(game(title, options), seed):
                if len(state.moves) > 1:
                    found = decide(QUICK, state.view(state.turn))
                    if found.values:
                        assert set(found.values) == set(state.moves)
                        assert all(0 <= share <= 1 for share in found.values.values())
                        assert found.details["worlds"] >= 1 and found.details["solved"] >= 1
                    told.add(str(found.because))
    assert any("wins exactly" in each and " of 8 worlds" in each for each in told)
    assert any("for certain" in each for each in told)
    assert any("it loses if" in each for each in told)
    assert any("here worlds cannot be solved" in each for each in told)


def test_the_base_plays_where_there_is_nothing_to_search() -> None:
    chosen = game("boerenbridge")
    state = chosen.deal(seed=1)
    assert state.phase == "guess"
    view = state.view(state.turn, Stream(3))
    assert decide("alphamu:base=(flat:playouts=9)", view).move == decide(
        "flat:playouts=9", state.view(state.turn, Stream(3))
    ).move  # fmt: skip


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("alphamu:base=nobody", "nobody"),
        ("alphamu:base=skat-ai", "skat-ai"),
        ("alphamu:base=random-python", "not a compiled agent"),
        ("alphamu:base=bot.py", "from a file or program"),
        ("alphamu:worlds=65", "worlds"),
        ("alphamu:worlds=0", "worlds"),
        ("alphamu:m=0", "m"),
        ("alphamu:seconds=-1", "seconds"),
        ("alphamu:depth=3", "its parameters: worlds, m, base"),
    ],
)
def test_what_cannot_be_searched_is_refused_in_a_sentence(spec: str, told: str) -> None:
    with pytest.raises((BadOption, UnknownName), match=told):
        contestant(spec, game("durak"))


@pytest.mark.parametrize("limit", [0, 1000])
def test_the_base_is_within_the_clock(limit: int) -> None:
    endless = f"improve:base=smart,worlds=1000000,seconds={limit}"
    agent = contestant(f"alphamu:base=({endless}),worlds=4,seconds=0.2", game("durak")).make()
    state = game("durak").deal(seed=3)
    before = agent.memory.copy()  # type: ignore[attr-defined]
    spent = quickest(lambda: agent.act(state.view(state.turn)))
    assert spent.processor < 0.22
    assert spent.clock > 0.15
    assert (agent.memory == before).all()  # type: ignore[attr-defined]


def test_it_may_be_a_base_and_have_one_with_parameters() -> None:
    nested = "improve:base=(alphamu:worlds=4,base=(flat:playouts=3)),worlds=16,playout=random"
    state = game("durak").deal(seed=1)
    assert decide(nested, state.view(state.turn)).move in state.moves
