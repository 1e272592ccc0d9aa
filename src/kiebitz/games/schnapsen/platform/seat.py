"""Bots of the university's Schnapsen platform as agents of ours."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import lru_cache, partial
from multiprocessing import parent_process
from random import Random
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any

from kiebitz.agents.base import Agent
from kiebitz.agents.platform import Platform
from kiebitz.games.schnapsen.platform.importing import bot_classes, platform_names
from kiebitz.kernel.random import Stream
from kiebitz.rules.values import Move, View
from kiebitz.sayings import Saying, say
from kiebitz.telling import tell

if TYPE_CHECKING:
    from kiebitz.games.schnapsen.platform.players import Bot

GENERATORS = ("rand", "rng", "random")


class UniversityPlatform(Platform):
    """The university's platform, second generation: its bots play by its own rules."""

    title = say("the university's platform")
    options = MappingProxyType({"rules": "vu"})

    def loading(self) -> AbstractContextManager[None]:
        return platform_names()

    def bot_classes(self, module: ModuleType) -> dict[str, type]:
        return bot_classes(module)

    def supplied_names(self, bot_class: type) -> list[str]:
        """A random generator, a name."""
        return _supplied_names(bot_class)

    def seat_bot(self, bot_class: type, arguments: Mapping[str, Any]) -> Callable[[], Agent]:
        if "notify_game_end" in vars(bot_class):
            _tell_once(
                say(
                    "{bot}.notify_game_end is not called here: a match ends without telling its bots.",
                    bot=bot_class.__name__,
                )
            )
        return partial(PlatformAgent, bot_class, arguments)


class PlatformAgent(Agent):
    """A bot of the platform in a seat: it is made anew for each game and sees a view as a perspective."""

    def __init__(self, bot_class: type[Bot], arguments: Mapping[str, Any]) -> None:
        self.bot_class, self.arguments = bot_class, arguments
        self.turned = -1  # the trump card that lay face up at first
        self.heard = 0  # events before the bot's last move

    def begin(self, seat: int, options: Mapping[str, str], rng: Stream) -> None:
        supplied = {name: _supply(name, self.bot_class, rng) for name in _supplied_names(self.bot_class)}
        with platform_names():
            self.bot = self.bot_class(**{**supplied, **self.arguments})

    def act(self, view: View) -> Move | str:
        from kiebitz.games.schnapsen.platform.moves import EXCHANGES
        from kiebitz.games.schnapsen.platform.players import ask
        from kiebitz.games.schnapsen.platform.seats import perspective_of
        from kiebitz.games.schnapsen.rules import TRUMP

        events = view.events
        exchanged = [event.ply for event in events if event.move == "exchange"]
        upcard = view.upcard  # type: ignore[attr-defined]
        if upcard and not exchanged:
            self.turned = upcard.number
        perspective, lead = perspective_of(view, self.turned)
        with platform_names():
            if any(ply >= self.heard for ply in exchanged):
                self.bot.notify_trump_exchange(EXCHANGES[view.vector[TRUMP]])
            self.heard = len(events)
            move = ask(self.bot, perspective, lead)
        if move not in perspective.valid_moves():
            return str(move)
        return view.game.move(0, move.code)


@lru_cache
def _tell_once(said: Saying) -> None:
    """Once, and not in every worker; standard output belongs to the answer."""
    if parent_process() is None:
        tell(said, sys.stderr)


def _supplied_names(bot_class: type) -> list[str]:
    found = []
    for name, parameter in inspect.signature(bot_class).parameters.items():
        is_generator = name in GENERATORS or "Random" in str(parameter.annotation)
        if is_generator or (name == "name" and parameter.default is parameter.empty):
            found.append(name)
    return found


def _supply(name: str, bot_class: type[Bot], rng: Stream) -> Any:
    return bot_class.__name__ if name == "name" else Random(rng.below(1 << 30) << 30 | rng.below(1 << 30))
