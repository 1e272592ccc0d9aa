"""Bots that raise, at every place where they are called."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from sometimes import Sometimes

from kiebitz.agents.base import Agent
from kiebitz.kernel.random import Stream
from kiebitz.rules.values import Event, View


class Raises(Sometimes):
    def misbehave(self, view: View) -> Any:
        raise ValueError("two\nlines and a \udcff surrogate")


class Leaves(Sometimes):
    """Not an Exception, and the parent must not leave with it."""

    def misbehave(self, view: View) -> Any:
        sys.exit("I am off")


class Interrupts(Sometimes):
    def misbehave(self, view: View) -> Any:
        raise KeyboardInterrupt


class Unspeakable(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no words")


class RaisesOddly(Sometimes):
    def misbehave(self, view: View) -> Any:
        raise Unspeakable


class Recurses(Sometimes):
    def misbehave(self, view: View) -> Any:
        return self.misbehave(view)


class RaisesInConstructor(Sometimes):
    def __init__(self) -> None:
        raise LookupError("no such file")


class RaisesInBegin(Sometimes):
    def begin(self, seat: int, options: Mapping[str, str], rng: Stream) -> None:
        super().begin(seat, options, rng)
        if self.trouble:
            raise LookupError("no opening book")


class RaisesInObserve(Sometimes):
    def observe(self, event: Event) -> None:
        if self.trouble and self.moves == 1:
            raise LookupError("did not expect that")


class Unfinished(Agent):
    """Has no act."""
