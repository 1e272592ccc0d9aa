"""The same deals for everybody: comparing agents deal by deal, and how much luck that takes away."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isnan, nan, sqrt
from typing import Any

import numpy as np

from kiebitz.errors import BadOption
from kiebitz.kernel.random import key
from kiebitz.lab.statistics.intervals import binomial_test, clustered, interval
from kiebitz.lab.statistics.watching import watched as look
from kiebitz.sayings import say

FEW = 20  # up to this many deals that differ allow all 2^20 patterns of signs
FLIPS = 9_999
BLOCK = 1_000_000  # signs that are drawn at once


@dataclass(frozen=True)
class Paired:
    """How much more the first of two agents got on the same deals, and how sure that is."""

    deals: int
    difference: float
    error: float
    low: float
    high: float
    p: float
    test: str  # "t", "sign flips" or "every look"


def paired(first: Any, second: Any, confidence: float = 0.95, watched: bool = False) -> Paired:
    """Compare two agents on the same deals; rows are deals, columns the games of a deal.

    The p-value is Student's, but from sign flips where few deals differ or all differ alike: there the
    spread is not known well enough to lean on it. If somebody has watched, it holds at every look.

    >>> found = paired([3, 1, 2, 2, 3, 1], [1, 1, 0, 1, 0, 0])
    >>> found.difference, found.p, found.test
    (1.5, 0.0625, 'sign flips')
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
    low, high = interval(mean, error, len(deals), confidence)
    if np.count_nonzero(deals) <= FEW or np.ptp(deals) == 0:
        return Paired(len(deals), mean, error, low, high, sign_flips(deals), "sign flips")
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


def sign_flips(differences: Any, seed: int | str = 0) -> float:
    """The p-value if each deal's difference had its sign from a fair coin; needs no model of the points.

    Exact for up to 20 deals that differ, and for any number of differences of one size (the sign test);
    otherwise from 9,999 random patterns of signs.

    >>> sign_flips([1, 1, 2, 3, 1]), sign_flips([0, 0]), sign_flips([2, -2])
    (0.0625, 1.0, 1.0)
    """
    differences = np.asarray(differences, float)
    differences = differences[differences != 0]
    sizes, counts = np.unique(abs(differences), return_counts=True)
    if len(sizes) < 2:
        return binomial_test(int((differences > 0).sum()), int((differences < 0).sum()))
    seen = abs(differences.sum()) * (1 - 1e-12)  # sums that are equal may differ in their last bits
    if len(differences) <= FEW:
        return float((abs(_all_sums(differences)) >= seen).mean())
    rng = np.random.default_rng(key("sign flips", seed) % 2**64)
    as_far, rows = 0, max(1, BLOCK // len(counts))
    for start in range(0, FLIPS, rows):
        kept = rng.binomial(counts, 0.5, (min(rows, FLIPS - start), len(counts)))
        as_far += int((abs((2 * kept - counts) @ sizes) >= seen).sum())
    return (as_far + 1) / (FLIPS + 1)


def _all_sums(differences: Any) -> Any:
    """The sums under all patterns of signs; the first sign is fixed, for the other half mirrors this one."""
    sums = differences[:1]
    for difference in differences[1:]:
        sums = np.concatenate((sums + difference, sums - difference))
    return sums


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
