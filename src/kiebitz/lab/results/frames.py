"""Games as one flat table, a row for each game and seat; for pandas, Polars and Arrow."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from kiebitz.errors import KiebitzError
from kiebitz.lab.statistics.shares import seat_shares
from kiebitz.sayings import say

if TYPE_CHECKING:
    from kiebitz.lab.playing.match import Match

Columns = dict[str, Any]
"""The columns of a table by their names, all of one length."""
MILLIONTHS = 1e6  # in which luck is stored
EXTRAS = {"pandas": "pandas", "polars": "data", "pyarrow": "arrow"}  # which of our extras brings a library


def column_names(match: Match) -> list[str]:
    """The names of the columns: what every game has, what this one measures, and luck where it is known."""
    measures = [name.replace(" ", "_") for name in match.game.measures]
    luck = ["luck"] if match.frozen else []
    return ["plan", "deal", "lineup", "seat", "agent", "points", "share", "plies", "failed", *measures, *luck]


def columns_of(
    plan: int, match: Match, deals: Any, lineups: Any, points: Any, plies: Any, losers: Any, measures: Any
) -> Columns:
    """The rows of some games: the numbers of their deals and line-ups, ``points[game, seat]`` and so on."""
    games, seats = points.shape
    seated = np.array(match.lineups)[lineups].reshape(games, seats)  # also of no games
    names = np.array([player.name for player in match.players], object if games else str)
    found = [
        np.full((games, seats), plan),
        np.repeat(deals[:, None], seats, axis=1),
        np.repeat(lineups[:, None], seats, axis=1),
        np.repeat(np.arange(seats)[None], games, axis=0),
        names[seated],
        points,
        seat_shares(match.game, points, losers),
        np.repeat(plies[:, None], seats, axis=1),
        losers[:, None] == np.arange(seats),
        *np.moveaxis(measures.reshape(games, seats, match.width), 2, 0),
    ]
    if match.frozen:
        found[-1] = found[-1] / MILLIONTHS
    return dict(zip(column_names(match), (np.ravel(column) for column in found), strict=True))


def no_games(match: Match) -> Columns:
    """The columns without a row."""
    none, seats = np.zeros(0, np.int64), match.game.seats
    points = np.zeros((0, seats), np.int64)
    measures = np.zeros((0, seats, match.width), np.int64)
    return columns_of(0, match, none, none, points, none, none, measures)


class Frames:
    """What has games to show as a table; a subclass yields their columns, some games at a time."""

    def columns(self) -> Iterator[Columns]:
        """The columns of the table, those of many games at a time."""
        raise NotImplementedError

    def to_pandas(self) -> Any:
        """A pandas ``DataFrame`` with a row for each game and seat (needs the extra ``pandas``).

        Its columns are ``plan`` (the number of the match in its run), ``deal``, ``lineup``, ``seat``,
        ``agent``, ``points``, ``share`` (the part of the win: 1, 0, or less than 1 where it is shared),
        ``plies``, ``failed``, what the game measures, and with frozen weights ``luck``, in points.
        """
        return _library("pandas").DataFrame(self._whole())

    def to_polars(self) -> Any:
        """The same as a Polars ``DataFrame`` (needs the extra ``data``)."""
        return _library("polars").DataFrame(self._whole())

    def to_arrow(self) -> Any:
        """The same as an Arrow ``Table`` (needs the extra ``arrow``)."""
        return _library("pyarrow").table(self._whole())

    def _whole(self) -> Columns:
        parts = list(self.columns())
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        said = say("This needs {library}: pip install 'kiebitz[{extra}]'.", library=name, extra=EXTRAS[name])
        raise KiebitzError(said) from None
