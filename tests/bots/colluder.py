"""A bot in two seats that tells itself its cards, in every way in which two cells might reach each other.

One leaves its hand and stays; the other says in which ways it has found it. Both play the first legal move.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import mmap
import os
import socket
import struct
from collections.abc import Callable
from multiprocessing.shared_memory import SharedMemory
from pathlib import Path
from typing import Any

import numpy as np

from kiebitz import Agent, Decision

BITS = 20  # the cards of Schnapsen
LOCK = "hhqqi4x"  # struct flock
ADD_KEY, KEYCTL = (248, 250) if os.uname().machine == "x86_64" else (217, 219)
SEARCH, READ, INVALIDATE = 10, 11, 21
SESSION, USER = -3, -4  # keyrings
OPENED = 0x20  # of inotify
HINT, SET_HINT, SHORT = 1035, 1036, 2  # how long what is written to a file will live, in fcntl
OWN = [Path(__file__).parent / "bits" / str(bit) for bit in range(BITS)]
*COMMON, RECORDS = sorted(Path(os.__file__).parent.glob("*.py"))[: BITS + 1]
"""Files of Python itself, which every cell sees: the same ones, not copies."""

_libc = ctypes.CDLL(None, use_errno=True)
_kept: list[Any] = []  # what would be gone if nobody held it


def bits(mask: int) -> list[int]:
    return [bit for bit in range(BITS) if mask >> bit & 1]


def lock_files(mask: int) -> None:
    for bit in bits(mask):
        _kept.append(COMMON[bit].open())
        fcntl.flock(_kept[-1], fcntl.LOCK_SH)


def locked_files() -> int:
    found = 0
    for bit, path in enumerate(COMMON):
        with path.open() as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                found |= 1 << bit
    return found


def lock_records(mask: int) -> None:
    _kept.append(RECORDS.open())
    for bit in bits(mask):
        fcntl.lockf(_kept[-1], fcntl.LOCK_SH, 1, bit)


def locked_records() -> int:
    found = 0
    with RECORDS.open() as file:
        for bit in range(BITS):
            asked = struct.pack(LOCK, fcntl.F_WRLCK, os.SEEK_SET, bit, 1, 0)
            kind, *_ = struct.unpack(LOCK, fcntl.fcntl(file, fcntl.F_GETLK, asked))
            found |= (kind != fcntl.F_UNLCK) << bit
    return found


def keep_key(mask: int) -> None:
    words = str(mask).encode()
    for ring in (SESSION, USER):
        _libc.syscall(ADD_KEY, b"user", b"kiebitz", words, ctypes.c_size_t(len(words)), ring)


def kept_key() -> int:
    room, found = ctypes.create_string_buffer(20), 0
    for ring in (SESSION, USER):
        key = _libc.syscall(KEYCTL, SEARCH, ring, b"user", b"kiebitz", 0)
        if key >= 0 and _libc.syscall(KEYCTL, READ, key, room, ctypes.c_size_t(20)) > 0:
            found = int(room.value)
        _libc.syscall(KEYCTL, INVALIDATE, key)
    return found


def watch_files() -> None:
    _kept.append(_libc.inotify_init1(os.O_NONBLOCK))
    for path in COMMON:
        _libc.inotify_add_watch(_kept[-1], str(path).encode(), OPENED)


def open_files(mask: int) -> None:
    for bit in bits(mask):
        COMMON[bit].open().close()


def watched_files() -> int:
    words, found = os.read(_kept[0], 1 << 16), 0
    for at in range(0, len(words), 16):  # none has a name
        found |= 1 << struct.unpack_from("i", words, at)[0] - 1
    return found


def leave_hints(mask: int) -> None:
    """The kernel keeps them with a file that cannot be written to, beyond the end of whoever gave them."""
    for bit in bits(mask):
        with OWN[bit].open() as file:
            fcntl.fcntl(file, SET_HINT, struct.pack("Q", SHORT))


def hints() -> int:
    found = 0
    for bit, path in enumerate(OWN):
        with path.open() as file:
            found |= (struct.unpack("Q", fcntl.fcntl(file, HINT, bytes(8)))[0] == SHORT) << bit
    return found


def forget_files(mask: int) -> None:
    """Files are kept in memory once they were read, unless somebody says that nobody needs them."""
    for bit, path in enumerate(OWN):
        with path.open("rb") as file:
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
            if mask >> bit & 1:
                file.read()


def kept_files() -> int:
    found = 0
    for bit, path in enumerate(OWN):
        with path.open("rb") as file, contextlib.suppress(BlockingIOError):
            found |= bool(os.preadv(file.fileno(), [bytearray(1)], 0, os.RWF_NOWAIT)) << bit
    return found


def write_pipe(mask: int) -> None:
    _kept.append(os.open(Path(__file__).parent / "parts" / "pipe", os.O_RDWR))
    os.write(_kept[-1], str(mask).encode())


def read_pipe() -> int:
    return int(os.read(os.open(Path(__file__).parent / "parts" / "pipe", os.O_RDWR | os.O_NONBLOCK), 20))


def share_memory(mask: int) -> None:
    _kept.append(SharedMemory("kiebitz-hand", create=True, size=8))
    _kept[-1].buf[:8] = mask.to_bytes(8, "little")


def shared_memory() -> int:
    found: Any = SharedMemory("kiebitz-hand")
    found.unlink()
    return int.from_bytes(bytes(found.buf[:8]), "little")


def set_semaphores(mask: int) -> None:
    """Those of System V have 15 bits, so two of them."""
    group = _libc.semget(0x6B69, 2, 0o1666)
    for number, value in enumerate((mask & 1023, mask >> 10)):
        _libc.semctl(group, number, 16, value)


def semaphores() -> int:
    group = _libc.semget(0x6B69, 2, 0o666)
    low, high = (_libc.semctl(group, number, 12) for number in range(2))
    _libc.semctl(group, 0, 0)  # nothing of it stays
    return int(low | high << 10) if group >= 0 else 0


def name_socket(mask: int) -> None:
    _kept.append(socket.socket(socket.AF_UNIX))
    _kept[-1].bind(f"\0kiebitz-hand-{mask}")
    _kept[-1].listen()


def named_socket() -> int:
    words = Path("/proc/net/unix").read_text().split("@kiebitz-hand-")
    return int(words[-1].split()[0]) if len(words) > 1 else 0


def map_files(mask: int) -> None:
    for bit in bits(mask):
        _kept.append(mapped(COMMON[bit]))


def mapped(path: Path) -> Any:
    """A file in this process's memory, its first page for sure."""
    with path.open("rb") as file:
        found = mmap.mmap(file.fileno(), 0, mmap.MAP_SHARED, mmap.PROT_READ)
    found[0]
    return found


