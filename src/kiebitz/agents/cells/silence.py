"""Calls of Linux that a locked cell may not make: by these two cells could give each other signs.

Cells see the same files of the system. None can be changed, but whoever locks one, or watches who opens it,
reaches everybody else who does; and keyrings of the kernel outlive the cell. So a filter refuses such calls.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Sequence
from errno import EPERM
from typing import NamedTuple

FILTER, SET_SECCOMP = 2, 22
ALLOW, REFUSE = 0x7FFF0000, 0x00050000 | EPERM
LOAD, EQUAL, AT_LEAST, ANSWER = 0x20, 0x15, 0x35, 0x06  # instructions of the filter
CALL, MACHINE, SECOND = 0, 4, 24  # where the kernel has the call's number, the machine, the second argument
OTHER_KIND = 0x40000000  # from here on the numbers of another way to call (x32)
LOCKING = (5, 6, 7, 36, 37, 38, 1024, 1025, 1026)  # what fcntl is asked for: locks, leases, notices


class Calls(NamedTuple):
    """The numbers of calls on a kind of machine."""

    machine: int
    fcntl: int
    refused: tuple[int, ...]
    """flock, inotify_init, inotify_init1, fanotify_init, add_key, request_key, keyctl, where there are."""


KNOWN = {
    "x86_64": Calls(0xC000003E, 72, (73, 253, 294, 300, 248, 249, 250)),
    "aarch64": Calls(0xC00000B7, 25, (32, 26, 262, 217, 218, 219)),
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
        *_refusals(calls.refused),
        (EQUAL, 1, 0, calls.fcntl), (ANSWER, 0, 0, ALLOW),
        (LOAD, 0, 0, SECOND),
        *_refusals(LOCKING),
        (ANSWER, 0, 0, ALLOW),
    ]  # fmt: skip


def _refusals(values: Sequence[int]) -> list[Step]:
    return [step for value in values for step in ((EQUAL, 0, 1, value), (ANSWER, 0, 0, REFUSE))]


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
