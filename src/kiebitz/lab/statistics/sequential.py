"""When to stop: a sequential test that decides as early as its error rates allow, and says why.

The test is the generalised sequential probability ratio test that testers of chess programs use, on the
scores of whole deals, so that the games of a deal need not be independent.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from math import isfinite, log
from typing import Any

import numpy as np

from kiebitz.amounts import tidy
from kiebitz.errors import BadOption
from kiebitz.lab.statistics.ratings import elo, expected
from kiebitz.sayings import Saying, joined, say

NUMBER = r"([-+]?\d+(?:\.\d+)?)"
RULE = re.compile(rf"\s*(elo|points)\s*>\s*(?:{NUMBER}\s*\.\.\s*)?{NUMBER}\s*")


@dataclass
class Sequential:
    """H0 "at most ``low``" against H1 "at least ``high``", for Elo or for points a deal.

    A deal's score is the first agent's mean score in 0..1 over the games of the deal, or for points the
    mean difference. The spread is unknown and estimated along the way: under each hypothesis the most
    likely one, with two virtual deals at ``reach`` from the middle, lest a row of equal deals be taken
    for certainty. Scores between the hypotheses may end either way.

    >>> test = Sequential(0, 40)
    >>> test.update([1.0, 0.5, 0.75, 1.0, 0.5] * 20)
    'accept H1'
    >>> print(test.because)
    Stopped after 28 deals: H1 (elo >= 40) accepted against H0 (elo <= 0), \
