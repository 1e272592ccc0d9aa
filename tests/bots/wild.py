"""Bots that use up what they are given: processes, output, the line to the referee, files."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any

from kiebitz import Agent, Decision
from kiebitz.rules.values import View


class Bombs(Agent):
    """Multiplies without end."""

    def act(self, view: View) -> Any:
        while True:
            try:
                os.fork()
            except OSError:
                time.sleep(0.01)


class Lingers(Agent):
    """Leaves a process behind that outlives it, and dies."""

    def act(self, view: View) -> Any:
        if os.fork() == 0:
            os.setsid()
            time.sleep(60)
        os._exit(3)


class Floods(Agent):
    """Prints megabytes, with letters that would move a cursor."""

    def act(self, view: View) -> Any:
        for _ in range(200):
            print("\x1b[2J" + "x" * 10_000)
        return view.moves[0]


class Forges(Agent):
    """Writes where its answers are read."""

    def act(self, view: View) -> Any:
        os.write(4, b"\xff\xff\xff\x7f" + b"x" * 1000)
        os.write(4, bytes(60_000))
        return view.moves[0]


class Lies(Agent):
    """Answers for itself, with a code that nobody offered and words that are no words."""

    answers = (
        b"c\x3f" + bytes(8),
        b'j["decision", "much", {}]',
        b"j[[[[",
        b"",
        b"b\x00" + bytes(8) + b"\xff\xfe",
    )

    def __init__(self, number: int = 0) -> None:
        self.number = number

    def act(self, view: View) -> Any:
        answer = self.answers[self.number]
        os.write(4, len(answer).to_bytes(4, "little") + answer)
        time.sleep(60)


class Writes(Agent):
    """Says where it can write a file, and which of its own it can read."""

    files = ("sometimes.py",)

    def act(self, view: View) -> Any:
        here = Path(__file__).parent
        places = [here, Path("/tmp"), Path("/usr"), Path(sys.prefix), Path("/")]
        can = [str(place) for place in places if self.writes(place / "kiebitz-was-here")]
        return Decision(view.moves[0], f"{can} {(here / 'sometimes.py').is_file()}")

    def writes(self, file: Path) -> bool:
        try:
            file.write_text("x")
        except OSError:
            return False
        file.unlink()
        return True
