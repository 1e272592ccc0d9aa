"""How long an act takes, and waiting for something, on a machine that has other things to do."""

from __future__ import annotations

import gc
from collections.abc import Callable
from time import monotonic, perf_counter, sleep, thread_time
from typing import NamedTuple


class Spent(NamedTuple):
    """Seconds of an act: of the processor's work, and by the clock on the wall."""

    processor: float
    clock: float


def quickest(act: Callable[[], object]) -> Spent:
    """The quickest of three tries: what goes to other work, or into its garbage, is not the act's."""
    gc.disable()
    try:
        return min(_once(act) for _ in range(3))
    finally:
        gc.enable()


def eventually(condition: Callable[[], bool], seconds: float = 300) -> bool:
    """Whether something becomes true; only what never does takes so long."""
    end = monotonic() + seconds
    while not condition():
        if monotonic() > end:
            return False
        sleep(0.02)
    return True


def _once(act: Callable[[], object]) -> Spent:
    begun, used = perf_counter(), thread_time()
    act()
    return Spent(thread_time() - used, perf_counter() - begun)
