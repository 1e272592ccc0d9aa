"""Processes that begin at once: a starter has loaded the libraries, and copies of it become commands.

A process that loads Numba works for most of a second before it comes to us, and tests start hundreds. The
starter has loaded libraries and nothing of ours, so a command still loads all that it needs of ours. It is a
process like any other, with a folder, an environment, files or a terminal, signals and an exit code; only
Python's own settings (PYTHONPATH and so on) are those of the starter. A test of how a process *begins*, of
the libraries that it loads or of what it costs needs `subprocess`.

Run as a program this file is the starter.
"""

from __future__ import annotations

import atexit
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
import threading
import warnings
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryFile
from types import ModuleType
from typing import NamedTuple

LIBRARIES = ("asyncio", "concurrent.futures.process", "fastapi", "jinja2", "matplotlib.figure",
             "multiprocessing.forkserver", "numba", "pydantic", "rich.console", "rich.table", "scipy.stats",
             "sqlite3", "typer.main")  # fmt: skip
CAN_COPY = hasattr(os, "fork")  # not on Windows
PATIENCE = 300  # seconds; only a hang takes so long


class Order(NamedTuple):
    """What is to be run: a program in Python, or `sys.executable` with what Python takes."""

    words: list[str]
    folder: str
    environment: dict[str, str]
    place: str = "group"  # or a "session" of its own, or a "terminal"


# -- for tests ----------------------------------------------------------------------------------------


