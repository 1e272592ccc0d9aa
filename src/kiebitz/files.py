"""Files that are written completely or not at all, and where a user's files are kept."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kiebitz.errors import KiebitzError
from kiebitz.sayings import Saying, say


def data_path(name: str, variable: str) -> Path:
    """Where something of the user's is kept: what the variable says, or a name in the data folder.

    >>> import os
    >>> os.environ["KIEBITZ_SCORES"] = "my/scores"
    >>> data_path("scores", "KIEBITZ_SCORES").as_posix()
    'my/scores'
    """
    if chosen := os.environ.get(variable):
        return Path(chosen)
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "kiebitz" / name


@contextmanager
def replaced(path: Path) -> Iterator[Path]:
    """A file beside ``path`` to write to, which takes its place if all goes well; else nothing is changed.

    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp()) / "answer.txt"
    >>> with replaced(path) as aside:
    ...     _ = aside.write_text("42", encoding="utf-8")
    >>> path.read_text(encoding="utf-8"), aside.exists()
    ('42', False)
    """
    _check_name(path)
    aside = path.with_name(f"{path.stem}.part{path.suffix}")  # NumPy insists on its own suffix
    try:
        yield aside
        aside.replace(path)
    except OSError as error:
        raise _unwritable(path, error.strerror or str(error)) from error
    finally:
        if aside.is_file():
            aside.unlink()


def write_new(path: Path, text: str) -> None:
    """Write a text file completely or not at all."""
    with replaced(path) as aside:
        aside.write_text(text, encoding="utf-8")


def check_writable(*paths: Path | None) -> None:
    """Refuse a path that cannot be written to, before doing the work whose outcome goes there."""
    for path in filter(None, paths):
        folder = path.parent
        _check_name(path)
        if not folder.is_dir():
            raise _unwritable(path, say("there is no folder {folder}", folder=str(folder)))
        if not os.access(folder, os.W_OK):
            raise _unwritable(path, say("the folder {folder} is protected", folder=str(folder)))


def _check_name(path: Path) -> None:
    if path == Path():
        raise KiebitzError(say("The name of a file is needed: '.' and nothing mean the current folder."))
    if path.is_dir():
        raise _unwritable(path, say("it is a folder"))


def _unwritable(path: Path, why: Saying | str) -> KiebitzError:
    return KiebitzError(say("{file} cannot be written: {why}.", file=str(path), why=why))
