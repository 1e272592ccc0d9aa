# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What each seat saw, ply by ply; nothing else decides whether a move is shown.

A state keeps a log of everything. From it, and from the referee's play, come diaries: one for each seat,
with the moves that the seat could see and its own hand after each of them. A view has the diary of its seat
and no way to the log.
"""

from __future__ import annotations

from collections.abc import Iterator
from struct import Struct
from typing import NamedTuple, Self

import numpy as np
from numba import boolean, int64, void

from kiebitz.kernel.bits import has
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import HAND, PHASE, ROUND, STATE, TURN
from kiebitz.kernel.vectors import Vector

# A row of a diary: who moved in which phase, move code (-1: not seen), own hand and round after it.
WORDS = 4
ROW = Struct(f"{WORDS}q")
DIARIES = int64[:, :, ::1]  # seat, ply, word
# A row of a log: who moved in which phase, move code, round, then all hands after it.
HANDS = 3
LOG = int64[:, ::1]
FIRST = 64  # rows of a log that has just begun
DEAL = -1  # who moved: nobody


@kernel(int64(int64, int64))
def mover(phase, seat):
    """Who moved in which phase, as one number."""
    return phase * 8 + seat


class Row(NamedTuple):
    """A ply of a diary: the seat is -1 for the deal, the code is -1 for a move that was not seen."""

    phase: int
    seat: int
    code: int
    hand: int
    round: int

    @classmethod
    def of(cls, who: int, code: int, hand: int, number: int) -> Self:
        phase, seat = divmod(who, 8) if who != DEAL else (0, -1)
        return cls(phase, seat, code, hand, number)


def rows(diary: bytes | bytearray) -> Iterator[Row]:
    """The plies of a diary."""
    return (Row.of(*words) for words in ROW.iter_unpack(diary))


def last_row(diary: bytes | bytearray) -> Row:
    """The last ply of a diary."""
    return Row.of(*ROW.unpack(diary[-ROW.size :]))


@kernel(boolean(int64, int64, int64, int64))
def hidden_from(secret, is_open, who, seat):
    """Is a move hidden from a seat? ``secret`` is the mask of the phases whose moves only the mover sees."""
    return who != DEAL and is_open == 0 and has(secret, who // 8) and who % 8 != seat


@kernel(void(STATE, int64, int64, int64, int64))
def write_move(row, secret, is_open, seat, move):
    """Write the move into a row that already says who made it, as far as its seat may know."""
    row[1] = -1 if hidden_from(secret, is_open, row[0], seat) else move


@kernel(void(LOG, int64, int64, int64, DIARIES))
def copy_log(log, secret, is_open, seat, diary):
    """A seat's diary out of the log of everything."""
    for ply in range(len(log)):
        row = diary[0, ply]
        row[0] = log[ply, 0]
        write_move(row, secret, is_open, seat, log[ply, 1])
        row[2] = log[ply, HANDS + seat] if seat >= 0 else 0
        row[3] = log[ply, 2]


class Log:
    """Everything that has happened; states of one course of play share it, each up to its own ply."""

    __slots__ = ("_taken", "rows")

    def __init__(self, rows: Vector) -> None:
        self.rows = rows
        self._taken: dict[int, object] = {}

    @classmethod
    def begun(cls, hands: Vector) -> Self:
        """The log of a deal."""
        log = cls(np.empty((FIRST, HANDS + len(hands)), np.int64))
        return log._noted(0, (DEAL, -1, 0), hands)

    def after(self, ply: int, before: Vector, code: int, after: Vector) -> Self:
        """The log that says which move was made after a ply, from the state before it to that after it."""
        what = mover(before[PHASE], before[TURN]), code, int(after[ROUND])
        return self._noted(ply + 1, what, after[HAND : HAND + self.rows.shape[1] - HANDS])

    def moves(self, ply: int) -> list[tuple[int, int, int]]:
        """Phase, seat and code of all moves up to a ply."""
        return [(*divmod(who, 8), code) for who, code in self.rows[1 : ply + 1, :2].tolist()]

    def _noted(self, ply: int, what: tuple[int, int, int], hands: Vector) -> Self:
        """This log with one more row; another one if this one already goes on differently."""
        mine = object()
        # One step for all threads: two that go on from the same state must not share a row.
        if ply >= len(self.rows) or self._taken.setdefault(ply, mine) is not mine:
            larger = np.empty((max(FIRST, 2 * ply), self.rows.shape[1]), np.int64)
            larger[:ply] = self.rows[:ply]
            return type(self)(larger)._noted(ply, what, hands)
        self.rows[ply, :HANDS] = what
        self.rows[ply, HANDS:] = hands
        return self

    def diary(self, plies: int, seat: int, secret: int, is_open: bool) -> bytes:
        """What a seat saw of the first plies, the deal among them."""
        rows = np.empty((1, plies, WORDS), np.int64)
        copy_log(self.rows[:plies], secret, is_open, seat, rows)
        return rows.tobytes()
