"""Which games are there? Names of installed games, a game by its name, games from files.

A game comes from an installed package's entry point in the group ``kiebitz.games``, or from a file:
``toy.py:Toy``, also listed in the variable KIEBITZ_GAMES. The games that come with the program are entry
points like any other. Only the name of an entry point is read until somebody asks for its game.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, TypeGuard

from kiebitz.errors import BadOption, KiebitzError, UnknownName, wrong_type
from kiebitz.language.speaking import learn
from kiebitz.plugins import load_from_file, named_file
from kiebitz.rules.options import Options
from kiebitz.sayings import Saying, joined, say
from kiebitz.telling import tell_once

if TYPE_CHECKING:  # a game needs NumPy; nobody should wait for that just to know the names of games
    from kiebitz.rules.game import Game

GROUP = "kiebitz.games"
OURS = "kiebitz"
LISTED = "KIEBITZ_GAMES"


def names() -> list[str]:
    """The names of all games, in order; no installed game is loaded to know them."""
    found = sorted({*_installed(), *_listed()})
    if not found:
        raise KiebitzError(say("No games are installed; install the program again: pip install -e ."))
    return found


def game_class(name: str) -> type[Game]:
    """The class of a game by its name; never runs a file that the name points to."""
    if name in _installed():
        return _loaded(name)
    listed = _listed()
    if name not in listed:
        raise UnknownName("game", name, names())
    return listed[name]


def game_classes() -> dict[str, type[Game]]:
    """All games by name; one that cannot be loaded is reported once and left out."""
    found = {}
    for name in names():
        try:
            found[name] = game_class(name)
        except KiebitzError as error:
            tell_once(error.said)
    return found


def game(name: str, options: Options = None) -> Game:
    """A game by name (or file) with its options, as plain values or as text.

    >>> game("schnapsen", {"rules": "full"}).rounds
    13
    >>> game("durak", {"start_rank": 9}), game("durak", "start_rank=9,open_world=on")
    (Durak(start_rank=9), Durak(start_rank=9,open_world=on))
    """
    return any_class(name)(options)


def list_games() -> list[str]:
    """The names of all games that are installed or listed in KIEBITZ_GAMES.

    >>> set(list_games()) >= {"boerenbridge", "durak", "schnapsen", "skat"}
    True
    """
    return names()


def as_game(given: object, options: Options = None) -> Game:
    """A game from what people give: its name, with options; or a game, which has its own.

    >>> as_game(game("durak", {"start_rank": 9}))
    Durak(start_rank=9)
    """
    from kiebitz.rules.game import Game

    if isinstance(given, Game) and not options:
        return given
    if isinstance(given, Game):
        said = say("{game} has options already; give them with its name instead.", game=repr(given))
        raise BadOption(said)
    if _is_game(given):
        return given(options)
    return game(given, options)  # type: ignore[arg-type]  # what it is not is told there


def name_of_game(game: Game) -> str:
    """What another process finds a game by: its name, or the file and class that it comes from."""
    cls = type(game)
    if game.name in _installed() and _loaded(game.name) is cls:
        return game.name
    if game.name in (listed := _listed()) and listed[game.name] is cls:
        return game.name
    file = getattr(sys.modules.get(cls.__module__), "__file__", None)
    if file is None or cls.__module__ == "__main__":
        raise KiebitzError(
            say(
                "{game} is not installed and is in no file of its own, so that nobody else could load it.",
                game=cls.__name__,
            )
        )
    return f"{file}:{cls.__qualname__}"


def any_class(name: str) -> type[Game]:
    """The class of a game by its name, or of a file that the name points to."""
    if not isinstance(name, str):
        raise wrong_type(say("A game"), say("a name: see list_games()"), name)
    return game_from_file(name) if is_file(name) else game_class(name)


def package_of(game: type[Game]) -> str:
    """The package of a game, which may have catalogues; empty for a game from a file."""
    return sys.modules[game.__module__].__package__ or ""


def known_game(name: str, options: Options = None) -> Game:
    """A game that a record, a run or a page names: an installed one, or of a file that the user has named."""
    return known_class(name)(options)


def known_class(name: str) -> type[Game]:
    """The class of a game by a name that can come from anywhere; runs no file that the user has not named."""
    if is_file(name):
        file, mark, rest = name.partition(":")
        place = place_of_game(name)
        if place is None:
            raise KiebitzError(
                say(
                    "The game comes from {file}, a program that is loaded only if you name it: give --load "
                    "{file}, or list it in the variable {variable}.",
                    file=file,
                    variable=LISTED,
                )
            )
        return game_from_file(f"{place}{mark}{rest}")
    try:
        return game_class(name)
    except UnknownName as error:
        raise _from_elsewhere(error) from None


def is_file(name: str) -> bool:
    """Does the name of a game point to a file?

    >>> is_file("toy.py:Toy"), is_file("durak")
    (True, False)
    """
    return ".py" in name


def place_of_game(name: str) -> Path | None:
    """The file that the user has named, on the command line or in KIEBITZ_GAMES, for such a game."""
    listed = (one.partition(":")[0] for one in _places())
    return named_file(name.partition(":")[0], listed)


def _from_elsewhere(error: UnknownName) -> UnknownName:
    """The same error with a hint for games that come from files."""
    hint = say("A game from a file is known if the variable {variable} lists that file.", variable=LISTED)
    KiebitzError.__init__(error, joined(" ", (error.said, hint)))
    return error


def game_from_file(place: str) -> type[Game]:
    """The game class of a file: ``toy.py:Toy``, or ``toy.py`` if it has just one."""
    file, _, name = place.partition(":")
    module = load_from_file(Path(file))
    classes = {
        key: value
        for key, value in vars(module).items()
        if _is_game(value) and value.__module__ == module.__name__
    }
    if name in classes:
        return classes[name]
    if not name and len(classes) == 1:
        return next(iter(classes.values()))
    raise KiebitzError(
        say(
            "Name the game class of {file} as {file}:NAME; it has: {classes}.",
            file=file,
            classes=", ".join(classes) or say("none"),
        )
    )


@cache
def _installed() -> dict[str, EntryPoint]:
    """The entry points of games by name; of two with one name ours counts, else the first package."""
    found: dict[str, EntryPoint] = {}
    for point in sorted(_points(), key=_rank):
        if point.name in found:
            tell_once(
                say(
                    "{first} and {second} both bring a game {name}; that of {first} counts.",
                    first=_package(found[point.name]),
                    second=_package(point),
                    name=repr(point.name),
                )
            )
        else:
            found[point.name] = point
    return found


def _points() -> list[EntryPoint]:
    """The entry points of games; ours even if this checkout was installed before it had them."""
    found = list(entry_points(group=GROUP))
    return found if any(_package(point) == OURS for point in found) else [*found, *_of_checkout()]


def _of_checkout() -> list[EntryPoint]:
    """What the project's own file says; the metadata of an installed checkout only grows older."""
    file = Path(__file__).parents[3] / "pyproject.toml"
    if not file.is_file():
        return []
    import tomllib

    project = tomllib.loads(file.read_text(encoding="utf-8")).get("project", {})
    written = project.get("entry-points", {}).get(GROUP, {}) if project.get("name") == OURS else {}
    return [EntryPoint(name, target, GROUP) for name, target in written.items()]


