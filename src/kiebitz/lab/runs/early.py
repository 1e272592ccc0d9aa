"""The games of a run before its first deal has been played in all seatings: plain means of points."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kiebitz.lab.runs.run import Run
from kiebitz.sayings import Saying, joined, say


class Mean(NamedTuple):
    """What an agent has made on average in the games so far."""

    name: str
    games: int
    points: float
    """A game; the mean of its seats where it has several."""


def means(run: Run, number: int = 0) -> list[Mean]:
    """Each agent's mean over all games of a plan that are stored, whatever their seatings."""
    match = run.match(number)
    games, sums = np.zeros(len(match.players), np.int64), np.zeros(len(match.players))
    for batch in run.ledger.batches(number, match):
        for lineup, seated in enumerate(match.lineups):
            points = batch.points[batch.lineups == lineup]
            for agent in set(seated):
                games[agent] += len(points)
                seats = [seat for seat, who in enumerate(seated) if who == agent]
                sums[agent] += points[:, seats].mean(axis=1).sum()
    return [
        Mean(player.name, int(n), float(total / n))
        for player, n, total in zip(match.players, games, sums, strict=True)
        if n
    ]


def said(found: list[Mean]) -> Saying:
    """The means in a sentence that says what they are not."""
    listed = [say("{name} {p:+.2f} in {n:,} {n:game|games}", name=one.name, p=one.points, n=one.games)
              for one in found]  # fmt: skip
    return say(
        "Points a game so far: {listed}. No interval goes with them: the first deal has not been played in "
        "all seatings, so the luck of seats and cards is still in them.",
        listed=joined(", ", listed),
    )
