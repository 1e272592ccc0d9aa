"""Bots that need too much time, in all the ways in which one can."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from typing import Any

from sometimes import Sometimes

from kiebitz.kernel.random import Stream
from kiebitz.rules.values import Event, View


class Sleeps(Sometimes):
    def misbehave(self, view: View) -> Any:
        time.sleep(600)


class Loops(Sometimes):
    def misbehave(self, view: View) -> Any:
        while True:
            pass


class Endless(Loops):
    """Never answers at all."""

    def act(self, view: View) -> Any:
        return self.misbehave(view)


class Stubborn(Sometimes):
    """Catches whatever tells it to stop, and answers in the end."""

    def misbehave(self, view: View) -> Any:
        end = time.monotonic() + 1.2
        while time.monotonic() < end:
            try:
                time.sleep(1.2)
            except BaseException:
                continue
        return view.moves[0]


class StuckInC(Sometimes):
    """A sum that takes hours and never looks for signals."""

    def misbehave(self, view: View) -> Any:
        return sum(range(10**13))


class StuckInRegex(Sometimes):
    """A pattern that goes wrong exponentially."""

    def misbehave(self, view: View) -> Any:
        return re.match(r"(a|a)*b", "a" * 60)


class SlowStart(Sometimes):
    def begin(self, seat: int, options: Mapping[str, str], rng: Stream) -> None:
        super().begin(seat, options, rng)
        if self.trouble:
            time.sleep(600)


class SlowListener(Sometimes):
    def observe(self, event: Event) -> None:
        if self.trouble and self.moves == 1:
            time.sleep(600)
