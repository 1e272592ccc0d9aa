"""Guards around Python agents: a time limit, a memory limit, and notes of who is thinking.

The time limit works by a signal, which interrupts Python code. Code that does not come back from C is ended
with its whole process by the parent, which reads in the process's note how long the agent may think. If a
process ends by itself, its note says whom to blame.
"""

from __future__ import annotations

import gc
import os
import signal
import struct
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from itertools import pairwise
from multiprocessing import connection, parent_process
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple, NoReturn, TypeVar

import numpy as np

from kiebitz.agents.cells.nursery import use
from kiebitz.agents.limits import FILES_CLOSED, OUT_OF_MEMORY, limit_memory, patience, timed
from kiebitz.agents.seated import Guard
from kiebitz.kernel.vectors import Vector

T = TypeVar("T")

COLLECT_AFTER = 10_000  # new objects; Python itself looks for garbage after 700


class Watch(Guard):
    """What a process that exists to play does about an agent that uses up its memory or interrupts it."""

    def blame(self, error: BaseException) -> None:
        if isinstance(error, MemoryError):
            give_up_memory()
        elif not in_worker():
            super().blame(error)  # in a worker an interrupt is not the user's


WATCH = Watch()


class Clock(Watch):
    """The same, with a time limit."""

    def __init__(self, limit: float) -> None:
        self.limit = limit

    def __call__(self, work: Callable[..., T], *arguments: Any) -> T:
        return timed(self.limit, work, *arguments)


def guard_of(limit: float | None) -> Guard:
    """What stands around an agent that has this many seconds for a move; None for any number."""
    return WATCH if limit is None else Clock(limit)


class Note(NamedTuple):
    """Which seat of which game a process thinks about, and by when it must have come back."""

    process: int
    plan: int
    lineup: int
    deal: int
    seat: int
    deadline: float  # 0: never; below it, the seconds after which compiled code must have gone on

    @property
    def game(self) -> tuple[int, int, int]:
        return self.plan, self.lineup, self.deal


LAYOUT = struct.Struct("qqqqqd")
DEAL = 3  # the word of a note that compiled code writes, with the next one: the seat


