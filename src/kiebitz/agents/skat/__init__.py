"""The agents that play Skat."""

from __future__ import annotations

from kiebitz.agents.skat.entries import ENTRIES

__all__ = ["ENTRIES"]
