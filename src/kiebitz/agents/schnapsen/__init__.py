"""The agents that play Schnapsen."""

from __future__ import annotations

from kiebitz.agents.entry import Entry

ENTRIES: tuple[Entry, ...] = ()
