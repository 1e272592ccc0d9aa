"""What a cell may see and do, by the means of Linux: namespaces of its own, no rights, few resources.

In a locked cell there are no files but those that are named, all read-only, an empty folder for temporary
files, no network and no other processes. A process that has loaded Python and the libraries before it is
locked starts in milliseconds; a program that wraps commands, such as bubblewrap, would have to start Python
inside.
"""

from __future__ import annotations

import ctypes
import os
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

NEWNS, NEWCGROUP, NEWUTS, NEWIPC = 0x20000, 0x2000000, 0x4000000, 0x8000000
NEWUSER, NEWPID, NEWNET = 0x10000000, 0x20000000, 0x40000000
NOSUID, NODEV, BIND, REC, SLAVE = 2, 4, 4096, 16384, 1 << 19
DETACH = 2
MOUNT_SETATTR, AT_RECURSIVE, AT_FDCWD = 442, 0x8000, -100
ATTR_RDONLY, ATTR_NOSUID, ATTR_NODEV = 1, 2, 4
NO_NEW_PRIVS, DUMPABLE, SUBREAPER, DROP_BOUND = 38, 4, 36, 24
CAPABILITIES = 41
CAPABILITY_VERSION = 0x20080522

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/ld.so.cache", "/etc/ld.so.conf",
          "/etc/ld.so.conf.d", "/etc/alternatives", "/etc/localtime")  # fmt: skip
"""Programs and libraries of the system; nobody keeps files of his own there."""
DEVICES = ("null", "zero", "full", "random", "urandom")
FACTS = ("cpuinfo", "meminfo", "filesystems", "version")
"""What a cell is told of the machine: copies, of lines that never change."""
FREE = ("MemFree", "MemAvailable")  # who looks for them finds all there is
SCRATCH = {"/dev/shm": 64 << 20, "/tmp": 64 << 20}
"""Folders that a cell may write to, and the bytes that each holds."""
MOST_TASKS = 256  # processes and threads
MOST_PIDS = 400  # the least that the system takes is about 300
MOST_FILES = 256
LARGEST_FILE = 64 << 20

_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def _call(name: str, *arguments: object) -> None:
    """A function of the C library that answers 0 if all is well."""
    values = [one.encode() if isinstance(one, str) else one for one in arguments]
    if _libc is None or getattr(_libc, name)(*values) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")


def part() -> None:
    """Give this process a system of its own; what it starts from here on sees no other process."""
    user, group = os.getuid(), os.getgid()
    _call("unshare", NEWUSER | NEWNS | NEWPID | NEWNET | NEWIPC | NEWUTS | NEWCGROUP)
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1")


def furnish(places: Iterable[str], program: str) -> None:
    """In the first process of such a system: leave only these folders and files, read-only.

    Nobody there opens a system within it. The program is the one that will run there.
    """
    _call("mount", "none", "/", None, REC | SLAVE, None)
    _call("mount", "tmpfs", "/tmp", "tmpfs", NOSUID | NODEV, "mode=755")
    for name in ("new", "old"):
        Path("/tmp", name).mkdir()
    _call("pivot_root", "/tmp", "/tmp/old")
    os.chdir("/")
    _call("mount", "/new", "/new", None, BIND, None)
    _show_all(places, program)
    for name, value in bounds(os.uname().release).items():
        with suppress(OSError):
            Path("/old/proc/sys", name).write_text(value)
    os.chdir("/new")
    _call("umount2", "/old", DETACH)
    _call("pivot_root", ".", ".")
    _call("umount2", ".", DETACH)
    os.chdir("/")


def bounds(release: str) -> dict[str, str]:
    """Settings of such a system by their names: nobody opens another one within it, or starts many processes.

    Before Linux 6.14 the highest number of a process was the whole machine's, which ``root`` would change.

    >>> sorted(bounds("6.14.2-generic")), sorted(bounds("6.9-rc1"))
    (['kernel/pid_max', 'user/max_user_namespaces'], ['user/max_user_namespaces'])
    """
    found = {"user/max_user_namespaces": "0"}
    if tuple(map(int, re.findall(r"\d+", release)[:2])) >= (6, 14):
        found["kernel/pid_max"] = str(MOST_PIDS)
    return found


def _show_all(places: Iterable[str], program: str) -> None:
    bound: list[str] = []
    for place in SYSTEM:
        old = Path(f"/old{place}")
        if old.is_symlink():
            Path(f"/new{place}").symlink_to(old.readlink())
            bound.append(place)
        elif old.exists():
            _show(place, place)
            bound.append(place)
    for place, size in SCRATCH.items():
        Path(f"/new{place}").mkdir(parents=True)
        _call("mount", "tmpfs", f"/new{place}", "tmpfs", NOSUID | NODEV, f"size={size},mode=1777")
    for name in DEVICES:
        Path("/new/dev", name).touch()
        _call("mount", f"/old/dev/{name}", f"/new/dev/{name}", None, BIND, None)
    for place in sorted(places, key=len):
        if not any(place == known or place.startswith(f"{known}/") for known in bound):
            with suppress(FileNotFoundError):
                _show(_real(place), place)
                bound.append(place)
    _describe(program)
    _protect("/new", 0)


