"""Modules of somebody else's program under its own names, while its bots are loaded or think.

The names mean our modules then, even where that program is installed; other code keeps what it had.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any


class Borrowed(MetaPathFinder, Loader):
    """The names of a program: its modules, and where we have what they offer ("" for a package with nothing).

    What lies beside a bot counts first for the names in ``shared``: folders that a bot may bring itself.
    """

    def __init__(self, home: str, title: str, sources: Mapping[str, str], shared: Sequence[str] = ()) -> None:
        self.home, self.title, self.sources, self.shared = home, title, sources, shared
        self._tops = {name.partition(".")[0] for name in sources}
        self._packages = {name.rpartition(".")[0] for name in sources}
        self._loaded: dict[str, ModuleType] = {}

    @contextmanager
    def names(self) -> Iterator[None]:
        """In here the program's modules are ours."""
        before = self._taken_away()
        sys.modules.update(self._loaded)
        sys.meta_path.insert(0, self)
        try:
            yield
        finally:
            sys.meta_path.remove(self)
            self._loaded.update(self._taken_away())
            sys.modules.update(before)

    def missing(self, module: str, name: str) -> ImportError:
        return ImportError(f"{module}.{name} of {self.title} is not available in Kiebitz.")

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        top = fullname.partition(".")[0]
        if top not in self._tops:
            return None
        beside = [str(folder) for base in sys.path if (folder := Path(base or ".", top)).is_dir()]
        if fullname not in self.sources:
            if top in self.shared:
                return None
            raise self.missing(*fullname.rsplit(".", 1))
        found = ModuleSpec(fullname, self, is_package=fullname in self._packages)
        if fullname in self.shared:
            found.submodule_search_locations = beside
        return found

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        if source := self.sources[module.__name__]:
            found = vars(importlib.import_module(f"{self.home}.{source}"))
            offered = found.get("__all__", [name for name in found if not name.startswith("_")])
            vars(module).update({name: found[name] for name in offered})
        vars(module)["__getattr__"] = self._look_up(module.__name__)

    def _look_up(self, module: str) -> Any:
        """The ``__getattr__`` of a module: its submodules, and a sentence for all else."""

        def look_up(name: str) -> Any:
            if f"{module}.{name}" in self.sources:
                return importlib.import_module(f"{module}.{name}")
            # What Python itself asks for may be absent; the rest a bot needs.
            raise AttributeError(name) if name.startswith("__") else self.missing(module, name)

        return look_up

    def _taken_away(self) -> dict[str, ModuleType]:
        """The modules of these names that are loaded now, which they are no longer."""
        return {name: sys.modules.pop(name) for name in self.sources if name in sys.modules}
