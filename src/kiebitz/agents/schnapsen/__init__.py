"""The agents that play Schnapsen."""

from __future__ import annotations

from kiebitz.agents.entry import Entry
from kiebitz.agents.schnapsen import own, rulebots, utility

ENTRIES: tuple[Entry, ...] = (*rulebots.ENTRIES, *utility.ENTRIES, *own.ENTRIES)