log likelihood ratio 3.05 above 2.94 (alpha 0.05, beta 0.05); measured elo 191.
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05
    quantity: str = "elo"
    reach: float | None = None
    """How far a deal can be from even: 1/2 for Elo; for points a large but usual difference, which must be
    given: if it is too large the test takes longer, if too small a row of equal deals ends it too early."""
    deals: int = field(default=0, init=False)
    mean: float = field(default=0.0, init=False)
    llr: float = field(default=0.0, init=False)
    decision: str | None = field(default=None, init=False)
    _sums: tuple[float, float] = field(default=(0.0, 0.0), init=False, repr=False)

    def __post_init__(self) -> None:
        if self.quantity not in ("elo", "points"):
            asked = repr(self.quantity)
            raise BadOption(say("A sequential test is about elo or points, not {asked}.", asked=asked))
        if not self.low < self.high:
            low, high = tidy(self.low), tidy(self.high)
            raise BadOption(say("H1 must lie above H0, but {high} is not above {low}.", high=high, low=low))
        if not (self.alpha > 0 and self.beta > 0 and self.alpha + self.beta < 1):
            raise BadOption(say("The error rates alpha and beta must be above 0 and below 1 together."))
        if self.quantity == "elo":
            self.reach = 0.5
        elif self.reach is None or self.reach <= 0:
            raise BadOption(say("A sequential test on points needs the reach of a deal's difference."))

    @classmethod
    def parse(
        cls, text: str, alpha: float = 0.05, beta: float = 0.05, reach: float | None = None
    ) -> Sequential:
        """A test from text: ``elo>10`` is 0 against 10, ``elo>-10..0`` is -10 against 0; likewise for points.

        >>> test = Sequential.parse("elo>10")
        >>> test.low, test.high
        (0.0, 10.0)
        """
        found = RULE.fullmatch(text)
        if not found:
            raise BadOption(
                say(
                    "{text} does not say when to stop; write elo>10, points>0.1, "
                    "or with the other hypothesis in front elo>-10..0.",
                    text=repr(text),
                )
            )
        quantity, low, high = found.groups()
        if low is None and float(high) <= 0:
            raise BadOption(
                say(
                    "{text} leaves open what it is tested against; write {quantity}>-10..0 or so.",
                    text=repr(text),
                    quantity=quantity,
                )
            )
        return cls(float(low or 0), float(high), alpha, beta, quantity, reach)

    @property
    def bounds(self) -> tuple[float, float]:
        """The log likelihood ratios at which H0 and H1 are accepted (Wald's)."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    @property
    def means(self) -> tuple[float, float]:
        """The mean scores of a deal under H0 and H1."""
        if self.quantity == "elo":
            return expected(self.low), expected(self.high)
        return self.low, self.high

    def update(self, scores: Any) -> str | None:
        """Take further deals in their order; the test ends at the first that decides it.

        Later deals change nothing, so the decision does not depend on how many come at a time.
        """
        scores = np.asarray(scores, float)
        if scores.ndim != 1 or not np.isfinite(scores).all():
            raise BadOption(say("A sequential test takes one score for each deal."))
        if self.quantity == "elo" and ((scores < 0) | (scores > 1)).any():
            raise BadOption(say("The score of a deal must lie in 0..1."))
        if self.decision or not len(scores):
            return self.decision
        low, high = self.bounds
        away = scores - self.means[0]
        first, second = self._sums[0] + away.cumsum(), self._sums[1] + (away * away).cumsum()
        deals = self.deals + np.arange(1, len(scores) + 1)
        ratio = self._ratio(deals, first, second)
        crossed = np.flatnonzero((ratio <= low) | (ratio >= high))
        last = crossed[0] if len(crossed) else len(scores) - 1
        self.deals, self.llr = int(deals[last]), float(ratio[last])
        self._sums = float(first[last]), float(second[last])
        self.mean = self.means[0] + self._sums[0] / self.deals
        if len(crossed):
            self.decision = "accept H1" if self.llr >= high else "accept H0"
        return self.decision

    def _ratio(self, deals: Any, first: Any, second: Any) -> Any:
        """The generalised log likelihood ratio from the sums of distances to H0's mean and their squares."""
        assert self.reach is not None
        step = self.means[1] - self.means[0]
        virtual = 2 * self.reach**2
        return (
            deals / 2 * np.log((second + virtual) / (second - 2 * step * first + deals * step**2 + virtual))
        )

    @property
    def because(self) -> Saying:
        """Why the test stopped, or where it stands, as a sentence."""
        h0 = Saying("H0 ({quantity} <= {low})", {"quantity": self.quantity, "low": tidy(self.low)})
        h1 = Saying("H1 ({quantity} >= {high})", {"quantity": self.quantity, "high": tidy(self.high)})
        where, measured = self._where, self._measured
        if self.decision is None:
            return say(
                "Undecided after {n} deals: {h0} or {h1}, {where}; {measured}.",
                n=self.deals, h0=h0, h1=h1, where=where, measured=measured,
            )  # fmt: skip
        accepted, refused = (h0, h1) if self.decision == "accept H0" else (h1, h0)
        return say(
            "Stopped after {n} deals: {accepted} accepted against {refused}, {where}; {measured}.",
            n=self.deals, accepted=accepted, refused=refused, where=where, measured=measured,
        )  # fmt: skip

    @property
    def _where(self) -> Saying:
        """The ratio, the bounds that it has crossed or lies between, and the error rates."""
        llr, (low, high) = self.llr, self.bounds
        rates = Saying("(alpha {a}, beta {b})", {"a": tidy(self.alpha), "b": tidy(self.beta)})
        match self.decision:
            case "accept H0":
                said = say("log likelihood ratio {llr:.2f} below {low:.2f}", llr=llr, low=low)
            case "accept H1":
                said = say("log likelihood ratio {llr:.2f} above {high:.2f}", llr=llr, high=high)
            case _:
                said = say(
                    "log likelihood ratio {llr:.2f} between {low:.2f} and {high:.2f}",
                    llr=llr, low=low, high=high,
                )  # fmt: skip
        return joined(" ", (said, rates))

    @property
    def _measured(self) -> Saying:
        if not self.deals:
            return say("nothing measured yet")
        value = elo(self.mean) if self.quantity == "elo" else self.mean
        shown = tidy(value, 3) if isfinite(value) else str(value)
        return say("measured {quantity} {value}", quantity=self.quantity, value=shown)
