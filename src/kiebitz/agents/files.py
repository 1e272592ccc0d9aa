"""Bots from files: ``my_bot.py:MyBot:depth=3``, a class of ours or of a platform that the game can seat, or
``fast.py:cheapest``, which is compiled."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from kiebitz.agents.base import Agent
from kiebitz.agents.cells.belongings import Declared, bot_part
from kiebitz.agents.compiled import compiled_bots, compiled_contestant
from kiebitz.agents.contestant import Contestant
from kiebitz.agents.entry import Entry
from kiebitz.agents.platform import Platform, platforms
from kiebitz.errors import BadOption, KiebitzError, UnknownName
from kiebitz.plugins import load_from_file
from kiebitz.rules.game import Game
from kiebitz.rules.options import parse_options
from kiebitz.rules.registry import game_classes
from kiebitz.sayings import say

Places = Mapping[str, str]
"""Where files are that specifications name by other paths: of runs that were played elsewhere."""


BY_NAME = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


class Elsewhere(BadOption):
    """A bot is for a platform that plays another game."""


class _Found(NamedTuple):
    """A user's class or compiled bot, the text of its arguments, the platform whose it is, and its file."""

    cls: Any
    text: str
    platform: Platform | None
    file: Path


def contestant_of_file(spec: str, game: Game, places: Places | None = None) -> Contestant:
    """The contestant of a specification ``file.py:Class`` with keyword arguments of the constructor.

    The file is loaded in this process: see ``cells`` for those who are not trusted.
    """
    made, declared = made_of_file(spec, game, places)
    part = bot_part(spec.partition(":")[0], Path(str(made.source)), declared)
    return replace(made, parts=(part,))


def made_of_file(spec: str, game: Game, places: Places | None = None) -> tuple[Contestant, Declared]:
    """The same before anybody has looked for the files that belong to it, and what its class says of them."""
    cls, text, platform, file = _class_of(spec, type(game), places or {})
    is_compiled = not isinstance(cls, type)
    if is_compiled:
        return compiled_contestant(cls, text, game, spec, file), Declared()
    given = parse_options(text)
    if platform:
        arguments = _arguments(cls, given, spec, file, platform.supplied_names(cls))
        platform.check(cls, game)
        declared = Declared((), _values(arguments, given), True, str(platform.home(file) or ""))
        return Contestant(game, spec, platform.seat_bot(cls, arguments), source=str(file)), declared
    arguments = _arguments(cls, given, spec, file)
    made = Contestant(game, spec, partial(cls, **arguments), None, cls.cheats, str(file))
    return made, Declared(_named_files(cls, file), _values(arguments, given))


def _values(arguments: Mapping[str, Any], given: Mapping[str, str]) -> tuple[str, ...]:
    """Paths among a constructor's arguments, and texts that were given, which may name files too."""
    paths = [str(value) for value in arguments.values() if isinstance(value, Path)]
    return (*paths, *(text for text in given.values() if text))


def options_of_module(spec: str, game: type[Game]) -> dict[str, str] | None:
    """The options that a game must have for the bot of a file; None if it does not play the game."""
    try:
        bot, _, platform, _ = _class_of(spec, game, {})
    except Elsewhere:
        return None
    if isinstance(bot, Entry) and not bot.plays(game.name):
        return None
    return dict(platform.options) if platform else {}


def words_of_file(spec: str) -> tuple[str, str, str]:
    """The file that a specification names, the class in it, and the text of its parameters.

    >>> words_of_file("my_bot.py:MyBot:depth=3"), words_of_file("my_bot.py:depth=3")
    (('my_bot.py', 'MyBot', 'depth=3'), ('my_bot.py', '', 'depth=3'))
    """
    file, _, rest = spec.partition(":")
    name, _, text = rest.partition(":")
    return (file, "", rest) if "=" in name else (file, name, text)


