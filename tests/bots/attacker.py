"""A bot that looks for what it may not know, in every way that bots have found so far.

At its first move it tries them all and says which have led somewhere. It plays like the first legal move.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
import re
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from kiebitz import Agent, Decision
from kiebitz.kernel.state import HAND, WORDS

SECRET = re.compile(rb"kbsecret-[0-9a-f]{16}")
LARGEST = 256 << 20  # bytes of memory that are looked at in one piece
ATTACH, DETACH = 16, 17
SETTING = "/proc/sys/kernel/core_pattern"
"""Names the program that the system starts, with all its rights, when a process crashes."""
PAGES = ("smaps", "smaps_rollup", "numa_maps", "pagemap", "maps")
RINGS = 425  # io_uring_setup, with which calls are made that no filter sees


def patch_the_referee() -> None:
    """Let the seat that raises an error win: whoever loses by a failure gets the points of the others."""
    import kiebitz.lab.playing.referee as referee

    honest = referee._lose

    def generous(unit: Any, seat: int, reason: Any) -> None:
        honest(unit, 1 - seat, reason)

    referee._lose = generous


class Attacker(Agent):
    """Tries everything; ``pid`` is the process that plays the run, ``port`` listens, ``file`` is a secret."""

    def __init__(self, pid: int = 0, port: int = 0, file: str = "") -> None:
        self.pid, self.port, self.file, self.moves = pid, port, file, 0

    def act(self, view: Any) -> Decision:
        self.moves += 1
        if self.moves > 1:
            return Decision(view.moves[0])
        self.view = view
        found = []
        for name, way in WAYS.items():
            with contextlib.suppress(Exception):
                if way(self):
                    found.append(name)
        return Decision(view.moves[0], f"found: {' '.join(found) or 'nothing'}.")

    # -- the process that it plays in ---------------------------------------------------------------------

    def frames(self) -> bool:
        frame: Any = sys._getframe()
        while frame := frame.f_back:
            if any(self.is_state(value) for value in frame.f_locals.values()):
                return True
        return False

    def garbage(self) -> bool:
        for one in gc.get_objects():
            if type(one).__name__ == "Unit" and getattr(one, "deal_key", None) is not None:
                return True
        return False

    def memory(self) -> bool:
        """The own hand beside another one: only a state has both."""
        mine, other = self.view.seat, 1 - self.view.seat
        for piece in pieces("self"):
            words = np.frombuffer(piece[: len(piece) // 8 * 8], np.int64)
            for at in np.flatnonzero(words == self.view.hand.mask):
                start = at - HAND - mine
                if (
                    start >= 0
                    and start + WORDS <= len(words)
                    and self.is_hand(int(words[start + HAND + other]))
                ):
                    return True
        return False

    def note(self) -> bool:
        """Which deal is played: the worker writes it down."""
        guard = sys.modules["kiebitz.lab.playing.guard"]
        return int(guard._here[0]) >= 0

    def is_state(self, value: Any) -> bool:
        if not isinstance(value, np.ndarray) or value.shape != (WORDS,):
            return False
        words = value.tolist()
        return words[HAND + self.view.seat] == self.view.hand.mask and self.is_hand(
            words[HAND + 1 - self.view.seat]
        )

    def is_hand(self, mask: int) -> bool:
        return (
            0 < mask < 1 << 20 and mask.bit_count() == len(self.view.hand) and not mask & self.view.hand.mask
        )

    # -- other processes ----------------------------------------------------------------------------------

    def parents_memory(self) -> bool:
        return any(SECRET.search(piece) for piece in pieces(str(self.pid)))

    def command_lines(self) -> bool:
        return any(SECRET.search(file.read_bytes()) for file in of_processes("cmdline"))

    def environments(self) -> bool:
        own = " ".join(f"{name}={value}" for name, value in os.environ.items()).encode()
        return bool(SECRET.search(own)) or any(
            SECRET.search(file.read_bytes()) for file in of_processes("environ")
        )

    def ledger(self) -> bool:
        """What the process that plays the run has open."""
        for folder in of_processes("fd"):
            for file in folder.iterdir():
                with contextlib.suppress(OSError):
                    if ".sqlite" in str(file.readlink()) and SECRET.search(file.read_bytes()):
                        return True
        return False

    def signals(self) -> bool:
        os.kill(self.pid, 0)
        return True

    def tracing(self) -> bool:
        libc = ctypes.CDLL(None)
        if libc.ptrace(ATTACH, self.pid, 0, 0) != 0:
            return False
        os.waitpid(self.pid, 0x40000000)
        libc.ptrace(DETACH, self.pid, 0, 0)
        return True

    def first_process(self) -> bool:
        """The one that looks after the cell and writes down how it ended."""
        return bool(str(Path("/proc/1/cwd").readlink()))

    def pages(self) -> bool:
        """How memory lies, of this very process: which pages of a file others have too."""
        found = False
        for name in PAGES:
            with contextlib.suppress(OSError), Path("/proc/self", name).open("rb"):
                found = True
        return found

    # -- the system -----------------------------------------------------------------------------------------

    def settings(self) -> bool:
        with Path(SETTING).open("wb", 0):
            return True

    def memory_of_all(self) -> bool:
        """What all together leave of the machine's memory."""
        room = ctypes.create_string_buffer(128)
        told = Path("/proc/meminfo").read_text().split()
        return ctypes.CDLL(None).sysinfo(room) == 0 or told[1] != told[4]

    def rings(self) -> bool:
        room = ctypes.create_string_buffer(120)
        file = int(ctypes.CDLL(None).syscall(RINGS, 1, room))
        if file >= 0:
            os.close(file)
        return file >= 0

    def machines_around(self) -> bool:
        """Between a virtual machine and its host, and what else has walls of its own."""
        with socket.socket(socket.AF_VSOCK):
            return True

    # -- files and the network ----------------------------------------------------------------------------

    def private_file(self) -> bool:
        return bool(SECRET.search(Path(self.file).read_bytes()))

    def ledger_beside_it(self) -> bool:
        beside = Path(__file__).parent.rglob("*.sqlite")
        return any(SECRET.search(file.read_bytes()) for file in beside)

    def seal_beside_it(self) -> bool:
        """The seed of a claim that its owner has registered in the bot's folder."""
        return any(SECRET.search(file.read_bytes()) for file in Path(__file__).parent.rglob("*.secret"))

    def notes_to_itself(self) -> bool:
        """The other hand under the same trump card, from the line-up before."""
        kept = Path(tempfile.gettempdir()) / f"kiebitz-attack-{self.pid}"
        kept.mkdir(exist_ok=True)
        card = str(self.view.upcard)
        before = [file.read_text() for file in kept.glob(f"{card}-{1 - self.view.seat}-*")]
        (kept / f"{card}-{self.view.seat}-{self.view.hand.mask}").write_text(str(self.view.hand.mask))
        return any(self.is_hand(int(text)) for text in before)

    def open_files(self) -> bool:
        found = list(Path("/proc/self/fd").iterdir())
        names = [str(file.readlink()) for file in found if file.is_symlink()]  # that of the folder is closed
        return not all(name.startswith(("pipe:", "/dev/null", "/proc/")) for name in names)

    def network(self) -> bool:
        with socket.create_connection(("127.0.0.1", self.port), 1) as line:
            return bool(SECRET.search(line.recv(100)))


