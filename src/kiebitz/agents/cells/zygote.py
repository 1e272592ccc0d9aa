"""The zygote: a process that has loaded Python and the libraries, and of which each cell is a copy.

It is started with an empty environment and no files but the lines that it needs, loads no bot and hears of no
run, so that a copy of it holds no secrets: orders, which name others' bots, are read by copies only. Each
copy has a *keeper*, which locks it, waits for its end, and ends it with all that it has started when nobody
holds the other end of its line any more.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import sys
import warnings
from contextlib import suppress
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple, NoReturn

from kiebitz.agents.cells import sandbox
from kiebitz.agents.cells.accounts import Accounts
from kiebitz.agents.cells.silence import be_silent
from kiebitz.agents.limits import FILES_CLOSED

REQUEST = 1 << 20  # bytes
LINE_IN, LINE_OUT = 3, 4  # the files of a cell besides the standard ones
UNLOCKED = 72  # the exit code of a cell that could not be made
QUESTION = "system"  # what is sent in place of a game by whoever wants to know what the system can do
READY = b"?"  # a copy will read the order
FAILED = b"!"  # before the words of a cell that could not be furnished
HASTE = 10  # seconds for a request to come
LOOK = 0.1  # seconds between looks at what a cell uses
SHARE = 10  # looks take one part in so many of a keeper's time


class Order(NamedTuple):
    """What a cell is to be: a program, or Python that waits for a bot's specification."""

    lock: bool
    memory: int  # bytes, 0 for any
    places: list[str]  # what it may see
    folder: str  # where it begins
    command: list[str] | None = None
    game: list[str] | None = None  # name and options of the rules that it will need, which are no secret

    @property
    def program(self) -> str:
        """What runs in it."""
        return os.path.realpath(self.command[0] if self.command else sys.executable)


class Hello(NamedTuple):
    """What a zygote says of the system: can cells be locked, and if not, why."""

    locks: bool
    why: str = ""


