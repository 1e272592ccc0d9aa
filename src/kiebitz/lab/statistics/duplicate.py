"""The same deals for everybody: comparing agents deal by deal, and how much luck that takes away."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isnan, nan, sqrt
from typing import Any

import numpy as np

from kiebitz.errors import BadOption
from kiebitz.lab.statistics.intervals import binomial_test, clustered, interval
from kiebitz.lab.statistics.watching import watched as look
from kiebitz.sayings import say

FEWEST = 6  # deals that differ, from which the spread can be told; fewer could not be significant by signs


@dataclass(frozen=True)
class Paired:
    """How much more the first of two agents got on the same deals, and how sure that is."""

    deals: int
    difference: float
    error: float
    low: float
    high: float
    p: float
    test: str  # "t", "signs" where all deals gave the same, "every look", or "" where there are too few deals


def paired(first: Any, second: Any, confidence: float = 0.95, watched: bool = False) -> Paired:
    """Compare two agents on the same deals; rows are deals, columns the games of a deal.

    P-value and interval are Student's, so that they never contradict each other. Where fewer than six deals
    differ, both are nan. Deals that all gave the same have no spread: there the signs are tested. If somebody
    has watched, both hold at every look.

    >>> found = paired([3, 1, 2, 2, 3, 1], [1, 0, 0, 1, 0, 0])
    >>> round(found.low, 2), round(found.high, 2), round(found.p, 4), found.test
    (0.81, 2.52, 0.0041, 't')
    >>> paired([3, 1, 2], [1, 0, 0]).p
    nan
    """
    first, second = np.asarray(first), np.asarray(second)
    if first.shape != second.shape or len(first) == 0:
        one, other = len(first), len(second)
        raise BadOption(
            say("A paired comparison needs the same deals: {one} and {other} rows.", one=one, other=other)
        )
    differences = np.subtract(first, second, dtype=float).reshape(len(first), -1)
    mean, error = clustered(differences)
    deals = differences.mean(axis=1)
    if watched:
        found = look(deals, confidence)
        return Paired(len(deals), mean, error, found.low, found.high, found.p, "every look")
    is_alike = np.ptp(deals) == 0
    if len(deals) < FEWEST or (not is_alike and np.count_nonzero(deals) < FEWEST):
        return Paired(len(deals), mean, error, nan, nan, nan, "")
    low, high = interval(mean, error, len(deals), confidence)
    if is_alike:
        p = binomial_test(len(deals), 0) if mean else 1.0
        return Paired(len(deals), mean, error, low, high, p, "signs")
    return Paired(len(deals), mean, error, low, high, t_test(deals), "t")


def t_test(differences: Any) -> float:
    """Student's p-value that the mean difference of the deals is zero; nan for a single deal.

    >>> f"{t_test([3, -1, 2, 2, 4, 0]):.3f}"
    '0.080'
    """
    differences = np.asarray(differences, float)
    mean, error = clustered(differences.reshape(-1, 1))
    if isnan(error):
        return nan
    if np.ptp(differences) == 0:
        return 1.0 if mean == 0 else 0.0
    from scipy.special import stdtr

    return float(2 * stdtr(len(differences) - 1, -abs(mean / error)))


@dataclass(frozen=True)
class Duplicate:
    """Standard errors of an agent's mean points: as they are, and as they would be otherwise."""

    clustered: float
    """As it is: deals are independent, the games of a deal are not."""
    independent: float
    """As if all games were independent; wrong for duplicate play, shown for comparison."""
    unpaired: float
    """With as many games, equally many in each seating, but every game from a deal of its own."""

    @property
    def saving(self) -> float:
        """How many times as many games unpaired play would have needed for the same precision."""
        if self.clustered == 0:
            return 1.0 if self.unpaired == 0 else inf
        return (self.unpaired / self.clustered) ** 2


def duplicate_effect(points: Any) -> Duplicate:
    """What playing each deal in several seatings did to an agent's standard error; rows are deals.

    >>> luck = np.array([[5, -4], [-3, 4], [2, -2], [-4, 4]])
    >>> round(duplicate_effect(luck).saving)
    105
    """
    points = np.asarray(points, float)
    deals, seatings = points.shape
    if deals < 2:
        return Duplicate(nan, nan, nan)
    within = points.var(axis=0, ddof=1).sum() / seatings**2
    return Duplicate(
        clustered=clustered(points)[1],
        independent=float(points.std(ddof=1) / sqrt(points.size)),
        unpaired=sqrt(within / deals),
    )