def _class_of(spec: str, game: type[Game], places: Places) -> _Found:
    """The class or compiled bot that a specification names; a file with just one needs no name."""
    file, name, text = words_of_file(spec)
    module = _load(Path(places.get(file, file)), game)
    bots = {name: (cls, one) for _, one in platforms(game) for name, cls in one.bot_classes(module).items()}
    classes: dict[str, tuple[Any, Platform | None]] = bots | {
        key: (value, None)
        for key, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, Agent) and value.__module__ == module.__name__
    }
    classes |= {key: (value, None) for key, value in compiled_bots(module).items()}
    if not name and len(classes) == 1:
        name = next(iter(classes))
    if name not in classes:
        _refuse_elsewhere(Path(file), [one for _, one in _others(game) if one.bot_classes(module)])
        if not name and classes:
            said = say("{file} has several agents; name one of them: {names}.",
                       file=file, names=", ".join(f"{file}:{each}" for each in classes))  # fmt: skip
            raise BadOption(said)
        if not name:
            raise BadOption(say("There is no agent in {file}: no subclass of {base} and no compiled bot.",
                                file=file, base="kiebitz.Agent"))  # fmt: skip
        raise UnknownName(say("agent in {file}", file=file), name, classes)
    cls, platform = classes[name]
    return _Found(cls, text, platform, Path(str(module.__file__)))


def _load(file: Path, game: type[Game]) -> ModuleType:
    """The module of a file, which may import what platforms of the game offer."""
    with ExitStack() as stack:
        for _, platform in platforms(game):
            stack.enter_context(platform.loading())
        try:
            return load_from_file(file, with_neighbours=True)
        except KiebitzError as error:
            if isinstance(error.__cause__, ModuleNotFoundError):
                missing = str(error.__cause__.name).partition(".")[0]
                _refuse_elsewhere(file, [one for module, one in _others(game) if module == missing])
            raise


def _others(game: type[Game]) -> Iterator[tuple[str, Platform]]:
    """The platforms of all other games."""
    for other in game_classes().values():
        if other is not game:
            yield from platforms(other)


def _refuse_elsewhere(file: Path, found: list[Platform]) -> None:
    if found:
        platform = found[0]
        raise Elsewhere(
            say(
                "{file} is for {platform}; its bots play {game} only.",
                file=file.name,
                platform=platform.title,
                game=platform.plays,
            )
        )


def _named_files(cls: type[Agent], file: Path) -> tuple[str, ...]:
    """The files that a class says it reads; each must be there, in the folder of its own file or below."""
    names: object = cls.files
    if not isinstance(names, (tuple, list)) or not all(isinstance(name, str) for name in names):
        raise KiebitzError(
            say("{bot}.files in {file} must be a tuple of file names.", bot=cls.__name__, file=file.name)
        )
    for name in names:
        if not is_below(name):
            raise KiebitzError(
                say(
                    "{bot}.files in {file} names {name}: only files in the folder of {file} or below it "
                    "can be named.",
                    bot=cls.__name__,
                    file=file.name,
                    name=repr(name),
                )
            )
    return tuple(names)


def is_below(name: str) -> bool:
    """Does a name in ``files`` stay in the folder of the bot's own file?

    >>> is_below("data/weights.npz"), is_below("../weights.npz"), is_below("/weights.npz")
    (True, False, False)
    """
    return not Path(name).is_absolute() and ".." not in Path(name).parts


def _arguments(
    cls: type, given: dict[str, str], spec: str, file: Path, supplied: Sequence[str] = ()
) -> dict[str, Any]:
    """Constructor arguments from texts, each read as the type of its default.

    A relative path begins in the folder of the bot's file, wherever the bot plays.
    """
    wanted = inspect.signature(cls).parameters
    arguments: dict[str, Any] = {
        name: file.parent / parameter.default
        for name, parameter in wanted.items()
        if isinstance(parameter.default, Path) and parameter.kind in BY_NAME
    }
    for name, text in given.items():
        if name not in wanted:
            raise UnknownName(say("parameter of {bot}", bot=cls.__name__), name, wanted)
        parameter = wanted[name]
        is_path = isinstance(parameter.default, Path) or "Path" in str(parameter.annotation)
        arguments[name] = file.parent / text if is_path else _value(name, text, parameter.default)
    known = {*given, *supplied}
    missing = [n for n, p in wanted.items() if p.default is p.empty and p.kind < 2 and n not in known]
    if missing:
        raise KiebitzError(say("{bot} needs values for: {names}.", bot=spec, names=", ".join(missing)))
    return arguments


def _value(name: str, text: str, default: Any) -> Any:
    if isinstance(default, bool):
        return text.lower() in ("1", "on", "true", "yes")
    for kind in (int, float):
        if default is inspect.Parameter.empty or isinstance(default, kind):
            try:
                return kind(text)
            except ValueError:
                if isinstance(default, kind) and not isinstance(default, float):
                    said = say("The parameter {name} needs a number, not {text}.", name=name, text=repr(text))
                    raise BadOption(said) from None
    return text
