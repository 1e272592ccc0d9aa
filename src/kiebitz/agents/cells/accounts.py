"""What a cell uses in all, as its keeper counts it: Linux bounds each of its processes by itself only.

A process may have as many threads as it likes. Memory is what the processes have to themselves or share with
each other, and the files that lie in memory.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice

from kiebitz.agents.cells.sandbox import SCRATCH
from kiebitz.agents.limits import MEMORY_SPENT, MOST_PROCESSES, TOO_MANY

QUICKLY = "status", re.compile(rb"^(?:RssAnon|RssShmem|VmSwap):\s+(\d+) kB$", re.M)
"""Where the kernel has a process's memory at once; what several processes share counts for each."""
FAIRLY = "smaps_rollup", re.compile(rb"^(?:Pss_Anon|Pss_Shmem|SwapPss):\s+(\d+) kB$", re.M)
"""Where it has to go through the pages; each of those that are shared counts in parts."""


class Accounts:
    """Those of the cell that this process keeps; ``memory`` is the bytes that it may have, 0 for any."""

    def __init__(self, memory: int, is_locked: bool) -> None:
        self._proc = os.open("/proc", os.O_RDONLY | os.O_DIRECTORY)  # in the cell there is none
        self._processes = MOST_PROCESSES + is_locked  # the first one only looks after it
        self._files: Iterable[str] = ()
        self._bytes, self._copied = memory, self._memory(["self"], *QUICKLY)  # the cell is a copy of this one
        self._files = SCRATCH if is_locked else ()

    def excess(self) -> int:
        """The exit code of a cell that uses too much, else 0."""
        family = list(islice(self._family("self"), self._processes + 1))
        if len(family) > self._processes:
            return TOO_MANY
        return MEMORY_SPENT if self._bytes and self._is_spent(family) else 0

    def _is_spent(self, family: list[str]) -> bool:
        if self._memory(family, *QUICKLY) <= self._bytes + self._copied:
            return False
        return self._memory(family, *FAIRLY) > self._bytes

    def _family(self, process: str) -> Iterator[str]:
        """All that has been started by a process, and by those."""
        with suppress(OSError):
            for thread in self._names(f"{process}/task"):
                for child in self._read(f"{process}/task/{thread}/children").decode().split():
                    yield child
                    yield from self._family(child)

    def _memory(self, processes: Iterable[str], file: str, amounts: re.Pattern[bytes]) -> int:
        told = (self._facts(process, file) for process in processes)
        kilobytes = sum(int(one) for text in told for one in amounts.findall(text))
        return 1024 * kilobytes + sum(map(_filled, self._files))

    def _facts(self, process: str, file: str) -> bytes:
        with suppress(OSError):  # it has ended
            return self._read(f"{process}/{file}")
        return b""

    def _names(self, folder: str) -> list[str]:
        place = os.open(folder, os.O_RDONLY | os.O_DIRECTORY, dir_fd=self._proc)
        try:
            with os.scandir(place) as entries:
                return [entry.name for entry in entries]
        finally:
            os.close(place)

    def _read(self, file: str) -> bytes:
        with os.fdopen(os.open(file, os.O_RDONLY, dir_fd=self._proc), "rb") as source:
            return source.read()


def _filled(folder: str) -> int:
    """The bytes of files in a folder that lies in memory.

    The keeper sees what its cell sees, and while that is furnished, another folder or none.
    """
    try:
        found = os.statvfs(folder)
    except FileNotFoundError:
        return 0
    return min((found.f_blocks - found.f_bfree) * found.f_frsize, SCRATCH[folder])
