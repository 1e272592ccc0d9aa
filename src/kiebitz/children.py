"""Processes that this one starts: they leave Ctrl-C to it, and do not outlive it for that."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from weakref import WeakSet

_started: WeakSet[subprocess.Popen[bytes]] = WeakSet()


@contextmanager
def unheard_interrupts() -> Iterator[None]:
    """Processes that start in here never hear Ctrl-C: their parent decides what it means.

    A signal that is blocked stays so in a new program, from its first line on.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def begin(command: Sequence[str], **how: Any) -> subprocess.Popen[bytes]:
    """Start a process, as ``subprocess.Popen`` does, that never hears Ctrl-C."""
    with unheard_interrupts():
        process: subprocess.Popen[bytes] = subprocess.Popen(command, **how)
        _started.add(process)
    return process


def end_all() -> None:
    """Kill the processes that ``begin`` has started and that are still running."""
    for process in list(_started):
        process.kill()
