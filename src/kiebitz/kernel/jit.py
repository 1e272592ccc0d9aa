# mypy: allow-untyped-calls
"""One decorator, ``kernel``, that compiles a function once for each machine and never serves stale code.

Numba's own disk cache looks at the file of a function, not at the functions and constants that it
uses. Ours gives every kernel a fingerprint: its code, its signature, the values of the constants it
reads and the fingerprints of the kernels it calls, all the way down. The fingerprint is part of the
file name in the cache, so a change anywhere below a kernel gives it a new file. It also makes kernels
that close over other kernels cacheable: that is how generic algorithms are bound to a game.

Numba counts the references to arrays with atomic instructions at every call, which costs more than a
move of a card game. Most kernels only read and write arrays that live longer than the call: they are
compiled without the counting.
"""

from __future__ import annotations

import builtins
import hashlib
import os
import sys
from collections.abc import Iterable
from types import FunctionType
from typing import Any, cast

import numba
import numpy as np
from numba.core.errors import NumbaError

from kiebitz.kernel.caching import on_compile as on_compile
from kiebitz.kernel.compiling import CompiledKernel, has_array, kernels_in
from kiebitz.kernel.reading import ITSELF, Load, instructions, loads, steps_of
from kiebitz.kernel.refusals import refusal
from kiebitz.kernel.sources import stamp
from kiebitz.kernel.vectors import Kernel

FORMAT = 7
"""Counts the ways in which this module compiles and names kernels: what another way made is not used."""

HARMLESS = {"bool_", "float64", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"} | {
    "np", "math", "shape", "size", "inf", "nan", "exp", "log", "sqrt"
}  # fmt: skip
"""Names a kernel may use and still make no array; anything else of NumPy might."""

BOUNDS = "KIEBITZ_BOUNDS"
"""A variable: if it is set, kernels look at every index before they use it. That costs time, so it is for
checks of rules from outside, in processes of their own."""


def kernel(*arguments: Any, inline: bool = True) -> Any:
    """Compile a function: ``@kernel(signature)`` at once and for that signature only, ``@kernel`` when
    another kernel needs it.

    Kernels are inlined into the kernels that call them. What is long and seldom called, such as the end of
    a round, says ``inline=False``: with a signature it is compiled once, however many call it. A kernel that
    makes arrays and returns none should have a signature: without it, those that call it must count
    references as it does.

    >>> from numba import int64
    >>> @kernel(int64(int64))
    ... def double(x):
    ...     return x + x
    >>> double(21)
    42
    """
    if len(arguments) == 1 and isinstance(arguments[0], FunctionType):
        return _compile(arguments[0], None, inline)
    (signature,) = arguments or (None,)
    return lambda function: _compile(function, signature, inline)


def _compile(function: FunctionType, signature: Any, inline: bool) -> Any:
    flags: Any = {"nogil": True, "error_model": "numpy", "forceinline": inline}
    if os.environ.get(BOUNDS):
        flags["boundscheck"] = True
    try:
        flags["_nrt"] = counts = _makes_arrays(function)
        print_ = fingerprint(function, (signature, flags))
    except TypeError as error:
        raise TypeError(str(error).replace("A kernel", f"The kernel {function.__name__}", 1)) from None
    # Machine code is found by name, and imports the module it was compiled in. Here both say nothing but the
    # fingerprint: equal kernels are one, wherever they stand and whatever they are called.
    home = function.__module__
    function.__qualname__, function.__module__ = f"kernel_{print_[:20]}", __name__
    made = CompiledKernel(function, flags, signature, print_)
    made.__module__ = home
    made.declared, made.stamp = str(signature), stamp(function)
    made.gives_arrays = counts and (signature is None or has_array(signature.return_type))
    used = loads(function)
    made.outside = _outside(kernels_in(load.value for load in used))
    if signature is not None:
        # Where a kernel calls itself, its name must already mean it while it is compiled.
        if any(load.value is ITSELF and load.steps[0].opname == "LOAD_GLOBAL" for load in used):
            function.__globals__[function.__name__] = made
        elif function.__name__ in (inner := function.__code__.co_freevars) and function.__closure__:
            function.__closure__[inner.index(function.__name__)].cell_contents = made
        try:
            made.make_part()
        except NumbaError as error:
            raise TypeError(refusal(function, error)) from error
    return made


def _outside(kernels: Iterable[CompiledKernel]) -> tuple[CompiledKernel, ...]:
    """The kernels that are called where they are, by these or further down; each after those it needs."""
    found: dict[CompiledKernel, None] = {}
    for each in kernels:
        found.update(dict.fromkeys([*each.outside, *([each] if each.stands_outside else [])]))
    return tuple(found)


def _makes_arrays(function: FunctionType) -> bool:
    """May a kernel make arrays, or get new ones from the kernels it calls?"""
    used = loads(function)
    opcodes = {step.opname for step in steps_of(function.__code__)}
    parts = any("LIST" in name or "SLICE" in name for name in opcodes)  # what is copied in parts may overlap
    received = any(getattr(load.value, "gives_arrays", False) for load in used)
    known = HARMLESS.union(dir(builtins), *(load.name.split(".") for load in used if not _of_numpy(load)))
    return received or parts or not known.issuperset(function.__code__.co_names)


def _of_numpy(load: Load) -> bool:
    """Is a value taken from NumPy by a dotted name? Then the name must be a harmless one."""
    return len(load.steps) > 1 and load.steps[0].argval == "np"


def direct(kernel: Any) -> Kernel:
    """A kernel of one signature as Python calls it most quickly: without asking for the types first.

    For calls from our own code with values of exactly these types; it takes a third of the time.
    """
    return cast(Kernel, kernel.door().entry_point)


def ready(kernel: Any, is_called: bool) -> None:
    """Have the machine code of a kernel and of what it calls by name now, and its door if Python calls it.

    For whoever thinks against a clock: the time of the compiler should not count.
    """
    if isinstance(kernel, CompiledKernel):
        for each in _outside([kernel]):
            each.body()
        if is_called:
            kernel.door()


def fingerprint(function: FunctionType, settings: Any) -> str:
    """A hash of everything that a kernel's machine code depends on, its name and place left out."""
    versions = (FORMAT, sys.version_info[:3], numba.__version__, np.__version__)
    steps = instructions(function, lambda value: getattr(value, "fingerprint", None))
    return hashlib.sha256(";".join([repr((versions, str(settings))), *steps]).encode()).hexdigest()
