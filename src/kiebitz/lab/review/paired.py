"""Is a move worse than another over the same worlds, or was that luck?"""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

SURE = 2.5
"""Standard errors from which a loss counts.

Of ten moves that are all alike, one is taken for a mistake in fewer than one of fifty cases, of two in one of
a hundred; two standard errors would be 4 % and 2.3 %.
"""
TINY = 1e-9  # a difference below this is one of rounding


class Loss(NamedTuple):
    """How much a move loses against the best other one; ``best`` is that one's column."""

    best: int
    loss: float
    error: float

    @property
    def is_sure(self) -> bool:
        return self.loss > TINY and self.loss > SURE * self.error


def loss_of(values: Any, chosen: int, strata: int = 0) -> Loss:
    """What the move of a column loses against the best of the others; rows are worlds.

    Whoever takes the best of several measured means overrates it. So each half of the worlds chooses a move
    whose gain the other half measures. Rows that go through the same worlds again and again, ``strata`` of
    them, differ only by what is left to chance within a world, and only that enters the error.

    >>> rows = np.array([[0.0, 1.0, 0.0], [0.0, 1.0, 0.0], [0.0, 3.0, 0.0], [0.0, 3.0, 0.0]])
    >>> loss_of(rows, 0)[:2], round(loss_of(rows, 0).error, 3)
    ((1, 2.0), 0.577)
    >>> loss_of(rows, 0, strata=2).is_sure, loss_of(rows, 1).loss
    (True, -2.0)
    """
    gains = values - values[:, [chosen]]
    others = [column for column in range(values.shape[1]) if column != chosen]
    means = gains[:, others].mean(axis=0)
    best = others[int(means.argmax())]
    first = _first_half(len(gains), strata)
    gained = np.empty(len(gains))
    for choosing, measuring in ((first, ~first), (~first, first)):
        column = others[int(gains[choosing][:, others].mean(axis=0).argmax())]
        gained[measuring] = gains[measuring, column]
    return Loss(best, float(gained.mean()), error_of(gained, strata))


def error_of(row: Any, strata: int = 0) -> float:
    """The standard error of the mean; with strata, that within the worlds, which are all there.

    >>> error_of(np.array([1.0, 3.0])), error_of(np.array([1.0, 3.0, 1.0, 3.0]), strata=2)
    (1.0, 0.0)
    """
    if not strata or len(row) < 2 * strata:
        return float(row.std(ddof=1) / sqrt(len(row))) if len(row) > 1 else 0.0
    again = row.reshape(-1, strata)  # each row goes through all worlds
    return float(sqrt(float(again.var(axis=0, ddof=1).mean()) / len(row)))


def _first_half(rows: int, strata: int) -> Any:
    """Every other row, or every other way through all worlds."""
    number = np.arange(rows) // strata if strata and rows >= 2 * strata else np.arange(rows)
    return number % 2 == 0
