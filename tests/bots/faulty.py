"""Bots for check-ups, each with faults that one does not see in a single game."""

from __future__ import annotations

import os
import random
import time
from typing import Any, ClassVar

from kiebitz import Agent
from kiebitz.rules.values import View


class Clumsy(Agent):
    """Three faults in one: an illegal move, an exception, and a pause."""

    moves = 0

    def act(self, view: View) -> Any:
        self.moves += 1
        if self.moves == 2:
            return "the queen of roses"
        if self.moves == 3:
            return self.careless(view)
        if self.moves == 4 and view.seat == 0:
            time.sleep(2)
        return view.moves[0]

    def careless(self, view: View) -> Any:
        view.vector[:] = 0
        return view.moves[len(view.moves)]


class Gambler(Agent):
    """Draws from a generator that nobody has seeded."""

    def act(self, view: View) -> Any:
        return random.choice(view.moves)


class Shuffler(Agent):
    """Depends on the hashes of texts, which differ from process to process."""

    def act(self, view: View) -> Any:
        return next(iter({str(move) for move in view.moves}))


class Forgetful(Agent):
    """Does not forget: plays by how many games it has seen."""

    games: ClassVar[list[Agent]] = []

    def __init__(self) -> None:
        self.games.append(self)

    def act(self, view: View) -> Any:
        return view.moves[len(self.games) % len(view.moves)]


class Second(Forgetful):
    """Plays its second game otherwise than any other."""

    games: ClassVar[list[Agent]] = []

    def act(self, view: View) -> Any:
        return view.moves[-1 if len(self.games) == 2 else 0]


class Fatal(Agent):
    """Ends its process in its second move."""

    moves = 0

    def act(self, view: View) -> Any:
        self.moves += 1
        if self.moves == 2:
            os._exit(3)
        return view.moves[0]
