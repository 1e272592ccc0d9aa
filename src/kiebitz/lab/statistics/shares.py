"""Who won: the parts of the win that seats have, and those of agents, who may sit in several seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kiebitz.rules.game import Game


def seat_shares(game: Game, points: Any, losers: Any) -> Any:
    """Each seat's part of the win: rows are games, columns seats; ``losers`` failed (-1: nobody).

    Whoever fails has no part. If nobody else has one by their points, all others have won.
    """
    shares = game.shares(points).astype(float)
    failed = np.flatnonzero(losers >= 0)
    shares[failed, losers[failed]] = 0.0
    nobody = failed[~shares[failed].any(axis=1)]
    shares[nobody] = 1.0
    shares[nobody, losers[nobody]] = 0.0
    return shares


def side_shares(shares: Any, losers: Any, lineup: Sequence[int], agents: int) -> Any:
    """Each agent's part of the win in the games of a line-up, from those of the seats; columns are agents.

    An agent with one seat has the part of its seat. Where agents have several, one's part is the mean over
    its seats, and all parts are scaled to add up to one: it is 1 if nobody else has won anything. A side of
    which one seat fails has lost.

    >>> seats = np.array([[0, 1, 0, 0], [0.5, 0, 0, 0.5], [0, 1 / 3, 1 / 3, 1 / 3]])
    >>> side_shares(seats, np.array([-1, -1, 0]), (0, 0, 1, 1), 2).tolist()
    [[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]]
    """
    seats = [[seat for seat, who in enumerate(lineup) if who == agent] for agent in range(agents)]
    parts = [shares[:, own].mean(axis=1) if own else np.zeros(len(shares)) for own in seats]
    sides = np.stack(parts, axis=1)
    if len(set(lineup)) == len(lineup):
        return sides
    failed = np.flatnonzero(losers >= 0)
    sides[failed, np.array(lineup)[losers[failed]]] = 0.0
    total = sides.sum(axis=1, keepdims=True)
    even = np.full_like(sides, 1 / len(set(lineup)))
    return np.divide(sides, total, out=even, where=total > 0)
