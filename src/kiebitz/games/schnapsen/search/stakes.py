# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What game points are worth to a player: a single deal counts wins first, a Bummerl its chances."""

from __future__ import annotations

from typing import Any

import numpy as np

from kiebitz.games.schnapsen.rules import BUMMERL, FULL, RULES, SCORE, UNIT
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import PAYOFF

NEEDED = 7  # game points to win a Bummerl
PRIZES = {1: 0.42, 2: 0.40, 3: 0.18}  # how often a deal between good players is worth this many game points
MIDDLE = 3  # where a deal of no game points would stand in the table of values
OUTCOMES = 2 * MIDDLE + 1


def _chances() -> Any:
    """``chances[a, b]``: how likely is a player with a game points against b to win the Bummerl?"""
    chances = np.zeros((NEEDED + 3, NEEDED + 3))
    chances[NEEDED:, :] = 1.0
    chances[:NEEDED, NEEDED:] = 0.0
    for mine in range(NEEDED - 1, -1, -1):
        for theirs in range(NEEDED - 1, -1, -1):
            chances[mine, theirs] = sum(
                share * (chances[mine + prize, theirs] + chances[mine, theirs + prize]) / 2
                for prize, share in PRIZES.items()
            )
    return chances


CHANCES = _chances()


@kernel
def write_stakes(view, seat, bonus, stakes):
    """Write what a deal with -3..3 game points is worth to a seat, from -1 (the worst) upwards.

    In a single deal a win is worth 1, and each further game point the bonus, in millionths.
    """
    for points in range(-MIDDLE, MIDDLE + 1):
        if view[RULES] == FULL and view[UNIT] == BUMMERL:
            mine = view[SCORE + seat] + max(points, 0)
            theirs = view[SCORE + 1 - seat] + max(-points, 0)
            stakes[MIDDLE + points] = 2.0 * CHANCES[mine, theirs] - 1.0
        else:
            more = (abs(points) - 1) * bonus * 1e-6
            stakes[MIDDLE + points] = 1.0 + more if points > 0 else -1.0 - more


@kernel(PAYOFF)
def deal_points(s, seat):
    """How many game points a seat is ahead in a deal by itself, whatever the Bummerl around it comes to."""
    return s[SCORE + seat] - s[SCORE + 1 - seat]
