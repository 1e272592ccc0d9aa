"""The pages as they are now: their files, and a name for this state of them.

Everything that is the same for all readers has an address with the edition in it, such as
``/v/EDITION/js/table.js``, so a browser may keep it for good: when a file changes, the edition is another,
and so are all addresses. Pages themselves are asked for each time, and name the edition. What is asked for
under an old edition, by a page that was opened before an update, is answered with what there is now.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import chain
from pathlib import Path
from time import monotonic

from kiebitz.language.catalogues import folders
from kiebitz.rules.registry import game_classes, package_of
from kiebitz.table.server.game_pages import page_files

PAGES = Path(__file__).parents[1] / "pages"
DRAWING = Path(__file__).parents[1] / "drawing"
RUNNER = Path(__file__).parents[1] / "templates" / "bundle.js"  # it runs the modules of a page
PREFIX = re.compile(r"/v/(?P<edition>\w+)(?P<path>/(?:js|css|bundles|faces|languages|games|icons)\b.*)")


def split(path: str) -> tuple[str, str]:
    """The edition that an address names, and the address without it; an empty edition if it names none.

    >>> split("/v/3f2a/js/table.js"), split("/js/table.js"), split("/v/3f2a/api/games")
    (('3f2a', '/js/table.js'), ('', '/js/table.js'), ('', '/v/3f2a/api/games'))
    """
    found = PREFIX.fullmatch(path)
    return (found["edition"], found["path"]) if found else ("", path)


def edition() -> str:
    """A short name of all that pages are made of; another one within a second after any of it changes."""
    return _look(int(monotonic()))


@lru_cache(maxsize=1)
def _look(second: int) -> str:
    """Looking at a hundred files takes some milliseconds, too long to do it for every request."""
    return _name_of(tuple(_state(source) for source in _sources()))


@lru_cache(maxsize=1)
def _name_of(states: tuple[tuple[str, int, int], ...]) -> str:
    """Read only when a file has another time or size than before."""
    whole = sha256()
    for source in _sources():
        whole.update(f"{source.name}\0".encode() + source.read_bytes())
    return whole.hexdigest()[:12]


def _state(source: Traversable) -> tuple[str, int, int]:
    if not isinstance(source, Path):
        return str(source), 0, 0  # within an archive, which nobody changes while it is read
    state = source.stat()
    return str(source), state.st_mtime_ns, state.st_size


def _sources() -> Iterator[Traversable]:
    """The pages, what puts them together and draws cards, the words of all languages, what games bring."""
    yield from (file for file in sorted(PAGES.rglob("*")) if file.is_file())
    yield from (RUNNER, *sorted(DRAWING.glob("*.py")))
    games = game_classes().values()
    own = (files(package) / "languages" for package in map(package_of, games) if package)
    for folder in chain(folders(), own):
        if folder.is_dir():
            yield from sorted((file for file in folder.iterdir() if file.name.endswith(".po")), key=str)
    yield from chain.from_iterable(page_files(game) for game in games)
