"""The names ``schnapsen``, ``schnapsen.game`` ... while a bot of the platform is loaded or thinks.

They mean our modules then, even where the platform is installed; other code keeps what it had.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

PLATFORM = "schnapsen"
HOME = __package__
SOURCES = {
    "schnapsen": "",
    "schnapsen.deck": "deck",
    "schnapsen.game": "game",
    "schnapsen.bots": "bots",
    "schnapsen.bots.rand": "bots.simple",
    "schnapsen.bots.bully_bot": "bots.simple",
    "schnapsen.bots.example_bot": "bots.simple",
    "schnapsen.bots.rdeep": "bots.rdeep",
    "schnapsen.bots.alphabeta": "bots.alphabeta",
    "schnapsen.bots.minimax": "bots.alphabeta",
}
"""The platform's modules and where we have what they offer."""

_loaded: dict[str, ModuleType] = {}


@contextmanager
def platform_names() -> Iterator[None]:
    """In here the platform's modules are ours."""
    before = {name: sys.modules.pop(name) for name in SOURCES if name in sys.modules}
    sys.modules.update(_loaded)
    sys.meta_path.insert(0, FINDER)
    try:
        yield
    finally:
        sys.meta_path.remove(FINDER)
        for name in SOURCES:
            if module := sys.modules.pop(name, None):
                _loaded[name] = module
        sys.modules.update(before)


def bot_classes(module: ModuleType) -> dict[str, type]:
    """The bots for the platform that a module defines."""
    players = sys.modules.get(f"{HOME}.players")  # where nobody has loaded it, there are none
    if players is None:
        return {}
    return {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, players.Bot) and value.__module__ == module.__name__
    }


def missing(module: str, name: str) -> ImportError:
    return ImportError(f"{module}.{name} of the university's platform is not available in Kiebitz.")


class _Finder(MetaPathFinder, Loader):
    """Finds the platform's modules here, and says what is missing."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] != PLATFORM:
            return None
        if fullname not in SOURCES:
            raise missing(*fullname.rsplit(".", 1))
        packages = {name.rpartition(".")[0] for name in SOURCES}
        return ModuleSpec(fullname, self, is_package=fullname in packages)

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        source = SOURCES[module.__name__]
        if source:
            found = vars(importlib.import_module(f"{HOME}.{source}"))
            vars(module).update({name: value for name, value in found.items() if not name.startswith("_")})
        vars(module)["__getattr__"] = _refuse(module.__name__)


def _refuse(module: str) -> Any:
    """The ``__getattr__`` of a module: its submodules, and a sentence for all else."""

    def look_up(name: str) -> Any:
        if f"{module}.{name}" in SOURCES:
            return importlib.import_module(f"{module}.{name}")
        # What Python itself asks for may be absent; the rest a bot needs.
        raise AttributeError(name) if name.startswith("__") else missing(module, name)

    return look_up


FINDER = _Finder()
