"""Bots that remember what they have seen, and say so when it tells them what they may not know.

A bot knows too much that has met a hand of another seat, or its own hand before: then it has met this deal.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, ClassVar

from kiebitz import Agent, Decision
from kiebitz.kernel.random import Stream
from kiebitz.rules.values import Event, View

MEMORY: set[tuple[int, int]] = set()  # seats and hands


class InModule(Agent):
    """Remembers in a variable of its module."""

    memory: ClassVar[set[tuple[int, int]]] = MEMORY
    moves = 0

    def act(self, view: View) -> Any:
        self.moves += 1
        if self.moves == 1:
            hand = view.seat, view.hand.mask
            known = hand in self.memory or any(seat != view.seat for seat, _ in self.memory)
            self.memory.add(hand)
            if known:
                return self.tell()
        return view.rng.choice(view.moves)

    def tell(self) -> Any:
        raise RuntimeError("I know this deal")


class InClass(InModule):
    """Remembers in a variable of its class."""

    memory: ClassVar[set[tuple[int, int]]] = set()


class Fragile(InModule):
    """Takes its process down now and then, so that games are played again."""

    def act(self, view: View) -> Any:
        if self.moves == 1 and view.rng.below(4) == 0:
            os._exit(3)
        return super().act(view)


class Explains(Agent):
    """Remembers nothing, but listens, and gives reasons of all kinds."""

    heard = 0

    def begin(self, seat: int, options: Mapping[str, str], rng: Stream) -> None:
        self.rng, self.luck = rng, rng.below(6)

    def observe(self, event: Event) -> None:
        self.heard += 1 + event.gained.mask % 7 + (event.move == "pass")

    def act(self, view: View) -> Any:
        values = {str(move): self.rng.random() for move in view.moves}
        details = {"heard": self.heard, "luck": self.luck, "hand": view.hand, "pair": (1, "two")}
        return Decision(view.rng.choice(view.moves), f"heard {self.heard}", values, details)


class Recalls(Agent):
    """Plays otherwise where it recalls the other's hand under the same trump card."""

    memory: ClassVar[dict[str, list[tuple[int, int]]]] = {}
    moves = 0

    def act(self, view: Any) -> Any:
        self.moves += 1
        if self.moves == 1:
            past = self.memory.setdefault(str(view.upcard), [])
            self.knows = any(seat != view.seat and not hand & view.hand.mask for seat, hand in past)
            past.append((view.seat, view.hand.mask))
        return view.moves[-1 if self.knows else 0]
