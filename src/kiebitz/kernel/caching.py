# mypy: allow-untyped-calls
"""Where compiled kernels are kept, and how: files of Numba's disk cache that are named by fingerprints.

Machine code has a checksum, what is damaged is made again, and files are written aside and then renamed, so
that two processes that start cold at the same time do not disturb each other.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from types import FunctionType
from typing import Any

from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    NullCache,
    _CacheLocator,
)

from kiebitz.kernel.sweeping import sweep, used
from kiebitz.kernel.turns import turn

on_compile: list[Callable[[str], None]] = []
"""Called with a kernel's name before it is compiled because the cache does not have it."""

CHECKSUM = 16  # bytes


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


class Packing(CompileResultCacheImpl):
    """How what was compiled for a kernel becomes bytes, and the other way round."""

    kind = ""

    def __init__(self, function: FunctionType, print_: str) -> None:
        self._lineno = function.__code__.co_firstlineno
        self._locator = _Locator(function, print_)
        self._filename_base = f"{self.kind}-{print_[:32]}"


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


class KernelCache(FunctionCache):
    """Numba's function cache with our fingerprint as key, for one of the things that a kernel becomes."""

    def __init__(self, function: FunctionType, print_: str, packing: type[Packing]) -> None:
        self._print = print_
        self._impl_class = partial(packing, print_=print_)  # type: ignore[assignment]
        super().__init__(function)
        base, stamp = self._impl.filename_base, self._impl.locator.get_source_stamp()
        self._cache_file = _CheckedFiles(self._cache_path, base, stamp)

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        return sig, codegen.magic_tuple(), self._print

    @property
    def _first(self) -> Path:
        return Path(self._cache_file._data_path(self._cache_file._data_name(1)))

    def holds(self) -> bool:
        """Is there a file? It may still turn out to be damaged."""
        if found := self._first.exists():
            used(Path(self._cache_file._index_path), self._first)
        return found

    def turn(self) -> AbstractContextManager[None]:
        """Wait while another process compiles this kernel: its result serves us just as well."""
        return nullcontext() if self._first.exists() else turn(Path(self._cache_path), self._print)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            found = super().load_overload(sig, target_context)
        except Exception:  # a damaged file: compile again and overwrite it
            found = None
        if found is None:
            for listener in on_compile:
                listener(self._py_func.__name__)
            sweep(Path(self._cache_path))
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            super().save_overload(sig, data)
        except OSError:  # a full disk must not stop the program
            return


class NoCache(NullCache):
    """In place of a cache where no folder can be written to."""

    def holds(self) -> bool:
        return False

    def turn(self) -> AbstractContextManager[None]:
        return nullcontext()


def cache_of(function: FunctionType, print_: str, packing: type[Packing]) -> KernelCache | NoCache:
    return KernelCache(function, print_, packing) if _FOLDER else NoCache()