def main(listener: int, control: int) -> None:
    """Serve until the owner's end of the control line is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from kiebitz.agents.cells import chair  # noqa: F401  (so that the copies have it)

    door = socket.socket(fileno=listener)
    hello = tried()
    while True:
        ready = {file for file, _ in _poll([listener, control], 1000)}
        _bury()
        if control in ready:
            _close(door)
        if listener in ready:
            with suppress(OSError, ValueError, TypeError):  # whoever asked has gone meanwhile
                line, _ = door.accept()
                with line:
                    _serve(line, hello, (listener, control))


def _close(door: socket.socket) -> NoReturn:
    """Remove the socket with its folder and end: the owner may have been killed and cannot do it."""
    place = Path(door.getsockname())
    with suppress(OSError):
        place.unlink()
        place.parent.rmdir()
    os._exit(0)


def _serve(line: socket.socket, hello: Hello, own: tuple[int, ...]) -> None:
    line.settimeout(HASTE)
    wanted = json.loads(_read(line))
    if wanted == QUESTION:
        line.sendall(as_line(hello))
        return
    if wanted:
        prepare(*wanted)
    if _fork() == 0:
        _obey(line, own)


def _obey(line: socket.socket, own: tuple[int, ...]) -> NoReturn:
    """In a copy: read the order and keep the cell that it asks for."""
    files = list[int]()
    try:
        line.sendall(READY)
        order = Order(*json.loads(_read(line, files)))
        line.settimeout(None)
        keep(order, files, line, own)
    finally:
        os._exit(0)


def as_line(words: object) -> bytes:
    """What is said to a zygote or by it."""
    return json.dumps(words).encode() + b"\n"


def _read(line: socket.socket, files: list[int] | None = None) -> bytes:
    """A line of text, with the files that come with it; OSError if it ends before."""
    text = b""
    while not text.endswith(b"\n"):
        part, more, _, _ = socket.recv_fds(line, REQUEST, 3)
        text += part
        if files is not None:
            files += more
        if not part:
            raise OSError("the line has ended")
    return text


@lru_cache(maxsize=64)
def prepare(name: str, options: str) -> None:
    """Load the rules of an installed game, so that every copy has them."""
    from kiebitz.rules.registry import known_game

    with suppress(Exception):  # whatever is wrong shows again where somebody can be told
        game = known_game(name, options)
        state = game.deal(seed=0)
        view = state.view(state.turn)
        _ = view.moves, view.events, view.hand, game.moves(view.vector)


def _poll(files: list[int], milliseconds: int | None) -> list[tuple[int, int]]:
    waiting = select.poll()
    for file in files:
        waiting.register(file, select.POLLIN)
    return waiting.poll(milliseconds)


def _fork() -> int:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # NumPy's threads do nothing
        return os.fork()


def _bury() -> None:
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


# -- the keeper ---------------------------------------------------------------------------------------


def keep(order: Order, files: list[int], line: socket.socket, own: tuple[int, ...]) -> NoReturn:
    """Make the cell, wait for its end and say how it ended; end it when nobody listens any more."""
    try:
        for file in own:
            os.close(file)
        memory = order.memory and sandbox.used_memory() + order.memory
        accounts = Accounts(order.memory, order.lock)
        report, status = os.pipe()
        if order.lock:
            try:
                sandbox.part()
            except OSError as error:
                _tell(line, UNLOCKED, str(error))
                os._exit(0)
        else:
            sandbox.adopt_orphans()
        first = _fork()
        if first == 0:
            os.close(report)
            line.close()
            _begin(order, files, memory, status)
        for file in (*files, status):
            os.close(file)
        ended = _watch(first, line, accounts)
        code = os.waitstatus_to_exitcode(os.waitpid(first, 0)[1])
        if order.lock:  # it is the space's first process, which has written down how the cell ended
            told = os.read(report, 1000)
            if told.startswith(FAILED):
                _tell(line, UNLOCKED, told.removeprefix(FAILED).decode())
                os._exit(0)
            code = int(told) if told else -signal.SIGKILL
        else:
            _end_orphans()
        _tell(line, ended or code)
    finally:
        os._exit(0)


def _tell(line: socket.socket, code: int, why: str = "") -> None:
    with suppress(OSError):
        line.sendall(as_line([code, why]))


def _watch(first: int, line: socket.socket, accounts: Accounts) -> int:
    """Wait for the end of a cell, or end it: if the line is closed at the other end, or if it uses too much.

    Then the answer is how it is to be told, else 0.
    """
    handle, pause, code = os.pidfd_open(first), LOOK, 0
    while not (ready := {file for file, _ in _poll([handle, line.fileno()], int(1000 * pause))}):
        start = monotonic()
        if code := accounts.excess():
            break
        pause = max(LOOK, SHARE * (monotonic() - start))
    if handle not in ready:
        os.kill(first, signal.SIGKILL)
    os.close(handle)
    return code


def _end_orphans() -> None:
    """End all that a cell has started, where no space of its own does that."""
    with suppress(OSError):
        while True:
            children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
            for child in children:
                with suppress(OSError):
                    os.kill(int(child), signal.SIGKILL)
            if not children:
                return
            os.waitpid(-1, 0)


def _begin(order: Order, files: list[int], memory: int, status: int) -> NoReturn:
    """Become the cell; in a space of its own, its first process, which looks after it."""
    try:
        if order.lock:
            try:
                sandbox.furnish(order.places, order.program)
                sandbox.drop_rights()
                be_silent()
            except OSError as error:
                os.write(status, FAILED + str(error).encode())
                os._exit(0)
            sandbox.be_unreadable()  # what the cell might do as this process
            cell = _fork()
            if cell:
                for file in files:
                    os.close(file)
                while True:
                    found, how = os.wait()
                    if found == cell:
                        os.write(status, str(os.waitstatus_to_exitcode(how)).encode())
                        os._exit(0)
            sandbox.be_readable()
        os.close(status)
        _become(order, files, memory)
    finally:
        os._exit(UNLOCKED)


def _become(order: Order, files: list[int], memory: int) -> NoReturn:
    """Put the files in place, give up all rights, and begin."""
    os.setsid()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    theirs, answers, errors = (os.dup2(file, 100 + file) for file in files)  # out of the way of each other
    standard = (
        (theirs, answers, errors) if order.command else (os.open(os.devnull, os.O_RDONLY), errors, errors)
    )
    for number, file in enumerate(standard):
        os.dup2(file, number)
    if not order.command:
        os.dup2(theirs, LINE_IN)
        os.dup2(answers, LINE_OUT)
    kept = [2] if order.command else [2, LINE_IN, LINE_OUT]
    for low, high in pairwise([*kept, os.sysconf("SC_OPEN_MAX")]):
        os.closerange(low + 1, min(high, 1 << 16))
    sandbox.limit(memory, is_data=bool(order.command))
    sandbox.drop_rights()
    with suppress(OSError):
        os.chdir(order.folder)
    if order.command:
        _become_program(order.command)
    from kiebitz.agents.cells.chair import serve

    sys.stdin = os.fdopen(0, closefd=False)
    sys.stdout = os.fdopen(1, "w", 1, errors="backslashreplace", closefd=False)
    sys.stderr = os.fdopen(2, "w", 1, errors="backslashreplace", closefd=False)
    serve(LINE_IN, LINE_OUT)
    os._exit(FILES_CLOSED)


def _become_program(command: list[str]) -> NoReturn:
    for number in (signal.SIGINT, signal.SIGPIPE):
        signal.signal(number, signal.SIG_DFL)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"{command[0]}: {error.strerror}\n".encode())
        os._exit(127)


def tried() -> Hello:
    """Can this system lock a cell? It is tried once, in a copy."""
    if sys.platform != "linux":
        return Hello(False, sys.platform)
    report, status = os.pipe()
    copy = _fork()
    if copy == 0:
        why = ""
        try:
            sandbox.part()
            if _fork() == 0:
                sandbox.furnish([], sys.executable)
                sandbox.drop_rights()
                be_silent()
            else:
                os.wait()
                os._exit(0)
        except OSError as error:
            why = str(error)
        finally:
            os.write(status, why.encode() or b"\0")
            os._exit(0)
    os.close(status)
    why = os.read(report, 1000).decode()
    os.close(report)
    os.waitpid(copy, 0)
    return Hello(why == "\0", why.strip("\0"))


def start(arguments: list[Any]) -> None:
    """The program: the numbers of the listening socket and of the control line."""
    main(*map(int, arguments))
