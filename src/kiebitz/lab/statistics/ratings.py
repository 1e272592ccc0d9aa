"""Ratings: how strong each of several agents is, on the scale of Elo, from all their games at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import inf, log, log10
from typing import Any

import numpy as np

from kiebitz.errors import BadOption, KiebitzError
from kiebitz.kernel.random import key
from kiebitz.lab.statistics.intervals import quantile
from kiebitz.sayings import say

Pairs = Mapping[tuple[str, str], Any]
"""Scores of the first agent against the second in 0..1; row d of every pair is the same deal d."""

UNIT = 400 / log(10)  # Elo points in one unit of log odds
BLOCK = 1000  # kinds of deals that are weighed at once
PART = 100_000  # deals that are sorted at once
LEAST = 1e-6  # a virtual game's weight, which rounding must not lose


@dataclass(frozen=True)
class Rating:
    """An agent's strength in Elo; the average of all agents is 0."""

    name: str
    elo: float
    low: float
    high: float
    games: int


def expected(elo: float) -> float:
    """The score that an advantage of this many Elo points over the opponent promises.

    >>> round(expected(0), 3), round(expected(100), 3)
    (0.5, 0.64)
    """
    return 1 / (1 + 10 ** (-elo / 400))


def elo(score: float) -> float:
    """The difference in Elo that a score in 0..1 stands for.

    >>> round(elo(0.75)), elo(1.0)
    (191, inf)
    """
    if not 0 < score < 1:
        return inf if score > 0 else -inf
    return 400 * log10(score / (1 - score))


def ratings(
    pairs: Pairs, confidence: float = 0.95, samples: int = 1000, seed: int | str = 0, prior: float = 1.0
) -> list[Rating]:
    """Bradley-Terry ratings, the strongest first, with error bars from a bootstrap over deals.

    A draw is half a win. The bootstrap is the Bayesian one: each sample gives every deal a random weight,
    the same for all pairs, since luck of the cards is common to all who play a deal. The virtual draws of
    ``prior`` are weighed too, so that an agent that won everything has a wide error bar and not none.

    >>> scores = {("b", "a"): np.array([1.0, 0.5] * 50), ("c", "b"): np.array([1.0, 0.5] * 50)}
    >>> [(rating.name, round(rating.elo), rating.games) for rating in ratings(scores)]
    [('c', 188, 100), ('b', 0, 200), ('a', -188, 100)]
    """
    quantile(confidence)
    names = sorted({name for pair in pairs for name in pair})
    if not names or prior <= 0:
        raise BadOption(say("Ratings need at least one pair of agents and a prior above 0."))
    places, outcomes = _outcomes(pairs, names)
    wins = _matrix(outcomes.sum(axis=0), places, len(names))
    games = (wins + wins.T).sum(axis=1).round().astype(int).tolist()
    strengths = bradley_terry(wins, prior)
    rng = np.random.default_rng(key("ratings", seed) % 2**64)
    wins = _matrix(_resampled(rng, samples, outcomes), places, len(names))
    virtual = rng.standard_gamma(_virtual(len(names), prior), wins.shape) + LEAST
    tails = (1 - confidence) / 2
    low, high = np.quantile(bradley_terry(wins + virtual, 0), (tails, 1 - tails), axis=0)
    found = zip(names, strengths.tolist(), low.tolist(), high.tolist(), games, strict=True)
    return sorted((Rating(*one) for one in found), key=lambda rating: -rating.elo)


def pair_scores(points: Any, names: Sequence[str]) -> dict[tuple[str, str], Any]:
    """The scores of all pairs at a table of any size: which of two got more points; for ``ratings``.

    ``points[deal, seating, agent]`` are those of a match.

    >>> pair_scores(np.array([[[3, 1, 1]], [[0, 2, 1]]]), "abc")[("b", "c")]
    array([[0.5],
           [1. ]])
    """
    points = np.asarray(points)
    return {
        (names[i], names[j]): (1 + np.sign(points[:, :, i] - points[:, :, j])) / 2
        for i, j in combinations(range(len(names)), 2)
    }


