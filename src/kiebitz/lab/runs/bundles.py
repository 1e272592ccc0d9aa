"""Bundles: the files that the bots and the game of a match come from, to be kept and sent elsewhere.

A bundle goes into the ledger of a run and to the workers of a cluster. Where the files are no longer what
they were, the bundle is unpacked into a temporary folder and played from there.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import tempfile
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from kiebitz.agents.cells.belongings import Part, as_folder, sources
from kiebitz.agents.process import words_of
from kiebitz.agents.specification import PROGRAM
from kiebitz.errors import KiebitzError
from kiebitz.lab.playing.match import Match
from kiebitz.rules.registry import is_file
from kiebitz.sayings import say


class Packed(NamedTuple):
    """A file of a bundle."""

    named: str  # the file that a specification names, as it is written there
    path: str  # this file, seen from the folder of that one
    content: bytes
    executable: bool = False


Bundle = tuple[Packed, ...]


def bundle_of(match: Match, game: str) -> Bundle:
    """The files behind a match, the named ones before others; ``game`` is how its plan names the game."""
    parts = [part for contestant in match.players for part in contestant.parts]
    if is_file(game):
        main = Path(inspect.getfile(type(match.game))).resolve()
        parts.insert(0, Part(file_of(game), main.parent, (main, *sources(main, main.parent))))
    found = dict.fromkeys((part, file) for part in parts for file in part.files)
    ordered = sorted(found, key=lambda one: one[1] != one[0].files[0])
    packed = (_pack(part, file) for part, file in ordered)
    return tuple(dict.fromkeys(packed))


def file_of(spec: str) -> str:
    """The file that a specification or a game names: ``toy.py`` of ``toy.py:Toy``."""
    return spec.partition(":")[0]


def names_of(spec: str) -> set[str]:
    """The names under which a bundle may have files of an agent.

    >>> sorted(names_of("exec:./bot data")), names_of("bot.py:Bot")
    (['./bot', './bot/', 'data', 'data/'], {'bot.py'})
    """
    if not spec.startswith(PROGRAM):
        return {file_of(spec)}
    words = words_of(spec)
    return {*words, *map(as_folder, words)}


def _pack(part: Part, file: Path) -> Packed:
    return Packed(part.named, part.relative(file), file.read_bytes(), os.access(file, os.X_OK))


def places_of(bundle: Bundle) -> dict[str, str]:
    """Where the named files are that have changed or gone since they were packed: in a temporary folder."""
    changed = {named for named, part in _parts(bundle).items() if not _holds(_root_of(named, part), part)}
    return unpacked(tuple(packed for packed in bundle if packed.named in changed))


def holds_file(bundle: Bundle, named: str, place: Path) -> bool:
    """Is a file that the user has named, with all that belongs to it, what was packed under a name?"""
    part = _parts(bundle).get(named, ())
    return not part or _holds(_above(place, named, part), part)


def _root_of(named: str, part: Bundle) -> Path:
    """The folder to which the paths of a named file's part are relative, if all is where it should be."""
    try:
        path = Path(named).expanduser().resolve()
    except (OSError, RuntimeError):  # of a user who is not here, for example
        path = Path(named)
    return _above(path, named, part)


def _above(path: Path, named: str, part: Bundle) -> Path:
    """The same for a path at which the named file or folder may be."""
    depth = 0 if named.endswith("/") else len(PurePosixPath(part[0].path).parts)
    return path.parents[min(depth, len(path.parents)) - 1] if depth and path.parents else path


def unpacked(bundle: Bundle) -> dict[str, str]:
    """Where each of the named files is in a temporary folder, with all that belongs to it."""
    parts = _parts(bundle).items()
    return {
        named: str(_unpacked(part) if named.endswith("/") else _unpacked(part) / part[0].path)
        for named, part in parts
    }


def write_out(bundle: Bundle, folder: Path) -> list[Path]:
    """Write the files of a bundle into a folder, below the paths by which specifications name them."""
    written = list[Path]()
    for named, part in _parts(bundle).items():
        path = Path(named)
        below = Path(*(one for one in path.parts if one not in ("..", path.anchor)))
        written += unpack(part, folder / _above(below, named, part))
    return written


def _parts(bundle: Bundle) -> dict[str, Bundle]:
    """The files of a bundle by the named ones that they belong to, which come first."""
    parts: dict[str, Bundle] = {}
    for packed in bundle:
        parts[packed.named] = (*parts.get(packed.named, ()), packed)
    return parts


def _holds(folder: Path, part: Iterable[Packed]) -> bool:
    try:
        return all((folder / packed.path).read_bytes() == packed.content for packed in part)
    except OSError:
        return False


@lru_cache(maxsize=256)
def _unpacked(part: Bundle) -> Path:
    """A folder with these files, named by their content so that all processes here share it."""
    digest = hashlib.sha256()
    for packed in part:
        digest.update(repr((packed.path, packed.executable, len(packed.content))).encode() + packed.content)
    home = _home()
    folder = home / digest.hexdigest()[:32]
    if _holds(folder, part):
        return folder
    aside = Path(tempfile.mkdtemp(dir=home))
    unpack(part, aside)
    try:
        aside.rename(folder)
    except OSError:  # another process was quicker, or somebody has changed what is there
        return folder if _holds(folder, part) else aside
    return folder


def _home() -> Path:
    """Where bundles are unpacked: a folder that nobody else can write to."""
    home = Path(tempfile.gettempdir()) / f"kiebitz-{getattr(os, 'getuid', int)()}"
    try:
        home.mkdir(mode=0o700, exist_ok=True)
        about = home.lstat()
    except OSError:
        return Path(tempfile.mkdtemp())
    ours = not hasattr(os, "getuid") or (about.st_uid == os.getuid() and not about.st_mode & 0o022)
    return home if ours and home.is_dir() and not home.is_symlink() else Path(tempfile.mkdtemp())


def unpack(bundle: Iterable[Packed], folder: Path) -> list[Path]:
    """Write the files of a bundle into a folder; a path that leads out of it is refused."""
    written = []
    for packed in bundle:
        path = PurePosixPath(packed.path)
        if path.is_absolute() or ".." in path.parts:
            name = repr(packed.path)
            raise KiebitzError(
                say("A stored file is called {name}, which leads out of its folder.", name=name)
            )
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(packed.content)
        target.chmod(0o700 if packed.executable else 0o600)
        written.append(target)
    return written
