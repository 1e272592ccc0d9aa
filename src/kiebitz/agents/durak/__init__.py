"""The agents that play Durak."""

from __future__ import annotations

from kiebitz.agents.durak.entries import ENTRIES

__all__ = ["ENTRIES"]
