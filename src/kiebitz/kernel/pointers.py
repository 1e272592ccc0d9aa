# mypy: allow-untyped-calls
"""Vectors by their address alone, for kernels that call themselves very often.

An array is passed as seven words, and its indices may count from the end, which every access must look at. A
pointer is one word, and an index is what it says: ``w[i]`` reads and writes as in an array, but nothing keeps
an index in its bounds, and the array must live longer than the call.
"""

from __future__ import annotations

from typing import Any

from numba import int64, types
from numba.core.extending import intrinsic

POINTER = types.CPointer(int64)
"""The type of a vector's address in signatures."""


@intrinsic
def _address(typing_context: Any, array: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.make_array(signature.args[0])(context, builder, arguments[0]).data

    return POINTER(array), generate


address: Any = _address
"""Where the first word of a vector is."""
