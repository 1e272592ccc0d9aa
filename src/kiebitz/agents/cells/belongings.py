"""What a bot may see of the files of the user: those of its own folder, but no run that lies there."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from itertools import islice
from pathlib import Path

MOST = 400  # files and folders of a folder that are shown
SECRET = ".secret"  # how files that hold a seed nobody may know end
DEEP = 2000  # files that are looked at before a folder counts as somebody's whole disk


def belongings(file: Path) -> list[str]:
    """The bot's file, what lies beside it, and the folders there that hold no run and are not hidden.

    A ledger in the bot's own folder would have the seed, as the secret of a seal has; and a folder that is
    full is not a bot's.
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
        return _is_harmless(entry.path)
    return entry.is_file() and not _has_seed(entry.name)


def _has_seed(name: str) -> bool:
    return ".sqlite" in name or name.endswith(SECRET)


def _is_harmless(folder: str) -> bool:
    """Are there only files below a folder, none with a seed? One too large to be looked through is not.

    Through a named pipe or a socket a bot could talk, whatever else is kept from it.
    """
    seen, folders = 0, [folder]
    while folders:
        with suppress(OSError), os.scandir(folders.pop()) as entries:
            for entry in entries:
                seen += 1
                if seen > DEEP or _has_seed(entry.name) or not _is_plain(entry):
                    return False
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
    return True


def _is_plain(entry: os.DirEntry[str]) -> bool:
    return entry.is_symlink() or entry.is_file(follow_symlinks=False) or entry.is_dir(follow_symlinks=False)


def all_belongings(files: Iterable[Path]) -> list[str]:
    """The same for several files."""
    return list(dict.fromkeys(place for file in files for place in belongings(file)))