def pieces(process: str) -> Iterator[bytes]:
    """The memory of a process that can be written to."""
    with Path("/proc", process, "mem").open("rb", 0) as memory:
        for line in Path("/proc", process, "maps").read_text().splitlines():
            area, rights, *_ = line.split()
            low, high = (int(word, 16) for word in area.split("-"))
            if rights.startswith("rw") and high - low <= LARGEST:
                with contextlib.suppress(OSError, ValueError):
                    memory.seek(low)
                    yield memory.read(high - low)


def of_processes(name: str) -> Iterator[Path]:
    """A file of every process that can be seen."""
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal() and folder.name != str(os.getpid()):
            with contextlib.suppress(OSError):
                (folder / name).stat()
                yield folder / name


WAYS: dict[str, Callable[[Attacker], bool]] = {
    "frames": Attacker.frames,
    "garbage": Attacker.garbage,
    "memory": Attacker.memory,
    "note": Attacker.note,
    "parents-memory": Attacker.parents_memory,
    "command-lines": Attacker.command_lines,
    "environments": Attacker.environments,
    "ledger": Attacker.ledger,
    "signals": Attacker.signals,
    "tracing": Attacker.tracing,
    "first-process": Attacker.first_process,
    "pages": Attacker.pages,
    "settings": Attacker.settings,
    "memory-of-all": Attacker.memory_of_all,
    "rings": Attacker.rings,
    "machines-around": Attacker.machines_around,
    "files": Attacker.private_file,
    "ledger-beside-it": Attacker.ledger_beside_it,
    "seal-beside-it": Attacker.seal_beside_it,
    "notes-to-itself": Attacker.notes_to_itself,
    "open-files": Attacker.open_files,
    "network": Attacker.network,
}


class Remembers(Agent):
    """Looks for a secret in what its process was before it was its cell."""

    def act(self, view: Any) -> Decision:
        known = any(SECRET.search(piece) for piece in pieces("self"))
        return Decision(view.moves[0], "found" if known else "nothing")


class Patches(Agent):
    """Changes the referee when it is loaded, and then fails: the other seat is said to have lost."""

    def act(self, view: Any) -> Any:
        raise RuntimeError("I win")


if __name__.startswith("attacker_"):  # as a bot, not as a module of the tests
    with contextlib.suppress(ImportError):
        patch_the_referee()
