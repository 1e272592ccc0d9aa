# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What game points are worth to a player: a single deal counts wins first, a Bummerl its chances."""

from __future__ import annotations

from typing import Any

import numpy as np

from kiebitz.games.schnapsen.rules import BUMMERL, FULL, RULES, SCORE, UNIT
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import PAYOFF, ROUND

NEEDED = 7  # game points to win a Bummerl
LEADERS_POINTS = {3: 0.1228, 2: 0.2097, 1: 0.1659, -1: 0.1548, -2: 0.2214, -3: 0.1254}
"""How often a deal brings its first leader these game points.

Measured in 10,000 single deals of schnapsen-ai:worlds=100 against itself by the full rules, seed 66.
"""
MATCH, DEAL = 0, 1  # what is played for: the Bummerl, where there is one, or the deal
MIDDLE = 3  # where a deal of no game points would stand in the table of values
OUTCOMES = 2 * MIDDLE + 1


def _chances() -> Any:
    """``chances[leads, a, b]``: how likely is a player with a game points against b to win the Bummerl?

    ``leads`` is 1 if he leads the next deal, else 0; the lead alternates.
    """
    chances = np.zeros((2, NEEDED + 3, NEEDED + 3))
    chances[:, NEEDED:, :] = 1.0
    chances[:, :NEEDED, NEEDED:] = 0.0
    for mine in range(NEEDED - 1, -1, -1):
        for theirs in range(NEEDED - 1, -1, -1):
            for points, share in LEADERS_POINTS.items():
                for leads in range(2):
                    won = points if leads else -points
                    after = chances[1 - leads, mine + max(won, 0), theirs + max(-won, 0)]
                    chances[leads, mine, theirs] += share * after
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
