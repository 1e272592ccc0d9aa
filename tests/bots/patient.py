"""A bot that takes its time, so that there is time to interrupt it."""

from __future__ import annotations

import time

from kiebitz import Agent
from kiebitz.rules.values import Move, View


class Patient(Agent):
    """Plays at random after a pause."""

    def __init__(self, pause: float = 0.0) -> None:
        self.pause = pause

    def act(self, view: View) -> Move:
        time.sleep(self.pause)
        return view.rng.choice(view.moves)
