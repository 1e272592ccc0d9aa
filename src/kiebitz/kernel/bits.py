# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Bit masks as sets: a card or move is a bit of an int64.

Masks may use bit 63, the sign: test them with ``!= 0``, never with ``> 0``.
"""

from __future__ import annotations

import platform
from typing import Any

import numpy as np
from llvmlite import ir
from llvmlite.binding import get_host_cpu_features
from numba import int64
from numba.core import cgutils
from numba.core.extending import intrinsic

from kiebitz.kernel.jit import kernel


@intrinsic
def _count(typing_context: Any, mask: Any) -> Any:
    return int64(int64), lambda context, builder, signature, arguments: builder.ctpop(arguments[0])


@intrinsic
def _trailing_zeros(typing_context: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], cgutils.true_bit)

    return int64(int64), generate


@intrinsic
def _leading_zeros(typing_context: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], cgutils.true_bit)

    return int64(int64), generate


count: Any = _count
"""How many bits of a mask are set."""

lowest: Any = _trailing_zeros
"""The number of the lowest bit that is set; the mask must not be empty."""

leading_zeros: Any = _leading_zeros
"""How many zero bits stand above the highest set bit; the mask must not be empty."""


@kernel
def highest(mask):
    """The number of the highest bit that is set; the mask must not be empty."""
    return 63 - leading_zeros(mask)


@kernel
def bit(index):
    """The mask with one bit."""
    return np.int64(1) << np.int64(index)


@kernel
def has(mask, index):
    """Is the bit set?"""
    return (mask >> np.int64(index)) & 1 != 0


@kernel
def next_pair(mask, pair):
    """The pair of bits of a mask that comes after this one, 0 after the last; begin with 0."""
    first, left = pair & -pair, mask
    if pair != 0:
        above = mask & -((pair ^ first) << 1)
        if above != 0:
            return first | (above & -above)
        left = mask & -(first << 1)
    first = left & -left
    left ^= first
    return first | (left & -left) if left != 0 else np.int64(0)


@intrinsic
def _deposit(typing_context: Any, bits: Any, mask: Any) -> Any:
    """The processor's instruction that spreads bits to the places of a mask."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word, word])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pdep.64")
        return builder.call(function, arguments)

    return int64(int64, int64), generate


deposit: Any = _deposit
HAS_DEPOSIT = bool(get_host_cpu_features().get("bmi2")) and platform.machine() in ("x86_64", "AMD64")


@kernel
def _nth(mask, k):
    while k > 0:
        mask &= mask - 1
        k -= 1
    return lowest(mask)


@kernel
def _nth_deposited(mask, k):
    return lowest(deposit(np.int64(1) << np.int64(k), mask))


_nth_deposited.same_as = _nth  # what a program means does not depend on the processor
nth: Any = _nth_deposited if HAS_DEPOSIT else _nth
"""The number of the k-th set bit, counted from 0 at the low end."""
