"""The names ``api`` and ``kb`` while a bot of the first platform is loaded or thinks.

A bot's folder may have a ``kb`` of its own, and lie in a folder ``bots`` with others from which it imports.
"""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

from kiebitz.agents.base import Agent
from kiebitz.games.schnapsen.platform.borrowing import Borrowed

HOME = __package__
SOURCES = {
    "api": "api",
    "api.engine": "engine",
    "api.util": "util",
    "api._state": "state",
    "api._deck": "deck",
}
PLATFORM = Borrowed(HOME, "the university's first platform", SOURCES)
FAMILY, BASE = "bots", "kb"


@contextmanager
def platform_names() -> Iterator[None]:
    """In here a bot's file is loaded: the platform's modules are ours, and it finds what lies around it."""
    before = _taken_away()
    with PLATFORM.names():
        sys.meta_path.append(BESIDE)
        try:
            yield
        finally:
            sys.meta_path.remove(BESIDE)
            _taken_away()  # the next bot may have others of these names
            sys.modules.update(before)


def _taken_away() -> dict[str, ModuleType]:
    taken = [name for name in sys.modules if name.partition(".")[0] in (FAMILY, BASE)]
    return {name: sys.modules.pop(name) for name in taken}


class _Beside(MetaPathFinder, Loader):
    """What a bot expects around it; asked last, so that files of its own come first."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname == FAMILY:
            return self._family()
        return ModuleSpec(fullname, self) if fullname.rpartition(".")[2] == BASE else None

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        base = importlib.import_module(f"{HOME}.kb")
        vars(module).update({name: getattr(base, name) for name in base.__all__})

    def _family(self) -> ModuleSpec | None:
        """A folder ``bots`` above the bot's own, which is the first of the path while it is loaded."""
        above = family_of(Path(sys.path[0]))
        if above is None:
            return None
        found = ModuleSpec(FAMILY, None, is_package=True)
        found.submodule_search_locations = [str(above)]
        return found


BESIDE = _Beside()


def family_of(folder: Path) -> Path | None:
    """The folder ``bots`` in which a bot's folder lies, or which it is."""
    return next((one for one in (folder, *folder.parents) if one.name == FAMILY), None)


def bot_classes(module: ModuleType) -> dict[str, type]:
    """The bots for the platform that a module defines: ``get_move(self, state)`` is all they need."""
    if not any(name in vars(module) for name in ("State", "Deck", "util", "api", "KB")):
        return {}
    return {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, type)
        and value.__module__ == module.__name__
        and not issubclass(value, Agent)
        and _takes_a_state(getattr(value, "get_move", None))
    }


def _takes_a_state(method: object) -> bool:
    return inspect.isfunction(method) and list(inspect.signature(method).parameters)[1:] == ["state"]
