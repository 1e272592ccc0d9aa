"""Ratings against a published example, statsmodels and closed forms."""

from __future__ import annotations

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats

from kiebitz.errors import BadOption, KiebitzError
from kiebitz.lab.statistics.ratings import UNIT, bradley_terry, elo, expected, pair_scores, ratings

# Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore: American League 1987 (Agresti,
# Categorical Data Analysis, tables 10.10 and 10.11 of the first edition).
BASEBALL = [
    [0, 7, 9, 7, 7, 9, 11],
    [6, 0, 7, 5, 11, 9, 9],
    [4, 6, 0, 7, 7, 8, 12],
    [6, 8, 6, 0, 6, 7, 10],
    [6, 2, 6, 7, 0, 7, 12],
    [4, 4, 5, 6, 6, 0, 6],
    [2, 4, 1, 3, 1, 7, 0],
]
PUBLISHED = [1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0.0]


def test_the_published_baseball_example() -> None:
    found = bradley_terry(BASEBALL, prior=0) / UNIT
    assert (found - found[-1]).round(2).tolist() == PUBLISHED


def test_two_agents_have_the_elo_of_their_score() -> None:
    first, second = bradley_terry([[0, 70], [30, 0]], prior=0)
    assert first - second == pytest.approx(elo(0.7))
    assert expected(first - second) == pytest.approx(0.7)
    assert (elo(0), elo(0.5), elo(1)) == (-np.inf, 0, np.inf)


def tournament(deals: int, strengths: list[float], seed: int = 1) -> dict[tuple[str, str], np.ndarray]:
    """Scores of two games a deal, where who holds the good cards is common to all pairs."""
    rng = np.random.default_rng(seed)
    luck = rng.normal(0, 1, deals)
    pairs = {}
    for i, first in enumerate(strengths):
        for j in range(i):
            chance = 1 / (1 + 10 ** ((strengths[j] - first) / 400 + np.outer(luck, [1, -1])))
            pairs["abcd"[i], "abcd"[j]] = (rng.random((deals, 2)) < chance).astype(float)
    return pairs


def test_ratings_and_error_bars_agree_with_a_clustered_regression() -> None:
    pairs = tournament(2000, [0, 30, 90, 150])
    rows, scores, deals = [], [], []
    for (first, second), table in pairs.items():
        row = np.zeros(4)
        row["abcd".index(first)], row["abcd".index(second)] = 1, -1
        rows += [row] * table.size
        scores += table.ravel().tolist()
        deals += np.repeat(np.arange(len(table)), 2).tolist()
    # Strengths with average 0: the first is minus the sum of the others.
    design = np.array(rows)[:, 1:] - np.array(rows)[:, [0]]
    fit = sm.GLM(scores, design, family=sm.families.Binomial()).fit(
        cov_type="cluster", cov_kwds={"groups": np.array(deals)}
    )
    found = {rating.name: rating for rating in ratings(pairs, samples=4000)}
    for name, value, error in zip("bcd", fit.params * UNIT, fit.bse * UNIT, strict=True):
        assert found[name].elo == pytest.approx(value, abs=0.1)
        assert found[name].high - found[name].low == pytest.approx(2 * 1.96 * error, rel=0.06)
        assert found[name].games == 3 * 4000


def test_error_bars_cover() -> None:
    """In 95 of 100 tournaments the bar contains the truth (within the noise of 200 tournaments)."""
    inside = 0
    for seed in range(200):
        found = {rating.name: rating for rating in ratings(tournament(150, [0, 0], seed), samples=400)}
        inside += found["a"].low <= 0 <= found["a"].high
    assert 0.91 <= inside / 200 <= 0.99


def test_who_wins_everything_has_a_finite_rating_and_an_honest_bar() -> None:
    """For two agents and one game a deal the bar is that of Jeffreys."""
    best, worst = ratings({("a", "b"): np.ones(50)}, samples=20_000)
    assert (best.name, worst.elo) == ("a", -best.elo)
    low, high = (elo(end) for end in stats.beta.ppf([0.025, 0.975], 50.5, 0.5))
    assert best.elo == pytest.approx(elo(50.5 / 51) / 2)
    assert best.low == pytest.approx(low / 2, rel=0.02)
    assert best.high == pytest.approx(high / 2, rel=0.05)


def test_draws_are_half_wins() -> None:
    drawn = ratings({("a", "b"): np.full(100, 0.5), ("b", "c"): np.tile([1.0, 0.0], 50)})
    assert [rating.elo for rating in drawn] == pytest.approx([0, 0, 0], abs=1e-6)


def test_groups_that_never_met_are_held_together_by_the_prior() -> None:
    scores = np.tile([1.0, 1.0, 0.0], 100)
    found = {one.name: one for one in ratings({("a", "b"): scores, ("c", "d"): scores})}
    assert found["a"].elo == pytest.approx(found["c"].elo)
    assert found["a"].elo - found["b"].elo == pytest.approx(elo(2 / 3), abs=1)
    assert found["a"].high - found["a"].low > 300
    with pytest.raises(KiebitzError, match="prior"):
        bradley_terry([[0, 2, 0, 0], [1, 0, 0, 0], [0, 0, 0, 2], [0, 0, 1, 0]], prior=0)
    with pytest.raises(KiebitzError, match="prior"):
        bradley_terry([[0, 2], [0, 0]], prior=0)


def test_ratings_repeat_and_do_not_depend_on_the_order_of_pairs() -> None:
    pairs = tournament(50, [0, 50, 100])
    assert ratings(pairs, seed=7) == ratings(pairs, seed=7)
    assert ratings(pairs, seed=7) != ratings(pairs, seed=8)
    turned = {(second, first): 1 - table for (first, second), table in reversed(pairs.items())}
    for one, other in zip(ratings(pairs), ratings(turned), strict=True):
        assert (one.name, one.games) == (other.name, other.games)
        assert (one.elo, one.low, one.high) == pytest.approx((other.elo, other.low, other.high))


def test_pairs_may_have_played_different_numbers_of_deals() -> None:
    pairs = tournament(1500, [0, 100, 200])
    pairs["c", "a"] = pairs["c", "a"][:300]
    found = ratings(pairs)
    assert [rating.name for rating in found] == ["c", "b", "a"]
    assert [rating.games for rating in found] == [3600, 6000, 3600]


def test_scores_of_pairs_at_a_table_of_three() -> None:
    points = np.random.default_rng(1).integers(0, 3, (40, 3, 3))
    pairs = pair_scores(points, ["a", "b", "c"])
    assert set(pairs) == {("a", "b"), ("a", "c"), ("b", "c")}
    assert pairs["a", "c"][7, 1] == (np.sign(points[7, 1, 0] - points[7, 1, 2]) + 1) / 2
    assert {rating.games for rating in ratings(pairs)} == {240}


@pytest.mark.parametrize(
    ("pairs", "words"),
    [
        ({}, "at least one pair"),
        ({("a", "a"): [1.0]}, "itself"),
        ({("a", "b"): [2.0]}, "0..1"),
        ({("a", "b"): []}, "0..1"),
        ({("a", "b"): [np.nan]}, "0..1"),
    ],
)
def test_bad_scores_are_refused(pairs: dict[tuple[str, str], list[float]], words: str) -> None:
    with pytest.raises(BadOption, match=words):
        ratings(pairs)
