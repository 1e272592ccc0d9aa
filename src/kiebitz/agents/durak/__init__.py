"""The agents that play Durak."""

from __future__ import annotations

from kiebitz.agents.entry import Entry

ENTRIES: tuple[Entry, ...] = ()
