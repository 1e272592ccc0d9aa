"""Bundles: the files that the bots and the game of a match come from, to be kept and sent elsewhere.

A bundle goes into the ledger of a run and to the workers of a cluster. Where the files are no longer what
they were, the bundle is unpacked into a temporary folder and played from there.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import tempfile
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from kiebitz.agents.contestant import Contestant
from kiebitz.agents.process import is_own, words_of
from kiebitz.agents.registry import is_foreign
from kiebitz.agents.specification import PROGRAM
from kiebitz.errors import KiebitzError
from kiebitz.lab.playing.match import Match
from kiebitz.lab.runs.identity import files_of, sources
from kiebitz.rules.registry import is_file
from kiebitz.sayings import say


class Packed(NamedTuple):
    """A file of a bundle."""

    named: str  # the file that a specification names, as it is written there
    path: str  # this file, seen from the folder of that one
    content: bytes
    executable: bool = False

    @property
    def home(self) -> Path:
        """The folder of the named file as a path that leads down from any other.

        >>> Packed("/bots/../mine/bot.py", "weights.npz", b"").home.as_posix()
        'bots/mine'
        """
        path = Path(self.named)
        return Path(*(part for part in path.parent.parts if part not in ("..", path.anchor)))


Bundle = tuple[Packed, ...]


def bundle_of(match: Match, game: str) -> Bundle:
    """The files behind a match, the named ones before others; ``game`` is how its plan names the game."""
    found: dict[tuple[str, Path, Path], None] = {}
    if is_file(game):
        main = Path(inspect.getfile(type(match.game))).resolve()
        found |= dict.fromkeys((file_of(game), main, file) for file in sources(main, main.parent))
    for contestant in match.players:
        found |= dict.fromkeys(_files_of_contestant(contestant))
    ordered = sorted(found, key=lambda one: one[1] != one[2])
    return tuple(_pack(named, main, file) for named, main, file in ordered)


def file_of(spec: str) -> str:
    """The file that a specification or a game names: ``toy.py`` of ``toy.py:Toy``."""
    return spec.partition(":")[0]


def _files_of_contestant(contestant: Contestant) -> Iterator[tuple[str, Path, Path]]:
    """The file that a foreign player's specification names, where it is, and each file that belongs to it."""
    if contestant.spec.startswith(PROGRAM):
        for word in filter(is_own, words_of(contestant.spec)):
            main = Path(word).resolve()
            for file in sources(main, main.parent):
                yield word, main, file
    elif is_foreign(contestant.spec) and contestant.source:
        main = Path(contestant.source).resolve()
        for file in files_of(contestant):
            yield file_of(contestant.spec), main, file


def _pack(named: str, main: Path, file: Path) -> Packed:
    path = file.relative_to(main.parent).as_posix()
    return Packed(named, path, file.read_bytes(), os.access(file, os.X_OK))


def places_of(bundle: Bundle) -> dict[str, str]:
    """Where the named files are that have changed or gone since they were packed: in a temporary folder."""
    changed = {named for named, part in _parts(bundle).items() if not _holds(_folder_of(named), part)}
    return unpacked(tuple(packed for packed in bundle if packed.named in changed))


def holds_file(bundle: Bundle, named: str, place: Path) -> bool:
    """Is a file that the user has named, with all that belongs to it, what was packed under a name?"""
    return _holds(place.parent, _parts(bundle).get(named, ()))


def _folder_of(named: str) -> Path:
    """Where a named file should be."""
    try:
        return Path(named).expanduser().resolve().parent
    except (OSError, RuntimeError):  # of a user who is not here, for example
        return Path(named).parent


def unpacked(bundle: Bundle) -> dict[str, str]:
    """Where each of the named files is in a temporary folder, with all that belongs to it."""
    return {named: str(_unpacked(part) / part[0].path) for named, part in _parts(bundle).items()}


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
