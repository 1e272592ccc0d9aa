# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What game points are worth to a player: a single deal counts wins first, a Bummerl its chances."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from kiebitz.games.schnapsen.rules import BUMMERL, FULL, RULES, SCORE, UNIT
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import PAYOFF, ROUND, TURN
from kiebitz.search.scores import CERTAIN, measured, value_scores

NEEDED = 7  # game points to win a Bummerl
LEADERS_POINTS = {int(points): share for points, share in measured(__file__).items()}
"""How often a deal brings its first leader these game points."""
MATCH, DEAL = 0, 1  # what is played for: the Bummerl, where there is one, or the deal
MIDDLE = 3  # where a deal of no game points would stand in the table of values
OUTCOMES = 2 * MIDDLE + 1

Score = tuple[int, int, int]
"""Does a player lead the next deal (1) or not (0), his game points, and the other's."""


def _after(score: Score) -> Iterator[tuple[float, Score]]:
    """What may follow a deal; the lead alternates."""
    leads, mine, theirs = score
    for points, share in LEADERS_POINTS.items():
        won = points if leads else -points
        yield share, (1 - leads, mine + max(won, 0), theirs + max(-won, 0))


def _end(score: Score) -> float | None:
    _, mine, theirs = score
    return None if max(mine, theirs) < NEEDED else float(mine >= NEEDED)


def _chances() -> Any:
    """``chances[leads, a, b]``: how likely is a player with a game points against b to win the Bummerl?"""
    chances = np.zeros((2, NEEDED + MIDDLE, NEEDED + MIDDLE))
    chances[:, NEEDED:, :] = 1.0
    for leads in range(2):
        for score, chance in value_scores((leads, 0, 0), _after, _end).items():
            chances[score] = chance
    return chances


CHANCES = _chances()


@kernel
def write_stakes(view, seat, aim, bonus, stakes):
    """Write what a deal with -3..3 game points is worth to a seat, from -1 (the worst) upwards.

    Played for the Bummerl, that is the chance to win it from the score that follows. Played for by itself, a
    deal that is won is worth 1, and each further game point the bonus, in millionths.
    """
    leads = 1 if (view[ROUND] + 1) & 1 == seat else 0  # the next deal
    for points in range(-MIDDLE, MIDDLE + 1):
        if view[RULES] == FULL and view[UNIT] == BUMMERL and aim == MATCH:
            mine = view[SCORE + seat] + max(points, 0)
            theirs = view[SCORE + 1 - seat] + max(-points, 0)
            stakes[MIDDLE + points] = 2.0 * CHANCES[leads, mine, theirs] - 1.0
        else:
            more = (abs(points) - 1) * bonus * 1e-6
            stakes[MIDDLE + points] = 1.0 + more if points > 0 else -1.0 - more


@kernel(PAYOFF)
def deal_points(s, seat):
    """How many game points a seat is ahead in a deal by itself, whatever the Bummerl around it comes to."""
    return s[SCORE + seat] - s[SCORE + 1 - seat]


@kernel(PAYOFF)
def bummerl_worth(s, seat):
    """The chance to win the Bummerl when a deal begins, or what became of it, in millionths."""
    leads = 1 if s[TURN] >= 0 and s[ROUND] & 1 == seat else 0
    return np.int64(round(CERTAIN * CHANCES[leads, s[SCORE + seat], s[SCORE + 1 - seat]]))