def bradley_terry(wins: Any, prior: float = 1.0) -> Any:
    """Elo with average 0 from ``wins[..., i, j]`` of i over j, by Newton's method.

    ``prior`` is a weak belief that all are equal: each agent has drawn this many virtual games, spread over
    all others. It keeps ratings finite where someone won everything or two groups never met; it does
    not matter beside many games.

    >>> bradley_terry([[0, 30], [10, 0]], prior=0).round(1)
    array([ 95.4, -95.4])
    """
    wins = np.asarray(wins, float)
    agents = wins.shape[-1]
    wins = wins * (1 - np.eye(agents)) + _virtual(agents, prior)
    games = wins + wins.swapaxes(-1, -2)
    strengths = np.zeros(wins.shape[:-1])
    for _ in range(200):
        chance = np.exp(-np.logaddexp(0, strengths[..., None, :] - strengths[..., :, None]))
        lost = chance.swapaxes(-1, -2)
        slope = (wins * lost - wins.swapaxes(-1, -2) * chance).sum(axis=-1)
        bend = games * chance * lost
        curve = np.eye(agents) * bend.sum(axis=-1, keepdims=True) - bend
        curve = curve + bend.mean(axis=(-2, -1), keepdims=True)  # holds the average, which no game tells
        try:
            step = np.linalg.solve(curve, slope[..., None])[..., 0]
        except np.linalg.LinAlgError:
            break
        longest = abs(step).max(initial=0.0)
        strengths = strengths + step / np.maximum(1, abs(step).max(axis=-1, keepdims=True))
        if longest < 1e-7:
            return UNIT * (strengths - strengths.mean(axis=-1, keepdims=True))
    raise KiebitzError(say("These games do not determine ratings; give a prior above 0."))


def _virtual(agents: int, prior: float) -> Any:
    """The wins of the virtual draws."""
    return prior / 2 / max(agents - 1, 1) * (1 - np.eye(agents))


def _outcomes(pairs: Pairs, names: Sequence[str]) -> tuple[list[tuple[int, int]], Any]:
    """The pairs as places in the list of names, and the wins and losses of each pair in each deal."""
    deals = max(len(scores) for scores in pairs.values())
    tables: dict[tuple[int, int], Any] = {}
    for pair, scores in pairs.items():
        first, second = (names.index(name) for name in pair)
        table = _table(pair, scores)
        if first > second:
            first, second, table = second, first, table[:, ::-1]
        tables.setdefault((first, second), np.zeros((deals, 2)))[: len(table)] += table
    places = sorted(tables)
    return places, np.concatenate([tables[place] for place in places], axis=1)


def _table(pair: tuple[str, str], scores: Any) -> Any:
    """Wins and losses of a pair as the two columns of a table of deals."""
    scores = np.asarray(scores, float)
    if pair[0] == pair[1]:
        raise BadOption(say("{agent} cannot be rated against itself.", agent=pair[0]))
    if scores.size == 0 or not ((scores >= 0) & (scores <= 1)).all():
        one, other = pair
        raise BadOption(
            say("The scores of {one} against {other} must be some numbers in 0..1.", one=one, other=other)
        )
    scores = scores.reshape(len(scores), -1)
    return np.stack((scores.sum(axis=1), (1 - scores).sum(axis=1)), axis=1)


def _matrix(sums: Any, places: Sequence[tuple[int, int]], agents: int) -> Any:
    """Sums of wins and losses of the pairs as matrices of wins."""
    wins = np.zeros((*sums.shape[:-1], agents, agents))
    first, second = np.transpose(places)
    wins[..., first, second] = sums[..., 0::2]
    wins[..., second, first] = sums[..., 1::2]
    return wins


def _kinds(outcomes: Any) -> tuple[Any, Any]:
    """The different rows in order, and how often each occurs; part by part, because sorting takes room."""
    found = [np.unique(part, axis=0, return_counts=True)
             for part in np.array_split(outcomes, len(outcomes) // PART + 1)]  # fmt: skip
    kinds, places = np.unique(np.concatenate([rows for rows, _ in found]), axis=0, return_inverse=True)
    numbers = np.concatenate([counts for _, counts in found])
    return kinds, np.bincount(places.reshape(-1), numbers).astype(np.int64)


def _resampled(rng: Any, samples: int, outcomes: Any) -> Any:
    """The sums over deals with random weights, one row a sample.

    A deal's weight is exponential; n deals that came out alike share one weight, whose law is gamma(n).
    """
    kinds, counts = _kinds(outcomes)
    sums = np.zeros((samples, outcomes.shape[1]))
    for start in range(0, len(kinds), BLOCK):
        block = slice(start, start + BLOCK)
        weights = rng.standard_gamma(counts[block], (samples, len(counts[block])))
        sums += weights @ kinds[block]
    return sums
