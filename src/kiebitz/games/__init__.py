"""What is allowed? The games, and how third parties add theirs.

A game comes from this package, from an installed package's entry point in the group
``kiebitz.games``, or from a file: ``toy.py:Toy``, also listed in the variable KIEBITZ_GAMES.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

from kiebitz.errors import KiebitzError, UnknownName
from kiebitz.games.base import Game
from kiebitz.plugins import load_from_file

BUILT_IN = {
    "schnapsen": "kiebitz.games.schnapsen:Schnapsen",
    "skat": "kiebitz.games.skat:Skat",
    "durak": "kiebitz.games.durak:Durak",
    "boerenbridge": "kiebitz.games.boerenbridge:Boerenbridge",
}


def game_classes() -> dict[str, type[Game]]:
    """All known games by name."""
    found = {name: _load(target) for name, target in BUILT_IN.items()}
    for entry in entry_points(group="kiebitz.games"):
        found[entry.name] = entry.load()
    for place in filter(None, os.environ.get("KIEBITZ_GAMES", "").split(os.pathsep)):
        cls = game_from_file(place)
        found[cls.name] = cls
    return found


def _load(target: str) -> type[Game]:
    module, name = target.split(":")
    loaded: type[Game] = getattr(import_module(module), name)
    return loaded


def game_from_file(place: str) -> type[Game]:
    """The game class of a file: ``toy.py:Toy``, or ``toy.py`` if it has just one."""
    file, _, name = place.partition(":")
    module = load_from_file(Path(file))
    classes = {
        key: value
        for key, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, Game) and value.__module__ == module.__name__
    }
    if name in classes:
        return classes[name]
    if not name and len(classes) == 1:
        return next(iter(classes.values()))
    raise KiebitzError(
        f"Name the game class of {file} as {file}:NAME; it has: {', '.join(classes) or 'none'}."
    )


def game(name: str, options: Mapping[str, str] | None = None) -> Game:
    """A game by name (or file) with its options.

    >>> game("schnapsen", {"rules": "full"}).rounds
    13
    """
    return game_from_file(name)(options) if ".py" in name else known_game(name, options)


def known_game(name: str, options: Mapping[str, str] | None = None) -> Game:
    """A game by name; never runs a file that the name says, so that it can come from anywhere."""
    if name in BUILT_IN:
        return _load(BUILT_IN[name])(options)
    known = game_classes()
    if name not in known:
        raise UnknownName("game", name, known)
    return known[name](options)
