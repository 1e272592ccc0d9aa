"""Bots that use up what they are given: processes, output, the line to the referee, files."""

from __future__ import annotations

import contextlib
import mmap
import os
import sys
import time
from pathlib import Path
from threading import Thread
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


PAGE = 4096


def filled(room: Any, size: int) -> Any:
    """Write to every page, so that the system must have it."""
    for at in range(0, size, PAGE):
        room[at] = 1
    return room


class Hoards(Agent):
    """Lets children use memory, each a part of what is allowed; or writes files that lie in memory."""

    def __init__(self, how: str = "own", children: int = 4, megabytes: int = 120) -> None:
        self.how, self.children, self.size = how, children, megabytes << 20

    def act(self, view: View) -> Any:
        if self.how == "files":
            self.fill_folders()
        for _ in range(self.children):
            if os.fork() == 0:
                room = self.take()
                time.sleep(60)
                os._exit(len(room))
        room = b"" if self.children else filled(bytearray(self.size), self.size)
        time.sleep(10)
        return Decision(view.moves[0], f"nobody minded {len(room)}")

    def take(self) -> Any:
        return filled(mmap.mmap(-1, self.size) if self.how == "shared" else bytearray(self.size), self.size)

    def fill_folders(self) -> None:
        for place in ("/tmp", "/dev/shm"):
            with contextlib.suppress(OSError), Path(place, "room").open("wb", 0) as file:
                while True:
                    file.write(bytes(1 << 20))


class Inherits(Agent):
    """Shares what it has with children, none of which writes to it."""

    def act(self, view: View) -> Any:
        room = filled(bytearray(120 << 20), 120 << 20)
        for _ in range(3):
            if os.fork() == 0:
                time.sleep(60)
                os._exit(len(room))
        time.sleep(2)
        return Decision(view.moves[0], "nobody minded")


class MemoryFiles(Agent):
    """Says how many megabytes it can put where no process has them: files and segments without a name."""

    def act(self, view: View) -> Any:
        kept = 0
        for number in range(10):
            with contextlib.suppress(OSError):
                file = os.memfd_create(str(number))
                for _ in range(30):
                    kept += os.write(file, bytes(1 << 20))
        return Decision(view.moves[0], f"{kept >> 20} megabytes")


class Gathers(Agent):
    """Has so many processes beside itself, and threads."""

    def __init__(self, others: int = 7, threads: int = 40) -> None:
        self.others, self.threads = others, threads

    def act(self, view: View) -> Any:
        for _ in range(self.others):
            if os.fork() == 0:
                time.sleep(60)
                os._exit(0)
        for _ in range(self.threads):
            Thread(target=time.sleep, args=(2,), daemon=True).start()
        time.sleep(1 if self.others < 8 else 10)
        return Decision(view.moves[0], "nobody minded")


class Learns(Agent):
    """Uses what bots that learn are made of, on several threads and processes."""

    def act(self, view: View) -> Any:
        from multiprocessing import get_context

        import numpy as np
        from sklearn.ensemble import RandomForestClassifier
        from sklearn.linear_model import LogisticRegression

        cases, answers = np.arange(200.0).reshape(100, 2), np.arange(100) % 2
        LogisticRegression().fit(cases, answers)
        RandomForestClassifier(10, n_jobs=4).fit(cases, answers)
        with get_context("fork").Pool(2) as pool:
            found = pool.map(abs, range(-3, 1))
        return Decision(view.moves[0], f"learned {found}")
