"""What a ledger must not hold, whoever made it: a run's folder may come from anybody.

SQLite lets a file compute its rows, without end if it likes, and puts any kind of value into any column.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from kiebitz.amounts import MOST
from kiebitz.lab.runs.packing import LARGEST
from kiebitz.sayings import Saying, say

COMPUTED = re.compile(r"\b(GENERATED|VIRTUAL|AS)\b", re.IGNORECASE)
ODD = f"""
SELECT 1 FROM blocks WHERE typeof(plan) <> 'integer' OR typeof(failed) <> 'integer'
OR typeof(first) <> 'integer' OR first NOT BETWEEN 0 AND {MOST}
OR typeof(lineup) <> 'integer' OR lineup NOT BETWEEN 0 AND {MOST}
OR typeof(count) <> 'integer' OR count NOT BETWEEN 1 AND {LARGEST} LIMIT 1
"""

Stretch = tuple[int, int, int]
"""A line-up, and from which deal up to which its games are there."""


def tables_of(file: sqlite3.Connection) -> tuple[set[str], Saying | None]:
    """The names of its tables and indexes, and what is wrong with them, if anything is."""
    rows = file.execute("SELECT name, type, coalesce(sql, '') FROM sqlite_master").fetchall()
    names = {name for name, _, _ in rows}
    for name, kind, sql in rows:
        if kind not in ("table", "index") or COMPUTED.search(sql):
            return names, say("{name} in it is no table of games", name=repr(name))
    if "blocks" in names and file.execute(ODD).fetchone():
        return names, say("a block of games has numbers that none can have")
    return names, None


def are_files(rows: Iterable[tuple[Any, ...]]) -> bool:
    """Could these be the names, paths and contents of files?"""
    return all(
        isinstance(named, str)
        and isinstance(path, str)
        and "\0" not in named + path
        and isinstance(content, bytes)
        for named, path, content, _ in rows
    )


def shared(stretches: Iterable[Stretch]) -> tuple[int, int] | None:
    """A deal and line-up that two stretches have, if there is one.

    >>> shared([(0, 0, 10), (1, 0, 10), (0, 10, 20)]), shared([(1, 0, 10), (0, 0, 5), (1, 9, 12)])
    (None, (9, 1))
    """
    for (lineup, _, end), (other, first, _) in pairwise(sorted(stretches)):
        if lineup == other and first < end:
            return first, lineup
    return None
