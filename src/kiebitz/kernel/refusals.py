"""Why a kernel cannot be compiled: one sentence that names the kernel, the cause and the line."""

from __future__ import annotations

import dis
import re
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from numba.core import ir, types

from kiebitz.kernel.reading import loads

NO_COUNTING = "NRT required but not enabled"  # what Numba says
COPIES = "copies an array with one '=': copy it word by word (kiebitz.kernel.state.copy_state)"
PLACE = re.compile(r'File "(.*?)", line (\d+)')
KINDS = {
    "a dict": ({"BUILD_MAP", "BUILD_CONST_KEY_MAP", "MAP_ADD", "DICT_UPDATE"}, {"dict"}),
    "a set": ({"BUILD_SET", "SET_ADD", "SET_UPDATE"}, {"set", "frozenset"}),
    "a text": ({"FORMAT_VALUE", "FORMAT_SIMPLE", "BUILD_STRING"}, {"str", "repr", "chr", "format"}),
}
"""What kernels cannot use: the instructions and the names by which it shows."""


def refusal(function: FunctionType, error: Exception) -> str:
    """Why a kernel cannot be compiled, in place of what the compiler says."""
    text, name = str(error), function.__name__
    if NO_COUNTING not in text:
        return f"The kernel {name} cannot be compiled: {_first_cause(text)}{_place_in(text)}."
    for one in (function, *called(function)):
        for kind, line in _forbidden(one.__code__):
            file = Path(one.__code__.co_filename).name
            return (
                f"The kernel {one.__name__} uses {kind} ({file}, line {line}); "
                "kernels use numbers, tuples and arrays."
            )
    return f"The kernel {name}, or a kernel that it calls, {COPIES}."


def called(function: FunctionType) -> Iterator[FunctionType]:
    """The Python code of the kernels that a function calls, and of those that they call."""
    for load in loads(function):
        inner = getattr(load.value, "py_func", None)
        if isinstance(inner, FunctionType):
            yield inner
            yield from called(inner)


def _forbidden(code: CodeType) -> Iterator[tuple[str, int]]:
    line = code.co_firstlineno
    for step in dis.get_instructions(code):
        line = (step.positions and step.positions.lineno) or line
        for kind, (operations, names) in KINDS.items():
            is_named = step.opname == "LOAD_GLOBAL" and step.argval in names
            if step.opname in operations or is_named:
                yield kind, line


def _first_cause(text: str) -> str:
    """The first line of the compiler's message that says something."""
    lines = [line.strip() for line in text.splitlines()]
    said = (line for line in lines if line and not line.startswith(("Failed in", "No implementation of")))
    cause = next(said, "the compiler gives no reason").rstrip(".: ")
    return re.sub(r" for '\$.*", "", cause)[:200]


def _place_in(text: str) -> str:
    found = PLACE.search(text)
    return f" ({Path(found[1]).name}, line {found[2]})" if found else ""


def cut_return(state: Any) -> str:
    """The type of a value with a fraction that a kernel returns although whole numbers were declared."""
    if not isinstance(state.return_type, types.Integer):
        return ""
    for block in state.func_ir.blocks.values():
        for statement in block.find_insts(ir.Assign):
            value = statement.value
            if isinstance(value, ir.Expr) and value.op == "cast":
                kind = state.typemap[value.value.name]
                if isinstance(kind, (types.Float, types.Complex)):
                    return str(kind)
    return ""
