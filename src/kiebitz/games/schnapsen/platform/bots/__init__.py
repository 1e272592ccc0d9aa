"""The platform's bots: the same moves, by our own code."""

from __future__ import annotations

from kiebitz.games.schnapsen.platform.bots.alphabeta import AlphaBetaBot, MiniMaxBot
from kiebitz.games.schnapsen.platform.bots.rdeep import RdeepBot
from kiebitz.games.schnapsen.platform.bots.simple import BullyBot, ExampleBot, RandBot

__all__ = ["AlphaBetaBot", "BullyBot", "ExampleBot", "MiniMaxBot", "RandBot", "RdeepBot"]
