"""How many deals a comparison needs, against simulation and SciPy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import ttest_1samp

import kiebitz as kb
from kiebitz.errors import BadOption
from kiebitz.lab.power import deals_needed
from tests.lab.command import bot


@pytest.mark.parametrize(("power", "difference"), [(0.8, 0.5), (0.9, 0.2)])
def test_the_difference_is_found_as_often_as_promised(power: float, difference: float) -> None:
    rng, deals = np.random.default_rng(4), deals_needed(1.0, difference, power)
    found = ttest_1samp(rng.normal(difference, 1.0, (4000, deals)), 0, axis=1).pvalue < 0.05
    assert found.mean() == pytest.approx(power, abs=0.02)


def test_a_pilot_tells_deals_games_and_hours() -> None:
    points = kb.power("boerenbridge", "greedy", "random", difference=2.0, pilot=40, seed=1, progress=False)
    elo = kb.power("boerenbridge", "greedy", "random", elo=50, pilot=40, seed=1, progress=False)
    assert points.quantity == "points"
    assert elo.quantity == "elo"
    for found in (points, elo):
        assert found.games == 6 * found.deals
        assert found.careful_deals > found.deals > 2
        assert found.hours > 0
    finer = kb.power("boerenbridge", "greedy", "random", difference=1.0, pilot=40, seed=1, progress=False)
    assert finer.deals == pytest.approx(4 * points.deals, rel=0.05)


def test_a_compiled_bot_is_asked_about_only_if_it_is_trusted() -> None:
    asked = "durak", bot("compiled:first"), "random"
    with pytest.raises(BadOption, match="--trust"):
        kb.power(*asked, difference=0.5, pilot=10, seed=1, progress=False)
    assert kb.power(*asked, difference=0.5, pilot=10, seed=1, progress=False, trust=True).deals > 2


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({}, "a difference in points"),
        ({"difference": 1.0, "elo": 10}, "a difference in points"),
        ({"difference": -1.0}, "above 0"),
        ({"elo": 10, "power": 1.0}, "between 0.5 and 1"),
        ({"elo": 10, "pilot": 3}, "pilot"),
    ],
)
def test_wrong_questions_are_answered_with_a_sentence(wrong: dict[str, float], told: str) -> None:
    with pytest.raises(BadOption, match=told):
        kb.power("durak", "smart", "greedy", progress=False, **wrong)  # type: ignore[arg-type]


def test_a_pilot_of_equal_agents_tells_nothing() -> None:
    with pytest.raises(BadOption, match="larger one"):
        kb.power("durak", "greedy", "greedy:salt=x", difference=0.1, pilot=10, seed=1, progress=False)
