"""The reference for benchmarks of the ledger: SQLite with one row a game, as the first ledgers had it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from kiebitz.lab.playing.match import Block, Match, Outcome
from kiebitz.lab.results.result import Result

TABLE = """CREATE TABLE units (
    plan INTEGER, deal INTEGER, lineup INTEGER, points BLOB NOT NULL, plies INTEGER NOT NULL,
    loser INTEGER NOT NULL, measures BLOB NOT NULL, reason TEXT,
    PRIMARY KEY (plan, deal, lineup)
) WITHOUT ROWID"""
PART = 10_000


class Rows:
    """A file with one row a game."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.file = sqlite3.connect(path)
        self.file.execute("PRAGMA journal_mode=WAL")
        self.file.execute("PRAGMA synchronous=NORMAL")
        self.file.execute(TABLE)

    def add(self, played: Iterable[tuple[Block, Outcome]]) -> None:
        with self.file:
            for block, outcome in played:
                rows = _rows(block, outcome)
                self.file.executemany("REPLACE INTO units VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)

    def result(self, match: Match) -> Result:
        result = Result.empty(match)
        query = "SELECT deal, lineup, points, plies, loser, measures FROM units WHERE plan = 0 AND deal < ?"
        cursor = self.file.execute(f"{query} ORDER BY deal, lineup", (match.deals,))
        while rows := cursor.fetchmany(PART):
            deals, lineups, points, plies, losers, measures = zip(*rows, strict=True)
            numbers = (
                np.frombuffer(b"".join(one), np.int32).reshape(len(rows), -1) for one in (points, measures)
            )
            wide, more = numbers
            result.write((np.array(deals), np.array(lineups)), wide, np.array(plies), np.array(losers), more)
        return result

    def size(self) -> int:
        self.file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return self.path.stat().st_size


def _rows(block: Block, outcome: Outcome) -> Iterator[tuple[Any, ...]]:
    points, measures = outcome.points.astype(np.int32), outcome.measures.astype(np.int32)
    plies, losers = outcome.plies.tolist(), outcome.losers.tolist()
    for row in range(block.count):
        facts = points[row].tobytes(), plies[row], losers[row], measures[row].tobytes()
        yield (0, block.first + row, block.lineup, *facts, None)
