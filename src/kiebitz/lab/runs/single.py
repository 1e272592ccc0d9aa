"""Games as the first ledgers kept them, a row for each: they are still read, and gone on with in blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kiebitz.lab.runs.packing import Games, check_losers

if TYPE_CHECKING:
    from kiebitz.lab.playing.match import Match

TABLE = "units"
COLUMNS = "deal, lineup, points, plies, loser, measures"
LOOK = "SELECT plan, deal, lineup FROM units LIMIT 0"  # is it what we mean by such a table?
COUNT = "SELECT count(*) FROM units WHERE plan = ? AND deal < ?"
WRITTEN = "SELECT deal, lineup FROM units WHERE plan = ? AND deal >= ? AND deal < ?"
RANGE = f"SELECT {COLUMNS} FROM units WHERE plan = ? AND deal >= ? AND deal < ?"
REASONS = (
    "SELECT deal, lineup, reason FROM units WHERE plan = ? AND deal >= ? AND deal < ? AND reason IS NOT NULL"
)
FAILED = "SELECT deal, lineup, loser FROM units WHERE plan = ? AND deal < ? AND loser >= 0"


def games_of(rows: list[Any], match: Match) -> tuple[Any, Any, Games]:
    """Deals, line-ups and games of some rows; a ValueError if they are not of this match."""
    seats = match.game.seats
    deals, lineups, points, plies, losers, measures = zip(*rows, strict=True)
    games = Games(
        np.frombuffer(b"".join(points), np.int32).reshape(len(rows), seats),
        np.array(plies, np.int32),
        np.array(losers, np.int8),
        np.frombuffer(b"".join(measures), np.int32).reshape(len(rows), seats * match.width),
    )
    check_losers(games)
    if not 0 <= min(lineups) <= max(lineups) < len(match.lineups):
        raise ValueError("a line-up is not of the match")
    return np.array(deals, np.int64), np.array(lineups, np.int64), games
