"""alphabeta, pimc, paranoid and schnapsen-ai: the same with and without reasons, blind, and good."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kiebitz.agents.base import Decision
from kiebitz.agents.registry import contestant
from kiebitz.games.schnapsen.agents.own import ENTRIES
from kiebitz.games.schnapsen.rules import RULES, is_strict
from kiebitz.games.schnapsen.search.endgame import solve
from kiebitz.games.schnapsen.search.guide import guide
from kiebitz.games.schnapsen.search.stakes import CHANCES
from kiebitz.kernel.random import Stream
from kiebitz.lab.playing.match import Match, play_match
from kiebitz.rules.game import Game
from kiebitz.rules.registry import game
from kiebitz.rules.values import Deal, View
from tests.contract.cases import make, random_game

OPTIONS = ("", "rules=vu-old", "rules=full", "rules=full,unit=deal", "rules=full,open_world=on")


def decide(spec: str, view: View) -> Decision:
    answer = contestant(spec, view.game).make().act(view)
    assert isinstance(answer, Decision)
    return answer


def match(chosen: Game, spec: str, other: str, deals: int) -> Match:
    return Match(chosen, (contestant(spec, chosen), contestant(other, chosen)), deals, seed=5)


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_the_policy_and_its_reasons_play_the_same_legal_games(entry: object, options: str) -> None:
    spec = entry.quick  # type: ignore[attr-defined]
    plan = match(make("schnapsen", options), spec, "random", 4)
    compiled = play_match(plan)
    explained = play_match(replace(plan, players=tuple(replace(p, policy=None) for p in plan.players)))
    assert (compiled.losers == -1).all()
    assert (explained.losers == -1).all(), explained.reasons
    assert (compiled.points == explained.points).all()


@pytest.mark.parametrize("options", OPTIONS[:4])
def test_the_guide_only_looks_at_what_the_mover_may_know(options: str) -> None:
    for seed in range(40):
        for state in random_game(make("schnapsen", options), seed):
            if not state.is_over and not is_strict(state.vector):
                assert guide(state.vector) == guide(state.view(state.turn).vector)


@pytest.mark.parametrize("spec", [entry.quick for entry in ENTRIES])
def test_perfect_once_the_talon_is_exhausted(spec: str) -> None:
    seen = 0
    for seed in range(25):
        for state in random_game(game("schnapsen"), seed):
            if not state.is_over and state.talon_size == 0 and len(state.moves) > 1:  # type: ignore[attr-defined]
                truth = solve(state)
                assert truth.values[decide(spec, state.view(state.turn)).move] == truth.value
                seen += 1
    assert seen > 50


def test_better_than_the_platforms_rdeep() -> None:
    plan = match(game("schnapsen"), "schnapsen-ai:worlds=100", "rdeep:samples=10,depth=5", 250)
    mine, _ = play_match(plan).scores()
    assert mine.wilson[0] > 0.6
    assert mine.points_mean > 0.3


def start(text: str, **options: str) -> View:
    chosen = game("schnapsen", {"rules": "full", "unit": "deal", **options})
    return Deal.read(chosen, text).start().view(0)


STRONG = "AH TH KH QH AC | JC QC KC TC JS | QS KS TS AS JD QD KD TD AD JH"
WEAK = "JC QC JS QS JD | AH TH KH QH AC | KC TC AS KS TS QD KD TD AD JH"


@pytest.mark.parametrize("name", ["paranoid", "schnapsen-ai"])
def test_a_forced_win_is_closed_and_proved(name: str) -> None:
    found = decide(name, start(STRONG))
    assert found.move == "close"
    assert found.details["forced"]
    assert "every one of the 2002 hands" in str(found.because)


def test_the_talon_is_closed_on_good_chances_and_never_on_bad_ones() -> None:
    """A trump marriage and plain aces: the other may hold both higher trumps, but seldom does."""
    good = decide("schnapsen-ai", start("KH QH AC TC AS | JC QC KC JS QS | KS TS TH AH JD QD KD TD AD JH"))
    assert "forced" not in good.details
    assert good.move == "close"
    bad = decide("schnapsen-ai", start(WEAK))
    assert bad.move != "close"
    assert bad.values["close"] == min(bad.values.values())


def test_one_game_point_from_the_end_only_the_win_counts() -> None:
    assert CHANCES[7, 3] == CHANCES[9, 6] == 1
    assert CHANCES[0, 7] == 0
    assert CHANCES[3, 3] == pytest.approx(0.5)
    assert np.all(np.diff(CHANCES[:7, 2]) > 0)
    assert CHANCES[2, 5] + CHANCES[5, 2] == pytest.approx(1)


def test_the_same_view_and_stream_give_the_same_decision() -> None:
    for state in random_game(make("schnapsen", "rules=full"), 3):
        if not state.is_over:
            view = [state.view(state.turn, Stream(9)) for _ in range(2)]
            assert state.vector[RULES] == 2
            assert decide("schnapsen-ai:worlds=10", view[0]) == decide("schnapsen-ai:worlds=10", view[1])