class Notes:
    """A page of memory that a parent shares with its workers: a note for each of them."""

    def __init__(self, context: Any, workers: int) -> None:
        self._page = context.RawArray("B", LAYOUT.size * workers)
        self._taken = context.Value("i", 0)

    def take(self) -> tuple[Callable[..., None], Vector]:
        """In a worker: a function that writes its note, and the note's deal and seat for compiled code."""
        with self._taken:
            place = LAYOUT.size * self._taken.value
            self._taken.value += 1
        page, process = self._page, os.getpid()
        words = np.frombuffer(page, np.int64, LAYOUT.size // 8, place)
        return lambda *words: LAYOUT.pack_into(page, place, process, *words), words[DEAL : DEAL + 2]

    def read(self) -> list[Note]:
        """The notes of the processes that think about a game now, or did when they died."""
        notes = [Note(*LAYOUT.unpack_from(self._page, place)) for place in self._places]
        return [note for note in notes if note.process and note.deal >= 0]

    @property
    def _places(self) -> range:
        return range(0, len(self._page), LAYOUT.size)


_write: Callable[..., None] | None = None  # only in a worker
_here: Vector | None = None  # where its compiled code says whom it asks
_plan = 0
_files: tuple[int, ...] = ()  # what a worker had open before it began to play
_suspicious = False  # whether to look after them


@contextmanager
def on_plan(number: int, suspicious: bool = False) -> Iterator[None]:
    """What is noted in here is about games of this plan; afterwards nobody is thinking any more.

    If it is suspicious, the agents that play may close files that are not theirs.
    """
    global _plan, _suspicious
    _plan, _suspicious = number, suspicious
    try:
        yield
    finally:
        if _suspicious:
            _look_after_files()
        if _write is not None:
            _write(number, -1, -1, -1, 0.0)


def note(lineup: int, deal: int, seat: int, limit: float | None = None) -> None:
    """Write down who thinks about which game now; long after the limit the parent ends this process."""
    if _suspicious:
        _look_after_files()
    if _write is not None:
        _write(_plan, lineup, deal, seat, monotonic() + patience(limit) if limit else 0.0)


def noted_here(lineup: int, first: int, limit: float | None) -> Vector:
    """Write down that compiled code begins with a deal; in these words it says who thinks about which.

    A policy that has a limit must have gone on by then, or the parent ends this process.
    """
    if _write is None or _here is None:
        return np.zeros(2, np.int64)
    _write(_plan, lineup, first, 0, -patience(limit) if limit else 0.0)
    return _here


def _look_after_files() -> None:
    """End a worker that cannot reach its parent any more, while its note still says who was thinking last."""
    try:
        for file in _files:
            os.fstat(file)
    except OSError:
        os._exit(FILES_CLOSED)


def end_like(code: int) -> NoReturn:
    """End this process with an exit code, or by a signal if that is negative."""
    if code < 0:
        with suppress(OSError, ValueError):  # for some signals there is no choice
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(max(code, 0))


def in_worker() -> bool:
    """Whether this process exists to play games and may be ended."""
    return _write is not None


def give_up_memory() -> None:
    """End a worker whose memory is used up: whoever plays in it next would suffer for it."""
    if in_worker():
        os._exit(OUT_OF_MEMORY)


def start_worker(notes: Notes, memory: int, cells: str = "") -> None:
    """Make this process a worker, which has its cells from the zygote at this address, or from its own."""
    global _write, _here, _files
    use(cells)
    _settle(memory)
    (_write, _here), _files = notes.take(), open_files()


def start_child(memory: int, line: int | None) -> None:
    """Make this process a worker's child; of the worker's files, a copy of it keeps only the line to it."""
    global _write, _suspicious
    parent = parent_process()
    if line is not None and parent is not None:
        kept = sorted({0, 1, 2, line, int(parent.sentinel)})
        for first, last in pairwise([*kept, os.sysconf("SC_OPEN_MAX")]):
            os.closerange(first + 1, last)
    _settle(memory)
    _write, _suspicious = lambda *words: None, False


def open_files() -> tuple[int, ...]:
    """The descriptors of what this process has open besides the standard files, where the system tells."""
    with suppress(OSError):
        found = [int(path.name) for path in Path("/dev/fd").iterdir()]
        return tuple(file for file in found if file > 2 and _is_open(file))  # one was that of the folder
    return ()


def _is_open(file: int) -> bool:
    try:
        os.fstat(file)
    except OSError:
        return False
    return True


def _settle(memory: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what an interrupt means
    die_with_parent()
    with suppress(OSError):  # a process may have no standard error
        os.dup2(2, 1)  # standard output belongs to the answer: what agents print goes elsewhere
    if memory:
        limit_memory(memory)
    gc.set_threshold(COLLECT_AFTER)


@contextmanager
def fewer_collections() -> Iterator[None]:
    """Look for garbage in cycles less often: a game makes thousands of values and hardly any cycle."""
    usual = gc.get_threshold()
    gc.set_threshold(COLLECT_AFTER)
    try:
        yield
    finally:
        gc.set_threshold(*usual)


@contextmanager
def quiet_agents() -> Iterator[None]:
    """What agents print while they play in this process goes to standard error too."""
    with redirect_stdout(sys.stderr):
        yield


def die_with_parent() -> None:
    """End this process when its parent has gone, so that no worker stays behind."""
    parent = parent_process()
    if parent is None:
        return
    with suppress(ImportError, AttributeError, OSError):
        import fcntl

        # The parent's end of the pipe closes: the system's signal also ends code that never leaves C.
        fcntl.fcntl(parent.sentinel, fcntl.F_SETOWN, os.getpid())
        flags = fcntl.fcntl(parent.sentinel, fcntl.F_GETFL)
        fcntl.fcntl(parent.sentinel, fcntl.F_SETFL, flags | os.O_ASYNC)

    def watch() -> None:
        connection.wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
