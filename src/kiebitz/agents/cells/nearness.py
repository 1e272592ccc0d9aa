"""One core for a referee and a cell that answers at once.

A process that sleeps on another core must be woken there, which takes longer than a simple bot thinks. So,
while a block of games is played, the referee stays on its core as long as answers come quickly, and says in
its questions which one it is; the cell goes there. One that thinks longer may be anywhere, and nobody waits
for a core that others use: between blocks the system may put all of them elsewhere.
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

ANY = -1
QUICK = 0.001  # seconds: what answers later gains nothing that shows

_usual: set[int] | None = None  # the cores of the thread that plays, where it may be held to one
_core = ANY


@contextmanager
def side_by_side() -> Iterator[None]:
    """In here this thread may be held to the core that it is on; the system must know such a thing."""
    global _usual
    if not hasattr(os, "sched_setaffinity") or threading.current_thread() is not threading.main_thread():
        yield
        return
    _usual = os.sched_getaffinity(0)
    try:
        yield
    finally:
        shared_core(False)
        _usual = None


def shared_core(is_quick: bool) -> int:
    """The core on which whoever is asked next should be: ours, if it answers quickly."""
    global _core
    if _usual is not None and is_quick is (_core == ANY):
        here = ctypes.CDLL(None).sched_getcpu() if is_quick else ANY
        _core = here if stay(here, _usual) else ANY
    return _core


def stay(core: int, usual: set[int]) -> bool:
    """Hold this thread to a core, or let it have its usual ones; does the system do so?"""
    with suppress(OSError):  # the core may have been taken away meanwhile
        os.sched_setaffinity(0, usual if core == ANY else {core})
        return True
    return False
