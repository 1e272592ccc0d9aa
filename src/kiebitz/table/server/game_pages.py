"""What games bring for the browser: a module with its style.

A game in a package keeps them in its folder ``table/page``; a game from one file has its module beside it.
Nothing is served but the files that a game names: no other file of its folder, and none of the user's.
"""

from __future__ import annotations

import sys
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath

from kiebitz.rules.game import Game
from kiebitz.rules.parts import part
from kiebitz.table.stage import Stage

KINDS = {".js": "text/javascript", ".css": "text/css"}


def page_address(game: type[Game]) -> str:
    """Where the browser finds a game's module; empty if it has none."""
    page = part(game, Stage).page
    return f"/games/{game.name}/{page}" if page and page_file(game, page) else ""


def style_address(game: type[Game]) -> str:
    """The same for the style that goes with it."""
    style = _style(part(game, Stage).page)
    return f"/games/{game.name}/{style}" if style and page_file(game, style) else ""


def page_file(game: type[Game], name: str) -> Traversable | None:
    """A file that a game has for the browser: the module that it names, or its style; else None.

    >>> from kiebitz.rules.registry import game_class
    >>> page_file(game_class("durak"), "durak.js").name
    'durak.js'
    >>> page_file(game_class("durak"), "stage.py"), page_file(game_class("durak"), "../stage.py")
    (None, None)
    """
    page = part(game, Stage).page
    path = PurePosixPath(name)
    if not page or name not in (page, _style(page)) or path.name != name or path.suffix not in KINDS:
        return None
    found = _folder(game) / name
    return found if found.is_file() else None


def page_files(game: type[Game]) -> list[Traversable]:
    """All that a game has for the browser: its module and its style, if it brings them.

    >>> from kiebitz.rules.registry import game_class
    >>> [file.name for file in page_files(game_class("durak"))]
    ['durak.js', 'durak.css']
    """
    page = part(game, Stage).page
    return [found for name in (page, _style(page)) if name and (found := page_file(game, name))]


def _style(page: str) -> str:
    return str(PurePosixPath(page).with_suffix(".css")) if page else ""


def _folder(game: type[Game]) -> Traversable:
    """Where a game keeps what it has for the browser."""
    home = sys.modules[game.__module__]
    if home.__package__:
        return files(home.__package__) / "table" / "page"
    return Path(str(home.__file__)).parent
