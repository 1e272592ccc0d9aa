"""Files that are written completely or not at all, and where a user's files are kept."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kiebitz.errors import KiebitzError
from kiebitz.sayings import Saying, say

SMALL = 1_000_000
"""Characters of a text that somebody has written, or that a program has written in a moment."""


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


def make_data_folder(folder: Path, variable: str) -> None:
    """Make a folder of the user's data; where that cannot be written, say which variable names another."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise KiebitzError(
            say(
                "{folder} cannot be made ({why}); the variable {variable} in the environment may name "
                "another place.",
                folder=str(folder), why=error.strerror or str(error), variable=variable,
            )
        ) from error  # fmt: skip


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
    if aside.is_symlink():  # whoever sends a folder could make us write anywhere
        aside.unlink()
    try:
        yield aside
        aside.replace(path)
    except OSError as error:
        raise _unwritable(path, error.strerror or str(error)) from error
    finally:
        if aside.is_file():
            aside.unlink()


def read_text(path: Path | str) -> str:
    """The text of a file that a user names.

    >>> read_text("nowhere.txt")
    Traceback (most recent call last):
    kiebitz.errors.KiebitzError: There is no file nowhere.txt.
    """
    return _text(Path(path), -1)


def small_text(path: Path, most: int = SMALL) -> str:
    """The text of a file that should be small and may be anything, also a device that never ends.

    >>> small_text(Path("/"))
    Traceback (most recent call last):
    kiebitz.errors.KiebitzError: / cannot be read: it is not a file.
    """
    text = _text(path, most + 1)
    if len(text) > most:
        raise _unreadable(path, say("it has more than {n:,} characters", n=most))
    return text


def _text(path: Path, most: int) -> str:
    """So many characters of a file; -1 for all of them, and then a pipe will do."""
    try:
        if most >= 0 and path.exists() and not path.is_file():
            raise _unreadable(path, say("it is not a file"))
        with path.open(encoding="utf-8") as file:
            return file.read(most)
    except OSError as error:
        raise KiebitzError(of_file(error, path)) from error
    except ValueError as error:  # also a name that no file can have
        raise _unreadable(path, say("it is not a text in UTF-8")) from error


def of_file(error: OSError, path: Path | str = "") -> Saying:
    """What the system says about a file that cannot be read or written; a missing one is the usual case."""
    file, why = str(path or error.filename or ""), error.strerror or str(error)
    if not file:
        return say("A file cannot be used: {why}.", why=why)
    if isinstance(error, FileNotFoundError):
        return say("There is no file {file}.", file=file)
    return say("{file} cannot be used: {why}.", file=file, why=why)


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


def _unreadable(path: Path, why: Saying | str) -> KiebitzError:
    return KiebitzError(say("{file} cannot be read: {why}.", file=str(path), why=why))


def _unwritable(path: Path, why: Saying | str) -> KiebitzError:
    return KiebitzError(say("{file} cannot be written: {why}.", file=str(path), why=why))
