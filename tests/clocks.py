"""How long an act takes, on a machine that has other things to do."""

from __future__ import annotations

import gc
from collections.abc import Callable
from time import perf_counter, thread_time
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


def _once(act: Callable[[], object]) -> Spent:
    begun, used = perf_counter(), thread_time()
    act()
    return Spent(thread_time() - used, perf_counter() - begun)
