"""Platforms of others whose bots a game can seat; ``Brings.platforms`` has them by what they import."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from kiebitz.agents.base import Agent
from kiebitz.errors import BadOption, KiebitzError
from kiebitz.rules.game import Game
from kiebitz.rules.parts import resolve
from kiebitz.sayings import Saying, say


class Platform(ABC):
    """A platform on which bots for a game were written: what they import, and how such a bot sits down."""

    title: ClassVar[Saying | str]
    """What sentences call it, such as ``say("the university's platform")``."""
    options: ClassVar[Mapping[str, str]] = {}
    """The options with which its bots play; only those that matter."""

    def __init__(self, game: type[Game]) -> None:
        self.game = game

    @abstractmethod
    def loading(self) -> AbstractContextManager[None]:
        """In here the platform's modules can be imported."""

    @abstractmethod
    def bot_classes(self, module: ModuleType) -> dict[str, type]:
        """The bots for the platform that a module defines."""

    @abstractmethod
    def supplied_names(self, bot_class: type) -> list[str]:
        """The parameters of a bot's constructor that it gets from the table, not from its specification."""

    @abstractmethod
    def seat_bot(self, bot_class: type, arguments: Mapping[str, Any]) -> Callable[[], Agent]:
        """What makes agents of a bot's class."""

    def home(self, file: Path) -> Path | None:
        """A folder above that of a bot's file from which the platform's bots import, by its own name."""
        return None

    @property
    def plays(self) -> Saying | str:
        """What its bots play, for sentences."""
        wanted = ",".join(f"{name}={value}" for name, value in self.options.items())
        return say("{game} with {options}", game=self.game.name, options=wanted) if wanted else self.game.name

    def check(self, bot_class: type, game: Game) -> None:
        """Refuse a game with other options."""
        if not game.options.items() >= self.options.items():
            raise BadOption(
                say(
                    "{bot} is a bot of {platform}; it plays {game} only.",
                    bot=bot_class.__name__,
                    platform=self.title,
                    game=self.plays,
                )
            )


def platforms(game: type[Game]) -> Iterator[tuple[str, Platform]]:
    """The platforms of a game, each with the module that its bots import."""
    for module, reference in game.brings.platforms.items():
        if (game, reference) not in _made:
            _made[game, reference] = _make(game, reference)
        yield module, _made[game, reference]


_made: dict[tuple[type[Game], str], Platform] = {}


def _make(game: type[Game], reference: str) -> Platform:
    found = resolve(game, reference)
    if not (isinstance(found, type) and issubclass(found, Platform)):
        where = f"{game.__module__}: brings.platforms: {reference!r}"
        raise KiebitzError(say("{where} must name a Platform.", where=where))
    return found(game)
