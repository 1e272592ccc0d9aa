"""What a kernel means: the same for other names and places, another for other code, constants and callees."""

from __future__ import annotations

import ast
import itertools
import math
import re
import subprocess
import sys
import types
from math import pi, sqrt
from pathlib import Path
from typing import Any

import numba
import pytest

from kiebitz.errors import KiebitzError
from kiebitz.kernel import bits
from kiebitz.kernel.canonical import Writer
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


_numbers = itertools.count()


def told(folder: Path, text: str, name: str = "f") -> str:
    """What a function of a file means, which need not be one that Numba compiles."""
    file = folder / f"told{next(_numbers)}.py"
    file.write_text(text)
    return meaning(types.SimpleNamespace(py_func=getattr(load_from_file(file), name), declared=""))


def cases(file: str) -> list[Any]:
    """Pairs of functions, each under its title."""
    found = Path(__file__).with_name(file).read_text(encoding="utf-8").split("====\n")
    parted = (case.partition("\n") for case in found)
    return [pytest.param(*both.split("----\n"), id=title) for title, _, both in parted]


@pytest.mark.parametrize(("one", "other"), cases("meanings_same.txt"))
def test_what_does_nothing_does_not_count(one: str, other: str, tmp_path: Path) -> None:
    assert told(tmp_path, one) == told(tmp_path, other)


@pytest.mark.parametrize(("one", "other"), cases("meanings_other.txt"))
def test_what_does_something_counts(one: str, other: str, tmp_path: Path) -> None:
    assert told(tmp_path, one) != told(tmp_path, other)


CLOSED = """
def made(value):
    def f(x):
        return x + value
    return f

f = made({})
"""


def test_what_a_function_closes_over_counts(tmp_path: Path) -> None:
    texts = [CLOSED.format(1), CLOSED.format(2), CLOSED.format(1).replace("value", "given")]
    one, other, renamed = (told(tmp_path, text) for text in texts)
    assert one == renamed != other


INTRINSIC = """
from numba import int64
from numba.core.extending import intrinsic
from kiebitz.kernel.jit import kernel

def shifted(builder, value):
    return builder.shl(value, value)

@intrinsic
def twist(typing_context, mask):
    def generate(context, builder, signature, arguments):
        return builder.neg(shifted(builder, arguments[0]))

    return int64(int64), generate

@kernel(int64(int64))
def outer(x):
    return twist(x)
"""


def test_what_makes_machine_code_counts_too(tmp_path: Path) -> None:
    texts = {
        "one": INTRINSIC,
        "renamed": INTRINSIC.replace("generate", "made").replace("mask", "bits").replace("shifted", "left"),
        "changed": INTRINSIC.replace("builder.neg", "builder.not_"),
        "deeper": INTRINSIC.replace("builder.shl", "builder.ashr"),
    }
    found = {name: meaning(kernel_of(tmp_path, name, text, "outer")) for name, text in texts.items()}
    assert found["one"] == found["renamed"]
    assert len(set(found.values())) == 3


ARRAY = "import numpy as np\nA = {}\ndef f(i):\n    return A[i]\n"


def test_the_last_digit_of_what_a_library_computes_does_not_count(tmp_path: Path) -> None:
    """It depends on the version of NumPy and on the processor."""
    arrays = ["np.log(np.arange(2, 9))", "np.nextafter(np.log(np.arange(2, 9)), 9)",
              "np.log(np.arange(2, 9)) + 1e-7", "np.log(np.arange(2, 9)).reshape(1, 7)",
              "np.arange(7)", "np.arange(7, dtype=np.float64)"]  # fmt: skip
    one, next_to_it, *others = (told(tmp_path, ARRAY.format(array)) for array in arrays)
    assert one == next_to_it
    assert len({one, *others}) == 5


def test_a_kernel_for_some_processors_means_what_it_does_for_all() -> None:
    assert meaning(bits._nth) == meaning(bits._nth_deposited)
    assert bits._nth.fingerprint != bits._nth_deposited.fingerprint


TYPED = """
import types
from kiebitz.kernel.meaning import meaning
exec(compile({code!r}, "<stdin>", "exec"))
print(meaning(types.SimpleNamespace(py_func=f, declared="")))
"""


def test_what_was_typed_at_a_prompt_is_what_python_has_made_of_it() -> None:
    """It is the same for everybody who types it to this Python, whatever lines are in between."""
    code, found = "def f(x):\n    return x + 1\n", []
    for text in (code, "\n\n" + code.replace("x", "y"), code.replace("1", "2")):
        words = [sys.executable, "-c", TYPED.format(code=text)]
        found.append(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
    assert found[0] == found[1] != found[2]


def test_a_file_that_has_changed_since_is_not_believed(tmp_path: Path) -> None:
    one = kernel_of(tmp_path, "changing", BASE, "outer")
    (tmp_path / "changing.py").write_text(BASE.replace("total -= i", "total -= 10 * i"))
    with pytest.raises(KiebitzError, match=r"changing\.py has changed since it was loaded"):
        meaning(one)


def words(text: str) -> str:
    return Writer("a file").write(ast.parse(text))


def test_what_is_not_known_is_refused() -> None:
    class TemplateStr(ast.expr):
        lineno = 3

    tree = ast.Module([ast.Expr(TemplateStr())], [])
    with pytest.raises(KiebitzError, match="a file, line 3: what is written with TemplateStr cannot be"):
        Writer("a file").write(tree)


def test_fields_that_only_some_pythons_have_are_written_if_something_is_in_them() -> None:
    """Python 3.12 has parameters for types; 3.13 has empty lists where others have nothing."""
    tree: Any = ast.parse("class A:\n    def f(self, *, x):\n        return x")
    usual = Writer("").write(tree)
    for node in ast.walk(tree):
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            found: Any = node
            found.type_params, found.novelty = [], ["unheard of"]
    assert Writer("").write(tree) == usual
    tree.body[0].type_params = [ast.Name("T", ast.Load())]
    assert Writer("").write(tree) != usual


WRITTEN = [
    "class A:\n    x: int = 1",
    "async def f():\n    async with a as b:\n        async for c in d:\n            await e",
    "match a:\n    case [1, *b] | {'c': None, **d}:\n        e\n    case E(f, g=h) as i if j:\n        k",
    "try:\n    a\nexcept* B as c:\n    raise D from c\nfinally:\n    del e[1:2, ...]",
    "def f(a, /, b=1, *c, d: int = 2, **e) -> None:\n    global g\n    yield (yield from h)",
    "a = lambda b: {**b, 1: {2}} if not -b else (c := [d for d in e])",
    "with a as b, c:\n    assert d, f'{e!r:>{g}}'",
]


@pytest.mark.parametrize("text", WRITTEN, ids=lambda text: text.split("\n")[0])
def test_all_of_pythons_code_can_be_written(text: str) -> None:
    """Of agents in Python names count, as they may be asked for by their names."""
    assert words(text) == words(text + "  # so") == words(f'import os\n"""Doc."""\n{text}')
    assert words(text) != words(f"{text}\nmore()")
    for name in {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}:
        assert words(text) != words(re.sub(rf"\b{name}\b", "zz", text))
    assert words(text) == words(text.replace("1", "0x1"))
    assert "1" not in text or words(text) != words(text.replace("1", "1.0"))
