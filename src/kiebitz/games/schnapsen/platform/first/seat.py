"""Bots of the university's first Schnapsen platform as agents of ours."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any

from kiebitz.agents.base import Agent
from kiebitz.agents.platform import Platform
from kiebitz.games.schnapsen.platform.first.importing import PLATFORM, bot_classes, family_of, platform_names
from kiebitz.kernel.random import Stream
from kiebitz.rules.values import Move, View
from kiebitz.sayings import say

if TYPE_CHECKING:
    from kiebitz.games.schnapsen.platform.first.state import State


class FirstPlatform(Platform):
    """The university's platform, first generation: its bots play by its own rules."""

    title = say("the university's first platform")
    options = MappingProxyType({"rules": "vu-old"})

    def loading(self) -> AbstractContextManager[None]:
        return platform_names()

    def bot_classes(self, module: ModuleType) -> dict[str, type]:
        return bot_classes(module)

    def supplied_names(self, bot_class: type) -> list[str]:
        """Nothing: its bots take their random numbers from Python's own generator."""
        return []

    def home(self, file: Path) -> Path | None:
        """The folder ``bots`` above the bot's own, with others from which it may import."""
        return family_of(file.parent)

    def seat_bot(self, bot_class: type, arguments: Mapping[str, Any]) -> Callable[[], Agent]:
        return partial(FirstPlatformAgent, bot_class, arguments)


class FirstPlatformAgent(Agent):
    """A bot of the platform in a seat: made anew for each game, it sees a view as a state."""

    def __init__(self, bot_class: type, arguments: Mapping[str, Any]) -> None:
        self.bot_class, self.arguments = bot_class, arguments

    def begin(self, seat: int, options: Mapping[str, str], rng: Stream) -> None:
        self.numbers = random.Random(rng.below(1 << 30) << 30 | rng.below(1 << 30)).getstate()
        with self.own_numbers(), PLATFORM.names():
            self.bot = self.bot_class(**self.arguments)

    def act(self, view: View) -> Move | str:
        from kiebitz.games.schnapsen.platform.first.cards import code_of

        state = state_of(view)
        with self.own_numbers(), PLATFORM.names():
            move = self.bot.get_move(state)
        legal = state_of(view).moves()  # the bot may have changed what it was given
        return view.game.move(0, code_of(move)) if move in legal else str(move)

    @contextmanager
    def own_numbers(self) -> Iterator[None]:
        """Python's generator is shared by all: in here it gives the numbers of this bot and game."""
        before = random.getstate()
        random.setstate(self.numbers)
        try:
            yield
        finally:
            self.numbers = random.getstate()
            random.setstate(before)


def state_of(view: View) -> State:
    """What the platform would show to the seat that has this view."""
    from kiebitz.games.schnapsen.platform.first.state import seen

    return seen(view.vector.copy(), _last_trick(view))


def _last_trick(view: View) -> tuple[int | None, int | None]:
    """The cards of player 1 and player 2 in the last trick that is over."""
    from kiebitz.games.schnapsen.platform.first.cards import THEIRS
    from kiebitz.games.schnapsen.rules import EXCHANGE

    played = [event for event in view.events if event.move is not None and event.move.code != EXCHANGE]
    pairs = len(played) // 2
    if pairs == 0:
        return None, None
    deck = view.game.deck
    cards = {
        event.seat: THEIRS[deck.read(str(event.move)[:2]).number]
        for event in played[2 * pairs - 2 : 2 * pairs]
    }
    return cards[0], cards[1]
