# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What a score is worth where a unit holds several rounds: a dynamic programme over measured outcomes.

A round is a means: what counts is who wins in the end. Given how often a round brings which outcome, every
score has its worth, the chance to win the unit from there. A game says what outcomes there are, when a unit
ends, and which of two ways it takes. If few scores can follow each other, they are all gone through
backwards (``value_scores``). If many seats collect points for a fixed number of rounds, the sums of what each
will still get are (``rest_of``), and ``bind_most`` compares them, as if seats got their points independently.

Outcomes are kept in a file ``outcomes.json`` of the game with the command that measured them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np

from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import MAX_SEATS, PAYOFF
from kiebitz.kernel.vectors import Kernel

S = TypeVar("S")
Outcomes = Mapping[int, float]
"""How often a round brings a seat these points; the shares add up to one."""
CERTAIN = 1_000_000  # the worth of a unit that is won, as kernels count it
TAIL = 1e-5  # what is left out at either end of a sum


def measured(beside: str) -> Any:
    """The measured outcomes of a game, from the file ``outcomes.json`` beside one of its modules."""
    return json.loads(Path(beside).with_name("outcomes.json").read_text(encoding="utf-8"))["outcomes"]


def value_scores(
    start: S, follow: Callable[[S], Iterable[tuple[float, S]]], end: Callable[[S], float | None]
) -> dict[S, float]:
    """The worth of every score that can come about: what it is at the end, else the mean of what follows.

    First to two, each point being a toss of a coin:

    >>> found = value_scores(
    ...     (0, 0),
    ...     lambda score: [(0.5, (score[0] + 1, score[1])), (0.5, (score[0], score[1] + 1))],
    ...     lambda score: float(score[0] == 2) if 2 in score else None,
    ... )
    >>> found[0, 0], found[1, 0], found[0, 1]
    (0.5, 0.75, 0.25)
    """
    found: dict[S, float] = {}

    def worth(score: S) -> float:
        if score not in found:
            known = end(score)
            # One after the other: newer Pythons round the sum of a list in another way.
            parts = (p * worth(after) for p, after in follow(score))
            found[score] = reduce(add, parts, 0.0) if known is None else known
        return found[score]

    worth(start)
    return found


class Rest(NamedTuple):
    """How likely each sum of points is: ``chances[i]`` that of ``low + i``."""

    low: int
    chances: Any  # numpy.ndarray

    def mean(self) -> float:
        return self.low + float(np.arange(len(self.chances)) @ self.chances)


def rest_of(rounds: Sequence[Outcomes]) -> Rest:
    """What a seat will get in some rounds together; the least likely sums at either end are left out.

    >>> rest_of([{1: 0.5, 3: 0.5}] * 2).chances.tolist()
    [0.25, 0.0, 0.5, 0.0, 0.25]
    >>> rest_of([]).chances.tolist()
    [1.0]
    """
    low, chances = 0, np.ones(1)
    for outcomes in rounds:
        least = min(outcomes)
        one = np.zeros(max(outcomes) - least + 1)
        for points, share in outcomes.items():
            one[points - least] = share
        low, chances = low + least, np.convolve(chances, one)
        first = int(np.searchsorted(np.cumsum(chances), TAIL))
        last = len(chances) - int(np.searchsorted(np.cumsum(chances[::-1]), TAIL))
        low, chances = low + first, chances[first:last] / chances[first:last].sum()
    return Rest(low, chances)


class Ladder(NamedTuple):
    """Where a game of many rounds keeps what a score consists of, for ``bind_most``."""

    seats: int
    score: int  # the word of seat 0's points, the others follow
    finished: Kernel  # finished(state): how many rounds are over
    first: Kernel  # first(state): the seat from which the places of a round are counted


def bind_most(ladder: Ladder, rests: Sequence[Sequence[Rest]]) -> Kernel:
    """``worth(state, seat)``: the chance to have the most points in the end, in millionths; ties share it.

    ``rests[n][place]`` is what a place will still get after n rounds; after the last one, nothing.
    """
    seats, score, finished, first = ladder
    low = min(rest.low for row in rests for rest in row)
    width = max(rest.low + len(rest.chances) for row in rests for rest in row) - low
    chances = np.zeros((len(rests), seats, width))
    for number, row in enumerate(rests):
        for place, rest in enumerate(row):
            chances[number, place, rest.low - low : rest.low - low + len(rest.chances)] = rest.chances
    below = np.concatenate([np.zeros((len(rests), seats, 1)), np.cumsum(chances, axis=2)], axis=2)

    @kernel(PAYOFF, inline=False)
    def most(s, seat):
        number, opener = finished(s), first(s)
        ways, total = np.empty(MAX_SEATS + 1), 0.0
        own = chances[number, (seat - opener) % seats]
        for i in range(width):
            if own[i] == 0.0:
                continue
            ways[:] = 0.0  # ways[n]: the chance that n others have as many points and nobody more
            ways[0] = 1.0
            for other in range(seats):
                if other == seat:
                    continue
                place, gap = (other - opener) % seats, s[score + seat] + i - s[score + other]
                fewer = below[number, place, min(max(gap, 0), width)]
                same = chances[number, place, gap] if 0 <= gap < width else 0.0
                for n in range(seats - 1, 0, -1):
                    ways[n] = ways[n] * fewer + ways[n - 1] * same
                ways[0] *= fewer
            for n in range(seats):
                total += own[i] * ways[n] / (n + 1)
        return np.int64(round(CERTAIN * total))

    return most
