"""An entry of the registry: what an agent is called, what it plays, and how it is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kiebitz.agents.base import Agent, Policy
from kiebitz.errors import BadOption, UnknownName
from kiebitz.rules.game import Game
from kiebitz.rules.options import Name, Option, parse_options, settle
from kiebitz.sayings import Saying, joined, say

AGENT_NAME = Name(say("a compiled agent"))
"""What a parameter allows that names another agent."""
PHASE_NAMES = Name(say("phases, joined by +"))
"""What a parameter allows that names phases of the game."""
ALL = "all"


def phase_mask(game: Game | type[Game], names: str) -> int:
    """A bit for each phase that a parameter names, ``all`` for all of them.

    >>> from kiebitz.rules.registry import game
    >>> phase_mask(game("skat"), "play") == 1 << game("skat").phases.index("play")
    True
    """
    if names == ALL:
        return (1 << len(game.phases)) - 1
    mask = 0
    for name in names.split("+"):
        if name not in game.phases:
            raise UnknownName(say("phase of {game}", game=game.name), name, game.phases)
        mask |= 1 << game.phases.index(name)
    return mask


@dataclass(frozen=True)
class Entry:
    """An agent: its name, what it plays, its parameters, and how it is made."""

    name: str
    help: Saying | str
    make: Callable[[Game, dict[str, str]], Policy | Callable[[], Agent]]
    parameters: tuple[Option, ...] = ()
    cheats: bool = False
    sample: str = ""
    """A quick version of an agent that takes its time, for trying things out: its parameters."""
    games: tuple[str, ...] | None = None
    """The names of the games that it plays; None for all, in a game's own roster for that game."""

    @property
    def quick(self) -> str:
        """The specification of the quick version."""
        return f"{self.name}:{self.sample}" if self.sample else self.name

    def plays(self, game: str) -> bool:
        return self.games is None or game in self.games

    def settled(self, text: str) -> dict[str, str]:
        """All its parameters, those that a text gives and the rest by their defaults."""
        try:
            return settle(self.parameters, parse_options(text))
        except UnknownName:
            said = say(
                "{agent} does not know a parameter in {text}; its parameters: {names}.",
                agent=repr(self.name),
                text=repr(text),
                names=", ".join(option.name for option in self.parameters) or say("none"),
            )
            raise BadOption(joined(" ", [said, *_bracketed(text)])) from None


def _bracketed(text: str) -> list[Saying]:
    """What to do where the parameters of an agent inside were taken for those of the one outside."""
    if ":" not in text or "(" in text:
        return []
    return [say("An agent inside that has parameters stands in brackets: {example}.",
                example="base=(NAME:parameter=value)")]  # fmt: skip
