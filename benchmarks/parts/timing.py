"""Timing for benchmarks: the best of several runs, because the machine is shared."""

from __future__ import annotations

import os
from collections.abc import Callable
from time import perf_counter


def best(function: Callable[[], object], repeats: int = 5) -> float:
    """Seconds of the quickest of several calls."""
    times = []
    for _ in range(repeats):
        start = perf_counter()
        function()
        times.append(perf_counter() - start)
    return min(times)


def load() -> str:
    """How busy the machine was in the last minute: read figures with this in mind."""
    return f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


def ratio(what: str, ours: float, reference: str, theirs: float, unit: str = "per second") -> None:
    """Print a figure beside its reference from the same run."""
    print(f"{what}: {ours:,.0f} {unit}; {reference}: {theirs:,.0f}; ratio {ours / theirs:,.1f}")
