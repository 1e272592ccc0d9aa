"""Python files of users as modules: games and agents that are not installed."""

from __future__ import annotations

import hashlib
import sys
from contextlib import redirect_stdout
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from kiebitz.errors import KiebitzError
from kiebitz.sayings import say


def load_from_file(path: Path, with_neighbours: bool = False) -> ModuleType:
    """The module in a file; loaded once, its folder importable while it loads.

    With neighbours also as ``from . import helper``.
    """
    path = path.expanduser().resolve()
    name = f"{path.stem}_{hashlib.blake2b(str(path).encode(), digest_size=4).hexdigest()}"
    if name in sys.modules:
        return sys.modules[name]
    if not path.is_file():
        raise KiebitzError(say("There is no file {file}.", file=str(path)))
    folders = [str(path.parent)] if with_neighbours else None
    spec = spec_from_file_location(name, path, submodule_search_locations=folders)
    if spec is None or spec.loader is None:
        raise KiebitzError(say("{file} is not a Python file.", file=str(path)))
    module = sys.modules[name] = module_from_spec(spec)
    sys.path.insert(0, str(path.parent))
    try:
        with redirect_stdout(sys.stderr):  # standard output belongs to the program's answer
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        why = f"{type(error).__name__}: {error}"
        raise KiebitzError(say("{file} cannot be loaded: {why}", file=path.name, why=why)) from error
    finally:
        sys.path.remove(str(path.parent))
    return module
