"""What games bring for the browser: a module with its style, and their words in other languages.

A game in a package keeps them in its folder ``table/page``; a game from one file has its module beside it.
Nothing is served but the files that a game names: no other file of its folder, and none of the user's.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath
from typing import Any

from kiebitz.rules.game import Game
from kiebitz.rules.parts import part
from kiebitz.table.stage import Stage

KINDS = {".js": "text/javascript", ".css": "text/css"}
LANGUAGE = re.compile("[a-z]{2}")
OF_OPTIONS = ("names", "values")
"""Words for options and their values."""


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


def _style(page: str) -> str:
    return str(PurePosixPath(page).with_suffix(".css")) if page else ""


def _folder(game: type[Game]) -> Traversable:
    """Where a game keeps what it has for the browser."""
    home = sys.modules[game.__module__]
    if home.__package__:
        return files(home.__package__) / "table" / "page"
    return Path(str(home.__file__)).parent


def texts(language: str, games: Iterable[type[Game]]) -> dict[str, Any] | None:
    """The words of the pages in a language, with those of some games on top; None if there are none.

    Options of two games may have one name: by ``games`` each finds what its own are called.

    >>> from kiebitz.rules.registry import game_class
    >>> texts("de", [game_class("durak")])["sayings"]["Take the cards"], texts("xx", [])
    ('Karten aufnehmen', None)
    """
    if not LANGUAGE.fullmatch(language):
        return None
    found = _read(files("kiebitz.table") / "pages" / "texts" / f"{language}.json")
    if not found:
        return None
    found["games"] = {}
    for game in games:
        own = _read(_folder(game) / f"{language}.json") if sys.modules[game.__module__].__package__ else {}
        found["games"][game.name] = {kind: own.get(kind, {}) for kind in OF_OPTIONS}
        for name, words in own.items():
            found[name] = found.get(name, {}) | words
    return found


def _read(file: Traversable) -> dict[str, Any]:
    return dict(json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else {}
