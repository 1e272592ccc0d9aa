"""A contestant: an agent or a policy that a specification names, made ready for a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from kiebitz.agents.base import Agent, Policy, PolicyAgent
from kiebitz.agents.cells.belongings import Part
from kiebitz.rules.game import Game


@dataclass(frozen=True)
class Contestant:
    """Somebody who can sit at a table: a specification made ready for a game."""

    game: Game
    spec: str
    make: Callable[[], Agent]
    policy: Policy | None = None
    cheats: bool = False
    source: str | None = None  # the user's file or program that it comes from
    salt: str = ""  # enters the names of its random streams
    foreign: bool = False  # a program, or a stand-in for a bot from a file
    parts: tuple[Part, ...] = ()  # the files that belong to it, if it comes from some
    isolated: bool = False  # it thinks in a cell: nothing of it runs in this process
    trusted: bool = False  # it plays without a cell because somebody said so
    live: str = ""  # of an object that only this process has: which one, and for which call

    @property
    def is_compiled(self) -> bool:
        return self.policy is not None

    @property
    def is_foreign(self) -> bool:
        """Does it run code that did not come with this package or an installed one?"""
        return self.foreign or self.source is not None

    @property
    def runs_here(self) -> bool:
        """Does its code run in the process that asks it, where the cards are?"""
        return self.source is not None and not self.isolated and not self.foreign

    @property
    def name(self) -> str:
        """The specification, marked if the agent sees more than a player may."""
        return f"{self.spec} (cheats)" if self.cheats else self.spec


def made_by(
    made: Policy | Callable[[], Agent],
    game: Game,
    spec: str,
    cheats: bool = False,
    source: str | None = None,
) -> Contestant:
    """The contestant whose policy this is, or that this makes an agent for."""
    if isinstance(made, Policy):
        return Contestant(game, spec, partial(PolicyAgent, made), made, cheats, source)
    return Contestant(game, spec, made, None, cheats, source)