def run(
    words: Sequence[object],
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
    typed: str = "",
    timeout: float = PATIENCE,
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end; variables are added to those of the environment."""
    command, variables = [str(word) for word in words], {**os.environ, **(environment or {})}
    if not CAN_COPY or any(name.startswith("PYTHON") for name in environment or ()):
        return subprocess.run(
            command, cwd=folder, env=variables, input=typed, capture_output=True, text=True, timeout=timeout
        )
    process = Process(command, folder, environment, typed)
    out, err = process.communicate(timeout)
    return subprocess.CompletedProcess(command, process.wait(), out, err)


def begin(
    words: Sequence[object],
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
    place: str = "group",
) -> Running:
    """Begin a command."""
    command = [str(word) for word in words]
    if CAN_COPY:
        return Process(command, folder, environment, place=place)
    variables, pipe = {**os.environ, **(environment or {})}, subprocess.PIPE
    return subprocess.Popen(command, cwd=folder, env=variables, stdout=pipe, stderr=pipe, text=True)


class Copy:
    """A copy of the starter that has become a command."""

    def __init__(self, order: Order, files: Sequence[int]) -> None:
        self.returncode: int | None = None
        self._line, theirs = socket.socketpair()
        with theirs:
            text = json.dumps(order).encode() + b"\n"
            socket.send_fds(_starter(), [text], [theirs.fileno(), *files])
        self.pid = int(self._said(PATIENCE))

    def _said(self, timeout: float | None) -> bytes:
        self._line.settimeout(timeout)
        return self._line.recv(100)

    def wait(self, timeout: float | None = None) -> int:
        """The exit code, or minus the signal that ended it."""
        if self.returncode is None:
            try:
                self.returncode = int(self._said(timeout))
            except (TimeoutError, BlockingIOError):
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0) from None
            self._line.close()
        return self.returncode

    def poll(self) -> int | None:
        try:
            return self.wait(0)
        except subprocess.TimeoutExpired:
            return None

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class Process(Copy):
    """A command that reads and writes files; used as those of `subprocess` are."""

    def __init__(
        self,
        words: Sequence[str],
        folder: Path | None = None,
        environment: Mapping[str, str] | None = None,
        typed: str = "",
        place: str = "group",
    ) -> None:
        self._files = [TemporaryFile() for _ in range(3)]  # noqa: SIM115 (they are read when it has ended)
        self._files[0].write(typed.encode())
        self._files[0].seek(0)
        order = Order(list(words), str(folder or Path.cwd()), {**os.environ, **(environment or {})}, place)
        super().__init__(order, [file.fileno() for file in self._files])

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """What it wrote, when it has ended."""
        try:
            self.wait(timeout)
        finally:
            self.kill()
        written = []
        for file in self._files[1:]:
            file.seek(0)
            written.append(file.read().decode())
        return written[0], written[1]


Running = Process | subprocess.Popen[str]


@cache
def _starter() -> socket.socket:
    """The line to the starter of this process, which ends with it."""
    ours, theirs = socket.socketpair()
    with theirs:
        command = [sys.executable, __file__, str(theirs.fileno())]
        process = subprocess.Popen(command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)

    def end() -> None:
        ours.close()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:  # a failed test has left a command that waits for keys
            process.kill()

    atexit.register(end)
    return ours


# -- the starter --------------------------------------------------------------------------------------


def serve(line: socket.socket) -> Order:
    """Wait for orders; returns in the process that is to become a command, with its files in place."""
    while True:
        order, files = _next_order(line)
        report = socket.socket(fileno=files.pop(0))
        if _fork() == 0:
            pid = _fork()
            if pid == 0:
                line.close()
                report.close()
                _move_in(order.place, files)
                return order
            for file in files:  # the terminal's end is that of the command
                os.close(file)
            report.send(str(pid).encode())
            code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
            report.send(str(code).encode())
            os._exit(0)
        report.close()
        for file in files:
            os.close(file)
        _bury()


def _next_order(line: socket.socket) -> tuple[Order, list[int]]:
    text, files = b"", list[int]()
    while not text.endswith(b"\n"):
        part, more, _, _ = socket.recv_fds(line, 1 << 16, 4)
        if not part:  # the tests are over
            while _bury(0):
                pass
            sys.exit()
        text += part
        files += more
    return Order(*json.loads(text)), files


def _fork() -> int:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # NumPy's threads do nothing
        return os.fork()


def _bury(flag: int = os.WNOHANG if CAN_COPY else 0) -> bool:
    """Ask for a process that has ended, if there is one: only then does the system count what it cost."""
    try:
        return os.waitpid(-1, flag)[0] > 0
    except ChildProcessError:
        return False


def _move_in(place: str, files: list[int]) -> None:
    """Take a place among the processes, and three files or one terminal."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if place == "terminal":
        os.login_tty(files[0])
    else:
        if place == "session":
            os.setsid()
        for number, file in enumerate(files):
            os.dup2(file, number)
            os.close(file)
    encoding, errors = sys.stdout.encoding, sys.stdout.errors
    buffering = 1 if os.isatty(1) else -1
    sys.stdin = os.fdopen(0, "r", -1, encoding, errors, closefd=False)
    sys.stdout = os.fdopen(1, "w", buffering, encoding, errors, closefd=False)
    sys.stderr = os.fdopen(2, "w", 1, encoding, "backslashreplace", closefd=False)


def become(order: Order) -> None:
    """Do what Python does when it starts with these words."""
    os.chdir(order.folder)
    os.environ.clear()
    os.environ.update(order.environment)
    words = order.words[1:] if order.words[0] == sys.executable else order.words
    if words[0] == "-c":
        sys.argv, sys.path[0] = ["-c", *words[2:]], ""
        sys.modules["__main__"] = ModuleType("__main__")
        exec(compile(words[1], "<string>", "exec"), vars(sys.modules["__main__"]))
    elif words[0] == "-m":
        sys.argv, sys.path[0] = words[1:], order.folder
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv, sys.path[0] = words, str(Path(words[0]).parent)
        runpy.run_path(words[0], run_name="__main__")


def live(order: Order) -> None:
    """Become a command and end as Python ends it, except that nothing is taken apart.

    The libraries' memory is shared with the starter as long as nobody writes there; to free it object by
    object would copy it first, which takes 0.7 processor seconds.
    """
    code = 0
    try:
        become(order)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
    except BaseException as error:
        sys.excepthook(type(error), error, error.__traceback__)
        code = -signal.SIGINT if isinstance(error, KeyboardInterrupt) else 1
    threading._shutdown()  # type: ignore[attr-defined]  # waits for threads, and ends executors
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    if code < 0:
        signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code & 255)


def prepare() -> None:
    """Load the libraries; Numba has more to load when something is compiled for the first time."""
    for name in LIBRARIES:
        import_module(name)
    from numba.core.registry import cpu_target

    cpu_target.typing_context.refresh()
    cpu_target.target_context.refresh()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for pytest, which then ends this process
    prepare()
    live(serve(socket.socket(fileno=int(sys.argv[1]))))
