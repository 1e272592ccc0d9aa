"""The platform's bots: the same moves, by our own code."""

from __future__ import annotations

from kiebitz.games.schnapsen.platform.bots.alphabeta import AlphaBetaBot, MiniMaxBot
from kiebitz.games.schnapsen.platform.bots.ml_bot import MLDataBot, MLPlayingBot, train_ML_model
from kiebitz.games.schnapsen.platform.bots.rdeep import RdeepBot
from kiebitz.games.schnapsen.platform.bots.simple import BullyBot, ExampleBot, RandBot

__all__ = [
    "AlphaBetaBot", "BullyBot", "ExampleBot", "MLDataBot", "MLPlayingBot", "MiniMaxBot", "RandBot",
    "RdeepBot", "train_ML_model",
]  # fmt: skip
