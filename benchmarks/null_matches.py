"""How often intervals mislead about agents that are alike: null matches of every game, fixed and watched.

    python benchmarks/null_matches.py [--json]

An agent plays against itself with other random numbers (``salt=``). Matches are drawn from the deals that
were played, each turned round at random, so that the true difference is zero. An interval of 95 % should miss
it in 5 % of matches, and a confidence sequence that somebody watches should ever miss it in at most 5 %.
The same holds for the reduced estimate, whose weights are those that the game ships. Its luck must be zero on
average whoever plays: the last column has the mean of all deals, not turned round, in standard errors.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

import numpy as np

import kiebitz as kb
from kiebitz.lab.statistics.duplicate import paired
from kiebitz.lab.statistics.intervals import rate_interval, wilson
from kiebitz.lab.statistics.watching import reach
from parts.document import Cell, Document, cell, show

AGENTS = {
    "schnapsen": "rdeep:samples=2",
    "skat": "flat:playouts=2",
    "durak": "flat:playouts=2",
    "boerenbridge": "random",
}
COLUMNS = ("points", "reduced", "rate over deals", "rate over games", "sequence", "plain")
SEED, POOL, MATCHES, DEALS = 1, 4_000, 10_000, 200
LONGEST, FIRST, LOOK = 2_000, 50, 10


def pair(agent: str) -> tuple[str, str]:
    """An agent, and the same with other random numbers."""
    return agent, f"{agent}{',' if ':' in agent else ':'}salt=other"


def pool(game: str) -> tuple[Any, Any, Any]:
    """Differences in points, with and without luck, and shares of the win of many deals, in all seatings."""
    found = kb.tournament(
        game, *pair(AGENTS[game]), deals=POOL, seed=SEED, reduce="own", progress=False
    ).results[0]
    points, reduced = (
        found.of_agent(0, values) - found.of_agent(1, values) for values in (found.points, found.reduced)
    )
    return points, reduced, found.shares_of(0)


def fixed(points: Any, reduced: Any, shares: Any, rng: Any) -> tuple[float, ...]:
    """How often intervals miss: of points, of points without luck, of the win rate over deals and games."""
    misses = np.zeros(4, int)
    for _ in range(MATCHES):
        drawn, turned = rng.integers(POOL, size=DEALS), rng.random(DEALS) < 0.5
        own, lucky = (np.where(turned[:, None], -each[drawn], each[drawn]) for each in (points, reduced))
        wins = np.where(turned[:, None], 1 - shares[drawn], shares[drawn])
        means = [paired(each, np.zeros_like(each)) for each in (own, lucky)]
        rates = rate_interval(wins), wilson(float(wins.sum()), wins.size)
        misses += [
            *(not found.low <= 0 <= found.high for found in means),
            *(not low <= 0.5 <= high for low, high in rates),
        ]
    return tuple(misses / MATCHES)


def watched(points: Any, rng: Any) -> tuple[float, float]:
    """How often the sequence and the plain interval ever miss, looked at after every ten deals."""
    means, looks = points.mean(axis=1), np.arange(FIRST, LONGEST + 1, LOOK)
    reaches = np.array([reach(int(deals)) for deals in looks])
    sequence = plain = 0
    for _ in range(MATCHES // 500):
        values = means[rng.integers(POOL, size=(500, LONGEST))] * rng.choice([-1, 1], (500, LONGEST))
        sums, squares = values.cumsum(axis=1)[:, looks - 1], (values**2).cumsum(axis=1)[:, looks - 1]
        farthest = np.maximum.accumulate(abs(values), axis=1)[:, looks - 1]
        mean = sums / looks
        square = np.maximum(squares / looks - mean**2, 1e-12)
        error = np.sqrt((square + 2 * farthest**2 / looks) / looks)
        sequence += int((abs(mean) > reaches * error).any(axis=1).sum())
        plain += int((abs(mean) > 1.96 * np.sqrt(square / looks)).any(axis=1).sum())
    return sequence / MATCHES, plain / MATCHES


def cells_of(game: str) -> Iterator[tuple[str, Cell]]:
    """How often each interval misses, and the mean of the luck in its standard errors."""
    rng, (points, reduced, shares) = np.random.default_rng(7), pool(game)
    values = (*fixed(points, reduced, shares, rng), *watched(points, rng))
    yield from ((name, cell(value)) for name, value in zip(COLUMNS, values, strict=True))
    luck = (points - reduced).mean(axis=1)
    error = luck.std(ddof=1) / len(luck) ** 0.5
    yield "luck", {"text": f"{luck.mean() / error:+.1f}".replace("-", "−") if error > 1e-6 else "none"}


def parser() -> argparse.ArgumentParser:
    return argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)


def measured(chosen: argparse.Namespace) -> Document:
    cells = {f"{game} {name}": one for game in AGENTS for name, one in cells_of(game)}
    return Document(cells, SEED, {game: pair(agent) for game, agent in AGENTS.items()})


if __name__ == "__main__":
    show(parser(), measured)
