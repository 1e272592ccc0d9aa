"""What a kernel means: a hash that changes if it may do something else, and only then.

The steps of its code, the constants that it reads and the kernels that it calls count, all the way down. The
names in it do not, nor where it stands, comments, and the libraries that compile it. So stored results stay
those of the same code when that code is renamed or moved, or when Numba is newer.
"""

from __future__ import annotations

import builtins
import dis
import hashlib
from bisect import bisect_left
from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

import numba
import numpy as np

from kiebitz.kernel.jit import code_bytes

SILENT = {"CACHE", "COPY_FREE_VARS", "EXTENDED_ARG", "MAKE_CELL", "NOP", "PRECALL", "PUSH_NULL", "RESUME"}
"""Instructions that prepare others, differently for ``f(x)`` and ``module.f(x)``."""
GLOBAL, ATTRIBUTE = {"LOAD_GLOBAL", "LOAD_DEREF", "LOAD_CLOSURE"}, {"LOAD_ATTR", "LOAD_METHOD"}


def meaning(kernel: Any) -> str:
    """The hash of what a kernel does.

    >>> from numba import int64
    >>> from kiebitz.kernel.jit import kernel
    >>> @kernel(int64(int64))
    ... def double(x):
    ...     return x + x
    >>> @kernel(int64(int64))
    ... def twice(number):
    ...     return number + number
    >>> meaning(double) == meaning(twice)
    True
    """
    if not hasattr(kernel, "meaning"):
        function = kernel.py_func
        digest = hashlib.sha256(kernel.declared.encode())
        for step in _steps(function.__code__, _values(function), kernel):
            digest.update(f"{step};".encode())
        kernel.meaning = digest.hexdigest()
    return str(kernel.meaning)


def _values(function: FunctionType) -> dict[str, Any]:
    """What the names outside a function stand for."""
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    return {**vars(builtins), **function.__globals__, **{name: cell.cell_contents for name, cell in cells}}


def _steps(code: CodeType, values: dict[str, Any], itself: Any) -> Iterator[str]:
    """The instructions of a code object, each with what it means in place of the names in it."""
    steps = [step for step in dis.get_instructions(code) if step.opname not in SILENT]
    loads = list(_loads(steps, values))
    inner = {step.offset for load in loads for step in load.steps[1:]}  # parts of a name with dots
    offsets = [step.offset for step in steps if step.offset not in inner]
    found = {load.steps[0].offset: load.value for load in loads}
    own = {name: place for place, name in enumerate(code.co_varnames[: code.co_argcount])}
    for step in steps:
        name, value = step.opname, step.argval
        if step.offset in inner:
            continue
        if step.offset in found:
            yield f"value {_told(found[step.offset], itself)}"
        elif step.opcode in dis.hasjrel or step.opcode in dis.hasjabs:
            yield f"{name} {bisect_left(offsets, value)}"
        elif step.opcode in dis.haslocal or step.opcode in dis.hasfree:
            names = value if isinstance(value, tuple) else (value,)
            yield f"{name} {[own.setdefault(one, len(own)) for one in names]}"
        elif isinstance(value, CodeType):
            yield from _steps(value, values, itself)
        else:
            yield f"{name} {value!r}"


class _Load(NamedTuple):
    """A value from outside, and the instructions that load it: one, or more for ``module.name``."""

    value: Any
    steps: list[dis.Instruction]


def _loads(steps: list[dis.Instruction], values: dict[str, Any]) -> Iterator[_Load]:
    for place, step in enumerate(steps):
        if step.opname not in GLOBAL or step.argval not in values:
            continue
        load = _Load(values[step.argval], [step])
        for following in steps[place + 1 :]:
            if not isinstance(load.value, ModuleType) or following.opname not in ATTRIBUTE:
                break
            load = _Load(getattr(load.value, following.argval), [*load.steps, following])
        yield load


def _told(value: Any, itself: Any) -> str:
    """A value that a kernel uses, in words that mean the same in every process."""
    if value is itself:
        return "itself"
    if hasattr(value, "declared"):
        return meaning(value)
    if isinstance(value, np.ndarray):
        return f"{value.dtype}{value.shape}{hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, np.generic):
        return f"{value.dtype} {value.item()!r}"  # NumPy 2 writes its numbers otherwise than NumPy 1
    if isinstance(value, (tuple, list)):
        return f"({','.join(_told(item, itself) for item in value)})"
    if isinstance(value, ModuleType):
        return value.__name__
    if definition := getattr(value, "_defn", None):  # a Numba intrinsic
        return hashlib.sha256(b"".join(code_bytes(definition.__code__))).hexdigest()
    if isinstance(value, (bool, int, float, str, numba.types.Type)) or value is None:
        return repr(value)
    return f"{value.__module__}.{value.__qualname__}"  # a type or a function of a library
