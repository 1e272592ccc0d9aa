"""Limits for code that may not keep to them: seconds for a call, bytes for a process."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar

from kiebitz.agents.answers import TimeUp
from kiebitz.errors import BadOption
from kiebitz.sayings import Saying, say

T = TypeVar("T")

OUT_OF_MEMORY = 70  # the exit code of a process that gave up
FILES_CLOSED = 71  # of one that an agent has cut off from its parent
MEMORY_SPENT = 73  # of a cell whose processes took more than they may together
TOO_MANY = 74  # of one that had more of them
MOST_PROCESSES = 8  # of a cell

_hurry = True


def _ring(signum: int, frame: Any) -> None:
    if _hurry:
        raise TimeUp


@contextmanager
def unhurried() -> Iterator[None]:
    """In here time may run out without an interruption; it is noticed afterwards."""
    global _hurry
    _hurry = False
    try:
        yield
    finally:
        _hurry = True


def timed(limit: float | None, function: Callable[..., T], *arguments: Any) -> T:
    """What an agent's function answers, or TimeUp after ``limit`` seconds if there is a limit.

    Only the main thread can be interrupted; elsewhere, and where the agent catches even this, a slow
    answer is noticed when it comes.
    """
    if limit is None:
        return function(*arguments)
    start = perf_counter()
    if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGALRM, _ring)  # each time, for the agent may have its own idea of it
        signal.setitimer(signal.ITIMER_REAL, limit)
        try:
            answer = function(*arguments)
        except TimeUp:
            raise TimeUp(limit) from None
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    else:
        answer = function(*arguments)
    if perf_counter() - start > limit:
        raise TimeUp(limit)
    return answer


def patience(limit: float) -> float:
    """The seconds after which nobody waits any longer for an agent that cannot be interrupted."""
    return 2 * limit + 1


def memory_limit() -> int:
    """The bytes that the agents of a process may use: KIEBITZ_MEMORY in GiB, 2 if not set, 0 for any."""
    text = os.environ.get("KIEBITZ_MEMORY", "2")
    try:
        return int(float(text) * (1 << 30))
    except ValueError:
        raise BadOption(say("KIEBITZ_MEMORY must be a number of GiB, not {text}.", text=repr(text))) from None


def limit_memory(extra: int) -> None:
    """Let this process use this many bytes more than it does now; beyond that it gets a MemoryError."""
    with suppress(ImportError, OSError, ValueError):  # where the system has no such limit
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[0])
        most = pages * os.sysconf("SC_PAGE_SIZE") + extra
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def how_it_ended(code: int) -> Saying:
    """Why an agent has failed whose process ended with this exit code, or by a signal if it is negative.

    >>> print(how_it_ended(3), how_it_ended(-11), sep="; ")
    took its process down (exit code 3); took its process down (SIGSEGV)
    """
    if code == OUT_OF_MEMORY:
        return say("ran out of memory")
    if code == FILES_CLOSED:
        return say("closed files of the process that it plays in")
    if code == MEMORY_SPENT:
        return say("used more memory than all its processes may together")
    if code == TOO_MANY:
        return say("started more than {n} processes", n=MOST_PROCESSES)
    if code < 0:
        return say("took its process down ({signal})", signal=_signal(-code))
    return say("took its process down (exit code {code})", code=code)


def _signal(number: int) -> str:
    with suppress(ValueError):
        return signal.Signals(number).name
    return f"signal {number}"
