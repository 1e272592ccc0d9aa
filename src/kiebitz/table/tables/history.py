"""What players have played, and what reviews found: one local file beside that of the tables.

A player is whoever has a key, a long random text that the browser keeps. The file holds a digest of it, from
which the key cannot be had; without the key nothing of a player is read or deleted. Tables may be forgotten,
the history stays until its player deletes it.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from threading import Lock
from time import time
from typing import Any, NamedTuple

from kiebitz.errors import BadOption, KiebitzError
from kiebitz.sayings import Saying, say
from kiebitz.table.tables.store import connected

VERSION = 1
SCHEMA = """
create table results (
    player text not null, room text not null, series integer not null, unit integer not null,
    attempt integer not null, at real not null, game text not null, data text not null,
    primary key (player, room, series, unit, attempt)
);
create table reviews (
    player text not null, room text not null, series integer not null, unit integer not null,
    attempt integer not null, at real not null, data text not null,
    primary key (player, room, series, unit, attempt)
);
create index results_by_game on results (player, game, at);
"""
SHORTEST, LONGEST = 20, 200  # characters of a key
WAITING = 5.0  # seconds for another process that writes


class Where(NamedTuple):
    """A unit at a table: a deal that is played again is another attempt at the same unit."""

    room: str
    series: int
    unit: int
    attempt: int


@dataclass(frozen=True)
class Result:
    """A unit that somebody has played to its end, and from which seat."""

    game: str
    options: str
    seat: int
    seats: Sequence[Mapping[str, str]]
    """By seat: ``kind``, ``name``, and of an agent its ``spec`` and ``level`` (empty: it has none)."""
    points: Sequence[int]
    """By seat."""
    share: float
    """Of a win: 1 won, 0 lost, in between shared or drawn."""
    bids: Sequence[Mapping[str, Any]] = field(default_factory=list)
    """What the player undertook and what came of it, as the game's ``Stage.bids`` tells."""
    record: str = ""
    """The record of the unit, from which every moment can be had again."""
    units: int = 1
    """How many units the series has."""
    at: float = 0.0
    """When it ended, in seconds since 1970."""


@dataclass(frozen=True)
class Mistake:
    """A decision that lost something, as a review judged it."""

    ply: int
    """Of the position before the move."""
    phase: str
    move: str
    better: str
    loss: float
    """How much worse it was than the better move, beyond the error of the judgement."""
    scale: str
    """What the loss is counted in: ``points``, ``game points``, ``wins``."""
    kind: Saying
    """What kind of mistake it is, for counting: ``say("a sure win was missed")``."""
    knowable: bool = True
    """Could the player have known? Otherwise it is only seen with open cards."""
    because: Saying = field(default_factory=lambda: Saying(""))

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return vars(self) | {"kind": self.kind.as_json(), "because": self.because.as_json()}


class Reviewed(NamedTuple):
    """A review as it is kept: how many decisions were judged, and which were mistakes."""

    where: Where
    game: str
    at: float
    """When the unit was played."""
    decisions: int
    mistakes: list[Mistake]


def player_of(key: str) -> str:
    """What is kept in place of a player's key; a key that could be guessed is refused.

    >>> player_of("a random text of 24 signs")
    '929fd4bdfd679985b4c544e9'
    """
    if not SHORTEST <= len(key) <= LONGEST:
        raise BadOption(say("A player's key has {least} to {most} characters.", least=SHORTEST, most=LONGEST))
    return blake2b(key.encode("utf-8", "replace"), digest_size=12, person=b"kiebitz player").hexdigest()


def beside(tables: Path | None) -> Path | None:
    """Where the history is kept: beside the file of the tables, and in memory with them.

    >>> beside(Path("data/tables.sqlite")).name
    'tables-history.sqlite'
    """
    return tables and tables.with_name(f"{tables.stem}-history.sqlite")