def _rank(point: EntryPoint) -> tuple[bool, str]:
    return _package(point) != OURS, _package(point)


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist else OURS


@cache
def _loaded(name: str) -> type[Game]:
    """The class behind an entry point."""
    point = _installed()[name]
    try:
        found = point.load()
    except Exception as error:  # whatever a stranger's package does when it is imported
        raise _unloadable(point, joined(": ", [type(error).__name__, str(error)])) from error
    if not (_is_game(found) and found.name == name):
        why = say(
            "{place} must be a subclass of Game whose name is {name}", place=point.value, name=repr(name)
        )
        raise _unloadable(point, why)
    learn(package_of(found))
    return found


def _unloadable(point: EntryPoint, why: Saying) -> KiebitzError:
    return KiebitzError(
        say(
            "The game {name} of the package {package} cannot be loaded: {why}.",
            name=repr(point.name),
            package=_package(point),
            why=why,
        )
    )


def _is_game(value: object) -> TypeGuard[type[Game]]:
    from kiebitz.rules.game import Game

    return isinstance(value, type) and issubclass(value, Game)


def _listed() -> dict[str, type[Game]]:
    """The games of the files that the variable KIEBITZ_GAMES lists; one that cannot be loaded is left out."""
    found = {}
    for place in _places():
        try:
            game = game_from_file(place)
            found[game.name] = game
        except (KiebitzError, AttributeError) as error:  # it may also have no name
            why = getattr(error, "said", str(error))
            tell_once(
                say(
                    "{variable} lists {place}, which is left out: {why}",
                    variable=LISTED,
                    place=place,
                    why=why,
                )
            )
    return found


def _places() -> list[str]:
    """The files that the variable KIEBITZ_GAMES lists, with the classes that it names."""
    return list(filter(None, os.environ.get(LISTED, "").split(os.pathsep)))
