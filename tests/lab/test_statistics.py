"""Figures against SciPy, statsmodels and the p-values that two studies of Schnapsen bots printed."""

from __future__ import annotations

from math import isnan, nan

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportions_ztest

from kiebitz.errors import BadOption
from kiebitz.lab.statistics.intervals import binomial_test, holm, interval, two_proportions, two_sided, wilson

PROBABILITY_UTILITY = [  # wins in 1000 games, printed with all digits
    (715, 3.000132782487448e-43),
    (552, 0.001115049179268907),
    (509, 0.5908841078023002),
    (695, 1.1667712491899422e-35),
    (507, 0.6810229832764916),
]
KNOWLEDGE_BASE = [  # wins in 30,000 games, printed with three digits
    (15265, 0.00226),
    (14894, 0.223),
    (16475, 4.16e-65),
    (14264, 1.99e-17),
    (15448, 2.37e-7),
    (15527, 1.20e-9),
    (17217, 5.35e-145),
    (15024, 0.786),
    (15114, 0.190),
    (13954, 1.39e-33),
    (15896, 4.48e-25),
    (14862, 0.112),
]
UNDERFLOWN = [18343, 18407, 6262, 4417, 7455, 6629, 5019, 9775]  # printed as 2e-323, where doubles end


@pytest.mark.parametrize(("wins", "printed"), PROBABILITY_UTILITY)
def test_the_exact_test_gives_the_printed_values_of_the_probability_utility_bots(
    wins: int, printed: float
) -> None:
    assert binomial_test(wins, 1000 - wins) == pytest.approx(printed, rel=1e-12)


@pytest.mark.parametrize(("wins", "printed"), KNOWLEDGE_BASE)
def test_the_exact_test_gives_the_printed_values_of_the_knowledge_base_bots(
    wins: int, printed: float
) -> None:
    assert f"{binomial_test(wins, 30_000 - wins):.2e}" == f"{printed:.2e}"


@pytest.mark.parametrize("wins", UNDERFLOWN)
def test_the_smallest_printed_values_are_below_what_a_double_holds(wins: int) -> None:
    assert binomial_test(wins, 30_000 - wins) < 1e-300


def test_the_direct_comparison_with_rdeep_is_printed_cut_off() -> None:
    """455 of 1000 is printed as 0.004: the exact 0.00486 cut off, or a normal approximation rounded."""
    assert binomial_test(455, 545) == pytest.approx(0.00486, abs=5e-6)
    assert round(two_sided((455 - 500) / np.sqrt(250)), 3) == 0.004


def test_the_indirect_comparison_is_the_pooled_z_test() -> None:
    assert round(two_proportions(898, 1000, 869, 1000), 3) == 0.043


@pytest.mark.parametrize(("wins", "losses"), [(0, 0), (1, 0), (0, 7), (7, 0), (3, 4), (60, 40)])
@pytest.mark.parametrize("rate", [0.25, 0.5, 0.9])
def test_the_exact_test_agrees_with_its_definition(wins: int, losses: int, rate: float) -> None:
    """Two-sided: the chance of all outcomes that are no likelier than the one seen."""
    chances = stats.binom.pmf(np.arange(wins + losses + 1), wins + losses, rate)
    expected = chances[chances <= chances[wins] * (1 + 1e-7)].sum()
    assert binomial_test(wins, losses, rate) == pytest.approx(expected)


@pytest.mark.parametrize("counts", [(898, 1000, 869, 1000), (5, 40, 30, 60), (0, 10, 10, 10), (0, 9, 1, 7)])
def test_two_proportions_agree_with_statsmodels(counts: tuple[int, int, int, int]) -> None:
    wins, games, other_wins, other_games = counts
    expected = proportions_ztest([wins, other_wins], [games, other_games])[1]
    assert two_proportions(*counts) == pytest.approx(expected)


@pytest.mark.parametrize("wins", [0, 10])
def test_two_rates_of_nothing_or_everything_do_not_differ(wins: int) -> None:
    assert two_proportions(wins, 10, 2 * wins, 20) == 1.0


def test_holm_agrees_with_statsmodels() -> None:
    rng = np.random.default_rng(1)
    for size in (1, 2, 5, 40):
        values = (rng.random(size) ** 3).round(2).tolist()
        assert holm(values) == pytest.approx(multipletests(values, method="holm")[1])
    assert holm([]) == []


@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.98])
def test_intervals_agree_with_scipy(confidence: float) -> None:
    assert interval(2.0, 0.5, confidence=confidence) == pytest.approx(stats.norm.interval(confidence, 2, 0.5))
    expected = stats.t.interval(confidence, 7, 2, 0.5)
    assert interval(2.0, 0.5, 8, confidence) == pytest.approx(expected)


def test_one_deal_has_no_interval() -> None:
    assert all(isnan(end) for end in interval(1.0, nan, 1))


def test_bad_questions_are_refused() -> None:
    with pytest.raises(BadOption, match="between 0 and 1"):
        wilson(5, 10, 95)
    with pytest.raises(BadOption, match="negative"):
        binomial_test(-1, 5)
    with pytest.raises(BadOption, match="both sides"):
        two_proportions(0, 0, 1, 2)
