"""What a kernel means: a hash that changes if it may do something else, and only then.

It is made of the code as it is written, in words that every Python has for it (``canonical.py``). Local names
are told by the order of their use, everything else by what it stands for: constants by their values, kernels
by their meanings, all the way down, ``rules.POINTS`` as ``POINTS`` would be. So names do not count, nor do
places, comments, annotations, and the libraries that compile the code. Stored results stay those of the same
code when it is renamed or moved, and when Python, Numba or NumPy is another.

Numbers with a fraction that stand outside of the code count to nine digits: where a library computes them
(``np.log``) their last digit depends on its version and on the processor.

Of code that is written in no file, as at Python's own prompt, there is only what Python has made of it. Its
meaning is a hash of that: the same whenever it is typed again, but for this version of Python alone.
"""

from __future__ import annotations

import ast
import hashlib
import sys
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from kiebitz.kernel.canonical import NOTHING, Writer, constant
from kiebitz.kernel.reading import LIBRARIES, instructions, told, values_of
from kiebitz.kernel.sources import Stamp, Written, written

MEANINGS = 2
"""Counts the ways in which meanings are made. In the first they depended on the Python that ran."""

Functions = tuple[FunctionType, ...]
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
FOREIGN = (*LIBRARIES, "llvmlite")  # whose functions are told by their names
DIGITS = 9  # of numbers that stand outside of the code


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
        same = getattr(kernel, "same_as", kernel)
        words = _words(same.py_func, getattr(same, "stamp", None))
        kernel.meaning = hashlib.sha256(f"{same.declared} {words}".encode()).hexdigest()
    return str(kernel.meaning)


def _words(function: FunctionType, since: Stamp = None, within: Functions = ()) -> str:
    """A function in words; it may stand within others."""
    node = written(function, since)
    if node is None:
        python = ".".join(map(str, sys.version_info[:2]))
        return ";".join([f"Python {python}", *instructions(function, _known)])
    writer = _Writer(function, within)
    writer.outermost(node)
    return " ".join(writer.words)


class _Scope:
    """The local names of a function or a comprehension, numbered in the order of their use."""

    def __init__(self, names: set[str], of_module: set[str]) -> None:
        self.names, self.of_module = names, of_module
        self.numbers: dict[str, int] = {}


class _Writer(Writer):
    """Writes a function, with what its names stand for in their place."""

    refused = frozenset({"ClassDef", "AsyncFunctionDef", "AsyncFor", "AsyncWith", "Await", "Match"})
    silent = (ast.Pass, ast.Global, ast.Nonlocal)  # of these two, names tell the difference

    def __init__(self, function: FunctionType, within: Functions) -> None:
        super().__init__(Path(function.__code__.co_filename).name)
        self.written, self.within = function, (*within, function)
        self.outside = values_of(function)
        self.scopes: list[_Scope] = []

    def outermost(self, node: Written) -> None:
        """Write the function itself, whose defaults are values by now."""
        defaults = self.written.__defaults__ or (), self.written.__kwdefaults__ or {}
        self.words += [self.told("default", one) for one in defaults[0]]
        self.words += [f"{self.told('default', defaults[1][name])}" for name in sorted(defaults[1])]
        self.function(node)

    def function(self, node: Written) -> None:
        """Write parameters and body of a function."""
        given = node.args
        parameters = [
            [*given.posonlyargs],
            [*given.args],
            [given.vararg] if given.vararg else [],
            [*given.kwonlyargs],
            [given.kwarg] if given.kwarg else [],
        ]
        names = [one.arg for kind in parameters for one in kind]
        body = node.body if isinstance(node, ast.FunctionDef) else [ast.Return(node.body)]
        bound, elsewhere, of_module = set(names), set[str](), set[str]()
        for statement in body:
            _find_bound(statement, bound, elsewhere, of_module)
        scope = _Scope(bound - elsewhere - of_module, of_module)
        scope.numbers = {name: number for number, name in enumerate(names)}
        self.words.append(f"parameters {' '.join(str(len(kind)) for kind in parameters)}")
        self.scopes.append(scope)
        self.all(body)
        self.scopes.pop()

    def of_FunctionDef(self, node: ast.FunctionDef) -> None:  # noqa: N802
        self.words.append("(FunctionDef")
        self.all(node.decorator_list)
        self.words.append(self.name(node.name))
        self.inner(node)

    def of_Lambda(self, node: ast.Lambda) -> None:  # noqa: N802
        self.words.append("(Lambda")
        self.inner(node)

    def inner(self, node: Written) -> None:
        """Write a function in a function; defaults belong to the outer one."""
        self.all(node.args.defaults)
        self.all(node.args.kw_defaults)
        self.function(node)
        self.words.append(")")

    def of_ListComp(self, node: ast.ListComp) -> None:  # noqa: N802
        self.comprehension(node, node.elt)

    def of_SetComp(self, node: ast.SetComp) -> None:  # noqa: N802
        self.comprehension(node, node.elt)

    def of_GeneratorExp(self, node: ast.GeneratorExp) -> None:  # noqa: N802
        self.comprehension(node, node.elt)

    def of_DictComp(self, node: ast.DictComp) -> None:  # noqa: N802
        self.comprehension(node, node.key, node.value)

    def comprehension(self, node: Comprehension, *found: ast.expr) -> None:
        """Write a comprehension, whose names are its own; what it first goes through is not."""
        self.words.append(f"({type(node).__name__}")
        self.node(node.generators[0].iter)
        names = {
            one.id for each in node.generators for one in ast.walk(each.target) if isinstance(one, ast.Name)
        }
        self.scopes.append(_Scope(names, set()))
        for number, each in enumerate(node.generators):
            self.node(each.target)
            if number:
                self.node(each.iter)
            self.all(each.ifs)
            self.words.append(str(each.is_async))
        self.all(found)
        self.scopes.pop()
        self.words.append(")")

    def of_AnnAssign(self, node: ast.AnnAssign) -> None:  # noqa: N802
        """An annotation says nothing; without a value it does nothing either."""
        if node.value:
            self.node(ast.Assign([node.target], node.value))

    def of_ExceptHandler(self, node: ast.ExceptHandler) -> None:  # noqa: N802
        self.words.append("(ExceptHandler")
        self.value(node.type)
        self.words.append(self.name(node.name) if node.name else NOTHING)
        self.all(node.body)
        self.words.append(")")

    def of_alias(self, node: ast.alias) -> None:
        """What is imported in a function."""
        self.words += [constant(node.name), self.name(node.asname or node.name.partition(".")[0])]

    def of_Name(self, node: ast.Name) -> None:  # noqa: N802
        self.words.append(self.name(node.id))

    def of_Attribute(self, node: ast.Attribute) -> None:  # noqa: N802
        """A name with dots is what it stands for, as far as modules go."""
        if found := self.in_module(node):
            self.words.append(self.told(*found))
        else:
            self.words.append("(Attribute")
            self.node(node.value)
            self.words += [constant(node.attr), ")"]

    def in_module(self, node: ast.expr) -> tuple[str, Any] | None:
        """The name and the value of what a module holds; None for anything else."""
        if isinstance(node, ast.Name) and not self.local(node.id):
            return node.id, self.outside.get(node.id, _UNKNOWN)
        found = self.in_module(node.value) if isinstance(node, ast.Attribute) else None
        if isinstance(node, ast.Attribute) and found and isinstance(found[1], ModuleType):
            return f"{found[0]}.{node.attr}", getattr(found[1], node.attr, _UNKNOWN)
        return None

    def name(self, name: str) -> str:
        """What a name stands for."""
        return self.local(name) or self.told(name, self.outside.get(name, _UNKNOWN))

    def local(self, name: str) -> str:
        """A local name by its number, and by how many scopes further out it belongs; empty for any other."""
        for up, scope in enumerate(reversed(self.scopes)):
            if name in scope.of_module:
                break
            if name in scope.names:
                return f"local {up}.{scope.numbers.setdefault(name, len(scope.numbers))}"
        return ""

    def told(self, name: str, value: Any) -> str:
        """A value from outside."""
        try:
            return told(name, value, lambda one: _known(one, self.within))
        except TypeError:  # in what makes machine code anything may be used; kernels were refused before
            return f"name {name}"


