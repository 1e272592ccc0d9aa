"""Which agents exist, and what a specification such as ``mcts:limit=100,c=1.4`` means.

Agents come from this package, from entry points of installed packages in the group
``kiebitz.agents`` (a function that returns entries), from files: ``my_bot.py:MyBot:depth=3``, and from
programs in any language: ``exec:./mybot``.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import numpy as np

from kiebitz.agents import boerenbridge, durak, platform, schnapsen, searchers, skat
from kiebitz.agents.base import Agent, Policy, PolicyAgent
from kiebitz.agents.contestant import Contestant
from kiebitz.agents.entry import Entry
from kiebitz.agents.process import PREFIX, process_contestant
from kiebitz.compat.vu.importing import bot_classes, platform_names
from kiebitz.errors import BadOption, KiebitzError, UnknownName
from kiebitz.plugins import load_from_file
from kiebitz.rules.game import Game
from kiebitz.rules.options import parse_options, settle

SALT = "salt="
Places = Mapping[str, str]
"""Where files are that specifications name by other paths: of runs that were played elsewhere."""


def _random(game: Game, parameters: dict[str, str]) -> Policy:
    from kiebitz.agents.general import explain_random, random_policy

    return Policy(random_policy(game.kernels), np.zeros(1, np.int64), explain_random)


def _random_python(game: Game, parameters: dict[str, str]) -> Callable[[], Agent]:
    from kiebitz.agents.general import RandomAgent

    return RandomAgent


GENERAL = (
    Entry("random", "uniform among the legal moves, compiled", _random),
    Entry("random-python", "the same games as random, as a Python class", _random_python),
    Entry(
        "flat",
        "the best mean of playouts over common worlds",
        searchers.flat,
        parameters=searchers.FLAT,
        sample="playouts=4",
    ),
    Entry(
        "pimc",
        "the best mean of open-card searches",
        searchers.pimc,
        parameters=searchers.PIMC,
        sample="worlds=3,nodes=100,playouts=2",
    ),
    Entry(
        "mcts",
        "the best mean of search trees in sampled worlds",
        searchers.mcts,
        parameters=searchers.MCTS,
        sample="limit=10,samples=3",
    ),
)
BUILT_IN = (*GENERAL, *schnapsen.ENTRIES, *skat.ENTRIES, *durak.ENTRIES, *boerenbridge.ENTRIES)


def all_entries() -> list[Entry]:
    """All agents: those of the house and those of installed packages."""
    return [*BUILT_IN, *_installed()]


@cache
def _installed() -> tuple[Entry, ...]:
    """The agents of installed packages; to look for them takes milliseconds."""
    return tuple(entry for point in entry_points(group="kiebitz.agents") for entry in point.load()())


def entries(game: str) -> dict[str, Entry]:
    """The agents that play a game, by name; one made for the game replaces a general one of its name."""
    playing = [entry for entry in all_entries() if entry.plays(game)]
    return {entry.name: entry for entry in sorted(playing, key=lambda entry: entry.games is not None)}


def contestant(spec: str, game: Game, places: Places | None = None) -> Contestant:
    """The player that a specification names; ``places`` says of its file where it is, if not there.

    >>> from kiebitz.rules.registry import game
    >>> contestant("random", game("durak")).policy is not None
    True
    """
    if spec.startswith(PREFIX):
        return process_contestant(spec, game, places)
    plain, salt = without_salt(spec)
    found = _from_file(plain, game, places or {}) if is_foreign(plain) else _registered(plain, game)
    return replace(found, spec=spec, salt=salt)


def _registered(spec: str, game: Game) -> Contestant:
    entry, parameters = find(spec, game.name)
    made = entry.make(game, parameters)
    if isinstance(made, Policy):
        return Contestant(game, spec, partial(PolicyAgent, made), made, entry.cheats)
    return Contestant(game, spec, made, None, entry.cheats)


def without_salt(spec: str) -> tuple[str, str]:
    """A specification without its salt, and the salt: a word that gives an agent random numbers of its own.

    Agents that are equal draw the same numbers in the same seat of the same deal. ``salt=WORD`` makes them
    play different games.

    >>> without_salt("mcts:limit=5,salt=a"), without_salt("random:salt=b"), without_salt("random")
    (('mcts:limit=5', 'a'), ('random', 'b'), ('random', ''))
    """
    head, _, text = spec.rpartition(":")
    words = text.split(",")
    salts = [word.removeprefix(SALT) for word in words if word.startswith(SALT)]
    if not head or not salts:
        return spec, ""
    rest = ",".join(word for word in words if not word.startswith(SALT))
    return f"{head}:{rest}" if rest else head, salts[-1]


def name_of(spec: str, game: Game) -> str:
    """The name of the player that a specification names, without compiling it; a wrong one is refused.

    >>> from kiebitz.rules.registry import game
    >>> name_of("mcts:limit=50", game("durak"))
    'mcts:limit=50'
    """
    if is_foreign(spec):
        return contestant(spec, game).name
    entry, _ = find(spec, game.name)
    return f"{spec} (cheats)" if entry.cheats else spec


def options_for(spec: str, game: str) -> dict[str, str] | None:
    """The options that a game must have for a player, none if all will do; None if it does not play the game.

    >>> options_for("skat-ai", "skat"), options_for("skat-ai", "durak")
    ({}, None)
    """
    if spec.startswith(PREFIX):
        return {}
    if is_foreign(spec):
        _, _, is_of_platform, _ = _class_of(spec)
        if is_of_platform:
            return dict(platform.OPTIONS) if game == platform.GAME else None
        return {}
    return {} if spec.partition(":")[0] in entries(game) else None


def is_foreign(spec: str) -> bool:
    """Does a specification name a file or a program, which is run to make the player?

    >>> is_foreign("my_bot.py:MyBot"), is_foreign("exec:./mybot"), is_foreign("mcts:limit=5")
    (True, True, False)
    """
    return spec.startswith(PREFIX) or ".py" in spec.split("=")[0]


def find(spec: str, game: str) -> tuple[Entry, dict[str, str]]:
    """The registered agent that a specification names, and all its parameters.

    >>> entry, parameters = find("flat:playouts=5", "skat")
    >>> entry.name, parameters
    ('flat', {'playouts': '5', 'playout': 'random', 'horizon': 'round'})
    """
    name, _, text = without_salt(spec)[0].partition(":")
    known = entries(game)
    if name not in known:
        raise UnknownName(f"agent for {game}", name, known)
    return known[name], _parameters(known[name], text)


def _parameters(entry: Entry, text: str) -> dict[str, str]:
    try:
        return settle(entry.parameters, parse_options(text))
    except UnknownName:
        names = ", ".join(option.name for option in entry.parameters) or "none"
        raise BadOption(
            f"{entry.name!r} does not know a parameter in {text!r}; its parameters: {names}."
        ) from None


def _class_of(spec: str, places: Places | None = None) -> tuple[Any, str, bool, str | None]:
    """A user's class, the text of its arguments, whether it is a bot of the platform, and its file."""
    file, name, text = (*spec.split(":", 2), "", "")[:3]
    with platform_names():
        module = load_from_file(Path((places or {}).get(file, file)))
    foreign = bot_classes(module)
    classes: dict[str, Any] = foreign | {
        key: value
        for key, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, Agent) and value.__module__ == module.__name__
    }
    if not name and len(classes) == 1:
        name = next(iter(classes))
    if name not in classes:
        raise UnknownName(f"agent class in {file}", name, classes)
    return classes[name], text, name in foreign, module.__file__


