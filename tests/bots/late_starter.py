"""A bot whose ``begin`` takes long in the second process that runs it, as on a machine that is busy."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from time import sleep

from kiebitz import Agent, Decision
from kiebitz.kernel.random import Stream
from kiebitz.rules.values import View

begun = 0


class LateStarter(Agent):
    """Plays the first move; ``folder`` has a file for every process that has run it."""

    def __init__(self, folder: str = ".") -> None:
        self.folder = Path(folder)

    def begin(self, seat: int, options: Mapping[str, str], rng: Stream) -> None:
        global begun
        begun += 1
        (self.folder / f"process-{os.getpid()}").touch()
        if begun == 1 and len(list(self.folder.glob("process-*"))) == 2:
            sleep(1)

    def act(self, view: View) -> Decision:
        return Decision(view.moves[0], because="it is the first")
