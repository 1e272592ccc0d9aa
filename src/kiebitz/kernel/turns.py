"""One process at a time compiles a kernel: whoever comes later waits, and finds it in the cache.

The kernels of a cache share one file. Each has a byte in it, at a place that its fingerprint gives, and
whoever compiles the kernel locks that byte. The locks of a process that dies are free at once, and nobody
waits forever for one that sleeps.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EACCES, EAGAIN
from functools import cache
from pathlib import Path
from time import monotonic, sleep

try:
    import fcntl
except ImportError:  # Windows: then two processes may do the same work
    fcntl = None  # type: ignore[assignment]

PATIENCE = 300.0  # seconds; no kernel takes that long
PAUSE = 0.02
HELD = (EAGAIN, EACCES)  # another process has the lock; EPERM: this one may have none, as in a locked cell


@contextmanager
def turn(folder: Path, fingerprint: str) -> Iterator[None]:
    """Wait until no other process compiles this kernel, then keep the others waiting.

    Processes that can share no locks, for want of rights or on some network disks, do not wait.
    """
    file, place = _file(folder), int(fingerprint[:15], 16)
    if file is None:
        yield
        return
    is_mine = _take(file, place)
    try:
        yield
    finally:
        if is_mine:
            fcntl.lockf(file, fcntl.LOCK_UN, 1, place)


def _take(file: int, place: int) -> bool:
    until = monotonic() + PATIENCE
    while monotonic() < until:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
            return True
        except OSError as error:
            if error.errno not in HELD:
                return False
            sleep(PAUSE)
    return False


@cache
def _file(folder: Path) -> int | None:
    """The open file of the locks; it stays open, because closing it would give all of them back."""
    if fcntl is None:
        return None
    try:
        return os.open(folder / "turns", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    except OSError:
        return None
