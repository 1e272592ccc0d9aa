"""Rooms on disk: a move is written before anybody hears of it, so a killed server loses nothing."""

from __future__ import annotations

import json
import os
import sqlite3
from pathlib import Path
from time import time
from typing import Any

from kiebitz.table.room import Room

SCHEMA = """
create table if not exists rooms (id text primary key, data text not null, touched real not null);
create table if not exists plies (
    room text not null, ply integer not null, move text not null, mind text,
    primary key (room, ply)
);
"""


def tables_home() -> Path:
    """Where the rooms are kept: KIEBITZ_TABLES or the user's data folder."""
    if chosen := os.environ.get("KIEBITZ_TABLES"):
        return Path(chosen)
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "kiebitz" / "tables.sqlite"


class Store:
    """The rooms of a server; used from its event loop only."""

    def __init__(self, file: Path | None = None) -> None:
        """Open or make the file; without one the rooms live in memory."""
        if file:
            file.parent.mkdir(parents=True, exist_ok=True)
        self._db = sqlite3.connect(file or ":memory:", check_same_thread=False, isolation_level=None)
        self._db.execute("pragma journal_mode = wal")
        self._db.execute("pragma synchronous = normal")
        self._db.executescript(SCHEMA)

    def save(self, room: Room) -> None:
        """Write a room as it is, with all its moves."""
        with self._db:
            self._db.execute("begin immediate")
            self._write(room)
            self._db.execute("delete from plies where room = ?", (room.id,))
            rows = zip(room.moves, room.minds, strict=True)
            self._db.executemany(
                "insert into plies values (?, ?, ?, ?)",
                [(room.id, ply, move, _text(mind)) for ply, (move, mind) in enumerate(rows)],
            )

    def add_move(self, room: Room) -> None:
        """Write the last move of a room, and the room itself if that ended the unit."""
        with self._db:
            self._db.execute("begin immediate")
            ply = len(room.moves) - 1
            self._db.execute(
                "insert into plies values (?, ?, ?, ?)",
                (room.id, ply, room.moves[ply], _text(room.minds[ply])),
            )
            if room.is_over:
                self._write(room)

    def _write(self, room: Room) -> None:
        self._db.execute(
            "insert or replace into rooms values (?, ?, ?)", (room.id, json.dumps(room.as_dict()), time())
        )

    def load(self, name: str) -> Room | None:
        """A room by its id."""
        found = self._db.execute("select data from rooms where id = ?", (name,)).fetchone()
        if not found:
            return None
        query = "select move, mind from plies where room = ? order by ply"
        rows = self._db.execute(query, (name,)).fetchall()
        minds = [json.loads(mind) if mind else None for _, mind in rows]
        return Room.from_dict(json.loads(found[0]), [move for move, _ in rows], minds)

    def names(self) -> list[str]:
        """All rooms, the latest first."""
        return [name for (name,) in self._db.execute("select id from rooms order by touched desc")]

    def close(self) -> None:
        self._db.close()


def _text(mind: dict[str, Any] | None) -> str | None:
    return json.dumps(mind) if mind else None
