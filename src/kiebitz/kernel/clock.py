# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The processor's clock for compiled code: cycles, and how many of them make a second."""

from __future__ import annotations

from functools import cache
from time import perf_counter
from typing import Any

import numpy as np
from llvmlite import ir
from numba import int64
from numba.core.extending import intrinsic

from kiebitz.kernel.jit import kernel


@intrinsic
def _ticks(typing_context: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        module = builder.module
        name = "llvm.readcyclecounter"
        function = module.globals.get(name)
        if function is None:
            function = ir.Function(module, ir.FunctionType(ir.IntType(64), []), name)
        return builder.call(function, [])

    return int64(), generate


ticks: Any = _ticks
"""The processor's cycle counter. A moment of it is a deadline; 0 is one that never comes."""


@kernel
def is_past(deadline):
    """Has a deadline passed?"""
    return deadline != 0 and ticks() > deadline


@kernel
def part_of_time(deadline, parts):
    """The deadline of the first of this many equal parts of the time that is left."""
    if deadline == 0:
        return np.int64(0)
    now = ticks()
    return now + max(deadline - now, 0) // parts


@kernel(int64())
def _now():
    return ticks()


@cache
def ticks_per_second(seconds: float = 0.01) -> float:
    """How fast the counter runs, measured once, for this long."""
    _now()  # its first call may compile it, which is no part of the measurement
    start, first = perf_counter(), _now()
    while perf_counter() - start < seconds:
        pass
    return float(_now() - first) / (perf_counter() - start)


def deadline_in(seconds: float | None) -> int:
    """The deadline in this many seconds; None for one that never comes."""
    return 0 if seconds is None else int(_now() + seconds * ticks_per_second())
