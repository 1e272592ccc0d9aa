"""Honest figures: a rate with its interval, a mean with its standard error."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist
from typing import Any


def wilson(share: float, games: int, confidence: float = 0.95) -> tuple[float, float]:
    """Wilson's interval for a rate; ``share`` is the sum of wins, a draw counts its part.

    >>> low, high = wilson(81, 263)
    >>> round(low, 4), round(high, 4)
    (0.2553, 0.3662)
    >>> wilson(0, 10)[0], wilson(10, 10)[1]
    (0.0, 1.0)
    """
    if games == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    p = share / games
    centre = p + z * z / (2 * games)
    half = z * sqrt((p * (1 - p) + z * z / (4 * games)) / games)
    scale = 1 + z * z / games
    return max(0.0, (centre - half) / scale), min(1.0, (centre + half) / scale)


def clustered(points: Any) -> tuple[float, float]:
    """Mean and standard error of points; rows are deals, whose games are not independent."""
    deals = points.mean(axis=1)
    if len(deals) < 2:
        return float(deals.mean()), float("nan")
    return float(deals.mean()), float(deals.std(ddof=1) / sqrt(len(deals)))
