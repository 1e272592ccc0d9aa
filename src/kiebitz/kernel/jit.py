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
import dis
import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from operator import attrgetter
from pathlib import Path
from types import FunctionType
from typing import Any, cast

import numba
import numpy as np
from numba.core.bytecode import FunctionIdentity
from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    NullCache,
    _CacheLocator,
)
from numba.core.compiler import Compiler
from numba.core.errors import NumbaError
from numba.core.untyped_passes import ExtractByteCode

from kiebitz.kernel.reading import ITSELF, Load, instructions, loads
from kiebitz.kernel.refusals import cut_return, refusal
from kiebitz.kernel.sweeping import sweep, used
from kiebitz.kernel.turns import turn
from kiebitz.kernel.vectors import Kernel

FORMAT = 6
"""Counts the ways in which this module compiles and names kernels: what another way made is not used."""

BOUNDS = "KIEBITZ_BOUNDS"
"""A variable: if it is set, kernels look at every index before they use it. That costs time, so it is for
checks of rules from outside, in processes of their own."""

on_compile: list[Callable[[str], None]] = []
"""Called with a kernel's name before it is compiled because the cache does not have it."""


def cache_folder() -> Path | None:
    """Where compiled kernels are kept: KIEBITZ_CACHE, else the user's cache, else a temporary folder.

    None if no folder can be written to: then kernels live only as long as the process.
    """
    if chosen := os.environ.get("KIEBITZ_CACHE"):
        candidates = [Path(chosen)]
    else:
        candidates = [_user_cache() / "kiebitz", Path(tempfile.gettempdir()) / f"kiebitz-{_user_id()}"]
    return next((folder / "kernels" for folder in candidates if _writable(folder / "kernels")), None)


def _user_cache() -> Path:
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _user_id() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


_FOLDER = cache_folder()

HARMLESS = {"bool_", "float64", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"} | {
    "np", "math", "shape", "size", "inf", "nan", "exp", "log", "sqrt"
}  # fmt: skip
"""Names a kernel may use and still make no array; anything else of NumPy might."""

CHECKSUM = 16  # bytes


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
    dispatcher: Any = numba.njit(**flags, pipeline_class=_Named)(function)
    dispatcher.__module__ = home
    dispatcher.fingerprint = print_
    dispatcher.declared = str(signature)
    dispatcher.gives_arrays = counts and (signature is None or _has_array(signature.return_type))
    dispatcher._cache = _KernelCache(function, print_, counts) if _FOLDER else NullCache()
    if signature is not None:
        # Where a kernel calls itself, its name must already mean it while it is compiled.
        if any(load.value is ITSELF and load.steps[0].opname == "LOAD_GLOBAL" for load in loads(function)):
            function.__globals__[function.__name__] = dispatcher
        elif function.__name__ in (inner := function.__code__.co_freevars) and function.__closure__:
            function.__closure__[inner.index(function.__name__)].cell_contents = dispatcher
        try:
            with dispatcher._cache.turn() if _FOLDER else nullcontext():
                dispatcher.compile(signature)
        except NumbaError as error:
            raise TypeError(refusal(function, error)) from error
        dispatcher.disable_compile()
        if not inline:
            _keep_outside(dispatcher)
    return dispatcher


class _Named(Compiler):
    """Names machine code by the kernel's fingerprint and types alone.

    Numba would add how many functions the process had compiled before.
    """

    def compile_extra(self, func: FunctionType) -> Any:
        identity = FunctionIdentity.from_function(func)
        identity.unique_id, identity.unique_name = 0, identity.func_qualname
        self.state.func_id = identity
        ExtractByteCode().run_pass(self.state)
        self.state.lifted, self.state.lifted_from = (), None
        compiled = self._compile_bytecode()
        if cut := cut_return(self.state):
            raise TypeError(
                f"The kernel {func.__name__} returns {cut} numbers where whole ones are declared; "
                "it would cut them: divide with //."
            )
        return compiled


def _keep_outside(dispatcher: Any) -> None:
    """Have the kernels that call this one refer to it by name.

    Numba would copy its machine code, with all that it calls itself, into every one of them and optimise it
    there again. The name is the same in every process, and a kernel exists before those that call it, so it
    is found even by those that come from the cache.
    """
    (compiled,) = dispatcher.overloads.values()
    for _, implementation in dispatcher.targetctx._defns[compiled.entry_point].versions:
        implementation.libs = ()


