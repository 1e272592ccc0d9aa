"""A reproduction over few deals calls no figure different that is not, and still finds those that are."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.stats import t

from kiebitz.lab.experiments.page import Cell
from kiebitz.lab.experiments.reproduce import AGREES, DIFFERS, STRICTNESS, TOO_FEW, verdict
from kiebitz.lab.results.quantities import P_VALUE, Measured
from kiebitz.lab.statistics.intervals import clustered, quantile

DEALS = [2, 3, 5, 10, 30, 100]
TRIALS = 2000
NOMINAL = 1 - STRICTNESS
CHANCE = 3 * np.sqrt(NOMINAL * (1 - NOMINAL) / TRIALS)  # by which a share of the trials may exceed it


def alarms(cell: Cell, values: Any) -> float:
    """In how many of the trials (the first axis; then deals and line-ups) the figure is called different."""
    found = [verdict(cell, Measured(*clustered(each), each.size, len(each))) for each in values]
    return sum(each == DIFFERS for each in found) / len(found)


@pytest.mark.parametrize("deals", DEALS)
@pytest.mark.parametrize("rate", [0.001, 0.02, 0.5, 0.95])
def test_a_true_rate_seldom_differs(rate: float, deals: int) -> None:
    rng = np.random.default_rng([deals, int(1000 * rate)])
    wins = (rng.random((TRIALS, deals, 2)) < rate).astype(float)
    cell = Cell("a", "a", "a", "win_rate", published=rate, rounding=0.0)
    assert alarms(cell, wins) <= NOMINAL + CHANCE
    alike = np.repeat(wins[:, :, :1], 2, axis=2)  # both line-ups of a deal come out the same
    assert alarms(cell, alike) <= NOMINAL + CHANCE


@pytest.mark.parametrize("deals", [300, 1000])
@pytest.mark.parametrize("rate", [0.01, 0.1, 0.99])
def test_nor_does_one_of_many_deals(rate: float, deals: int) -> None:
    rng = np.random.default_rng([deals, int(1000 * rate)])
    wins = (rng.random((TRIALS, deals, 1)) < rate).astype(float)
    assert alarms(Cell("a", "a", "a", "win_rate", published=rate, rounding=0.0), wins) <= NOMINAL + CHANCE


@pytest.mark.parametrize("deals", DEALS)
@pytest.mark.parametrize("kind", ["normal", "points"])
def test_true_points_seldom_differ(kind: str, deals: int) -> None:
    rng = np.random.default_rng(deals)
    shape = (TRIALS, deals, 2)
    points = rng.normal(1.0, 2.0, shape) if kind == "normal" else rng.choice([-3, -2, -1, 1, 2, 3], shape)
    cell = Cell("a", "a", "a", "score", published=1.0 if kind == "normal" else 0.0, rounding=0.0)
    assert alarms(cell, points.astype(float)) <= NOMINAL + CHANCE


@pytest.mark.parametrize("deals", DEALS)
def test_the_limits_are_students(deals: int) -> None:
    limit = t.ppf(1 - NOMINAL / 2, deals - 1)
    assert quantile(STRICTNESS, deals) == pytest.approx(limit)
    cell = Cell("a", "a", "a", "score", published=0.0, rounding=0.0)
    assert verdict(cell, Measured(1.0001 * limit, 1.0, deals, deals)) == DIFFERS
    assert verdict(cell, Measured(0.9999 * limit, 1.0, deals, deals)) == AGREES


def test_what_differs_is_found() -> None:
    cell = Cell("a", "a", "a", "win_rate", published=0.95, rounding=0.0)
    assert verdict(cell, Measured(0.2, 0.13, 10, 10)) == DIFFERS
    assert verdict(cell, Measured(0.9, 0.003, 10_000, 10_000)) == DIFFERS
    rng = np.random.default_rng(1)
    points = rng.normal(3.0, 2.0, (500, 30, 1))
    assert alarms(Cell("a", "a", "a", "score", published=0.0), points) > 0.99


def test_deals_that_are_all_alike_or_too_few_for_a_test_say_so() -> None:
    points = Cell("a", "a", "a", "score", published=0.0, rounding=0.05)
    assert verdict(points, Measured(1.0, float("nan"), 2, 1)) == TOO_FEW
    assert verdict(points, Measured(1.0, 0.0, 6, 3)) == TOO_FEW
    assert verdict(points, Measured(0.04, 0.0, 6, 3)) == AGREES
    assert verdict(points, Measured(1.0, 0.0, 2000, 1000)) == DIFFERS
    tested = Cell("a", "a", "a", P_VALUE, published=0.001, games=1000)
    assert verdict(tested, Measured(0.5, 0.0, 10)) == TOO_FEW
    assert verdict(tested, Measured(0.5, 0.0, 1000)) == DIFFERS
