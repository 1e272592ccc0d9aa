"""Watch as long as you like: an interval and a p-value that hold at every look.

An ordinary interval holds for a number of deals that was fixed before. Whoever looks again and again and
stops when it leaves out zero is misled sooner or later. A *confidence sequence* is wider, by half at best,
and all its intervals together miss the truth in 5 % of runs.

This is the normal mixture of Robbins with the spread estimated along the way (Waudby-Smith, Arbour, Sinha,
Kennedy and Ramdas 2021): it needs many deals or few assumptions, as intervals of means do.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, inf, log, sqrt
from typing import Any

import numpy as np

from kiebitz.sayings import Saying, say

SHARPEST = 500  # deals at which the sequence is as narrow as it can be, for 95 %
SPREAD = (-2 * log(0.05) + log(1 - 2 * log(0.05))) / SHARPEST  # of the mixture


def reach(deals: int, confidence: float = 0.95) -> float:
    """How many standard errors an interval reaches that holds at every look; an ordinary one reaches 1.96.

    >>> round(reach(500), 2), round(reach(5000), 2)
    (3.04, 3.24)
    """
    breadth = deals * SPREAD + 1
    return sqrt(2 * breadth / (deals * SPREAD) * log(sqrt(breadth) / (1 - confidence)))


@dataclass(frozen=True)
class Watched:
    """A mean over deals that somebody has watched: how sure it is at every look."""

    deals: int
    mean: float
    low: float
    high: float
    p: float
    """That the mean is the value of the question: small at any time with no more than its probability."""


@dataclass
class Sums:
    """All that a confidence sequence needs of the deals so far; they may come in any parts.

    >>> sums = Sums()
    >>> sums.add([1, 0, 2, 1, 0, 1])
    >>> found = sums.watched()
    >>> found.low < 0 < found.high, round(found.mean, 3)
    (True, 0.833)
    """

    value: float = 0.0  # the value of the question
    deals: int = 0
    first: float = 0.0  # sums of distances from it, and of their squares
    second: float = 0.0
    farthest: float = 0.0

    def add(self, values: Any) -> None:
        """Take further deals, one number each."""
        away = np.asarray(values, float) - self.value
        if len(away):
            self.deals += len(away)
            self.first += float(away.sum())
            self.second += float((away * away).sum())
            self.farthest = max(self.farthest, float(abs(away).max()))

    def watched(self, confidence: float = 0.95) -> Watched:
        """The interval and the p-value at this look.

        Two virtual deals as far away as the farthest, lest a row of equal deals be taken for certainty.
        """
        if not self.deals:
            return Watched(0, self.value, -inf, inf, 1.0)
        mean = self.first / self.deals
        square = (max(0.0, self.second - self.deals * mean**2) + 2 * self.farthest**2) / self.deals
        if square == 0:
            return Watched(self.deals, self.value, -inf, inf, 1.0)
        breadth, half = self.deals * SPREAD + 1, reach(self.deals, confidence) * sqrt(square / self.deals)
        evidence = SPREAD * self.first**2 / (2 * square * breadth) - log(breadth) / 2
        centre = self.value + mean
        return Watched(self.deals, centre, centre - half, centre + half, exp(-max(0.0, evidence)))


def which_interval(watched: bool) -> Saying:
    """Which kind of interval counts, as a sentence."""
    if watched:
        return say(
            "Somebody may have looked before all deals were played, so intervals and p-values are those of a "
            "confidence sequence: they hold at every look."
        )
    return say("The number of deals was fixed before, so the ordinary intervals and p-values count.")


def watched(values: Any, confidence: float = 0.95, value: float = 0.0) -> Watched:
    """The mean of deals, one number each, as one look of a confidence sequence.

    >>> found = watched([1.0, -1.0, 1.0, 1.0] * 50)
    >>> round(found.low, 2), round(found.high, 2), found.p < 0.05
    (0.31, 0.69, True)
    """
    sums = Sums(value)
    sums.add(values)
    return sums.watched(confidence)
