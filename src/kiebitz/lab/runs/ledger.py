"""The ledger: every game of a run in one SQLite file, in the blocks in which they were played.

There is one writer. Blocks are written in transactions, so a run that is killed at any moment keeps what
was written and misses what was not; nothing is ever half there. Whoever only reads changes nothing, and needs
no more than the right to read. The first ledgers have a row for each game, see single.py.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from kiebitz.errors import KiebitzError
from kiebitz.lab.runs import single
from kiebitz.lab.runs.packing import Games, pack, unpack
from kiebitz.lab.runs.sentences import read_stored, stored
from kiebitz.lab.runs.soundness import Stretch, are_files, shared, tables_of
from kiebitz.sayings import Saying, say

if TYPE_CHECKING:  # a list of runs needs no compiler
    from kiebitz.lab.playing.match import Block, Match, Outcome
    from kiebitz.lab.results.result import Result
    from kiebitz.lab.runs.bundles import Bundle

SCHEMA = """
CREATE TABLE IF NOT EXISTS manifest (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS blocks (
    plan INTEGER, first INTEGER, lineup INTEGER, count INTEGER NOT NULL, failed INTEGER NOT NULL,
    data BLOB NOT NULL
);
CREATE UNIQUE INDEX IF NOT EXISTS places ON blocks (plan, first, lineup, count, failed);
CREATE TABLE IF NOT EXISTS reasons (
    plan INTEGER, deal INTEGER, lineup INTEGER, reason TEXT NOT NULL, PRIMARY KEY (plan, deal, lineup)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS clocks (plan INTEGER, agent INTEGER, seconds REAL, moves INTEGER);
CREATE TABLE IF NOT EXISTS sessions (started TEXT, seconds REAL, executor TEXT, workers INTEGER);
CREATE TABLE IF NOT EXISTS sources (
    named TEXT, path TEXT, content BLOB NOT NULL, executable INTEGER NOT NULL, PRIMARY KEY (named, path)
);
"""
GAMES = {"blocks": 6, "reasons": 4, "clocks": 4, "sessions": 4}  # tables of what was played: columns
WAL = "-wal"  # the ending of SQLite's file of what is not yet in the ledger itself

LAST = 2**63 - 1  # the largest number of SQLite
PART = 10_000  # games that are in memory at a time
PLACES = "SELECT first, count, lineup, rowid FROM blocks WHERE plan = ? AND first < ? ORDER BY first, lineup"


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
            self._tables, wrong = tables_of(self._file)
            if wrong:
                raise self._unusable(wrong)
            if single.TABLE in self._tables:
                self._file.execute(single.LOOK)

    def _open_to_write(self) -> sqlite3.Connection:
        if self.path.is_symlink():  # it may lead into some other program's data
            raise self._unusable(say("it is a link to another file"))
        file = sqlite3.connect(self.path)
        file.execute("PRAGMA journal_mode=WAL")
        file.execute("PRAGMA synchronous=NORMAL")
        file.executescript(SCHEMA)
        file.execute("SELECT plan, first, lineup, data FROM blocks LIMIT 0")  # is it what we mean by it?
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

    @property
    def manifest(self) -> dict[str, Any]:
        """All that it says about the run."""
        return {key: self[key] for (key,) in self._rows("SELECT key FROM manifest")}

    def keep(self, bundle: Bundle) -> None:
        """Keep the files that bots and games come from."""
        with self._explained(), self._file:
            self._file.executemany("INSERT OR IGNORE INTO sources VALUES (?, ?, ?, ?)", bundle)

    @property
    def bundle(self) -> Bundle:
        """The files that bots and games came from; none in ledgers that are older than this table."""
        from kiebitz.lab.runs.bundles import Packed

        if "sources" not in self._tables:
            return ()
        rows = self._rows("SELECT named, path, content, executable FROM sources ORDER BY rowid")
        if not are_files(rows):
            raise self._unusable(say("the files of bots in it are damaged"))
        return tuple(
            Packed(named, path, content, bool(executable)) for named, path, content, executable in rows
        )

    def add(
        self, results: list[tuple[int, Match, Block, Outcome]], session: int = 0, seconds: float = 0.0
    ) -> None:
        """Write blocks of several plans in one transaction, and how long their session has taken so far."""
        rows = [_row(plan, block, outcome) for plan, _, block, outcome in results]
        reasons = [
            (plan, block.first + row, block.lineup, stored(reason))
            for plan, _, block, outcome in results
            for row, reason in outcome.reasons.items()
        ]
        clocks = [
            (plan, agent, outcome.seconds[seat], outcome.moves[seat])
            for plan, match, block, outcome in results
            for seat, agent in enumerate(match.lineups[block.lineup])
        ]
        with self._explained(), self._file:
            self._file.execute("UPDATE sessions SET seconds = ? WHERE rowid = ?", (seconds, session))
            self._file.executemany("INSERT INTO blocks VALUES (?, ?, ?, ?, ?, ?)", rows)
            self._file.executemany("INSERT INTO reasons VALUES (?, ?, ?, ?)", reasons)
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
        found = np.zeros((last - first, lineups), np.bool_)
        for start, count, lineup, _ in self._places(plan, last):
            if lineup >= lineups:
                raise self._not_of(plan, start, lineup)
            found[max(start - first, 0) : max(start + count - first, 0), lineup] = True
        for rows in self._single(single.WRITTEN, plan, first, last):
            try:
                written = np.array(rows, np.int64)
                found[written[:, 0] - first, written[:, 1]] = True
            except (ValueError, TypeError, IndexError, OverflowError) as error:
                raise self._unfitting(error) from error
        return found

    def count(self, plan: int, deals: int) -> int:
        """How many games of a plan's first deals are written."""
        query = "SELECT coalesce(sum(min(count, ? - first)), 0) FROM blocks WHERE plan = ? AND first < ?"
        found = int(self._rows(query, deals, plan, deals)[0][0]) if "blocks" in self._tables else 0
        return found + sum(int(rows[0][0]) for rows in self._single(single.COUNT, plan, deals))

    def _places(self, plan: int, deals: int) -> list[tuple[int, int, int, int]]:
        """Where the blocks of a plan's first deals are: first deal, how many, line-up, number of the row."""
        return self._rows(PLACES, plan, deals) if "blocks" in self._tables else []

    def _single(self, query: str, *values: Any) -> Iterator[list[Any]]:
        """Rows of an older ledger's table of games, if there is one."""
        return self._parts(query, *values) if single.TABLE in self._tables else iter(())

    def _block(self, row: int, count: int) -> Games:
        data = self._rows("SELECT data FROM blocks WHERE rowid = ?", row)[0][0]
        try:
            return unpack(data, count)
        except (ValueError, TypeError) as error:
            raise self._unfitting(error) from error

    def _fitting(self, plan: int, match: Match, place: tuple[int, int, int, int]) -> Games:
        """The games of a block, if they are of this match."""
        first, count, lineup, row = place
        games, seats = self._block(row, count), match.game.seats
        widths = games.points.shape[1], games.measures.shape[1]
        if lineup >= len(match.lineups) or widths != (seats, seats * match.width):
            raise self._not_of(plan, first, lineup)
        return games

    def _not_of(self, plan: int, deal: int, lineup: int) -> KiebitzError:
        return self._unfitting(say("game {key} is not of its plan", key=f"{plan}/{deal}/{lineup}"))

    def check_blocks(self, plan: int, match: Match) -> None:
        """Refuse games that are damaged, are not of this match, or are there twice."""
        if single.TABLE in self._tables:
            raise self._unusable(say("it is of an older kind, with a row for each game"))
        for place in self._places(plan, LAST):
            self._fitting(plan, match, place)
        for lineup, first, end in (stretches := self.stretches(plan)):
            if end > match.deals:
                raise self._not_of(plan, first, lineup)
        if shared(stretches):
            raise self._unfitting(say("some are there twice"))

    def stretches(self, plan: int) -> list[Stretch]:
        """Which games of a plan are there, block by block."""
        return [(lineup, first, first + count) for first, count, lineup, _ in self._places(plan, LAST)]

    def units(
        self, plan: int, match: Match, step: int = 1
    ) -> Iterator[tuple[int, int, Any, int, int, Any, Saying | None]]:
        """Deal, line-up, points, plies, loser, measures and reason of every game, or every step-th."""
        before = 0
        for batch in self.batches(plan, match):
            for row in range(-before % step, len(batch.deals), step):
                key = int(batch.deals[row]), int(batch.lineups[row])
                facts = batch.points[row], int(batch.plies[row]), int(batch.losers[row]), batch.measures[row]
                yield (*key, *facts, batch.reasons.get(row))
            before += len(batch.deals)

    def failures(self, plan: int, deals: int) -> Iterator[tuple[int, int, int, Saying | None]]:
        """Deal, line-up, loser and reason of the games that were lost by failing, in order."""
        found = [tuple(row) for rows in self._single(single.FAILED, plan, deals) for row in rows]
        query = "SELECT first, lineup, count, rowid FROM blocks WHERE plan = ? AND first < ? AND failed > 0"
        for first, lineup, count, row in self._rows(query, plan, deals) if "blocks" in self._tables else ():
            losers = self._block(row, count).losers
            lost = [place for place in np.flatnonzero(losers >= 0).tolist() if first + place < deals]
            found += [(first + place, lineup, int(losers[place])) for place in lost]
        reasons = self._reasons(plan, 0, deals)
        for deal, lineup, loser in sorted(found):
            yield deal, lineup, loser, reasons.get((deal, lineup))

    def _reasons(self, plan: int, first: int, last: int) -> dict[tuple[int, int], Saying]:
        """Why games of some deals were lost, by deal and line-up."""
        query = (
            "SELECT deal, lineup, reason FROM reasons WHERE plan = ? AND deal >= ? AND deal < ? "
            "AND typeof(deal) || typeof(lineup) || typeof(reason) = 'integerintegertext'"
        )
        rows = self._rows(query, plan, first, last) if "reasons" in self._tables else []
        rows += [row for part in self._single(single.REASONS, plan, first, last) for row in part]
        read = (((deal, lineup), read_stored(reason)) for deal, lineup, reason in rows)
        return {key: reason for key, reason in read if reason}

    def batches(self, plan: int, match: Match) -> Iterator[Batch]:
        """All games in order, many at a time."""
        deals = match.deals
        waiting = deque(self._places(plan, deals))
        size = max(PART // (1 + max((lineup for _, _, lineup, _ in waiting), default=0)), 1)
        ends = [start + count for start, count, _, _ in waiting]
        older = (rows[0][0] for rows in self._single(LAST_SINGLE, plan, deals))
        last = max([*ends, *(int(deal) + 1 for deal in older if deal is not None)], default=0)
        near: list[tuple[int, int, Games]] = []  # blocks that reach into the deals at hand
        for low in range(0, min(last, deals), size):
            high = min(low + size, deals)
            while waiting and waiting[0][0] < high:
                start, count, lineup, row = waiting.popleft()
                near.append((start, lineup, self._fitting(plan, match, (start, count, lineup, row))))
            parts = [_within(one, low, high) for one in near]
            parts += [self._games_of(rows, match) for rows in self._single(single.RANGE, plan, low, high)]
            near = [one for one in near if one[0] + len(one[2].plies) > high]
            if parts:
                yield _ordered(parts, self._reasons(plan, low, high))

    def _games_of(self, rows: list[Any], match: Match) -> Part:
        try:
            return single.games_of(rows, match)
        except (ValueError, TypeError, OverflowError) as error:
            raise self._unfitting(error) from error

    def _unfitting(self, why: Exception | Saying) -> KiebitzError:
        """A sentence on games that are not as the manifest says."""
        file, reason = str(self.path), str(why) if isinstance(why, Exception) else why
        return KiebitzError(
            say("{file} has games that do not fit its manifest: {why}.", file=file, why=reason)
        )

    def result(self, plan: int, match: Match) -> Result:
        """The result of a plan, all of whose games must be written."""
        try:
            return self._result(plan, match)
        except (ValueError, IndexError, TypeError) as error:
            raise self._unfitting(error) from error

    def _result(self, plan: int, match: Match) -> Result:
        from kiebitz.lab.results.result import Result

        result = Result.empty(match)
        for place in self._places(plan, match.deals):
            first, _, lineup, _ = place
            games = self._fitting(plan, match, place).rows(slice(0, match.deals - first))
            result.write((slice(first, first + len(games.plies)), lineup), *games)
        for rows in self._single(single.RANGE, plan, 0, match.deals):
            deals, lineups, games = self._games_of(rows, match)
            result.write((deals, lineups), *games)
        reasons = self._reasons(plan, 0, match.deals).items()
        result.failed.update((key, why) for key, why in reasons if result.losers[key] >= 0)
        query = "SELECT agent, sum(seconds), sum(moves) FROM clocks WHERE plan = ? GROUP BY agent"
        for agent, seconds, moves in self._rows(query, plan):
            result.spent[agent], result.moves[agent] = seconds, moves
        result.seconds = self.seconds
        return result


Part = tuple[Any, Any, Games]
"""Deals, line-ups and games."""
LAST_SINGLE = "SELECT max(deal) FROM units WHERE plan = ? AND deal < ?"


def _within(block: tuple[int, int, Games], low: int, high: int) -> Part:
    """The games of a block in a range of deals."""
    first, lineup, games = block
    chosen = games.rows(slice(max(low - first, 0), max(high - first, 0)))
    number = len(chosen.plies)
    return max(first, low) + np.arange(number), np.full(number, lineup), chosen


def _ordered(parts: list[Part], reasons: dict[tuple[int, int], Saying]) -> Batch:
    """Games of several blocks by deal and line-up."""
    deals, lineups = (np.concatenate([part[place] for part in parts]) for place in (0, 1))
    games = Games(*(np.concatenate(columns) for columns in zip(*(part[2] for part in parts), strict=True)))
    order = np.lexsort((lineups, deals))
    deals, lineups, games = deals[order], lineups[order], games.rows(order)
    keys = zip(deals.tolist(), lineups.tolist(), strict=True)
    said = {row: reasons[key] for row, key in enumerate(keys) if key in reasons} if reasons else {}
    wide = Games(*(column.astype(np.promote_types(column.dtype, np.int32)) for column in games))
    return Batch(deals, lineups, wide.points, wide.plies, games.losers.astype(np.int8), wide.measures, said)


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


def _row(plan: int, block: Block, outcome: Outcome) -> tuple[Any, ...]:
    games = Games(outcome.points, outcome.plies, outcome.losers, outcome.measures)
    failed = int((outcome.losers >= 0).sum())
    return plan, block.first, block.lineup, block.count, failed, pack(games)
