"""What a game brings to the layers above its rules, and the one lookup.

A layer says in a subclass of ``Part`` what a game may bring to it; every method there has a default. A
game says in its ``brings`` where its own subclass is. None of it is imported before a layer asks.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from kiebitz.errors import KiebitzError
from kiebitz.sayings import say
from kiebitz.telling import tell_once

if TYPE_CHECKING:
    from kiebitz.rules.game import Game


class Part:
    """What a game may bring to a layer. Layers subclass it; every method has a default."""

    layer: ClassVar[str]

    def __init__(self, game: type[Game]) -> None:
        self.game = game


def games_with(*kinds: type[Part]) -> dict[str, type[Game]]:
    """All games whose parts of these kinds can be loaded; another is told of once and left out."""
    from kiebitz.rules.registry import game_classes

    found = {}
    for name, game in game_classes().items():
        try:
            for kind in kinds:
                part(game, kind)
            found[name] = game
        except KiebitzError as error:
            tell_once(say("The game {name} is left out: {why}", name=repr(name), why=error.said))
    return found


P = TypeVar("P", bound=Part)
Reference = str | type[Part]
"""``"module:Class"`` below the game's package, ``":Class"`` in the game's own module, or the class itself."""


@dataclass(frozen=True)
class Format:
    """A foreign record format; plain data, so that nothing is imported to recognise a file."""

    name: str
    """What people call it."""
    first_line: str
    """A regular expression for the first line that is no comment."""
    read: str
    """``"module:function"`` below the game's package, from the text of a file to its records."""

    def fits(self, line: str) -> bool:
        """Does a file that begins like this have this format?"""
        return re.match(self.first_line, line) is not None


@dataclass(frozen=True)
class Brings:
    """Where a game keeps what it brings."""

    formats: tuple[Format, ...] = ()
    platforms: Mapping[str, str] = field(default_factory=dict)
    """Top-level modules that bot files of a foreign platform import, and who seats such bots."""
    slow: tuple[str, ...] = ()
    """Modules whose kernels take long; warm-up begins them in a process of their own."""
    knowledge: Reference | None = None
    search: Reference | None = None
    agents: Reference | None = None
    envs: Reference | None = None
    lab: Reference | None = None
    table: Reference | None = None
    cli: Reference | None = None


def part(game: Game | type[Game], kind: type[P]) -> P:
    """The part of a kind that a game brings, made once for each game; else the kind with its defaults."""
    cls = game if isinstance(game, type) else type(game)
    if (cls, kind) not in _made:
        _made[cls, kind] = _make(cls, kind)
    found = _made[cls, kind]
    assert isinstance(found, kind)
    return found


_made: dict[tuple[type[Game], type[Part]], Part] = {}


def _make(game: type[Game], kind: type[P]) -> P:
    reference: Reference | None = getattr(game.brings, kind.layer)
    if reference is None:
        return kind(game)
    where = f"{game.__module__}: brings.{kind.layer} = {reference!r}"
    found = resolve(game, reference, where) if isinstance(reference, str) else reference
    if not (isinstance(found, type) and issubclass(found, kind)):
        raise KiebitzError(say("{where} must name a subclass of {kind}.", where=where, kind=kind.__name__))
    return found(game)


def resolve(game: type[Game], reference: str, where: str = "") -> Any:
    """What a reference names: ``"module:name"`` below the game's package, ``":name"`` in its own module."""
    module, _, name = reference.partition(":")
    home = sys.modules[game.__module__]
    try:
        if not module:
            return getattr(home, name)
        return getattr(import_module(f"{home.__package__}.{module}"), name)
    except Exception as error:  # whatever a stranger's module does when it is imported
        where = where or f"{game.__module__}: {reference!r}"
        raise KiebitzError(
            say("{where} does not lead to anything: {error}.", where=where, error=str(error))
        ) from error
