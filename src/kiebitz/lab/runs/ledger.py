"""The ledger: every game of a run in one SQLite file, keyed by plan, deal and line-up.

There is one writer. Blocks are written in transactions, so a run that is killed at any moment keeps what
was written and misses what was not; nothing is ever half there. Whoever only reads changes nothing, and needs
no more than the right to read.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np

from kiebitz.errors import KiebitzError
from kiebitz.lab.playing.match import Block, Match, Outcome
from kiebitz.lab.results.result import Result
from kiebitz.lab.runs.bundles import Bundle, Packed
from kiebitz.sayings import Saying, plain, say

SCHEMA = """
CREATE TABLE IF NOT EXISTS manifest (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS units (
    plan INTEGER, deal INTEGER, lineup INTEGER, points BLOB NOT NULL, plies INTEGER NOT NULL,
    loser INTEGER NOT NULL, measures BLOB NOT NULL, reason TEXT,
    PRIMARY KEY (plan, deal, lineup)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS clocks (plan INTEGER, agent INTEGER, seconds REAL, moves INTEGER);
CREATE TABLE IF NOT EXISTS sessions (started TEXT, seconds REAL, executor TEXT, workers INTEGER);
CREATE TABLE IF NOT EXISTS sources (
    named TEXT, path TEXT, content BLOB NOT NULL, executable INTEGER NOT NULL, PRIMARY KEY (named, path)
);
"""
WAL = "-wal"  # the ending of SQLite's file of what is not yet in the ledger itself

Made = TypeVar("Made")


def _fitting(method: Callable[..., Made]) -> Callable[..., Made]:
    """Say in a sentence that games are not as the manifest says."""

    @wraps(method)
    def explained(ledger: Ledger, *arguments: Any) -> Made:
        try:
            return method(ledger, *arguments)
        except (ValueError, IndexError, TypeError) as error:
            said = say(
                "{file} has games that do not fit its manifest: {why}.", file=str(ledger.path), why=str(error)
            )
            raise KiebitzError(said) from error

    return explained


COLUMNS = "deal, lineup, points, plies, loser, measures, reason"
ORDERED = "FROM units WHERE plan = ? AND deal < ? ORDER BY deal, lineup"
PART = 10_000  # rows that are in memory at a time


class Batch(NamedTuple):
    """Some games of a plan, one a row."""

    deals: Any
    lineups: Any
    points: Any
    plies: Any
    losers: Any
    measures: Any
    reasons: dict[int, Saying]  # by row


class Ledger:
    """The file of a run; ``write`` makes it if there is none."""

    def __init__(self, path: Path, write: bool = True) -> None:
        self.path, self.writes = path, write
        self._copy: tempfile.TemporaryDirectory[str] | None = None
        with self._explained():
            self._file = self._open_to_write() if write else self._open_to_read()
            self._tables = {name for (name,) in self._file.execute("SELECT name FROM sqlite_master")}

    def _open_to_write(self) -> sqlite3.Connection:
        file = sqlite3.connect(self.path)
        file.execute("PRAGMA journal_mode=WAL")
        file.execute("PRAGMA synchronous=NORMAL")
        file.executescript(SCHEMA)
        file.execute("SELECT plan, deal, lineup FROM units LIMIT 0")  # is it what we mean by such a table?
        return file

    def _open_to_read(self) -> sqlite3.Connection:
        try:
            return _readable(self.path, "mode=rw")
        except sqlite3.OperationalError:  # SQLite cannot make its files beside the ledger
            if not self.path.is_file():
                raise
        waiting = self.path.with_name(self.path.name + WAL)
        if not waiting.exists() or not waiting.stat().st_size:
            return _readable(self.path, "immutable=1")
        # A run that was killed has left games there, which are read in a place where SQLite may write.
        self._copy = tempfile.TemporaryDirectory()
        for file in (waiting, self.path):
            shutil.copyfile(file, Path(self._copy.name, file.name))
        return _readable(Path(self._copy.name, self.path.name), "mode=rw")

    def close(self) -> None:
        self._file.close()
        if self._copy:
            self._copy.cleanup()

    @property
    def is_empty(self) -> bool:
        """Is it the file of a run that was killed before it could say what it is?"""
        return not self._tables

    def _unusable(self, why: Saying | str) -> KiebitzError:
        return KiebitzError(say("{file} cannot be used as a ledger: {why}.", file=str(self.path), why=why))

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Say in a sentence what is wrong with the file."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise self._unusable(str(error)) from error

    def _rows(self, query: str, *values: Any) -> list[Any]:
        with self._explained():
            return self._file.execute(query, values).fetchall()

    def _parts(self, query: str, *values: Any) -> Iterator[list[Any]]:
        """The answer to a query some rows at a time: a run may have more games than memory holds."""
        with self._explained():
            cursor = self._file.execute(query, values)
            while rows := cursor.fetchmany(PART):
                yield rows

    def __getitem__(self, key: str) -> Any:
        rows = self._rows("SELECT value FROM manifest WHERE key = ?", key)
        try:
            return json.loads(rows[0][0]) if rows else None
        except (ValueError, TypeError, RecursionError):
            raise self._unusable(say("what it says about {key} is not JSON", key=repr(key))) from None

    def __setitem__(self, key: str, value: Any) -> None:
        self.describe(**{key: value})

    def describe(self, **manifest: Any) -> None:
        """Write what the run is, all at once."""
        rows = [(key, json.dumps(value)) for key, value in manifest.items()]
        with self._explained(), self._file:
            self._file.executemany("REPLACE INTO manifest VALUES (?, ?)", rows)

    def keep(self, bundle: Bundle) -> None:
        """Keep the files that bots and games come from."""
        with self._explained(), self._file:
            self._file.executemany("INSERT OR IGNORE INTO sources VALUES (?, ?, ?, ?)", bundle)

    @property
    def bundle(self) -> Bundle:
        """The files that bots and games came from; none in ledgers that are older than this table."""
        if "sources" not in self._tables:
            return ()
        rows = self._rows("SELECT named, path, content, executable FROM sources ORDER BY rowid")
        return tuple(
            Packed(named, path, content, bool(executable)) for named, path, content, executable in rows
        )

    def add(
        self, results: list[tuple[int, Match, Block, Outcome]], session: int = 0, seconds: float = 0.0
    ) -> None:
        """Write blocks of several plans in one transaction, and how long their session has taken so far."""
        with self._explained(), self._file:
            self._file.execute("UPDATE sessions SET seconds = ? WHERE rowid = ?", (seconds, session))
            for plan, match, block, outcome in results:
                self._file.executemany(
                    "REPLACE INTO units VALUES (?, ?, ?, ?, ?, ?, ?, ?)", _rows(plan, block, outcome)
                )
                clocks = [
                    (plan, agent, outcome.seconds[seat], outcome.moves[seat])
                    for seat, agent in enumerate(match.lineups[block.lineup])
                ]
                self._file.executemany("INSERT INTO clocks VALUES (?, ?, ?, ?)", clocks)

    def begin_session(self, started: str, executor: str, workers: int) -> int:
        """Write that somebody begins to play; the session's number."""
        with self._explained(), self._file:
            row = (started, 0.0, executor, workers)
            number = self._file.execute("INSERT INTO sessions VALUES (?, ?, ?, ?)", row).lastrowid
        return number or 0

    @property
    def seconds(self) -> float:
        """The time that all sessions of the run took together."""
        return float(self._rows("SELECT coalesce(sum(seconds), 0) FROM sessions")[0][0])

    def done(self, plan: int, first: int, last: int, lineups: int) -> Any:
        """Which games of a range of deals are written: rows are deals, columns line-ups."""
        query = "SELECT deal, lineup FROM units WHERE plan = ? AND deal >= ? AND deal < ?"
        found = np.zeros((last - first, lineups), np.bool_)
        for rows in self._parts(query, plan, first, last):
            written = np.array(rows, np.int64)
            found[written[:, 0] - first, written[:, 1]] = True
        return found

    def count(self, plan: int, deals: int) -> int:
        """How many games of a plan's first deals are written."""
        query = "SELECT count(*) FROM units WHERE plan = ? AND deal < ?"
        return int(self._rows(query, plan, deals)[0][0])

    def units(
        self, plan: int, deals: int, step: int = 1
    ) -> Iterator[tuple[int, int, Any, int, int, Any, Saying | None]]:
        """Deal, line-up, points, plies, loser, measures and reason of every game, or every step-th."""
        numbered = f"SELECT *, row_number() OVER (ORDER BY deal, lineup) AS n {ORDERED}"
        chosen = f"SELECT {COLUMNS} FROM ({numbered}) WHERE (n - 1) % ? = 0 ORDER BY deal, lineup"
        query = f"SELECT {COLUMNS} {ORDERED}"
        given = (plan, deals)
        for rows in self._parts(query, *given) if step == 1 else self._parts(chosen, *given, step):
            for deal, lineup, points, plies, loser, measures, reason in rows:
                yield (deal, lineup, np.frombuffer(points, np.int32), plies, loser,
                       np.frombuffer(measures, np.int32), read_stored(reason))  # fmt: skip

    def failures(self, plan: int, deals: int) -> Iterator[tuple[int, int, int, Saying | None]]:
        """Deal, line-up, loser and reason of the games that were lost by failing, in order."""
        query = (
            "SELECT deal, lineup, loser, reason FROM units "
            "WHERE plan = ? AND deal < ? AND loser >= 0 ORDER BY deal, lineup"
        )
        for rows in self._parts(query, plan, deals):
            yield from ((deal, lineup, loser, read_stored(reason)) for deal, lineup, loser, reason in rows)

    def batches(self, plan: int, deals: int) -> Iterator[Batch]:
        """All games in order, many at a time."""
        for rows in self._parts(f"SELECT {COLUMNS} {ORDERED}", plan, deals):
            where, lineups, points, plies, losers, measures, reasons = zip(*rows, strict=True)
            yield Batch(
                deals=np.array(where, np.int64),
                lineups=np.array(lineups, np.int64),
                points=np.frombuffer(b"".join(points), np.int32).reshape(len(rows), -1),
                plies=np.array(plies, np.int32),
                losers=np.array(losers, np.int8),
                measures=np.frombuffer(b"".join(measures), np.int32).reshape(len(rows), -1),
                reasons={row: said for row, reason in enumerate(reasons) if (said := read_stored(reason))},
            )

    @_fitting
    def result(self, plan: int, match: Match) -> Result:
        """The result of a plan, all of whose games must be written."""
        result = Result.empty(match)
        for batch in self.batches(plan, match.deals):
            where = (batch.deals, batch.lineups)
            result.write(where, batch.points, batch.plies, batch.losers, batch.measures)
            for row, reason in batch.reasons.items():
                result.failed[int(batch.deals[row]), int(batch.lineups[row])] = reason
        query = "SELECT agent, sum(seconds), sum(moves) FROM clocks WHERE plan = ? GROUP BY agent"
        for agent, seconds, moves in self._rows(query, plan):
            result.spent[agent], result.moves[agent] = seconds, moves
        result.seconds = self.seconds
        return result


def _readable(path: Path, how: str) -> sqlite3.Connection:
    """A connection that only reads, tried out: most obstacles show with the first question."""
    file = sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True)
    try:
        file.execute("PRAGMA query_only=ON")
        file.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error:
        file.close()
        raise
    return file


def _rows(plan: int, block: Block, outcome: Outcome) -> Iterator[tuple[Any, ...]]:
    points, measures = outcome.points.astype(np.int32), outcome.measures.astype(np.int32)
    plies, losers = outcome.plies.tolist(), outcome.losers.tolist()
    for row in range(block.count):
        reason = stored(outcome.reasons[row]) if row in outcome.reasons else None
        yield (plan, block.first + row, block.lineup, points[row].tobytes(), plies[row], losers[row],
               measures[row].tobytes(), reason)  # fmt: skip


def stored(said: Saying | str) -> str:
    """A saying as a text to be kept: JSON that begins with a bracket, or the sentence if it has no places.

    >>> stored(say("{n} cards", n=2)), stored(say("no cards"))
    ('["{n} cards", {"n": 2}]', 'no cards')
    """
    found = said if isinstance(said, str) else said.as_json()
    return found if isinstance(found, str) else json.dumps(found)


def read_stored(text: str | None) -> Saying | None:
    """What ``stored`` gave, or the plain sentence of an older run.

    >>> print(read_stored('["{n} cards", {"n": 2}]'), read_stored("raised ValueError"), read_stored(None))
    2 cards raised ValueError None
    """
    with suppress(ValueError, TypeError, AttributeError, StopIteration):
        if text and text.startswith("["):
            return Saying.of_json(json.loads(text))
    return plain(text) if text else None
