"""The ledger: every game of a run in one SQLite file, keyed by plan, deal and line-up.

There is one writer. Blocks are written in transactions, so a run that is killed at any moment keeps what
was written and misses what was not; nothing is ever half there.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from kiebitz.errors import KiebitzError
from kiebitz.lab.match import Block, Match, Outcome
from kiebitz.lab.result import Result

SCHEMA = """
CREATE TABLE IF NOT EXISTS manifest (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS units (
    plan INTEGER, deal INTEGER, lineup INTEGER, points BLOB NOT NULL, plies INTEGER NOT NULL,
    loser INTEGER NOT NULL, measures BLOB NOT NULL, reason TEXT,
    PRIMARY KEY (plan, deal, lineup)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS clocks (plan INTEGER, agent INTEGER, seconds REAL, moves INTEGER);
CREATE TABLE IF NOT EXISTS sessions (started TEXT, seconds REAL, executor TEXT, workers INTEGER);
"""


class Ledger:
    """The file of a run."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._explained():
            self._file = sqlite3.connect(path)
            self._file.execute("PRAGMA journal_mode=WAL")
            self._file.execute("PRAGMA synchronous=NORMAL")
            self._file.executescript(SCHEMA)

    def close(self) -> None:
        self._file.close()

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Say in a sentence what is wrong with the file."""
        try:
            yield
        except sqlite3.Error as error:
            raise KiebitzError(f"{self.path} cannot be used as a ledger: {error}.") from error

    def _rows(self, query: str, *values: Any) -> list[Any]:
        with self._explained():
            return self._file.execute(query, values).fetchall()

    def __getitem__(self, key: str) -> Any:
        rows = self._rows("SELECT value FROM manifest WHERE key = ?", key)
        return json.loads(rows[0][0]) if rows else None

    def __setitem__(self, key: str, value: Any) -> None:
        self.describe(**{key: value})

    def describe(self, **manifest: Any) -> None:
        """Write what the run is, all at once."""
        rows = [(key, json.dumps(value)) for key, value in manifest.items()]
        with self._explained(), self._file:
            self._file.executemany("REPLACE INTO manifest VALUES (?, ?)", rows)

    def add(self, results: list[tuple[int, Match, Block, Outcome]]) -> None:
        """Write blocks of several plans in one transaction."""
        with self._explained(), self._file:
            for plan, match, block, outcome in results:
                self._file.executemany(
                    "REPLACE INTO units VALUES (?, ?, ?, ?, ?, ?, ?, ?)", _rows(plan, block, outcome)
                )
                clocks = [
                    (plan, agent, outcome.seconds[seat], outcome.moves[seat])
                    for seat, agent in enumerate(match.lineups[block.lineup])
                ]
                self._file.executemany("INSERT INTO clocks VALUES (?, ?, ?, ?)", clocks)

    def add_session(self, started: str, seconds: float, executor: str, workers: int) -> None:
        with self._explained(), self._file:
            row = (started, seconds, executor, workers)
            self._file.execute("INSERT INTO sessions VALUES (?, ?, ?, ?)", row)

    @property
    def seconds(self) -> float:
        """The time that all sessions of the run took together."""
        return float(self._rows("SELECT coalesce(sum(seconds), 0) FROM sessions")[0][0])

    def done(self, plan: int, first: int, last: int, lineups: int) -> Any:
        """Which games of a range of deals are written: rows are deals, columns line-ups."""
        query = "SELECT deal, lineup FROM units WHERE plan = ? AND deal >= ? AND deal < ?"
        written = np.array(self._rows(query, plan, first, last), np.int64).reshape(-1, 2)
        found = np.zeros((last - first, lineups), np.bool_)
        found[written[:, 0] - first, written[:, 1]] = True
        return found

    def count(self, plan: int, deals: int) -> int:
        """How many games of a plan's first deals are written."""
        query = "SELECT count(*) FROM units WHERE plan = ? AND deal < ?"
        return int(self._rows(query, plan, deals)[0][0])

    def units(self, plan: int, deals: int) -> Iterator[tuple[int, int, Any, int, int, Any, str | None]]:
        """Deal, line-up, points, plies, loser, measures and reason of every game, in order."""
        rows = self._rows(
            "SELECT deal, lineup, points, plies, loser, measures, reason FROM units "
            "WHERE plan = ? AND deal < ? ORDER BY deal, lineup",
            plan,
            deals,
        )
        for deal, lineup, points, plies, loser, measures, reason in rows:
            yield (deal, lineup, np.frombuffer(points, np.int32), plies, loser,
                   np.frombuffer(measures, np.int32), reason)  # fmt: skip

    def result(self, plan: int, match: Match) -> Result:
        """The result of a plan, all of whose games must be written."""
        result = Result.empty(match)
        shape = result.measures.shape[2:]
        for deal, lineup, points, plies, loser, measures, reason in self.units(plan, match.deals):
            result.points[deal, lineup] = points
            result.plies[deal, lineup] = plies
            result.losers[deal, lineup] = loser
            result.measures[deal, lineup] = measures.reshape(shape)
            if reason:
                result.failed[deal, lineup] = reason
        query = "SELECT agent, sum(seconds), sum(moves) FROM clocks WHERE plan = ? GROUP BY agent"
        for agent, seconds, moves in self._rows(query, plan):
            result.spent[agent], result.moves[agent] = seconds, moves
        result.seconds = self.seconds
        return result


def _rows(plan: int, block: Block, outcome: Outcome) -> Iterator[tuple[Any, ...]]:
    points, measures = outcome.points.astype(np.int32), outcome.measures.astype(np.int32)
    plies, losers = outcome.plies.tolist(), outcome.losers.tolist()
    for row in range(block.count):
        yield (plan, block.first + row, block.lineup, points[row].tobytes(), plies[row], losers[row],
               measures[row].tobytes(), outcome.reasons.get(row))  # fmt: skip