def _from_file(spec: str, game: Game, places: Places) -> Contestant:
    """A user's class: ``file.py:Class`` with keyword arguments of its constructor."""
    cls, text, is_of_platform, source = _class_of(spec, places)
    if is_of_platform:
        arguments = _arguments(cls, parse_options(text), spec, platform.supplied_names(cls))
        return Contestant(game, spec, platform.seat_bot(cls, arguments, game), source=source)
    arguments = _arguments(cls, parse_options(text), spec)
    files = _named_files(cls, Path(str(source)))
    return Contestant(game, spec, partial(cls, **arguments), None, cls.cheats, source, files=files)


def _named_files(cls: type[Agent], file: Path) -> tuple[str, ...]:
    """The files that a class says it reads; each must be there, in the folder of its own file or below."""
    names: object = cls.files
    if not isinstance(names, (tuple, list)) or not all(isinstance(name, str) for name in names):
        raise KiebitzError(f"{cls.__name__}.files in {file.name} must be a tuple of file names.")
    for name in names:
        if Path(name).is_absolute() or ".." in Path(name).parts:
            raise KiebitzError(
                f"{cls.__name__}.files in {file.name} names {name!r}: only files in the folder of "
                f"{file.name} or below it can be named."
            )
        if not (file.parent / name).is_file():
            raise KiebitzError(f"{file.name} needs the file {name}, and there is none in {file.parent}.")
    return tuple(str(file.parent / name) for name in sorted(set(names)))


def _arguments(cls: type, given: dict[str, str], spec: str, supplied: Sequence[str] = ()) -> dict[str, Any]:
    """Constructor arguments from texts, each read as the type of its default."""
    wanted = inspect.signature(cls).parameters
    arguments: dict[str, Any] = {}
    for name, text in given.items():
        if name not in wanted:
            raise UnknownName(f"parameter of {cls.__name__}", name, wanted)
        arguments[name] = _value(name, text, wanted[name].default)
    known = {*given, *supplied}
    missing = [n for n, p in wanted.items() if p.default is p.empty and p.kind < 2 and n not in known]
    if missing:
        raise KiebitzError(f"{spec} needs values for: {', '.join(missing)}.")
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
                    raise BadOption(f"The parameter {name} needs a number, not {text!r}.") from None
    return text
