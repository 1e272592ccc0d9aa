"""Guards around a decision of a Python agent: a time limit, and a note of who is thinking.

The limit works by a signal, which interrupts Python code. Code that never comes back from C is ended
with its whole process by a second, harder watch; the executor then reads the note that the process left
and knows whom to blame.
"""

from __future__ import annotations

import faulthandler
import mmap
import os
import signal
import struct
import threading
from pathlib import Path
from time import perf_counter
from typing import Any

from kiebitz.agents.base import Agent
from kiebitz.games.values import View

NOTE = struct.Struct("qqq")  # line-up, deal, seat


class TimeUp(BaseException):
    """Raised in the middle of an agent's thinking; not an Exception, so that bots do not catch it."""


def _ring(signum: int, frame: Any) -> None:
    raise TimeUp


def timed(limit: float, agent: Agent, view: View) -> object:
    """The agent's answer, or TimeUp after ``limit`` seconds."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        return _timed_afterwards(limit, agent, view)
    before = signal.signal(signal.SIGALRM, _ring)
    if _page is not None:
        faulthandler.dump_traceback_later(2 * limit + 1, exit=True, file=_silence())
    signal.setitimer(signal.ITIMER_REAL, limit)
    try:
        return agent.act(view)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        faulthandler.cancel_dump_traceback_later()
        signal.signal(signal.SIGALRM, before)


def _timed_afterwards(limit: float, agent: Agent, view: View) -> object:
    """Without signals a slow answer is only noticed when it comes."""
    start = perf_counter()
    answer = agent.act(view)
    if perf_counter() - start > limit:
        raise TimeUp
    return answer


_page: mmap.mmap | None = None
_quiet: Any = None


def _silence() -> Any:
    global _quiet
    if _quiet is None:
        _quiet = Path(os.devnull).open("w")  # noqa: SIM115 (for the life of the process)
    return _quiet


def keep_notes(folder: Path) -> None:
    """From now on this process notes in a file, named by its number, whose turn it is."""
    global _page
    path = folder / str(os.getpid())
    path.write_bytes(NOTE.pack(-1, -1, -1))
    with path.open("r+b") as file:
        _page = mmap.mmap(file.fileno(), NOTE.size)


def note(lineup: int, deal: int, seat: int) -> None:
    """Who thinks about which game now."""
    if _page is not None:
        NOTE.pack_into(_page, 0, lineup, deal, seat)


def read_note(folder: Path, process: int) -> tuple[int, int, int] | None:
    """What a process noted last: line-up, deal, seat."""
    path = folder / str(process)
    if not path.exists():
        return None
    lineup, deal, seat = NOTE.unpack(path.read_bytes())
    return (lineup, deal, seat) if deal >= 0 else None


def die_with(parent: int) -> None:
    """End this process soon after its parent has gone, so that no worker stays behind."""

    def watch() -> None:
        while os.getppid() == parent:
            threading.Event().wait(0.5)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def limit_memory(extra: int) -> None:
    """Let this process use so many bytes more than it does now; beyond that it gets a MemoryError."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    pages = int(Path("/proc/self/statm").read_text().split()[0]) if Path("/proc/self/statm").exists() else 0
    used = pages * os.sysconf("SC_PAGE_SIZE")
    resource.setrlimit(resource.RLIMIT_AS, (used + extra, used + extra))