def _find_bound(
    node: ast.AST, bound: set[str], elsewhere: set[str], of_module: set[str], is_inner: bool = False
) -> None:
    """Find the names that a function binds, those of outer functions, and those of the module.

    Within comprehensions (``is_inner``) only what ``:=`` binds is the function's.
    """
    again = (bound, elsewhere, of_module)
    if isinstance(node, ast.Nonlocal):
        elsewhere.update(node.names)
    elif isinstance(node, ast.Global):
        of_module.update(node.names)
    elif isinstance(node, ast.Name):
        if not is_inner and not isinstance(node.ctx, ast.Load):
            bound.add(node.id)
    elif isinstance(node, ast.alias):
        bound.add(node.asname or node.name.partition(".")[0])
    elif isinstance(node, (ast.FunctionDef, ast.Lambda)):
        if isinstance(node, ast.FunctionDef):
            bound.add(node.name)
        defaults = [*node.args.defaults, *filter(None, node.args.kw_defaults)]
        for inner in (*getattr(node, "decorator_list", ()), *defaults):
            _find_bound(inner, *again, is_inner)
    else:
        if isinstance(node, ast.NamedExpr):
            bound.add(node.target.id)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            bound.add(node.name)
        for inner in ast.iter_child_nodes(node):
            _find_bound(inner, *again, is_inner or isinstance(node, COMPREHENSIONS))


_UNKNOWN = object()
"""What a name stands for that is not there."""


def _known(value: Any, within: Functions = ()) -> str | None:
    """What a value from outside is, where that may depend on Pythons, libraries or processors."""
    if hasattr(value, "declared"):
        return f"kernel {meaning(value)}"
    definition = getattr(value, "_defn", value)  # of a Numba intrinsic, or a function that one calls
    if isinstance(definition, FunctionType) and definition.__module__.split(".")[0] not in FOREIGN:
        if definition in within:
            return f"outer {len(within) - within.index(definition)}"
        return f"code {hashlib.sha256(_words(definition, None, within).encode()).hexdigest()}"
    if isinstance(value, np.ndarray):
        return f"{value.dtype}{value.shape}{hashlib.sha256(_numbers(value)).hexdigest()}"
    if isinstance(value, type) and issubclass(value, np.generic):
        return f"numpy.{np.dtype(value).name}"  # NumPy 1 calls them otherwise than NumPy 2
    if isinstance(value, (float, np.floating)):
        return f"{type(value).__name__} {float(f'{value:.{DIGITS - 1}e}')!r}"
    if isinstance(value, (bool, int, str)) or value is None:
        return constant(value)
    return None


def _numbers(array: Any) -> bytes:
    """An array as bytes; of double precision only the digits that count."""
    if array.dtype == np.float64:
        return " ".join(f"{number:.{DIGITS - 1}e}" for number in array.ravel().tolist()).encode()
    return bytes(array.astype(array.dtype.newbyteorder("<")).tobytes())
