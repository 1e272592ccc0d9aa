"""What a kernel's code says: its instructions, with what the names in them stand for in place of the names.

Names are told by what they stand for, in the order of their use: a constant by its value, ``rules.POINTS`` as
``POINTS`` would be. So renaming and moving change nothing in what is read here.
"""

from __future__ import annotations

import builtins
import dis
import hashlib
from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import lru_cache
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

import numba
import numpy as np

SILENT = {"CACHE", "COPY_FREE_VARS", "EXTENDED_ARG", "MAKE_CELL", "NOP", "PRECALL", "PUSH_NULL", "RESUME"}
"""Instructions that prepare others, differently for ``f(x)`` and ``module.f(x)``."""
NAMED, ATTRIBUTE = {"LOAD_GLOBAL", "LOAD_DEREF", "LOAD_CLOSURE"}, {"LOAD_ATTR", "LOAD_METHOD"}
LIBRARIES = ("numpy", "math", "numba", "builtins")
ITSELF = object()
"""What a function's own name stands for in it."""

Tell = Callable[[Any], str | None]
"""Tells a value in other words than usual, such as a kernel that is called; None for the usual words."""


class Load(NamedTuple):
    """A value from outside a function: its name as written, and the instructions that load it."""

    name: str
    value: Any
    steps: list[dis.Instruction]

    @property
    def library(self) -> str:
        """The library that the value was taken from by a dotted name, if any."""
        return self.name.split(".")[0] if "." in self.name else ""


def loads(function: FunctionType) -> list[Load]:
    """All values from outside that a function uses; one that is not there yet is refused."""
    values = values_of(function)
    return [load for code in _codes(function.__code__) for load in _loads(steps_of(code), values)]


def instructions(function: FunctionType, tell: Tell) -> Iterator[str]:
    """The instructions of a function as texts that hold no name; ``tell`` says what kernels are."""
    values = values_of(function)
    for code in _codes(function.__code__):
        yield from _read(code, values, tell)


def values_of(function: FunctionType) -> dict[str, Any]:
    """What the names outside a function stand for."""
    cells = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        if name != function.__name__:  # its own may still be empty
            cells[name] = cell.cell_contents
    return {**vars(builtins), **function.__globals__, **cells, function.__name__: ITSELF}


def _codes(code: CodeType) -> Iterator[CodeType]:
    """A code object and those inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


@lru_cache(8)  # a kernel's code is read several times while it is defined, and not again
def steps_of(code: CodeType) -> list[dis.Instruction]:
    """The instructions of a code object, without those that only prepare others."""
    return [step for step in dis.get_instructions(code) if step.opname not in SILENT]


def _loads(steps: list[dis.Instruction], values: dict[str, Any]) -> Iterator[Load]:
    for place, step in enumerate(steps):
        if step.opname not in NAMED or (step.argval not in values and step.opname != "LOAD_GLOBAL"):
            continue
        if step.argval not in values:
            raise TypeError(f"A kernel uses {step.argval}, which must be defined before it.")
        load = Load(step.argval, values[step.argval], [step])
        for following in steps[place + 1 :]:
            if not isinstance(load.value, ModuleType) or following.opname not in ATTRIBUTE:
                break
            value = getattr(load.value, following.argval)
            load = Load(f"{load.name}.{following.argval}", value, [*load.steps, following])
        yield load


def _read(code: CodeType, values: dict[str, Any], tell: Tell) -> Iterator[str]:
    steps = steps_of(code)
    found = {load.steps[0].offset: load for load in _loads(steps, values)}
    inner = {step.offset for load in found.values() for step in load.steps[1:]}  # parts of a dotted name
    steps = [step for step in steps if step.offset not in inner]
    offsets = [step.offset for step in steps]
    own = {name: place for place, name in enumerate(code.co_varnames[: code.co_argcount])}
    for step in steps:
        value = step.argval
        if step.offset in found:
            yield f"value {told(found[step.offset].name, found[step.offset].value, tell)}"
        elif step.opcode in dis.hasjrel or step.opcode in dis.hasjabs:
            yield f"{step.opname} {bisect_left(offsets, value)}"
        elif step.opcode in dis.haslocal or step.opcode in dis.hasfree:
            names = value if isinstance(value, tuple) else (value,)
            yield f"{step.opname} {[own.setdefault(one, len(own)) for one in names]}"
        else:
            yield f"{step.opname} {'code' if isinstance(value, CodeType) else repr(value)}"


def told(name: str, value: Any, tell: Tell) -> str:
    """A value that a kernel uses, in words common to all processes; one that may change unseen is refused."""
    if value is ITSELF:
        return "itself"
    if (found := tell(value)) is not None:
        return found
    if isinstance(value, np.ndarray):
        return f"{value.dtype}{value.shape}{hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, np.generic):
        return f"{value.dtype} {value.item()!r}"  # NumPy 2 writes its numbers differently from NumPy 1
    if isinstance(value, tuple):
        return f"({','.join(told(name, item, tell) for item in value)})"
    if isinstance(value, (bool, int, float, str, numba.types.Type)) or value is None:
        return repr(value)
    if isinstance(definition := getattr(value, "_defn", None), FunctionType):  # a Numba intrinsic
        return hashlib.sha256(b"".join(_bytes(code) for code in _codes(definition.__code__))).hexdigest()
    if isinstance(value, ModuleType) and value.__name__ in LIBRARIES:
        return value.__name__
    if isinstance(value, np.ufunc):
        return f"numpy.{value.__name__}"  # old NumPy does not say where it comes from
    if isinstance(value, type) or _of_library(value):
        return f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', name)}"
    raise TypeError(f"A kernel may not use {name!r}: a {type(value).__name__} can change without notice.")


def _of_library(value: Any) -> bool:
    return str(getattr(value, "__module__", "")).split(".")[0] in LIBRARIES


def _bytes(code: CodeType) -> bytes:
    constants = [constant for constant in code.co_consts if not isinstance(constant, CodeType)]
    return code.co_code + repr((code.co_names, constants)).encode()
