"""Where things are that tests read."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).parent
ROOT = TESTS.parent
DOCS = ROOT / "docs"
BOTS = TESTS / "bots"
GAMES = TESTS / "games"
"""What belongs to one game: its rule book, its golden games, and so on."""
XSKAT = GAMES / "skat" / "data" / "xskat-sample.txt"
"""Recorded games in a foreign format."""
