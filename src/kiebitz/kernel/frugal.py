# mypy: allow-untyped-calls
"""What Numba does again and again while it compiles, done once, and what it loads for nothing, not at all.

Half of the time of a first start goes into Python code of the compiler. Much of it finds out for the
thousandth time what the sum of two whole numbers is, tells listeners that nobody has installed of every call
of LLVM, or looks for garbage among objects that all live until the kernel is ready.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from llvmlite.binding import ffi
from numba.core.targetconfig import ConfigStack
from numba.core.types.functions import BaseFunction
from numba.extending import overload
from numba.np import arrayobj

RESOLVE, SIZES, HAS_ALGEBRA = "get_call_type", "raise_with_shape_context", "_HAVE_BLAS"
ARRAYS, ALGEBRA = "numba.np.arraymath", "scipy.linalg.cython_blas"

_resolve = BaseFunction.get_call_type


def _load_arrays() -> None:
    """Load what Numba knows of arrays, but not SciPy's linear algebra: a sixth of the time of every start.

    Numba only looks whether it is there, as it is with us, and loads it when something uses it.
    """
    if ARRAYS in sys.modules or ALGEBRA in sys.modules:
        return
    sys.modules[ALGEBRA] = None  # type: ignore[assignment]  # as if it could not be imported
    try:
        setattr(import_module(ARRAYS), HAS_ALGEBRA, True)
    finally:
        del sys.modules[ALGEBRA]


_load_arrays()


def _different_sizes(source: Any, target: Any) -> None:
    """Stands for Numba's function that raises the error of a slice of another size."""


@overload(_different_sizes)
def _raises(source: Any, target: Any) -> Any:
    """The error in plain words: Numba compiles two seconds long to name both sizes in it."""

    def raises(source: Any, target: Any) -> None:
        raise ValueError("cannot assign slice from input of different size")

    return raises


def _resolve_once(self: Any, context: Any, args: Any, kws: Any) -> Any:
    """The signature of an operator or a library's function for types of arguments."""
    settings = str(
        getattr(ConfigStack.top_or_none(), "_values", None)
    )  # Numba's own hash takes ten times as long
    known = self.__dict__.setdefault("_signatures", {})
    key = settings, context, tuple(args), tuple(kws.items())
    if key not in known:
        known[key] = _resolve(self, context, args, kws)
    return known[key]


@contextmanager
def frugally() -> Iterator[None]:
    """Compile with less effort as long as this lasts."""
    if BaseFunction.get_call_type is _resolve_once:  # inside already
        yield
        return
    lock, collects = ffi.lib._lock, gc.isenabled()
    listeners, lock._cblist = lock._cblist, []
    raising = getattr(arrayobj, SIZES, None)  # old Numba has none
    setattr(BaseFunction, RESOLVE, _resolve_once)
    setattr(arrayobj, SIZES, _different_sizes)
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()
        setattr(BaseFunction, RESOLVE, _resolve)
        setattr(arrayobj, SIZES, raising)
        lock._cblist = listeners
