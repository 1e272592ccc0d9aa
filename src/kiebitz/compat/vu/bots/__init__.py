"""The platform's bots: the same moves, by our own code."""

from __future__ import annotations

from kiebitz.compat.vu.bots.alphabeta import AlphaBetaBot, MiniMaxBot
from kiebitz.compat.vu.bots.rdeep import RdeepBot
from kiebitz.compat.vu.bots.simple import BullyBot, ExampleBot, RandBot

__all__ = ["AlphaBetaBot", "BullyBot", "ExampleBot", "MiniMaxBot", "RandBot", "RdeepBot"]