def _real(place: str) -> str:
    """Where a path of the old system leads, seen from there."""
    here = os.open("/", os.O_PATH)
    try:
        os.chroot("/old")
        return os.path.realpath(place)
    finally:
        os.fchdir(here)
        os.chroot(".")
        os.close(here)


def _show(source: str, place: str) -> None:
    """Let a folder or a file of the old system be seen in the new one, read-only."""
    old, new = Path(f"/old{source}"), Path(f"/new{place}")
    if old.is_dir():
        new.mkdir(parents=True, exist_ok=True)
    else:
        old.stat()
        new.parent.mkdir(parents=True, exist_ok=True)
        new.touch()
    _call("mount", str(old), str(new), None, BIND | REC, None)
    _protect(str(new), AT_RECURSIVE)


def _describe(program: str) -> None:
    """In place of the kernel's own ``/proc``: which program this is, and a few facts of the machine.

    The kernel tells a process how its memory lies, where two cells see which pages of a file both have; the
    rest counts what others do, and some of it can be written to where the user is the administrator. By a
    program's place its loader finds the libraries beside it.
    """
    Path("/new/proc/self").mkdir(parents=True)
    Path("/new/proc/self/exe").symlink_to(program)
    for name in FACTS:
        with suppress(OSError):
            Path("/new/proc", name).write_text(constant(name, Path("/old/proc", name).read_text()))


def constant(name: str, text: str) -> str:
    """What never changes of such a fact.

    >>> print(constant("cpuinfo", "model : 7\\ncpu MHz : 2893.2\\nflags : fpu"))
    model : 7
    flags : fpu
    >>> print(constant("meminfo", "MemTotal: 1000 kB\\nMemFree: 5 kB\\nDirty: 3 kB"))
    MemTotal: 1000 kB
    MemFree: 1000 kB
    MemAvailable: 1000 kB
    """
    lines = text.splitlines()
    if name == "meminfo":
        total = lines[0].partition(":")[2]
        lines = [f"{one}:{total}" for one in ("MemTotal", *FREE)]
    return "\n".join(line for line in lines if not line.startswith("cpu MHz"))


class _Attributes(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint64) for name in ("set", "clear", "propagation", "namespace")]


def _protect(place: str, flags: int) -> None:
    wanted = _Attributes(ATTR_RDONLY | ATTR_NOSUID | ATTR_NODEV, 0, 0, 0)
    size = ctypes.sizeof(wanted)
    _call("syscall", MOUNT_SETATTR, AT_FDCWD, place, flags, ctypes.byref(wanted), ctypes.c_size_t(size))


def drop_rights() -> None:
    """Nothing that this process or what it starts does has more rights than a user's."""
    if _libc is None:
        return
    for number in range(CAPABILITIES):
        _libc.prctl(DROP_BOUND, number, 0, 0, 0)  # fails where there are none to drop
    header, none = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION, 0), (ctypes.c_uint32 * 6)()
    _call("capset", header, none)
    _call("prctl", NO_NEW_PRIVS, 1, 0, 0, 0)


def adopt_orphans() -> None:
    """What descendants leave behind becomes a child of this process, which can then end it."""
    if _libc is not None:
        _libc.prctl(SUBREAPER, 1, 0, 0, 0)


def be_unreadable() -> None:
    """Nobody of the same user may look into this process."""
    if _libc is not None:
        _libc.prctl(DUMPABLE, 0, 0, 0, 0)


def be_readable() -> None:
    """The opposite, for a copy of such a process, which may look into itself."""
    if _libc is not None:
        _libc.prctl(DUMPABLE, 1, 0, 0, 0)


def limit(memory: int, is_data: bool = False) -> None:
    """Bound what this process may use; ``memory`` is the bytes in all, 0 for any.

    ``is_data`` counts only what is written to: runtimes of other languages reserve more than they need.
    """
    import resource  # not on Windows

    wanted = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_NOFILE: MOST_FILES,
        resource.RLIMIT_FSIZE: LARGEST_FILE,
        resource.RLIMIT_NPROC: MOST_TASKS + _own_processes(),
    }
    if memory:
        wanted[resource.RLIMIT_DATA if is_data else resource.RLIMIT_AS] = memory
    for what, most in wanted.items():
        with suppress(OSError, ValueError):  # no more than is allowed already
            resource.setrlimit(what, (most, most))


def _own_processes() -> int:
    """How many threads the user has as far as this process can see: the system counts those together."""
    found, user = 0, os.getuid()
    with suppress(OSError):
        for entry in os.scandir("/proc"):
            with suppress(OSError):
                if entry.name.isdigit() and entry.stat().st_uid == user:
                    found += sum(1 for _ in os.scandir(f"{entry.path}/task"))
    return found


def used_memory() -> int:
    """The bytes of address space that this process has taken."""
    with suppress(OSError):
        return int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    return 0
