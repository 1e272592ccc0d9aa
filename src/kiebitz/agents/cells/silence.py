"""Calls of Linux that a locked cell may not make: by these two cells could give each other signs.

Cells see the same files of the system. None can be changed, but whoever locks one, gives the kernel a hint on
it, drops it from memory, or watches who opens it, reaches everybody else who does; and some of that outlives
the cell, as keyrings of the kernel do. Sockets between a machine and its guests know no walls within it, and
the kernel's count of its memory is everybody's. So a filter refuses such calls, those of which a bot has no
need and the kernel much to fear, and memory that belongs to no process: nobody could count it.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterable
from errno import EPERM
from typing import NamedTuple

FILTER, SET_SECCOMP = 2, 22
ALLOW, REFUSE = 0x7FFF0000, 0x00050000 | EPERM
LOAD, MASK, EQUAL, AT_LEAST, ANSWER = 0x20, 0x54, 0x15, 0x35, 0x06  # instructions of the filter
CALL, MACHINE, ARGUMENTS, WIDTH = 0, 4, 16, 8  # where the kernel has the call's number, the machine, the rest
OTHER_KIND = 0x40000000  # from here on the numbers of another way to call (x32)
ALL = 0xFFFFFFFF


class Rule(NamedTuple):
    """What an argument of a call, or those of its bits that count, may be, or may not."""

    argument: int
    values: tuple[int, ...]
    allowed: bool = True
    bits: int = ALL


RULES = {
    # To copy a file's number, its flags, who gets its signals, a pipe's size, seals; no locks, leases, hints.
    "fcntl": Rule(1, (*range(5), *range(8, 12), 15, 16, 1030, 1031, 1032, 1033, 1034)),
    "ioctl": Rule(1, (0x5400, 0x8900), bits=0xFF00),  # of terminals, pipes and sockets, not of file systems
    "socket": Rule(0, (1, 2, 10, 16)),  # local ones, those of the two internets, the kernel's own
    "fadvise": Rule(3, (4,), allowed=False),  # to drop a file from memory
    "madvise": Rule(2, (20, 21), allowed=False),  # the same
    "preadv2": Rule(5, (0,), bits=8),  # to read only what is in memory
}


class Calls(NamedTuple):
    """The numbers of calls on a kind of machine."""

    machine: int
    ruled: dict[str, int]
    refused: tuple[int, ...]
    """flock, inotify_init, inotify_init1, fanotify_init, add_key, request_key, keyctl, mincore, syslog, bpf,
    perf_event_open, userfaultfd, sysinfo, memfd_create, shmget, where there are."""


EVERYWHERE = (425, 426, 427, 440, 447, 451)  # those of io_uring, process_madvise, memfd_secret, cachestat
KNOWN = {
    "x86_64": Calls(
        0xC000003E,
        {"fcntl": 72, "ioctl": 16, "socket": 41, "fadvise": 221, "madvise": 28, "preadv2": 327},
        (73, 253, 294, 300, 248, 249, 250, 27, 103, 321, 298, 323, 99, 319, 29, *EVERYWHERE),
    ),
    "aarch64": Calls(
        0xC00000B7,
        {"fcntl": 25, "ioctl": 29, "socket": 198, "fadvise": 223, "madvise": 233, "preadv2": 286},
        (32, 26, 262, 217, 218, 219, 232, 116, 280, 241, 282, 179, 279, 194, *EVERYWHERE),
    ),
}


class _Instruction(ctypes.Structure):
    _fields_ = [("code", ctypes.c_uint16), ("yes", ctypes.c_uint8), ("no", ctypes.c_uint8),
                ("value", ctypes.c_uint32)]  # fmt: skip


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_uint16), ("code", ctypes.POINTER(_Instruction))]


Step = tuple[int, int, int, int]


def program(calls: Calls) -> list[Step]:
    """The filter, as the kernel runs it: what it loads, compares (skipping steps if yes, if no), answers."""
    return [
        (LOAD, 0, 0, MACHINE),
        (EQUAL, 1, 0, calls.machine), (ANSWER, 0, 0, REFUSE),
        (LOAD, 0, 0, CALL),
        (AT_LEAST, 0, 1, OTHER_KIND), (ANSWER, 0, 0, REFUSE),
        *_answers(calls.refused, REFUSE),
        *(step for name, number in calls.ruled.items() for step in _ruled(number, RULES[name])),
        (ANSWER, 0, 0, ALLOW),
    ]  # fmt: skip


def _ruled(call: int, rule: Rule) -> list[Step]:
    listed, others = (ALLOW, REFUSE) if rule.allowed else (REFUSE, ALLOW)
    steps = [
        (LOAD, 0, 0, ARGUMENTS + WIDTH * rule.argument),
        (MASK, 0, 0, rule.bits),
        *_answers(rule.values, listed),
        (ANSWER, 0, 0, others),
    ]
    return [(EQUAL, 0, len(steps), call), *steps]


def _answers(values: Iterable[int], answer: int) -> list[Step]:
    return [step for value in values for step in ((EQUAL, 0, 1, value), (ANSWER, 0, 0, answer))]


def be_silent() -> None:
    """Refuse these calls to this process and all that it starts, on machines of a known kind."""
    calls = KNOWN.get(os.uname().machine)
    if sys.platform != "linux" or calls is None:
        return
    steps = program(calls)
    code = (_Instruction * len(steps))(*(_Instruction(*step) for step in steps))
    asked = ctypes.byref(_Program(len(steps), code))
    if ctypes.CDLL(None, use_errno=True).prctl(SET_SECCOMP, FILTER, asked, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), f"seccomp: {os.strerror(ctypes.get_errno())}")