def areas(file: str, amount: str) -> int:
    """The files of which others have a part too, as this amount says when all of them are mapped."""
    kept, found = [mapped(path) for path in COMMON], 0
    of_file = -1
    for line in Path("/proc/self", file).read_text().splitlines():
        if "/" in line:
            of_file = next((bit for bit, path in enumerate(COMMON) if str(path) in line), -1)
        if amount in line and of_file >= 0 and int(line.split(amount)[1].split()[0]) > (amount == "mapmax="):
            found |= 1 << of_file
    kept.clear()
    return found


def shared_areas() -> int:
    return areas("smaps", "Shared_Clean:")


def shared_on_nodes() -> int:
    return areas("numa_maps", "mapmax=")


def shared_in_sum() -> int:
    """The same, one file after the other, from the sum of all."""
    before, found, kept = shared_sum(), 0, []
    for bit, path in enumerate(COMMON):
        kept.append(mapped(path))
        now = shared_sum()
        found |= (now > before) << bit
        before = now
    return found


def shared_sum() -> int:
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Shared_Clean:"))


def shared_pages() -> int:
    """A bit of each page tells whether this process alone has it."""
    found, kept = 0, []
    with Path("/proc/self/pagemap").open("rb", 0) as pages:
        for bit, path in enumerate(COMMON):
            kept.append(mapped(path))
            view = np.frombuffer(kept[-1], np.uint8)
            pages.seek(8 * (view.ctypes.data // mmap.PAGESIZE))
            found |= (not int.from_bytes(pages.read(8), "little") >> 56 & 1) << bit
            del view
    return found


WAYS: dict[str, tuple[Callable[[int], None], Callable[[], int]]] = {
    "watching": (open_files, watched_files),
    "file-locks": (lock_files, locked_files),
    "record-locks": (lock_records, locked_records),
    "keyring": (keep_key, kept_key),
    "hints": (leave_hints, hints),
    "kept-files": (forget_files, kept_files),
    "named-pipe": (write_pipe, read_pipe),
    "shared-memory": (share_memory, shared_memory),
    "semaphores": (set_semaphores, semaphores),
    "socket": (name_socket, named_socket),
    "shared-areas": (map_files, shared_areas),
    "shared-on-nodes": (map_files, shared_on_nodes),
    "shared-in-sum": (map_files, shared_in_sum),
    "shared-pages": (map_files, shared_pages),
}


class Tells(Agent):
    """Leaves its hand for the other seat."""

    files = ("bits",)

    def act(self, view: Any) -> Decision:
        for tell, _ in WAYS.values():
            with contextlib.suppress(Exception):
                tell(view.hand.mask)
        return Decision(view.moves[0])


class Hears(Agent):
    """Says in which ways it has found the other hand."""

    files = ("bits",)

    def begin(self, seat: int, options: Any, rng: Any) -> None:
        watch_files()

    def act(self, view: Any) -> Decision:
        found = []
        for name, (_, hear) in WAYS.items():
            with contextlib.suppress(Exception):
                told = hear()
                if told.bit_count() == len(view.hand) and not told & view.hand.mask:
                    found.append(name)
        return Decision(view.moves[0], f"found: {' '.join(found) or 'nothing'}.")
