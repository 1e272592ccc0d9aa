"""How far a command has got, on standard error: a live bar in a terminal, else a line now and then."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from time import monotonic
from typing import TYPE_CHECKING, Protocol

from kiebitz.language.speaking import digits, spoken
from kiebitz.sayings import Name, say

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

FIRST_LINE = 5.0  # seconds until a pipe gets its first line; each wait is twice the one before
LONGEST_WAIT = 600.0


class Show(Protocol):
    """Told how much is done, and something to say about it, which becomes text only when it is shown."""

    def __call__(self, done: int, note: object = "") -> None: ...


@contextmanager
def progress(what: str, total: int, done: int = 0, quiet: bool = False) -> Iterator[Show]:
    """A function that shows how many of a total are done; ``what`` they are is a word such as games."""
    if quiet:
        yield _nothing
    elif sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
        with _bar(what, total, done) as bar:
            yield bar
    else:
        yield _Lines(what, total, done)


def _nothing(done: int, note: object = "") -> None:
    pass


class _Pace:
    """How many are done in a second, from the first that is shown: before that, much else is made ready."""

    def __init__(self) -> None:
        self._start: tuple[float, int] | None = None

    def __call__(self, done: int) -> float:
        self._start = self._start or (monotonic(), done)
        seconds = monotonic() - self._start[0]
        return (done - self._start[1]) / seconds if seconds else 0.0


def _counted(done: float, total: float, what: str) -> str:
    return spoken(
        say("{done:,.0f} of {total:,.0f} {what}", done=done, total=total, what=Name(what, "counted"))
    )


def _speed(pace: float) -> str:
    """
    >>> _speed(0.0), _speed(0.25), _speed(12345.6)
    ('', '0.25/s', '12,346/s')
    """
    return digits(f"{pace:,.0f}/s" if pace >= 10 else f"{pace:.2g}/s" if pace else "")


@contextmanager
def _bar(what: str, total: int, done: int) -> Iterator[Show]:
    bar = make_bar()
    with bar:
        task = bar.add_task(
            "", total=total, completed=done, count=_counted(done, total, what), speed="", note=""
        )
        pace = _Pace()

        def show(done: int, note: object = "") -> None:
            count, speed = _counted(done, total, what), _speed(pace(done))
            bar.update(task, completed=done, count=count, speed=speed, note=note)

        yield show


def make_bar() -> Bar:
    """The bar in one line, and below it what there is to say; both are cut to the width of the window."""
    from collections.abc import Iterable

    from rich.console import Console, RenderableType
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class WithNote(Progress):
        def get_renderables(self) -> Iterable[RenderableType]:
            yield from super().get_renderables()
            for note in filter(None, (str(task.fields["note"]) for task in self.tasks)):
                yield Text(note, no_wrap=True, overflow="ellipsis")

    columns = (
        TextColumn("{task.fields[count]}", markup=False),
        BarColumn(),
        TextColumn("{task.fields[speed]}", markup=False),
        TimeRemainingColumn(),
    )
    return WithNote(*columns, console=Console(stderr=True), transient=True)


class _Lines:
    """A line on standard error now and then, for whoever reads a log."""

    def __init__(self, what: str, total: int, done: int) -> None:
        self._what, self._total = what, total
        self._pace = _Pace()
        self._wait = FIRST_LINE
        self._next = monotonic() + self._wait

    def __call__(self, done: int, note: object = "") -> None:
        pace = self._pace(done)
        if monotonic() < self._next:
            return
        self._wait = min(2 * self._wait, LONGEST_WAIT)
        self._next = monotonic() + self._wait
        parts = [_counted(done, self._total, self._what), _speed(pace)]
        if pace:
            left = timedelta(seconds=round((self._total - done) / pace))
            parts.append(spoken(say("{time} left", time=str(left))))
        print(", ".join(filter(None, [*parts, str(note)])), file=sys.stderr, flush=True)
