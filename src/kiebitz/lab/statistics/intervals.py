"""Honest figures: a rate with its interval, a mean with its standard error, a difference with its p-value.

All tests are two-sided. Draws count half a win in rates and are left out of the exact test.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, isnan, nan, sqrt
from statistics import NormalDist
from typing import Any

from kiebitz.errors import BadOption, wrong_type
from kiebitz.lab.statistics.watching import reach
from kiebitz.sayings import say

VIRTUAL = 0.25  # the square of a deal at half a win from the mean, lest equal deals be taken for certainty


def wilson(
    share: float, games: float, confidence: float = 0.95, deals: int | None = None, watched: bool = False
) -> tuple[float, float]:
    """Wilson's interval for a rate of independent games; ``share`` is the sum of wins, draws count in part.

    With ``deals`` the spread was estimated from this many; see ``quantile``.

    >>> low, high = wilson(81, 263)
    >>> round(low, 4), round(high, 4)
    (0.2553, 0.3662)
    >>> wilson(0, 10)[0], wilson(10, 10)[1]
    (0.0, 1.0)
    """
    z = quantile(confidence, deals, watched)
    if games == 0:
        return 0.0, 1.0
    p = share / games
    centre = p + z * z / (2 * games)
    half = z * sqrt((p * (1 - p) + z * z / (4 * games)) / games)
    scale = 1 + z * z / games
    low = (centre - half) / scale if share > 0 else 0.0
    high = (centre + half) / scale if share < games else 1.0
    return low, high


def rate_interval(shares: Any, confidence: float = 0.95, watched: bool = False) -> tuple[float, float]:
    """Wilson's interval for a rate over deals; rows are deals, whose games are not independent.

    How much the deals differ tells how many independent games they are worth: fewer than were played if the
    games of a deal come out alike, more if one seat's luck is the other's bad luck.

    >>> import numpy as np
    >>> alike = np.repeat([[0, 0], [1, 1], [1, 1], [0, 0]], 25, axis=0)
    >>> [round(high - low, 2) for low, high in (rate_interval(alike), wilson(100, 200))]
    [0.2, 0.14]
    """
    rate, error = clustered(shares)
    deals = len(shares)
    if deals < 2:
        return 0.0, 1.0
    worth = independent_games(rate, error, deals)
    return wilson(rate * worth, worth, confidence, deals, watched)


def independent_games(rate: float, error: float, deals: int) -> float:
    """How many independent games would tell as much of a rate as these deals, from its standard error.

    >>> round(independent_games(0.5, 0.05, 200)), independent_games(1.0, 0.0, 4)
    (100, 4.0)
    """
    spread = (error * deals) ** 2
    return deals * (deals * rate * (1 - rate) + VIRTUAL) / (spread + VIRTUAL)


def exact_interval(wins: int, games: int, confidence: float = 0.95) -> tuple[float, float]:
    """Clopper and Pearson's interval for a rate of independent games.

    >>> [round(end, 3) for end in exact_interval(8, 8)]
    [0.631, 1.0]
    """
    from scipy.special import betaincinv

    tail = (1 - confidence) / 2
    low = float(betaincinv(wins, games - wins + 1, tail)) if wins else 0.0
    high = float(betaincinv(wins + 1, games - wins, 1 - tail)) if wins < games else 1.0
    return low, high


def exact_test(wins: int, games: int, other_wins: int, other_games: int) -> float:
    """Fisher's exact p-value, twice the smaller tail, that two rates of independent games are one.

    >>> round(exact_test(3, 3, 90, 100), 2), f"{exact_test(20, 100, 90, 100):.1g}"
    (1.0, '6e-25')
    """
    from scipy.stats import hypergeom

    drawn = hypergeom(games + other_games, wins + other_wins, games)
    return min(1.0, 2 * min(float(drawn.cdf(wins)), float(drawn.sf(wins - 1))))


def clustered(points: Any) -> tuple[float, float]:
    """Mean and standard error of points; rows are deals, whose games are not independent."""
    deals = points.mean(axis=1)
    if len(deals) < 2:
        return float(deals.mean()), float("nan")
    return float(deals.mean()), float(deals.std(ddof=1) / sqrt(len(deals)))


def interval(
    mean: float, error: float, deals: int | None = None, confidence: float = 0.95, watched: bool = False
) -> tuple[float, float]:
    """The interval of a mean with its standard error: Student's for this many deals, else the normal one.

    >>> low, high = interval(0.3, 0.1)
    >>> round(low, 3), round(high, 3)
    (0.104, 0.496)
    >>> low, high = interval(0.3, 0.1, deals=10)
    >>> round(low, 3), round(high, 3)
    (0.074, 0.526)
    """
    half = quantile(confidence, deals, watched) * error
    return mean - half, mean + half


def quantile(confidence: float, deals: int | None = None, watched: bool = False) -> float:
    """How many standard errors a two-sided interval reaches; nan where one deal must tell the spread.

    ``watched``: somebody may have looked before all deals were played, so it must hold at every look.
    """
    if not 0 < confidence < 1 or 1 + confidence == 2:  # the last ones below 1 round to it
        raise BadOption(
            say("The confidence must lie between 0 and 1, such as 0.95, not {given}.", given=confidence)
        )
    if deals is None:
        return NormalDist().inv_cdf((1 + confidence) / 2)
    if deals < 2:
        return float("nan")
    if watched:
        return reach(deals, confidence)
    from scipy.special import stdtrit

    return float(stdtrit(deals - 1, (1 + confidence) / 2))


def binomial_test(wins: int, losses: int, rate: float = 0.5) -> float:
    """The exact p-value of this many wins if the true rate of wins among decided games were ``rate``.

    Draws are left out: they speak for neither side, and given their number the test stays exact.

    >>> f"{binomial_test(552, 448):.4g}"
    '0.001115'
    >>> binomial_test(5, 0), binomial_test(0, 5), binomial_test(0, 0)
    (0.0625, 0.0625, 1.0)
    """
    if min(wins, losses) < 0:
        raise BadOption(
            say("Wins and losses cannot be negative: {wins} and {losses}.", wins=wins, losses=losses)
        )
    if wins + losses == 0:
        return 1.0
    from scipy.stats import binomtest

    return float(binomtest(wins, wins + losses, rate).pvalue)


def two_proportions(share: float, games: int, other_share: float, other_games: int) -> float:
    """The p-value of the pooled z-test that two rates are one; the games must be independent.

    Draws may count half: that makes the true spread smaller than the assumed one and the test careful.

    >>> f"{two_proportions(898, 1000, 869, 1000):.3f}"
    '0.043'
    >>> two_proportions(10, 10, 20, 20)
    1.0
    """
    if min(games, other_games) < 1:
        raise BadOption(say("A comparison of two rates needs games on both sides."))
    pooled = (share + other_share) / (games + other_games)
    error = sqrt(max(0.0, pooled * (1 - pooled)) * (1 / games + 1 / other_games))
    if error == 0:
        return 1.0
    return two_sided((share / games - other_share / other_games) / error)


def check_confidence(confidence: float) -> None:
    """Refuse a confidence before anything is played for it."""
    if isinstance(confidence, bool) or not isinstance(confidence, (int, float)):
        raise wrong_type(say("The confidence"), say("a number such as 0.95"), confidence)
    quantile(confidence)


def two_sided(z: float) -> float:
    """The p-value of a deviation of this many standard errors, exact far out in the tails too.

    >>> f"{two_sided(-1.96):.3f}"
    '0.050'
    """
    return erfc(abs(z) / sqrt(2))


def holm(values: Sequence[float]) -> list[float]:
    """Holm's correction: p-values that may be read as if each comparison were the only one.

    A comparison that could not be made (nan) counts among the others and stays nan.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03, 0.5])]
    [0.04, 0.09, 0.09, 0.5]
    >>> holm([nan, 0.01])
    [nan, 0.02]
    """
    adjusted = [nan] * len(values)
    worst = 0.0
    known = [place for place, value in enumerate(values) if not isnan(value)]
    for rank, place in enumerate(sorted(known, key=values.__getitem__)):
        worst = max(worst, min(1.0, (len(values) - rank) * values[place]))
        adjusted[place] = worst
    return adjusted
