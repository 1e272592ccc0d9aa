"""Guesses in Boerenbridge: the published rule, the forced change, sampling, and guesses as announcements."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from kiebitz.agents.base import Decision
from kiebitz.agents.registry import contestant
from kiebitz.games.boerenbridge import rules as r
from kiebitz.games.boerenbridge.search.guessing import surprises, weight
from kiebitz.games.boerenbridge.view import BoerenbridgeView
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import PHASE, TURN, WORDS
from kiebitz.lab.experiments.page import find_experiment
from kiebitz.lab.experiments.reproduce import AGREES, AS_ORIGINAL, compare
from kiebitz.lab.playing.match import Match, play_match
from kiebitz.lab.playing.seatings import seatings
from kiebitz.lab.results.quantities import measure
from kiebitz.rules.registry import game
from kiebitz.rules.values import Deal, State
from tests.contract.cases import random_game
from tests.games.boerenbridge.player import rule


def decide(spec: str, state: State, seed: int = 1) -> Decision:
    answer = contestant(spec, state.game).make().act(state.view(state.turn, Stream(seed)))
    assert isinstance(answer, Decision)
    return answer


@pytest.mark.parametrize("spec", ["greedy", "full-kripke-published"])
def test_the_rule_guesses_as_plain_python_does(spec: str) -> None:
    chosen = game("boerenbridge", {"hook": "off"})
    for seed in range(60):
        for state in random_game(chosen, seed):
            if not state.is_over and state.phase == "guess":
                view = state.view(state.turn)
                assert isinstance(view, BoerenbridgeView)
                wanted = rule(view, 0.8 if "published" in spec else 0.9)
                assert decide(spec, state).move == str(wanted), f"{view}"


def published_guesses(games: int) -> dict[int, Counter[int]]:
    """The guesses of full-kripke-published, by the number of cards, at the table of the published figures."""
    chosen, rng = game("boerenbridge"), Stream(3)
    specs = ("full-kripke-published", "greedy-kripke-published", "greedy-published", "random")
    policies = [contestant(spec, chosen).policy for spec in specs]
    state, view = np.zeros(WORDS, np.int64), np.zeros(WORDS, np.int64)
    found: dict[int, Counter[int]] = {3: Counter(), 4: Counter(), 5: Counter()}
    for deal in range(games):
        chosen.machine.begin(state, deal, chosen.option_words)
        while (seat := int(state[TURN])) >= 0:
            r.observe(state, seat, view)
            policy = policies[seat]
            assert policy
            move = int(policy.kernel(view, policy.memory, rng.word))
            if state[PHASE] == r.GUESS_PHASE and seat == 0:
                found[int(state[r.SIZE])][move] += 1
            r.play(state, move)
    return found


def test_how_often_the_published_rule_guesses_what() -> None:
    """With three cards 0 in 75 %; all tricks in 14, 5 and 7 %; 2 of 3 only where the hook forces it."""
    found = published_guesses(1500)
    three = found[3]
    assert three[0] / three.total() == pytest.approx(0.75, abs=0.03)
    every = [found[n][n] / found[n].total() for n in (3, 4, 5)]
    assert every == pytest.approx([0.14, 0.05, 0.07], abs=0.025)
    assert three[2] / three.total() < 0.04


FORCED = "AS KS QS | AH KH QH | AD KD QD | AC KC QC |  | trump=S opener=1"


@pytest.mark.parametrize(
    ("spec", "guesses"),
    [("greedy", {"2"}), ("greedy-published", {"0", "1", "2"}), ("greedy:forced=uniform", {"0", "1", "2"})],
)
def test_what_becomes_of_a_guess_that_the_hook_forbids(spec: str, guesses: set[str]) -> None:
    """North, the dealer, would guess 3, and nobody else wants a trick."""
    state = Deal.read(game("boerenbridge", {"schedule": "3"}), FORCED).start()
    for _ in range(3):
        state = state.play("0")
    found = [decide(spec, state, seed) for seed in range(40)]
    assert {answer.move for answer in found} == guesses
    assert "which the others' guesses forbid" in str(found[0].because)


@pytest.mark.parametrize(("spec", "guess"), [("full-kripke:guess=sampling", "3"), ("full-kripke-plus", "3")])
def test_sampling_sees_certain_tricks(spec: str, guess: str) -> None:
    state = Deal.read(game("boerenbridge", {"schedule": "3"}), FORCED.replace("opener=1", "opener=0")).start()
    found = decide(spec, state)
    assert found.move == guess
    assert found.values[guess] == 16
    assert found.details["worlds"] == 100
    assert found.details["playouts"] == 400


def test_sampling_values_are_the_mean_scores_of_playouts() -> None:
    """Against playing the same out one by one through the rules in Python."""
    state = game("boerenbridge", {"schedule": "3"}).deal(5)
    found = decide("full-kripke:guess=sampling,samples=2000", state)
    guide, rng = contestant("full-kripke", state.game), Stream(9)
    world, seen = np.zeros(WORDS, np.int64), np.zeros(WORDS, np.int64)
    totals = dict.fromkeys(found.values, 0.0)
    assert guide.policy
    for _ in range(600):
        r.complete(state.view(state.turn).vector, rng.word, world)
        for guess in totals:
            s = world.copy()
            r.play(s, int(guess))
            while s[TURN] >= 0:
                r.observe(s, s[TURN], seen)
                r.play(s, guide.policy.kernel(seen, guide.policy.memory.copy(), rng.word))
            totals[guess] += float(r.payoff(s, state.turn)) / 600
    for guess, value in found.values.items():
        assert value == pytest.approx(totals[guess], abs=1.2), guess


def test_tactical_guessing_compares_zero_with_the_rule() -> None:
    state = Deal.read(game("boerenbridge", {"schedule": "3"}), FORCED.replace("opener=1", "opener=0")).start()
    found = decide("full-kripke:guess=zero", state)
    assert set(found.values) == {"0", "3"}
    assert found.move == "3"
    weak = "QH QD KC | AH KH AS | AD KD KS | AC QC QS |  | trump=S opener=0"
    weaker = decide("full-kripke:guess=zero", Deal.read(state.game, weak).start())
    assert weaker.move == "0"


def test_a_guess_is_an_announcement_where_its_rule_is_known() -> None:
    """West guesses all: by the rule it has the trumps, and worlds without them count less."""
    chosen = game("boerenbridge", {"schedule": "3"})
    state = Deal.read(chosen, "QH QD KC | AH KH QC | AD KD AC | AS KS QS |  | trump=S opener=3").start()
    real = state.play("3").vector
    assert surprises(real, 900_000) == 0
    other = Deal.read(chosen, "QH QD KC | AS KS QS | AD KD AC | AH KH QC |  | trump=S opener=3").start()
    assert surprises(other.play("3").vector, 900_000) == 1
    assert weight(other.play("3").vector, 900_000, 250_000) == 0.25
    heard = decide("full-kripke-plus:doubt=0,samples=400", state.play("3"))
    assert 0 < heard.details["worlds that fit all guesses"] < 400
    deaf = decide("full-kripke-plus:hear=off,samples=400", state.play("3"))
    assert "worlds that fit all guesses" not in deaf.details
    assert heard.values != deaf.values


def test_plus_beats_full_kripke_clearly_in_all_seatings() -> None:
    chosen = game("boerenbridge")
    specs = ("full-kripke-plus:samples=40", "full-kripke", "greedy-kripke", "greedy")
    match = Match(chosen, tuple(contestant(spec, chosen) for spec in specs), 30, 4, seatings("all", 4))
    result = play_match(match)
    plus, drawn = (measure(result, "score", spec) for spec in specs[:2])
    assert plus.value - drawn.value > 5
    assert plus.value - drawn.value > 4 * (plus.error + drawn.error)


@pytest.mark.parametrize("name", ["boerenbridge-table6", "boerenbridge-table7"])
def test_the_published_tables_come_out(name: str) -> None:
    page = find_experiment(name, deals=5000)
    results = {match: play_match(plan.match) for match, plan in page.plans.items()}
    rows = [row for row in compare(page, results) if row.published is not None or row.original is not None]
    agreeing = sum(row.verdict in (AGREES, AS_ORIGINAL) for row in rows)
    assert agreeing >= len(rows) - 1, [(row.cell, row.measured) for row in rows]
