"""How long a question about knowledge may take.

A short formula can ask for more than anybody will wait for: each ``E`` inside another looks into every hand
that somebody may hold in the eyes of somebody else. Whoever asks on behalf of others sets a limit; what takes
time looks at it again and again, and a question that has used it up ends with a sentence.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic

from kiebitz.errors import KiebitzError
from kiebitz.sayings import Saying, say


class TooMuch(KiebitzError):
    """A question takes longer than it may."""

    def __init__(self, seconds: float) -> None:
        super().__init__(say("This takes longer than {n} s; ask for less.", n=seconds))
        self.seconds = seconds

    def about(self, why: Saying) -> TooMuch:
        """The same with what took the time; the outermost question has the last word."""
        self.said = say("This takes longer than {n} s: {why} Ask for less.", n=self.seconds, why=why)
        self.args = (self.said,)
        return self


_limit: ContextVar[tuple[float, float] | None] = ContextVar(
    "limit", default=None
)  # seconds, and when they end


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """What is asked in here may take this many seconds; 0 for as long as it likes.

    >>> from kiebitz.rules.registry import game
    >>> from kiebitz.knowledge.models.lazy import model_of
    >>> model = model_of(game("skat").deal(seed=1).view(0))
    >>> with within(1e-9):
    ...     model.check("E E E count(Middlehand, clubs) >= 3")
    Traceback (most recent call last):
    kiebitz.knowledge.budget.TooMuch: This takes longer than 1e-09 s; ask for less.
    """
    token = _limit.set((seconds, monotonic() + seconds) if seconds else None)
    try:
        yield
    finally:
        _limit.reset(token)


def look_at_the_clock() -> None:
    """Raise TooMuch if the time for the question is up."""
    limit = _limit.get()
    if limit is not None and monotonic() > limit[1]:
        raise TooMuch(limit[0])
