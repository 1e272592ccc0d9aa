"""What the misbehaving bots share: they play their first legal move, and in some games go wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kiebitz import Agent
from kiebitz.kernel.random import Stream
from kiebitz.rules.values import Event, View


class Sometimes(Agent):
    """In every third game or so trouble comes with the second move; the stream decides, so always alike."""

    trouble = False
    moves = 0

    def begin(self, seat: int, options: Mapping[str, str], rng: Stream) -> None:
        self.trouble = rng.below(3) == 0

    def observe(self, event: Event) -> None:
        pass

    def act(self, view: View) -> Any:
        self.moves += 1
        return self.misbehave(view) if self.trouble and self.moves == 2 else view.moves[0]

    def misbehave(self, view: View) -> Any:
        return view.moves[0]


class Honest(Sometimes):
    """The one that never goes wrong."""
