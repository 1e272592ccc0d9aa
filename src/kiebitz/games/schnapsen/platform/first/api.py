"""What the platform's package ``api`` offers."""

from __future__ import annotations

from kiebitz.games.schnapsen.platform.first import engine, util
from kiebitz.games.schnapsen.platform.first.deck import Deck
from kiebitz.games.schnapsen.platform.first.state import State

__all__ = ["Deck", "State", "engine", "util"]
