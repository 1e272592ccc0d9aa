"""What a cell of a report can measure, each with its standard error over deals."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kiebitz.errors import UnknownName
from kiebitz.lab.result import Result
from kiebitz.lab.statistics import clustered

GENERAL = ("win_rate", "score", "draw_rate", "plies", "first_seat_wins", "abs_points=N")


class Measured(NamedTuple):
    """A figure with its standard error and the games behind it."""

    value: float
    error: float
    games: int


def measure(result: Result, quantity: str, agent: str = "") -> Measured:
    """A quantity of a result.

    ``win_rate``, ``score`` (mean points) and the game's own measures belong to an agent; ``draw_rate``,
    ``plies``, ``first_seat_wins`` and ``abs_points=N`` (games decided by N points) to the match.
    """
    values = values_of(result, quantity, agent)
    mean, error = clustered(values.astype(float))
    return Measured(mean, error, values.size)


def values_of(result: Result, quantity: str, agent: str) -> Any:
    """The quantity in each game: rows are deals, columns line-ups."""
    if quantity == "draw_rate":
        return ((result.shares > 0) & (result.shares < 1)).any(axis=2)
    if quantity == "plies":
        return result.plies
    if quantity == "first_seat_wins":
        return result.shares[:, :, 0]
    if quantity.startswith("abs_points="):
        return np.abs(result.points).max(axis=2) == int(quantity.partition("=")[2])
    place = _agent(result, agent)
    if quantity == "win_rate":
        return result.of_agent(place, result.shares)
    if quantity in ("score", "points"):
        return result.of_agent(place, result.points)
    measures = result.match.game.measures
    if quantity in measures:
        return result.of_agent(place, result.measures[:, :, :, measures.index(quantity)])
    raise UnknownName(f"quantity in {result.match.game.name}", quantity, (*GENERAL, *measures))


def _agent(result: Result, name: str) -> int:
    names = [player.spec for player in result.match.players]
    if name not in names:
        raise UnknownName("agent in this match", name, names)
    return names.index(name)
