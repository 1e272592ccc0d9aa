"""Python files of users as modules: games and agents that are not installed."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable
from contextlib import redirect_stdout
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from kiebitz.errors import BadOption, KiebitzError
from kiebitz.sayings import say

_named: set[Path] = set()


def name_files(files: Iterable[Path | str]) -> None:
    """Note that the user has named these files as code, so that what only mentions them may load them."""
    _named.update(filter(None, map(_resolved, files)))


def forget_files() -> None:
    """Forget which files the user has named."""
    _named.clear()


def named_file(mentioned: Path | str, listed: Iterable[str] = ()) -> Path | None:
    """The file named by the user that a run or a page means; None if they have named no such file.

    It is the same file, or the only named one that is called the same: a run may have been played elsewhere.

    >>> name_files(["mine/toy.py"])
    >>> named_file("their/toy.py") == Path("mine/toy.py").resolve(), named_file("their/bot.py")
    (True, None)
    """
    path = _resolved(mentioned)
    known = _named | set(filter(None, map(_resolved, listed)))
    if path is None or path in known:
        return path
    alike = [one for one in known if one.name == path.name]
    return alike[0] if len(alike) == 1 else None


def is_named(file: Path | str) -> bool:
    """Has the user named this very file?"""
    return _resolved(file) in _named


def _resolved(file: Path | str) -> Path | None:
    """A file's own path; None for a name that no file can have."""
    try:
        return Path(file).expanduser().resolve()
    except (OSError, RuntimeError, ValueError):
        return None


def check_name(file: Path | str) -> None:
    """Refuse a file whose name is not UTF-8: neither a run nor a message could hold it."""
    try:
        str(file).encode()
    except UnicodeEncodeError:
        shown = os.fsencode(file).decode("utf-8", "backslashreplace")
        raise BadOption(say("The name of the file {file} is not UTF-8; rename it.", file=shown)) from None


def load_from_file(path: Path, with_neighbours: bool = False) -> ModuleType:
    """The module in a file; loaded once, its folder importable while it loads.

    With neighbours also as ``from . import helper``.
    """
    path = path.expanduser().resolve()
    check_name(path)
    name_files([path])
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
