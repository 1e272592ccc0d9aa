"""What a bot may see of the files of the user: those of its own folder, but no run that lies there."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from itertools import islice
from pathlib import Path

MOST = 400  # files and folders of a folder that are shown
DEEP = 2000  # files that are looked at before a folder counts as somebody's whole disk


def belongings(file: Path) -> list[str]:
    """The bot's file, what lies beside it, and the folders there that hold no run and are not hidden.

    A ledger in the bot's own folder would have the seed; and a folder that is full is not a bot's.
    """
    path = file.expanduser().resolve()
    found = [path]
    with suppress(OSError), os.scandir(path.parent) as entries:
        near = list(islice(entries, MOST + 1))
        if len(near) <= MOST:
            found += [Path(one.path) for one in near if _is_shown(one)]
    return list(dict.fromkeys(map(str, found)))


def _is_shown(entry: os.DirEntry[str]) -> bool:
    if entry.name.startswith(".") or entry.is_symlink():
        return False
    if entry.is_dir():
        return not _holds_run(entry.path)
    return entry.is_file() and not _is_ledger(entry.name)


def _is_ledger(name: str) -> bool:
    return ".sqlite" in name


def _holds_run(folder: str) -> bool:
    """Is there a ledger below a folder? One that is too large to be looked through may have one."""
    seen = 0
    for _, folders, files in os.walk(folder):
        seen += len(folders) + len(files)
        if seen > DEEP or any(map(_is_ledger, files)):
            return True
    return False


def all_belongings(files: Iterable[Path]) -> list[str]:
    """The same for several files."""
    return list(dict.fromkeys(place for file in files for place in belongings(file)))
