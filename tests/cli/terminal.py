"""A pseudo-terminal for the tests: a command runs in it, keys are typed, and the screen is read."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from tests.starter import Copy, Order

CONTROL = re.compile(r"\x1b\[([?\d;]*)([A-Za-z])|(.)", re.DOTALL)
ROWS = 40
PATIENCE = 240  # seconds; a cold compiler may need so many


class Screen:
    """What a terminal of so many columns shows after some output.

    It counts the lines that the terminal had to break although they could have been broken between words.

    >>> screen = Screen(8)
    >>> screen.feed("one two three\\r\\nold\\r\\x1b[2Knew\\x1b[1A!")
    >>> screen.lines, screen.broken
    (['one two ', 'thr!e', 'new'], 1)
    """

    def __init__(self, columns: int) -> None:
        self.columns, self.broken = columns, 0
        self.rows: list[list[str]] = [[]]
        self.row = self.column = 0

    @property
    def lines(self) -> list[str]:
        return ["".join(row) for row in self.rows]

    def feed(self, text: str) -> None:
        for numbers, command, letter in CONTROL.findall(text):
            if command:
                self._control(int(numbers) if numbers.isdecimal() else 0, command)
            elif letter == "\r":
                self.column = 0
            elif letter == "\n":
                self._down()
            elif letter == "\b":
                self.column = max(self.column - 1, 0)
            elif letter >= " ":
                self._write(letter)

    def _control(self, number: int, command: str) -> None:
        if command == "A":
            self.row = max(self.row - max(number, 1), 0)
        elif command == "K":
            row = self.rows[self.row]
            self.rows[self.row] = [] if number == 2 else row[: self.column]

    def _down(self) -> None:
        self.row += 1
        if self.row == len(self.rows):
            self.rows.append([])

    def _write(self, letter: str) -> None:
        if self.column >= self.columns:
            self.broken += " " in "".join(self.rows[self.row]).strip()
            self.column = 0
            self._down()
        row = self.rows[self.row]
        row.extend(" " * (self.column + 1 - len(row)))
        row[self.column] = letter
        self.column += 1


OPEN: set[Terminal] = set()
"""The windows of this process whose commands run."""


class Terminal:
    """A command in a terminal of its own; it begins at once (see tests/starter.py), or fresh as a user's."""

    def __init__(
        self, command: list[str], columns: int, folder: Path, fresh: bool = False, **environment: str
    ) -> None:
        self.columns = columns
        self.shown = ""  # all that was written, with its control sequences
        self.started = set[int]()  # the processes that were seen to run beside it
        self.code: int | None = None
        self._file, inner = pty.openpty()
        self.resize(columns)
        variables = {**os.environ, "TERM": "xterm-256color", **environment}
        for name in ("COLUMNS", "LINES"):  # they would hide the size of the window
            variables.pop(name, None)
        self._process: Copy | subprocess.Popen[bytes]
        if fresh:
            enter = partial(_enter, inner)
            self._process = subprocess.Popen(command, cwd=folder, env=variables, preexec_fn=enter)
        else:
            self._process = Copy(Order(command, str(folder), variables, "terminal"), [inner])
        os.close(inner)
        OPEN.add(self)

    @property
    def screen(self) -> Screen:
        screen = Screen(self.columns)
        screen.feed(self.shown)
        return screen

    @property
    def children(self) -> set[int]:
        """The processes that the command has started and that still run, where the system tells."""
        found: set[int] = set()
        with suppress(OSError):  # a thread has ended meanwhile
            for path in Path(f"/proc/{self._process.pid}/task").glob("*/children"):
                found.update(map(int, path.read_text().split()))
        return found

    def resize(self, columns: int) -> None:
        fcntl.ioctl(self._file, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, columns, 0, 0))

    def type(self, keys: str) -> None:
        os.write(self._file, keys.encode())

    def signal(self, number: int) -> None:
        self._process.send_signal(number)

    def wait_for(self, seen: str | Callable[[], bool], seconds: float = PATIENCE) -> bool:
        """Read on until a text was written or a condition holds; False if that does not come about."""
        end = time.monotonic() + seconds
        while not (seen in self.shown if isinstance(seen, str) else seen()):
            if time.monotonic() > end or not self._read(min(end - time.monotonic(), 0.1)):
                return False
        return True

    def wait(self, seconds: float = PATIENCE) -> int:
        """Read on until the command ends; its exit code, as a shell gives it."""
        end = time.monotonic() + seconds
        while self._read(0.1):
            if time.monotonic() > end:  # what it has started may hold the terminal even then
                self.signal(signal.SIGKILL)
                self._end()
        assert self.code is not None
        return self.code

    def _read(self, seconds: float) -> bool:
        """Read what comes within some time; False if the command has ended."""
        if self.code is not None:
            return False
        self.started |= self.children
        for other in OPEN - {self}:  # what nobody reads blocks, with whatever it holds: a turn to compile
            other._take(0)
        return self._take(seconds)

    def _take(self, seconds: float) -> bool:
        if self.code is not None or not select.select([self._file], [], [], max(seconds, 0))[0]:
            return self.code is None
        try:
            part = os.read(self._file, 1 << 16)
        except OSError:  # Linux says so when the other end is closed
            part = b""
        self.shown += part.decode(errors="replace")
        if not part:
            self._end()
        return bool(part)

    def _end(self) -> None:
        OPEN.discard(self)
        code = self._process.wait()
        self.code = code if code >= 0 else 128 - code
        os.close(self._file)


def _enter(file: int) -> None:
    """Make a terminal that of this process, which hears Ctrl-C even if whoever started the tests does not."""
    os.login_tty(file)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


if __name__ == "__main__":  # python -m tests.cli.terminal COLUMNS KEYS COMMAND ...: look at a screen yourself
    window = Terminal(sys.argv[3:], int(sys.argv[1]), Path())
    for line in sys.argv[2].split():
        before = len(window.shown)
        window.wait_for(lambda since=before: window.shown[since:].endswith((" ", "> ")))  # type: ignore[misc]
        window.type(line + "\r")
    ended = window.wait()
    print("\n".join(window.screen.lines))
    print(f"--- exit {ended}, {window.screen.broken} lines broken at {window.columns} columns")
