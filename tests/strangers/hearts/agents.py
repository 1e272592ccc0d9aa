"""The agents of Hearts; what is compiled is imported when one of them is made."""

from __future__ import annotations

from kiebitz.agents.base import Agent
from kiebitz.agents.entry import Entry
from kiebitz.rules.game import Game


def careful(game: Game, parameters: dict[str, str]) -> type[Agent]:
    from hearts.careful import Careful

    return Careful


def entries() -> tuple[Entry, ...]:
    """What this package offers by its entry point."""
    return (Entry("careful", "ducks, and gets rid of dangerous cards", careful, games=("hearts",)),)
