"""Watching a run as long as one likes: the interval of a confidence sequence holds at every look."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import kiebitz as kb
from kiebitz.lab.playing.executors import Threads
from kiebitz.lab.report.page import make_page
from kiebitz.lab.results.standings import standings
from kiebitz.lab.runs.plan import match_plan
from kiebitz.lab.runs.run import Run
from kiebitz.lab.statistics.intervals import clustered, interval, rate_interval, wilson
from kiebitz.lab.statistics.watching import Sums, reach, watched

RUNS, DEALS, LOOK, FIRST = 10_000, 1_000, 25, 50


def ever_misses(draw: str) -> tuple[float, float]:
    """In how many null runs the sequence ever leaves out zero, and the plain interval, watched alike."""
    rng = np.random.default_rng(5)
    values: Any  # whole numbers or others: the stubs of each NumPy say something else
    looks = np.arange(FIRST, DEALS + 1, LOOK)
    sequence = plain = 0
    for _ in range(RUNS // 1000):
        if draw == "normal":
            values = rng.normal(size=(1000, DEALS))
        else:  # most deals are equal, as in duplicate play of agents that are alike
            values = rng.choice([-3.0, -1.0, 0.0, 1.0, 3.0], (1000, DEALS), p=[0.02, 0.08, 0.8, 0.08, 0.02])
        first, second = values.cumsum(axis=1)[:, looks - 1], (values**2).cumsum(axis=1)[:, looks - 1]
        farthest = np.maximum.accumulate(abs(values), axis=1)[:, looks - 1]
        mean = first / looks
        square = second / looks - mean**2
        error = np.sqrt((square + 2 * farthest**2 / looks) / looks)
        reaches = np.array([reach(int(deals)) for deals in looks])
        sequence += int((abs(mean) > reaches * error).any(axis=1).sum())
        plain += int((abs(mean) > 1.96 * np.sqrt(square / looks)).any(axis=1).sum())
    return sequence / RUNS, plain / RUNS


@pytest.mark.parametrize("draw", ["normal", "rare"])
def test_of_null_runs_that_are_watched_few_ever_seem_to_differ(draw: str) -> None:
    sequence, plain = ever_misses(draw)
    assert 0.005 < sequence <= 0.054  # not by saying nothing
    assert plain > 0.25


def test_sums_are_what_the_formula_of_the_simulation_says() -> None:
    values = np.random.default_rng(1).normal(0.3, 2, 400)
    found, sums = watched(values), Sums()
    for part in np.array_split(values, 7):
        sums.add(part)
    assert sums.watched().low == pytest.approx(found.low)
    error = np.sqrt((values.var() + 2 * abs(values).max() ** 2 / 400) / 400)
    assert (found.low, found.high) == pytest.approx(
        (values.mean() - reach(400) * error, values.mean() + reach(400) * error)
    )


def test_the_p_value_is_below_a_level_exactly_where_the_interval_leaves_out_zero() -> None:
    rng = np.random.default_rng(2)
    for _ in range(200):
        found = watched(rng.normal(0.15, 1, 300))
        assert (found.p < 0.05) == (not found.low <= 0 <= found.high)


def test_equal_deals_are_no_certainty() -> None:
    assert watched([0.0] * 100).p == 1.0
    few = watched([1.0] * 5)
    assert few.low < 0 < few.high
    assert watched([1.0] * 200).low > 0


@pytest.mark.parametrize("kind", ["alike", "turned", "single"])
def test_intervals_of_rates_hold_whatever_the_games_of_a_deal_have_in_common(kind: str) -> None:
    rng, rate, deals, misses, over_games = np.random.default_rng(3), 0.6, 120, 0, 0
    for _ in range(2000):
        chance = rng.random(deals)
        other = {"alike": chance, "turned": 1 - chance, "single": rng.random(deals)}[kind]
        shares = np.stack((chance < rate, other < rate), axis=1).astype(float)
        low, high = rate_interval(shares)
        misses += not low <= rate <= high
        low, high = wilson(float(shares.sum()), shares.size)
        over_games += not low <= rate <= high
    assert 0.03 < misses / 2000 < 0.065
    wrong = {"alike": (0.12, 0.25), "turned": (0.0, 0.005), "single": (0.03, 0.065)}[kind]
    assert wrong[0] <= over_games / 2000 <= wrong[1]  # what Wilson's interval over games does


def test_a_run_that_was_broken_off_reports_the_sequence_and_a_finished_one_the_plain_interval() -> None:
    run = Run.create("match", (match_plan("durak", ["greedy", "random-published"], 80, seed="looked at"),))
    run.play(Threads(), deals=(0, 60))
    early = run.so_far()
    assert early is not None
    assert early.watched
    differences = early.of_agent(0, early.points) - early.of_agent(1, early.points)
    met = standings([early]).meetings[0]
    assert (met.points_low, met.points_high) == pytest.approx(
        (watched(differences.mean(axis=1)).low, watched(differences.mean(axis=1)).high)
    )
    assert "hold at every look" in make_page(run).html
    assert early.as_dict()["watched"] is True
    run.play(Threads())
    full = run.result()
    met = standings([full]).meetings[0]
    mean, error = clustered(full.of_agent(0, full.points) - full.of_agent(1, full.points))
    assert not full.watched
    assert (met.points_low, met.points_high) == pytest.approx(interval(mean, error, 80))
    assert "fixed before" in make_page(run).html


def test_a_run_that_a_rule_stopped_reports_the_sequence() -> None:
    result = kb.match("durak", "greedy", "random", deals=2000, seed=3, until="elo>10", progress=False)
    assert result.watched
    low, high = result.scores()[0].wilson
    plain_low, plain_high = rate_interval(result.shares_of(0))
    assert low < plain_low < plain_high < high
    ratings = standings([result]).ratings[0]
    assert ratings.low < ratings.elo < ratings.high
