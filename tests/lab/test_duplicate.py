"""Paired comparisons against SciPy, and what duplicate play saves."""

from __future__ import annotations

from math import isnan

import numpy as np
import pytest
from scipy import stats

from kiebitz.errors import BadOption
from kiebitz.lab.statistics.duplicate import duplicate_effect, paired, t_test


def test_student_agrees_with_scipy() -> None:
    rng = np.random.default_rng(1)
    first, second = rng.integers(-3, 4, (2, 200))
    expected = stats.ttest_rel(first, second)
    found = paired(first, second, 0.98)
    assert (found.test, found.deals) == ("t", 200)
    assert found.p == pytest.approx(expected.pvalue)
    ends = expected.confidence_interval(0.98)
    assert (found.low, found.high) == pytest.approx((ends.low, ends.high))


@pytest.mark.parametrize("deals", [6, 7, 10, 20])
@pytest.mark.parametrize("confidence", [0.9, 0.95])
def test_the_interval_and_the_test_never_contradict_each_other(deals: int, confidence: float) -> None:
    rng = np.random.default_rng(deals)
    for differences in rng.integers(-1, 4, (300, deals)).astype(float):
        found = paired(differences, np.zeros(deals), confidence)
        if found.test == "t":
            assert (found.p < 1 - confidence) == (found.low > 0 or found.high < 0)


def test_darwins_plants() -> None:
    plants = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
    found = paired(plants, np.zeros(15))
    assert found.test == "t"
    assert found.p == pytest.approx(0.0497, abs=5e-5)


@pytest.mark.parametrize("differences", [[3, 1, 2, 5, 2], [3, 1, 2, 2, 1] + [0] * 995])
def test_below_six_deals_that_differ_nothing_is_told(differences: list[int]) -> None:
    found = paired(differences, np.zeros(len(differences)))
    assert found.test == ""
    assert found.difference == pytest.approx(np.mean(differences))
    assert isnan(found.p) and isnan(found.low) and isnan(found.high)


def test_all_wins_all_losses_and_no_difference() -> None:
    ones, zeros = np.ones((30, 2)), np.zeros((30, 2))
    assert paired(ones, zeros).p == paired(zeros, ones).p == pytest.approx(2.0**-29)
    same = paired(ones, ones)
    assert (same.p, same.difference, same.error) == (1.0, 0.0, 0.0)
    assert t_test(np.zeros(5)) == 1.0


def test_a_single_deal_says_nothing() -> None:
    found = paired([[1, 0]], [[0, 0]])
    assert isnan(found.p) and isnan(found.error) and isnan(found.low)
    assert isnan(t_test([1.0]))


def test_games_of_a_deal_are_one_observation() -> None:
    first, second = np.random.default_rng(4).normal(size=(2, 50, 4))
    assert paired(first, second).p == pytest.approx(
        stats.ttest_rel(first.mean(axis=1), second.mean(axis=1)).pvalue
    )
    with pytest.raises(BadOption, match="same deals"):
        paired(first, second[:10])


def test_duplicate_play_takes_the_luck_of_the_cards_away() -> None:
    """Points = luck of the seat's cards, which change sides in the second game, plus noise of the play."""
    rng = np.random.default_rng(5)
    luck, play = rng.normal(0, 3, 20_000), rng.normal(0, 1, (20_000, 2))
    effect = duplicate_effect(np.stack((luck, -luck), axis=1) + play)
    assert effect.clustered == pytest.approx(np.sqrt(1 / 2 / 20_000), rel=0.02)
    assert effect.unpaired == pytest.approx(np.sqrt(10 / 2 / 20_000), rel=0.02)
    assert effect.independent == pytest.approx(effect.unpaired, rel=0.001)
    assert effect.saving == pytest.approx(10, rel=0.05)


def test_the_better_seat_is_no_luck() -> None:
    """A seat that is always better widens the spread of all games, but not that of a fair schedule."""
    rng = np.random.default_rng(6)
    effect = duplicate_effect(rng.normal([5, -5], 1, (20_000, 2)))
    assert effect.saving == pytest.approx(1, rel=0.05)
    assert effect.independent > 3 * effect.unpaired


def test_duplicate_play_of_equal_machines_leaves_no_luck() -> None:
    effect = duplicate_effect(np.array([[2, -2], [-1, 1], [3, -3]]))
    assert (effect.clustered, effect.saving) == (0, np.inf)
    assert duplicate_effect(np.ones((5, 2))).saving == 1
    assert duplicate_effect(np.arange(5.0)[:, None]).saving == pytest.approx(1)
    assert isnan(duplicate_effect(np.ones((1, 2))).clustered)
