"""A user's files: read up to a limit, written completely or not at all, and where they are kept."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import BinaryIO

from kiebitz.errors import KiebitzError
from kiebitz.sayings import Saying, say

LONG = 64_000_000
"""Bytes of a file of records, positions or answers; a game of Skat takes 600."""
SMALL = 1_000_000
"""Bytes of a page, a seal or frozen weights: of what is written by hand, or by a program in a moment."""
HANDED_OVER = ("/dev/fd", "/proc/self/fd")
"""Where a shell shows what it has opened for a command: a pipe there is ``<(...)``."""


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


def read_text(path: Path | str, most: int = LONG) -> str:
    """The text of a file that a user names, which may be anything, also a device that never ends.

    >>> read_text("nowhere.txt")
    Traceback (most recent call last):
    kiebitz.errors.KiebitzError: There is no file nowhere.txt.
    >>> read_text("/")
    Traceback (most recent call last):
    kiebitz.errors.KiebitzError: / cannot be read: it is a folder.
    """
    try:
        return TextIOWrapper(BytesIO(read_bytes(path, most)), encoding="utf-8").read()
    except UnicodeDecodeError as error:
        raise _unreadable(path, say("it is not a text in UTF-8")) from error


def read_bytes(path: Path | str, most: int = LONG) -> bytes:
    """What is in a file that a user names, if it is not too much."""
    with _opened(path) as file:
        found = file.read(most + 1)
    if len(found) > most:
        raise _unreadable(path, say("it is larger than {n:,} MB", n=most // 1_000_000))
    return found


def read_lines(path: Path | str, longest: int = SMALL) -> Iterator[str]:
    """The lines of a file of any size that a user names; a line has a limit."""
    with _opened(path) as file:
        while line := file.readline(longest + 1):
            if len(line) > longest:
                raise _unreadable(path, say("it has a line of more than {n:,} MB", n=longest // 1_000_000))
            yield line.decode(errors="replace")


@contextmanager
def _opened(path: Path | str) -> Iterator[BinaryIO]:
    """A file to read: a regular one, or a pipe that the shell has opened for this command."""
    if Path(path) == Path():
        raise _nameless()
    try:
        if why := _not_a_file(Path(path)):
            raise _unreadable(path, why)
        with Path(path).open("rb") as file:
            yield file
    except OSError as error:
        raise KiebitzError(of_file(error, path)) from error
    except ValueError as error:  # a name that no file can have
        raise _unreadable(path, say("no file can have this name")) from error


def _not_a_file(path: Path) -> Saying | None:
    """Why nothing is read from here, if so. Another pipe may wait for its writer for ever."""
    mode = path.stat().st_mode
    if stat.S_ISREG(mode):
        return None
    if stat.S_ISFIFO(mode):
        if path == Path("/dev/stdin") or str(path.parent) in HANDED_OVER:
            return None
        return say("it is a pipe; /dev/stdin and <(...) of the shell can be read")
    return say("it is a folder") if stat.S_ISDIR(mode) else say("it is not a file")


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
        raise _nameless()
    if path.is_dir():
        raise _unwritable(path, say("it is a folder"))
    if path.exists() and not path.is_file():  # a file would take the place of /dev/null
        raise _unwritable(path, say("it is not a file"))


def _nameless() -> KiebitzError:
    return KiebitzError(say("The name of a file is needed: '.' and nothing mean the current folder."))


def _unreadable(path: Path | str, why: Saying | str) -> KiebitzError:
    return KiebitzError(say("{file} cannot be read: {why}.", file=str(path), why=why))


def _unwritable(path: Path, why: Saying | str) -> KiebitzError:
    return KiebitzError(say("{file} cannot be written: {why}.", file=str(path), why=why))
