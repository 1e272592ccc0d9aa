"""What a kernel means: the same for other names and places, another for other code, constants and callees."""

from __future__ import annotations

import math
import types
from math import pi, sqrt
from pathlib import Path
from typing import Any

import numba
import pytest

from kiebitz.kernel.meaning import meaning
from kiebitz.plugins import load_from_file

BASE = """
from numba import int64
from kiebitz.kernel.jit import kernel

LIMIT = 7

@kernel
def inner(x):
    return x + LIMIT

@kernel(int64(int64))
def outer(x):
    "A docstring."
    total = inner(x)
    for i in range(x):
        if total > LIMIT:
            total -= i
    return total
"""
RENAMED = """
from numba import int64
from kiebitz.kernel.jit import kernel
from constants_elsewhere import LIMIT as MOST

@kernel(inline=False)
def helper(number):
    return number + MOST


@kernel(int64(int64))
def result(number):
    # A comment in place of the docstring.
    found = helper(number)
    for step in range(number):
        if found > MOST:
            found -= step
    return found
"""


def kernel_of(folder: Path, name: str, text: str, function: str) -> Any:
    (folder / "constants_elsewhere.py").write_text("LIMIT = 7\n")
    file = folder / f"{name}.py"
    file.write_text(text)
    return getattr(load_from_file(file), function)


def test_names_places_and_comments_do_not_count(tmp_path: Path) -> None:
    one, other = kernel_of(tmp_path, "one", BASE, "outer"), kernel_of(tmp_path, "other", RENAMED, "result")
    assert one(10) == other(10)
    assert one.fingerprint != other.fingerprint
    assert meaning(one) == meaning(other)


CHANGES = [
    ("LIMIT = 7", "LIMIT = 8"),
    ("x + LIMIT", "x - LIMIT"),
    ("total -= i", "total += i"),
    ("range(x)", "range(9)"),
    ("total > LIMIT", "total >= LIMIT"),
    ("int64(int64)", "int64(int64, int64)"),
    ("= inner(x)", "= inner(inner(x))"),
]


@pytest.mark.parametrize("change", CHANGES)
def test_code_constants_signatures_and_callees_count(tmp_path: Path, change: tuple[str, str]) -> None:
    text = BASE.replace(*change)
    if "int64, int64" in text:
        text = text.replace("def outer(x)", "def outer(x, y)")
    one, other = kernel_of(tmp_path, "one", BASE, "outer"), kernel_of(tmp_path, "changed", text, "outer")
    assert meaning(one) != meaning(other)


def test_a_name_with_a_dot_is_what_it_stands_for() -> None:
    def plain(x: int) -> float:
        return pi * x if x > 3 else sqrt(x)

    def dotted(number: int) -> float:
        return math.pi * number if number > 3 else math.sqrt(number)

    functions = (types.SimpleNamespace(py_func=one, declared="") for one in (plain, dotted))
    assert len({meaning(one) for one in functions}) == 1


def test_a_newer_library_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from kiebitz.kernel import jit

    one = kernel_of(tmp_path, "before", BASE, "outer")
    monkeypatch.setattr(numba, "__version__", "99.0")
    monkeypatch.setattr(jit, "FORMAT", jit.FORMAT + 1)
    other = kernel_of(tmp_path, "after", BASE, "outer")
    assert one.fingerprint != other.fingerprint
    assert meaning(one) == meaning(other)
