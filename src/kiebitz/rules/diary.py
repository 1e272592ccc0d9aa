# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What each seat saw, ply by ply; nothing else decides whether a move is shown.

A diary has the moves that a seat could see and its own hand after each of them. States of one course of
play keep the diaries of all seats in one log, as the referee does; a view has a copy of its seat's diary
and no way to the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from struct import Struct
from typing import NamedTuple, Self

import numpy as np
from numba import boolean, int64, void

from kiebitz.kernel.bits import has
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import HAND, OPEN, ROUND, STATE
from kiebitz.kernel.vectors import Vector

# A row of a diary: who moved in which phase, move code (-1: not seen), own hand and round after it.
WORDS = 4
ROW = Struct(f"{WORDS}q")
ROW_SIZE = ROW.size  # bytes
DIARIES = int64[:, :, ::1]  # seat, ply, word
# Diaries of a log after those of the seats: of somebody who sees no hand, and of somebody who sees all moves.
WATCHER, REFEREE, OTHERS = 0, 1, 2
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


@kernel(void(STATE, int64, int64, int64, int64, STATE))
def write_row(row, who, move, secret, seat, s):
    """Write a ply as far as a seat may know it; ``s`` is the state after the move, seat -1 sees no hand."""
    row[0] = who
    row[1] = -1 if hidden_from(secret, s[OPEN], who, seat) else move
    row[2] = s[HAND + seat] if seat >= 0 else 0
    row[3] = s[ROUND]


@kernel(void(DIARIES, int64, int64, int64, int64, STATE))
def note(diaries, ply, who, move, secret, s):
    """Write a ply into all diaries of a log."""
    seats = len(diaries) - OTHERS
    for seat in range(seats):
        write_row(diaries[seat, ply], who, move, secret, seat, s)
    write_row(diaries[seats + WATCHER, ply], who, move, secret, -1, s)
    write_row(diaries[seats + REFEREE, ply], who, move, 0, -1, s)


class Log:
    """The diaries of all seats; states of one course of play share them, each up to its own ply."""

    __slots__ = ("_size", "_taken", "_written", "rows")

    def __init__(self, diaries: int, plies: int) -> None:
        self._size = plies * ROW_SIZE  # bytes of a diary
        self._written = bytearray(diaries * self._size)
        self.rows: Vector = np.frombuffer(self._written, np.int64).reshape(diaries, plies, WORDS)
        self._taken: dict[int, object] = {}

    @classmethod
    def begun(cls, vector: Vector, seats: int) -> Self:
        """The log of a deal."""
        log = cls(seats + OTHERS, FIRST)
        note(log.rows, 0, DEAL, -1, 0, vector)
        return log

    def __reduce__(self) -> tuple[Callable[..., Log], tuple[int, bytes, list[int]]]:
        return _written_log, (len(self.rows), bytes(self._written), list(self._taken))

    def with_room(self, ply: int) -> Self:
        """This log, with its rows of a ply to be written; another one if this one already goes on there."""
        mine = object()
        # One step for all threads: two that go on from the same state must not share a row.
        if ply * ROW_SIZE < self._size and self._taken.setdefault(ply, mine) is mine:
            return self
        rows = self.rows
        larger = type(self)(len(rows), max(FIRST, 2 * ply))
        larger.rows[:, :ply] = rows[:, :ply]
        return larger.with_room(ply)

    def note_again(self, ply: int, secret: int, vector: Vector) -> None:
        """Write a ply once more: a new round was dealt after its move."""
        who, code = self.rows[-1, ply, :2].tolist()
        note(self.rows, ply, who, code, secret, vector)

    def moves(self, ply: int) -> list[tuple[int, int, int]]:
        """Phase, seat and code of all moves up to a ply."""
        return [(*divmod(who, 8), code) for who, code in self.rows[-1, 1 : ply + 1, :2].tolist()]

    def diary(self, plies: int, seat: int) -> bytearray:
        """What a seat (-1: somebody who sees no hand) saw of the first plies, the deal among them: a copy."""
        start = seat * self._size if seat >= 0 else (len(self.rows) - OTHERS + WATCHER) * self._size
        return self._written[start : start + plies * ROW_SIZE]


def _written_log(diaries: int, written: bytes, taken: list[int]) -> Log:
    """A log with what was written in another."""
    log = Log(diaries, len(written) // (diaries * ROW_SIZE))
    log._written[:] = written
    log._taken = dict.fromkeys(taken)
    return log