class History:
    """The results and reviews of all players of a server; any thread may use it.

    >>> history, me = History(), player_of("a random text of 24 signs")
    >>> where = Where("table", 0, 0, 0)
    >>> history.keep_result(me, where, Result("durak", "", 0, [], [1, -1], 1.0, at=1.0))
    >>> [(result.points, result.share) for _, result in history.results(me)]
    [([1, -1], 1.0)]
    >>> history.delete(me), list(history.results(me))
    (1, [])
    """

    def __init__(self, file: Path | None = None) -> None:
        """Open or make the file; without one the history lives in memory."""
        self._lock = Lock()
        try:
            # What was deleted is not left in the file.
            self._db = connected(file, WAITING, "secure_delete = on")
            self._prepare(file)
        except (OSError, sqlite3.Error) as error:
            raise KiebitzError(
                say("The history cannot be kept in {file}: {why}.", file=str(file), why=str(error))
            ) from error

    def _prepare(self, file: Path | None) -> None:
        (version,) = self._db.execute("pragma user_version").fetchone()
        if version == 0:
            self._db.executescript(f"begin; {SCHEMA} pragma user_version = {VERSION}; commit;")
        elif version != VERSION:
            raise KiebitzError(
                say(
                    "{file} was written by another version of Kiebitz (form {form}); move it away or use "
                    "that version.",
                    file=str(file),
                    form=version,
                )
            )

    # -- keeping --------------------------------------------------------------------------------------

    def keep_result(self, player: str, where: Where, result: Result) -> None:
        """Keep how a unit ended for a player; a second time replaces the first."""
        data = {name: value for name, value in vars(result).items() if name not in ("game", "at")}
        row = (player, *where, result.at or time(), result.game, json.dumps(data))
        with self._writing() as db:
            db.execute("insert or replace into results values (?, ?, ?, ?, ?, ?, ?, ?)", row)

    def keep_review(self, player: str, where: Where, decisions: int, mistakes: Sequence[Mistake]) -> None:
        """Keep what a review of this many decisions found; a second review replaces the first.

        Only a unit whose result is kept has a review: what was taken back or deleted stays away.
        """
        data = {"decisions": decisions, "mistakes": [mistake.as_dict() for mistake in mistakes]}
        known = "select 1 from results where " + _MATCHES
        with self._writing() as db:
            if db.execute(known, (player, *where)).fetchone():
                row = (player, *where, time(), json.dumps(data))
                db.execute("insert or replace into reviews values (?, ?, ?, ?, ?, ?, ?)", row)

    def drop(self, where: Where) -> None:
        """Forget a unit whose end was taken back, for all who played it."""
        with self._writing() as db:
            for table in ("results", "reviews"):
                db.execute(f"delete from {table} where {_MATCHES_ANYBODY}", where)

    def delete(self, player: str) -> int:
        """Delete everything of a player; how many results that were."""
        with self._writing() as db:
            db.execute("delete from reviews where player = ?", (player,))
            return db.execute("delete from results where player = ?", (player,)).rowcount

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            try:
                with self._db:
                    self._db.execute("begin immediate")
                    yield self._db
            except sqlite3.Error as error:
                raise KiebitzError(say("The history cannot be written: {why}.", why=str(error))) from error

    # -- reading --------------------------------------------------------------------------------------

    def results(self, player: str, game: str = "") -> list[tuple[Where, Result]]:
        """A player's results, in all games or in one, the oldest first."""
        query = "select room, series, unit, attempt, at, game, data from results where player = ?"
        rows = self._read(query + " and (? = '' or game = ?) order by at", (player, game, game))
        return [(Where(*row[:4]), Result(game=row[5], at=row[4], **json.loads(row[6]))) for row in rows]

    def reviews(self, player: str, game: str = "") -> list[Reviewed]:
        """The reviews of a player's units, in the order in which these were played."""
        query = (
            "select r.room, r.series, r.unit, r.attempt, p.game, p.at, r.data from reviews r join results p "
            "using (player, room, series, unit, attempt) where player = ? and (? = '' or p.game = ?) "
            "order by p.at"
        )
        return [_reviewed(row) for row in self._read(query, (player, game, game))]

    def _read(self, query: str, values: Sequence[Any]) -> list[Any]:
        with self._lock:
            try:
                return self._db.execute(query, values).fetchall()
            except sqlite3.Error as error:
                raise KiebitzError(say("The history cannot be read: {why}.", why=str(error))) from error

    def close(self) -> None:
        with self._lock:
            self._db.close()


_MATCHES_ANYBODY = "room = ? and series = ? and unit = ? and attempt = ?"
_MATCHES = "player = ? and " + _MATCHES_ANYBODY


def _reviewed(row: Sequence[Any]) -> Reviewed:
    data = json.loads(row[6])
    mistakes = [
        Mistake(**each | {name: Saying.of_json(each[name]) for name in ("kind", "because")})
        for each in data["mistakes"]
    ]
    return Reviewed(Where(*row[:4]), row[4], row[5], data["decisions"], mistakes)
