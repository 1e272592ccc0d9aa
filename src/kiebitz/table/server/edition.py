"""The pages as they are now: their files, a name for this state of them, and who imports whom.

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
from pathlib import Path, PurePosixPath
from time import monotonic

from kiebitz.language.catalogues import folders
from kiebitz.rules.registry import game_classes, package_of
from kiebitz.table.server.game_pages import page_files

PAGES = Path(__file__).parents[1] / "pages"
DRAWING = Path(__file__).parents[1] / "drawing"
PREFIX = re.compile(r"/v/(?P<edition>\w+)(?P<path>/(?:js|css|faces|languages|games|icons)\b.*)")
IMPORT = re.compile(r"""^(?:import|export)\b[^"';]*["'](?P<path>\.{1,2}/[^"']+|/js/[^"']+)["'];""", re.M)
SCRIPT = re.compile(r'<script type="module" src="(?P<path>/js/[^"]+)">')


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
    """The pages, what draws the cards, the words of all languages, and what games bring."""
    yield from (file for file in sorted(PAGES.rglob("*")) if file.is_file())
    yield from sorted(DRAWING.glob("*.py"))
    games = game_classes().values()
    own = (files(package) / "languages" for package in map(package_of, games) if package)
    for folder in chain(folders(), own):
        if folder.is_dir():
            yield from sorted((file for file in folder.iterdir() if file.name.endswith(".po")), key=str)
    yield from chain.from_iterable(page_files(game) for game in games)


def modules_of(page: str) -> list[str]:
    """The modules that a page loads, its own and all that they import, in the order of first mention.

    >>> modules_of('<script type="module" src="/js/html.js"></script>')
    ['/js/html.js']
    """
    found: dict[str, None] = {}
    waiting = [match["path"] for match in SCRIPT.finditer(page)]
    while waiting:
        path = waiting.pop(0)
        if path not in found:
            found[path] = None
            waiting += imported(path)
    return list(found)


def imported(path: str) -> list[str]:
    """The modules that one of ours imports at its start.

    >>> imported("/js/cards.js")[0]
    '/js/html.js'
    """
    source = PAGES / path.lstrip("/")
    text = source.read_text(encoding="utf-8") if source.is_file() else ""
    return [_joined(PurePosixPath(path).parent, match["path"]) for match in IMPORT.finditer(text)]


def _joined(folder: PurePosixPath, path: str) -> str:
    parts: list[str] = []
    for part in (folder / path).parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return str(PurePosixPath(*parts))
