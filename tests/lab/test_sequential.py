"""The sequential test: its ratio, its error rates, its words; and the rule that looks again and again."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from scipy.optimize import brentq

from kiebitz.errors import BadOption
from kiebitz.lab.statistics.ratings import expected
from kiebitz.lab.statistics.sequential import Sequential

PAIR = np.array([0, 0.25, 0.5, 0.75, 1])  # scores of two games with draws
OFTEN = np.array([0.12, 0.18, 0.4, 0.18, 0.12])
SELDOM = np.array([0.02, 0.03, 0.9, 0.03, 0.02])  # agents that nearly always play alike


def tilted(chances: np.ndarray, mean: float) -> np.ndarray:
    """The distribution nearest to ``chances`` that has this mean."""

    def weighed(slope: float) -> np.ndarray:
        weights = chances * np.exp(slope * PAIR)
        return np.asarray(weights / weights.sum())

    return weighed(brentq(lambda slope: float(weighed(slope) @ PAIR) - mean, -50, 50))


def multinomial_ratio(counts: np.ndarray, low: float, high: float) -> float:
    """The ratio as chess testers compute it: the likeliest distributions with the means of H0 and H1."""

    def log_likelihood(mean: float) -> float:
        shares = counts / counts.sum()
        away = PAIR - mean
        ends = sorted((-1 / away.max(), -1 / away.min()))
        slope = brentq(
            lambda t: float((shares * away / (1 + t * away)).sum()), ends[0] + 1e-9, ends[1] - 1e-9
        )
        return float((counts * np.log(shares / (1 + slope * away))).sum())

    return log_likelihood(expected(high)) - log_likelihood(expected(low))


@pytest.mark.parametrize(
    "counts", [(120, 180, 400, 180, 120), (80, 150, 400, 220, 150), (10, 15, 920, 35, 20)]
)
@pytest.mark.parametrize(("low", "high"), [(0, 5), (-5, 5), (0, 10)])
def test_the_ratio_agrees_with_the_multinomial_one(counts: tuple[int, ...], low: float, high: float) -> None:
    test = Sequential(low, high, 1e-300, 1e-300)
    test.update(np.repeat(PAIR, counts))
    assert test.llr == pytest.approx(multinomial_ratio(np.array(counts), low, high), rel=0.06, abs=0.1)


def test_the_ratio_is_that_of_normal_likelihoods_with_the_likeliest_spreads() -> None:
    differences = np.random.default_rng(1).normal(0.3, 2, 500)
    test = Sequential(0, 0.4, 1e-9, 1e-9, "points", reach=1e-6)
    test.update(differences)
    normal = [
        stats.norm.logpdf(differences, mean, np.sqrt(((differences - mean) ** 2).mean())).sum()
        for mean in (0.0, 0.4)
    ]
    assert test.llr == pytest.approx(normal[1] - normal[0])
    assert test.mean == pytest.approx(differences.mean())


@pytest.mark.parametrize(("chances", "high"), [(OFTEN, 40), (OFTEN, 100), (SELDOM, 20)])
def test_the_error_rates_hold(chances: np.ndarray, high: float) -> None:
    """alpha = beta = 0.05 in 2,000 simulated matches each, within three standard errors."""
    rng = np.random.default_rng(1)
    limit = 0.05 + 3 * np.sqrt(0.05 * 0.95 / 2000)
    for mean, wrong in ((0.5, "accept H1"), (expected(high), "accept H0")):
        scores = rng.choice(PAIR, (2000, 2000), p=tilted(chances, mean))
        found = [Sequential(0, high).update(run) for run in scores]
        assert found.count(None) <= 4
        rate = found.count(wrong) / 2000
        print(f"elo>{high:g}, mean {mean:.3f}: {rate:.2%} wrong")
        assert rate <= limit


def test_the_error_rates_hold_for_points() -> None:
    rng = np.random.default_rng(2)
    for mean, wrong in ((0.0, "accept H1"), (0.5, "accept H0")):
        values, chances = np.array([-3, -1, 0, 1, 3]) + mean, [0.1, 0.2, 0.4, 0.2, 0.1]
        runs = rng.choice(values, (2000, 1000), p=chances)
        found = [Sequential.parse("points>0.5", reach=6).update(run) for run in runs]
        assert found.count(wrong) / 2000 <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 2000)


def test_the_decision_does_not_depend_on_the_batches() -> None:
    scores = np.random.default_rng(3).choice(PAIR, 3000, p=tilted(OFTEN, 0.55))
    whole, single = Sequential(0, 20), Sequential(0, 20)
    whole.update(scores)
    for score in scores:
        single.update([score])
    assert whole.decision == single.decision == "accept H1"
    assert (whole.deals, whole.because) == (single.deals, single.because)
    assert whole.deals < 3000


def test_equal_deals_end_but_are_not_taken_for_certainty_at_once() -> None:
    test = Sequential(0, 10)
    assert test.update(np.full(100, 0.5)) is None
    assert test.update(np.full(100, 0.5)) == "accept H0"
    for score, decision in ((1.0, "accept H1"), (0.0, "accept H0")):
        assert Sequential(0, 10).update(np.full(200, score)) == decision
    sure = Sequential(0, 191)
    sure.update([0.75, 0.75])
    assert sure.decision is None


def test_it_says_why_it_stopped() -> None:
    test = Sequential.parse("elo>10", beta=0.1)
    assert str(test.because).startswith("Undecided after 0 deals: H0 (elo <= 0) or H1 (elo >= 10), ")
    test.update(np.zeros(500))
    assert str(test.because) == (
        f"Stopped after {test.deals} deals: H0 (elo <= 0) accepted against H1 (elo >= 10), "
        "log likelihood ratio -2.27 below -2.25 (alpha 0.05, beta 0.1); measured elo -inf."
    )


def test_rules_are_read() -> None:
    test = Sequential.parse(" points > -0.5..0.25 ", 0.01, 0.02, reach=3)
    assert (test.quantity, test.low, test.high, test.alpha, test.beta) == ("points", -0.5, 0.25, 0.01, 0.02)
    assert Sequential.parse("elo>-10..0").means == (expected(-10), 0.5)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("elo", "elo>10"),
        ("elo<10", "elo>10"),
        ("wins>10", "elo>10"),
        ("elo>ten", "elo>10"),
        ("elo>0", "elo>-10..0"),
        ("elo>-5", "elo>-10..0"),
        ("elo>10..5", "not above"),
        ("points>1", "reach"),
    ],
)
def test_rules_that_make_no_sense_are_refused(text: str, words: str) -> None:
    with pytest.raises(BadOption, match=words):
        Sequential.parse(text)


def test_bad_scores_and_rates_are_refused() -> None:
    for scores in ([1.5], [np.nan], [[0.5]]):
        with pytest.raises(BadOption):
            Sequential(0, 10).update(scores)
    for alpha, beta in ((0, 0.05), (0.5, 0.5), (0.05, -1)):
        with pytest.raises(BadOption, match="error rates"):
            Sequential(0, 10, alpha, beta)
    with pytest.raises(BadOption, match="elo or points"):
        Sequential(0, 10, quantity="wins")
