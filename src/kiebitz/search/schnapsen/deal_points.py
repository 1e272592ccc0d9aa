# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What a deal of Schnapsen is worth by itself, whatever the Bummerl around it comes to."""

from __future__ import annotations

from kiebitz.games.schnapsen.rules import SCORE
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import PAYOFF


@kernel(PAYOFF)
def deal_points(s, seat):
    """How many game points a seat is ahead."""
    return s[SCORE + seat] - s[SCORE + 1 - seat]
