"""The agents that play Boerenbridge."""

from __future__ import annotations

from kiebitz.agents.boerenbridge import entries
from kiebitz.agents.entry import Entry

ENTRIES: tuple[Entry, ...] = entries.ENTRIES
