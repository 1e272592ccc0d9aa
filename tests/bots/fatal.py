"""Bots that take their process down, or fill it."""

from __future__ import annotations

import ctypes
import os
import signal
from typing import Any, ClassVar

from sometimes import Sometimes

from kiebitz.rules.values import View


class Exits(Sometimes):
    def misbehave(self, view: View) -> Any:
        os._exit(3)


class AlwaysExits(Sometimes):
    def act(self, view: View) -> Any:
        os._exit(3)


class ExitsQuietly(Sometimes):
    def misbehave(self, view: View) -> Any:
        os._exit(0)


class Segfaults(Sometimes):
    def misbehave(self, view: View) -> Any:
        return ctypes.string_at(0)


class Terminates(Sometimes):
    """Ends just as a pool ends its innocent workers."""

    def misbehave(self, view: View) -> Any:
        os.kill(os.getpid(), signal.SIGTERM)


class Hog(Sometimes):
    def misbehave(self, view: View) -> Any:
        memory = []
        while True:
            memory.append(bytes(64 << 20))


class Leaks(Sometimes):
    """Keeps in every game what it never needs again: no game of its own is too much, all together are."""

    memory: ClassVar[list[bytes]] = []

    def act(self, view: View) -> Any:
        if self.moves == 0:
            self.memory.append(bytes(600 << 20))
        return super().act(view)
