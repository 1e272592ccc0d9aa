"""The agents that play Skat."""

from __future__ import annotations

from kiebitz.agents.entry import Entry

ENTRIES: tuple[Entry, ...] = ()
