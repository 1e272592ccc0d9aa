"""Tables on disk: a move is written before anybody hears of it, so a killed server loses nothing."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from time import time
from typing import Any

from kiebitz.errors import KiebitzError
from kiebitz.files import data_path
from kiebitz.sayings import say
from kiebitz.table.tables.table import Table

SCHEMA = """
create table if not exists rooms (id text primary key, data text not null, touched real not null);
create table if not exists plies (
    room text not null, ply integer not null, move text not null, mind text,
    primary key (room, ply)
);
"""
DAY = 86_400  # seconds
WAITING = 1.0  # seconds for another server that may be about to end


class StoreInUse(KiebitzError):
    """Another server has the file; two would play the same tables."""


def tables_home() -> Path:
    """Where the tables are kept: KIEBITZ_TABLES or the user's data folder."""
    return data_path("tables.sqlite", "KIEBITZ_TABLES")


def connected(file: Path | None, waiting: float, *pragmas: str) -> sqlite3.Connection:
    """A database in a file or in memory, for any thread, that is never left half written.

    It waits this many seconds for another process that has the file.
    """
    db = sqlite3.connect(file or ":memory:", timeout=waiting, check_same_thread=False, isolation_level=None)
    for pragma in (*pragmas, "journal_mode = wal", "synchronous = normal"):
        db.execute(f"pragma {pragma}")
    return db


class Store:
    """The tables of a server, which has the file for itself until it ends; any thread may use it."""

    def __init__(self, file: Path | None = None) -> None:
        """Open or make the file; without one the tables live in memory."""
        self.file, self._lock = file, Lock()
        try:
            if file:
                file.parent.mkdir(parents=True, exist_ok=True)
            self._db = connected(file, WAITING, "locking_mode = exclusive")  # from the first look on
            self._db.executescript(SCHEMA)
        except (OSError, sqlite3.Error) as error:
            if getattr(error, "sqlite_errorname", "") == "SQLITE_BUSY":
                said = say(
                    "Another server has its tables in {file}: end it, or name another file with {option}.",
                    file=str(file),
                    option="--store",
                )
                raise StoreInUse(said) from None
            why = getattr(error, "strerror", None) or str(error)
            said = say("The tables cannot be kept in {file}: {why}; name another file with {option}.",
                       file=str(file), why=why, option="--store")  # fmt: skip
            raise KiebitzError(said) from error

    def save(self, table: Table) -> None:
        """Write a table as it is, with all its moves."""
        with self._writing() as db:
            self._write(db, table)
            db.execute("delete from plies where room = ?", (table.id,))
            self._write_moves(db, table, 0)

    def add_moves(self, table: Table, first: int) -> None:
        """Write the moves of a table from a ply on, and the table itself if they ended the unit."""
        with self._writing() as db:
            self._write_moves(db, table, first)
            if table.is_over:
                self._write(db, table)
            else:
                db.execute("update rooms set touched = ? where id = ?", (time(), table.id))

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """All of it is written, or nothing and an error says why."""
        with self._lock:
            try:
                with self._db:
                    self._db.execute("begin immediate")
                    yield self._db
            except sqlite3.Error as error:
                raise KiebitzError(
                    say("The table cannot be written to disk: {why}.", why=str(error))
                ) from error

    def _write(self, db: sqlite3.Connection, table: Table) -> None:
        db.execute(
            "insert or replace into rooms values (?, ?, ?)", (table.id, json.dumps(table.as_dict()), time())
        )

    def _write_moves(self, db: sqlite3.Connection, table: Table, first: int) -> None:
        rows = zip(table.moves[first:], table.minds[first:], strict=True)
        db.executemany(
            "insert into plies values (?, ?, ?, ?)",
            [(table.id, ply, move, _text(mind)) for ply, (move, mind) in enumerate(rows, first)],
        )

    def load(self, name: str) -> Table | None:
        """A table by its id."""
        query = "select move, mind from plies where room = ? order by ply"
        with self._lock:
            found = self._db.execute("select data from rooms where id = ?", (name,)).fetchone()
            rows = self._db.execute(query, (name,)).fetchall()
        if not found:
            return None
        minds = [json.loads(mind) if mind else None for _, mind in rows]
        return Table.from_dict(json.loads(found[0]), [move for move, _ in rows], minds)

    def lists(self, game: str) -> Iterator[tuple[list[str], list[list[int]]]]:
        """Of every series at the tables of a game: who sat there, and the points by seat of each unit."""
        with self._lock:
            rows = self._db.execute("select data from rooms order by touched").fetchall()
        for data in (json.loads(text) for (text,) in rows):
            if data["game_name"] == game:
                names = [occupant["name"] for occupant in data["occupants"]]
                now = [row["points"] for row in data["sheet"] if not row.get("again")]
                yield from ((names, series) for series in (*data.get("past", []), now) if series)

    def forget(self, days: float, but: Collection[str] = ()) -> list[str]:
        """Drop tables that nobody has touched for this long, but for some; which they were."""
        with self._writing() as db:
            found = db.execute("select id from rooms where touched < ?", (time() - DAY * days,)).fetchall()
            old = [(name,) for (name,) in found if name not in but]
            db.executemany("delete from plies where room = ?", old)
            db.executemany("delete from rooms where id = ?", old)
        return [name for (name,) in old]

    def close(self) -> None:
        with self._lock:
            self._db.close()


def _text(mind: dict[str, Any] | None) -> str | None:
    return json.dumps(mind) if mind else None
