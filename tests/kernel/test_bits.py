# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Bit masks as sets: what is walked through is all there is, in order."""

from __future__ import annotations

from itertools import combinations

import pytest
from numba import int64

from kiebitz.kernel.bits import next_pair
from kiebitz.kernel.jit import kernel


@kernel(int64(int64, int64))
def after(mask, pair):
    return next_pair(mask, pair)


@pytest.mark.parametrize("mask", [0, 1, 0b10, 0b11, 0b101101, 0xFFF, 0x80000001, 1 << 40 | 1 << 3 | 1])
def test_pairs_come_once_each_in_the_order_of_their_bits(mask: int) -> None:
    bits = [1 << i for i in range(63) if mask >> i & 1]
    found, pair = [], after(mask, 0)
    while pair:
        found.append(pair)
        pair = after(mask, pair)
    assert found == [one | other for one, other in combinations(bits, 2)]
