"""What declarers do in the games of a Skat match: whether they win, and the score of a series."""

from __future__ import annotations

from typing import Any

import numpy as np

from kiebitz.errors import BadOption
from kiebitz.lab.result import Result

SERIES = 36  # games
DECLARER, VALUE = "declarer", "value"  # measures of the game


def declarer_wins(result: Result) -> Any:
    """1 where the declarer won, 0 where he lost, nan where all passed; rows are deals, columns line-ups."""
    names = result.match.game.measures
    if DECLARER not in names or VALUE not in names:
        raise BadOption(f"There is no declarer in {result.match.game.name}.")
    played = result.measures[:, :, :, names.index(DECLARER)].any(axis=2)
    return np.where(played, result.measures[:, :, 0, names.index(VALUE)] > 0, np.nan)


def table_scores(result: Result) -> Any:
    """36 times the mean points of the three seats, nan where all passed: a player's score of a series."""
    played = ~np.isnan(declarer_wins(result))
    return np.where(played, SERIES * result.points.mean(axis=2), np.nan)
