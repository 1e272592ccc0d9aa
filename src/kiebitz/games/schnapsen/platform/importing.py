"""The names ``schnapsen``, ``schnapsen.game`` ... while a bot of the platform is loaded or thinks.

A clone of the platform has them below ``src`` too.
"""

from __future__ import annotations

import sys
from types import ModuleType

from kiebitz.games.schnapsen.platform.borrowing import Borrowed

HOME = __package__
MODULES = {
    "schnapsen": "",
    "schnapsen.deck": "deck",
    "schnapsen.game": "game",
    "schnapsen.bots": "bots",
    "schnapsen.bots.rand": "bots.simple",
    "schnapsen.bots.bully": "bots.simple",
    "schnapsen.bots.bully_bot": "bots.simple",
    "schnapsen.bots.example_bot": "bots.simple",
    "schnapsen.bots.rdeep": "bots.rdeep",
    "schnapsen.bots.alphabeta": "bots.alphabeta",
    "schnapsen.bots.minimax": "bots.alphabeta",
    "schnapsen.bots.ml_bot": "bots.ml_bot",
    "schnapsen.alternative_engines": "",
    "schnapsen.alternative_engines.ace_one_engine": "other_engines",
    "schnapsen.alternative_engines.negative_ace_engine": "other_engines",
    "schnapsen.alternative_engines.twenty_four_card_schnapsen": "other_engines",
}
"""The platform's modules and where we have what they offer."""

SOURCES = {**MODULES, "src": "", **{f"src.{name}": source for name, source in MODULES.items()}}
PLATFORM = Borrowed(HOME, "the university's platform", SOURCES, shared=["src"])
platform_names = PLATFORM.names


def bot_classes(module: ModuleType) -> dict[str, type]:
    """The bots for the platform that a module defines."""
    players = sys.modules.get(f"{HOME}.players")  # where nobody has loaded it, there are none
    if players is None:
        return {}
    return {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, players.Bot) and value.__module__ == module.__name__
    }