def _makes_arrays(function: FunctionType) -> bool:
    """May a kernel make arrays, or get new ones from the kernels it calls?"""
    used = loads(function)
    opcodes = {step.opname for step in dis.get_instructions(function)}
    parts = any("LIST" in name or "SLICE" in name for name in opcodes)  # what is copied in parts may overlap
    received = any(getattr(load.value, "gives_arrays", False) for load in used)
    known = HARMLESS.union(dir(builtins), *(load.name.split(".") for load in used if not _of_numpy(load)))
    return received or parts or not known.issuperset(function.__code__.co_names)


def _of_numpy(load: Load) -> bool:
    """Is a value taken from NumPy by a dotted name? Then the name must be a harmless one."""
    return len(load.steps) > 1 and load.steps[0].argval == "np"


def _has_array(kind: Any) -> bool:
    return isinstance(kind, numba.types.Array) or any(map(_has_array, getattr(kind, "types", ())))


def direct(kernel: Any) -> Kernel:
    """A kernel of one signature as Python calls it most quickly: without asking for the types first.

    For calls from our own code with values of exactly these types; it takes a third of the time.
    """
    (compiled,) = kernel.overloads.values()
    return cast(Kernel, compiled.entry_point)


def fingerprint(function: FunctionType, settings: Any) -> str:
    """A hash of everything that a kernel's machine code depends on, its name and place left out."""
    versions = (FORMAT, sys.version_info[:3], numba.__version__, np.__version__)
    steps = instructions(function, attrgetter("fingerprint"))
    return hashlib.sha256(";".join([repr((versions, str(settings))), *steps]).encode()).hexdigest()


class _Locator(_CacheLocator):
    """Tells Numba's cache where to keep a kernel; the fingerprint takes the place of the file's date."""

    def __init__(self, function: FunctionType, print_: str) -> None:
        self._py_file = function.__code__.co_filename
        self._print = print_

    def get_cache_path(self) -> str:
        return str(_FOLDER)

    def get_source_stamp(self) -> str:
        return self._print

    def get_disambiguator(self) -> str:
        return self._print[:10]

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> None:
        return None


class _Impl(CompileResultCacheImpl):
    def __init__(self, function: FunctionType, print_: str) -> None:
        self._lineno = function.__code__.co_firstlineno
        self._locator = _Locator(function, print_)
        self._filename_base = f"kernel-{print_[:32]}"


class _CheckedFiles(IndexDataCacheFile):
    """Numba's files of one kernel. What is damaged counts as missing, so that it is made again.

    Machine code has a checksum: with one wrong byte in it the process would end.
    """

    def _load_index(self) -> dict[Any, str]:
        try:
            found = super()._load_index()
        except OSError:
            raise
        except Exception:  # whatever unpickling makes of any bytes
            return {}
        names = found.values() if isinstance(found, dict) else [None]
        return found if all(isinstance(name, str) for name in names) else {}

    def _load_data(self, name: str) -> Any:
        whole = Path(self._data_path(name)).read_bytes()
        checksum, data = whole[:CHECKSUM], whole[CHECKSUM:]
        return pickle.loads(data) if checksum == _checksum(data) else None

    def _save_data(self, name: str, data: Any) -> None:
        data = self._dump(data)
        with self._open_for_write(self._data_path(name)) as file:
            file.write(_checksum(data) + data)


def _checksum(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=CHECKSUM).digest()


class _KernelCache(FunctionCache):
    """Numba's function cache with our fingerprint as key. Files are written aside and then renamed,
    so two processes that start cold at the same time do not disturb each other."""

    def __init__(self, function: FunctionType, print_: str, counts: bool) -> None:
        self._print = print_
        self._counts = counts
        self._impl_class = partial(_Impl, print_=print_)  # type: ignore[assignment]
        super().__init__(function)
        base, stamp = self._impl.filename_base, self._impl.locator.get_source_stamp()
        self._cache_file = _CheckedFiles(self._cache_path, base, stamp)

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        return sig, codegen.magic_tuple(), self._print

    def turn(self) -> AbstractContextManager[None]:
        """Wait while another process compiles this kernel: its result serves us just as well."""
        file = self._cache_file
        if Path(file._data_path(file._data_name(1))).exists():
            return nullcontext()
        return turn(Path(self._cache_path), self._print)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            found = super().load_overload(sig, target_context)
        except Exception:  # a damaged file: compile again and overwrite it
            found = None
        if found is None:
            for listener in on_compile:
                listener(self._py_func.__name__)
            sweep(Path(self._cache_path))
        else:
            file = self._cache_file
            used(Path(file._index_path), Path(file._data_path(file._data_name(1))))
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        if not self._counts and _has_array(data.signature.return_type):
            raise TypeError(f"The kernel {self._py_func.__name__} may not return an array that it was given.")
        try:
            super().save_overload(sig, data)
        except OSError:  # a full disk must not stop the program
            return
