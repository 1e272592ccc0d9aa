"""Recorded games as rows of what came of which hand at which bid: read in pieces, by whoever takes them.

The rows are those of whole games between players (``selfplay``). What was read is kept in a folder, a file
for each batch of pieces, so reading goes on where it was, and no more than a batch is ever in memory.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

import numpy as np

from kiebitz.errors import KiebitzError
from kiebitz.files import read_lines, replaced
from kiebitz.games.skat import rules as r
from kiebitz.games.skat.agents.cards.inference import refused as refused_place
from kiebitz.games.skat.records.iss import IssRecord
from kiebitz.games.skat.records.iss_result import Result
from kiebitz.games.skat.records.xskat import XSkatRecord
from kiebitz.games.skat.view import SkatState
from kiebitz.kernel.state import HAND
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.formats import AnyRecord, read_file
from tools.skat_training import selfplay as p
from tools.skat_training.spreading import Spread

PIECE = 500  # records that are read together
BATCH = 40  # pieces that are kept together


def row_of(record: AnyRecord) -> list[int] | None:
    """What a record says, as a row; None if its game was not played, or does not agree with the rules."""
    states = record.states()
    end = states[-1] if states else None
    if not isinstance(end, SkatState) or record.check() is not None:
        return None
    loser = record.replay.loser if isinstance(record, IssRecord) else ""
    result = Result.of(end, loser)
    row, v = [-1] * p.COLUMNS, end.vector
    if not isinstance(record, XSkatRecord):  # which makes its auction up
        for seat in (seat for seat in range(3) if seat != end.declarer):
            row[p.PASSED + seat] = int(refused_place(v, seat))
    if result.outcome == "passed":
        return row
    if result.outcome not in ("win", "loss") or not end.contract:
        return None
    seat = end.declarer
    facts = {
        p.CARDS: v[HAND + seat] | v[r.PLAYED + seat], p.AWAY: v[r.SKAT], p.CHOSEN: v[r.CONTRACT],
        p.SEAT: seat, p.TOOK: v[r.TAKEN], p.AT: v[r.BID], p.ANNOUNCED: v[r.LEVEL],
        p.MADE: result.points, p.TOOK_TRICKS: result.tricks, p.RESULT: result.value, p.LOST_IN: p.lost_in(v),
    }  # fmt: skip
    for column, value in facts.items():
        row[column] = int(value)
    return row


def texts(file: Path) -> Iterator[str]:
    """The records of a file, one after the other: lines, or in our own format blocks."""
    block: list[str] = []
    for line in read_lines(file):
        if line.startswith("#"):
            continue
        if not line.strip():
            if block:
                yield "".join(block)
            block = []
        elif line.startswith(("(;", *"0123456789")):
            yield line
        else:
            block.append(line)
    if block:
        yield "".join(block)


def read_piece(piece: list[str]) -> Vector:
    """The rows of some records; what cannot be read or replayed has none."""
    rows = []
    for text in piece:
        try:
            found = [row for record in read_file(text) if (row := row_of(record))]
        except KiebitzError:
            continue
        rows += found
    return np.array(rows, np.int64).reshape(-1, p.COLUMNS)


def read_all(files: Iterable[Path]) -> Vector:
    """The rows of all games of some files, read at once."""
    return np.concatenate([read_piece(list(texts(file))) for file in files])


def _pieces(records: Iterator[str], sizes: deque[int]) -> Iterator[list[str]]:
    """Some records at a time; how many they are is noted."""
    while piece := list(islice(records, PIECE)):
        sizes.append(len(piece))
        yield piece


@dataclass
class Recorded:
    """The rows of recorded games in a folder, and how many records of which files they come from."""

    folder: Path
    read: dict[str, int] = field(default_factory=dict)
    games: int = 0
    """Rows so far: records that could be replayed."""
    batches: int = 0

    @classmethod
    def resume(cls, folder: Path) -> Recorded:
        """What a folder has, or a new beginning."""
        found = cls(folder)
        for part in found._files():
            with np.load(part) as stored:
                found._count(*json.loads(str(stored["about"])))
        return found

    def __iter__(self) -> Iterator[Vector]:
        """The rows, batch by batch in the order of the records."""
        for part in self._files():
            with np.load(part) as stored:
                yield stored["rows"]

    def run(self, files: Iterable[Path], progress: Callable[[int], None], spread: Spread = map) -> None:
        """Read on to the end of the files, saving after each batch; rows stand in the order of the files."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for file in files:
            name = str(file.resolve())
            rest = islice(texts(file), self.read.get(name, 0), None)
            sizes: deque[int] = deque()  # of the pieces that are under way
            found = spread(read_piece, _pieces(rest, sizes))
            while batch := list(islice(found, BATCH)):
                self._keep(np.concatenate(batch), name, sum(sizes.popleft() for _ in batch))
                progress(sum(self.read.values()))

    def _files(self) -> list[Path]:
        return sorted(self.folder.glob("[0-9]*.npz"))

    def _keep(self, rows: Vector, name: str, number: int) -> None:
        about = name, number, len(rows)
        with replaced(self.folder / f"{self.batches:06}.npz") as aside:
            np.savez_compressed(aside, rows=rows, about=np.array(json.dumps(about)))
        self._count(*about)

    def _count(self, file: str, number: int, rows: int) -> None:
        self.read[file] = self.read.get(file, 0) + number
        self.games += rows
        self.batches += 1
