"""What the platform's package ``api`` offers."""

from __future__ import annotations

from kiebitz.games.schnapsen.first_platform import engine, util
from kiebitz.games.schnapsen.first_platform.deck import Deck
from kiebitz.games.schnapsen.first_platform.state import State

__all__ = ["Deck", "State", "engine", "util"]
