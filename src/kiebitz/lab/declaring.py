"""What declarers do in the games of a Skat match: whether they win, and the score of a series."""

from __future__ import annotations

from typing import Any

import numpy as np

from kiebitz.errors import BadOption
from kiebitz.games.skat import DECLARER, VALUE, Skat
from kiebitz.lab.result import Result

SERIES = 36  # games


def declarer_wins(result: Result) -> Any:
    """1 where the declarer won, 0 where he lost, nan where all passed; rows are deals, columns line-ups."""
    if result.match.game.measures != Skat.measures:
        raise BadOption(f"There is no declarer in {result.match.game.name}.")
    played = result.measures[:, :, :, DECLARER].any(axis=2)
    return np.where(played, result.measures[:, :, 0, VALUE] > 0, np.nan)


def table_scores(result: Result) -> Any:
    """36 times the mean points of the three seats, nan where all passed: a player's score of a series."""
    played = ~np.isnan(declarer_wins(result))
    return np.where(played, SERIES * result.points.mean(axis=2), np.nan)
