"""Where cells come from: a zygote for this process and its workers; and cells as whoever asks has them."""

from __future__ import annotations

import atexit
import json
import os
import select
import socket
import subprocess
import sys
import tempfile
import threading
import weakref
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import IO

from kiebitz.agents.answers import Lost
from kiebitz.agents.cells import sandbox
from kiebitz.agents.cells.line import LENGTH, LONGEST
from kiebitz.agents.cells.zygote import QUESTION, READY, UNLOCKED, Hello, Order, as_line
from kiebitz.agents.limits import FILES_CLOSED, how_it_ended
from kiebitz.children import unheard_interrupts
from kiebitz.errors import BadOption, KiebitzError
from kiebitz.kernel.caching import cache_folder
from kiebitz.sayings import plain, say

PROGRAM = "import sys; from kiebitz.agents.cells.zygote import start; start(sys.argv[1:])"
PASSED = ("LANG", "LC_ALL", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "SYSTEMROOT", "TZ")
"""The variables that a cell keeps; none of them says anything of the run."""
LINES = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
MOST_WORDS = 1 << 16  # bytes of what a cell prints that are passed on
CAN_GUARD = sys.platform == "linux" and hasattr(os, "pidfd_open")


class CannotLock(KiebitzError):
    """A cell cannot be made as it was asked for."""


class Nursery:
    """A zygote, as its owner has it; others reach it by its address."""

    def __init__(self) -> None:
        folder = Path(tempfile.mkdtemp(prefix="kiebitz-cells-"))  # the zygote removes it
        self.address = str(folder / "line")
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as door:
            door.bind(self.address)
            door.listen(64)
            control, self._control = os.pipe()
            numbers = [door.fileno(), control]
            with unheard_interrupts():
                self._process = subprocess.Popen(
                    [sys.executable, "-P", "-c", PROGRAM, *map(str, numbers)],
                    env=clean_environment(),
                    cwd="/",
                    pass_fds=numbers,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                )
            os.close(control)
        self._end = weakref.finalize(self, _end_zygote, self._process, self._control)

    def close(self) -> None:
        """End the zygote; cells that are still there live on for those who hold them."""
        self._end()


def _end_zygote(process: subprocess.Popen[bytes], control: int) -> None:
    os.close(control)
    with suppress(subprocess.TimeoutExpired):
        process.wait(5)


def clean_environment() -> dict[str, str]:
    """What a cell's environment holds: where Python finds its packages and the kernels' cache, no more."""
    found = {name: os.environ[name] for name in os.environ if name in PASSED or name.startswith("NUMBA_")}
    cache = cache_folder()
    chosen = {"KIEBITZ_CACHE": str(cache.parent)} if cache else {}
    return {**found, **LINES, **chosen, "PATH": os.defpath, "HOME": "/tmp"}


_own: Nursery | None = None
_address = ""
_making = threading.RLock()


def address() -> str:
    """Where the zygote of this process is, which is started if there is none."""
    global _own
    if _address:
        return _address
    with _making:
        if _own is None or _own._process.poll() is not None:
            _own = Nursery()
            atexit.register(_own.close)
        return _own.address


def use(elsewhere: str) -> None:
    """Let this process have its cells from the zygote of another."""
    global _address
    _address = elsewhere


def _connected() -> socket.socket:
    line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        line.connect(address())
    except OSError:
        line.close()
        raise KiebitzError(say("The process that starts bots has ended; give the command again.")) from None
    return line


_hello: Hello | None = None


def hello() -> Hello:
    """What this system can do: found out once."""
    global _hello
    if _hello is None:
        if not CAN_GUARD:
            _hello = Hello(False, sys.platform)
        else:
            with _connected() as line:
                line.sendall(as_line(QUESTION))
                _hello = Hello(*json.loads(_all(line) or b'[false, "it does not start"]'))
    return _hello


def _all(line: socket.socket) -> bytes:
    """All that is said over a line up to its end."""
    found = b""
    with suppress(OSError):
        while part := line.recv(1 << 16):
            found += part
    return found


class Cell:
    """A process that is asked over pipes: write to ``to``, read from ``of``."""

    def __init__(self, order: Order, name: str) -> None:
        self.name = name
        if not order.lock:
            sandbox.be_unreadable()  # it could look into this process
        theirs, self.to = os.pipe()
        self.of, answers = os.pipe()
        words, errors = os.pipe()
        try:
            self._line = _connected()
            self._line.sendall(as_line(order.game))
            if self._line.recv(len(READY)) == READY:
                socket.send_fds(self._line, [as_line(order._replace(game=None))], [theirs, answers, errors])
        finally:
            for file in (theirs, answers, errors):
                os.close(file)
        self._talk = threading.Thread(target=_pass_on, args=(words,), daemon=True)
        self._talk.start()
        self._end = weakref.finalize(self, _end_cell, self._line, (self.to, self.of))
        self._code: int | None = None
        self._waiting = select.poll()
        self._waiting.register(self.of, select.POLLIN)

    @property
    def is_alive(self) -> bool:
        """May it be asked? Once something went wrong nobody does."""
        return self._end.alive

    def ask(self, question: bytes, seconds: float | None) -> bytes:
        """What it answers; Lost if it does not, and then it is ended."""
        try:
            os.write(self.to, LENGTH.pack(len(question)) + question)
            if not self._waiting.poll(None if seconds is None else seconds * 1000):
                raise self.lost(is_late=True)
            return self._read(seconds)
        except OSError:
            raise self.lost() from None

    def _read(self, seconds: float | None) -> bytes:
        part, until = os.read(self.of, 1 << 16), None if seconds is None else monotonic() + seconds
        while len(part) < LENGTH.size or len(part) < LENGTH.size + LENGTH.unpack_from(part)[0]:
            if len(part) > LONGEST:
                raise self.lost(flood=True)
            if until is not None and not self._waiting.poll(max(0.0, until - monotonic()) * 1000):
                raise self.lost(is_late=True)
            more = os.read(self.of, 1 << 16)
            if not more:
                raise self.lost()
            part += more
        if len(part) > LENGTH.size + LENGTH.unpack_from(part)[0]:
            raise self.lost(flood=True)
        return part[LENGTH.size :]

    def lost(self, is_late: bool = False, flood: bool = False) -> Lost:
        """End it and say how it was lost."""
        if is_late or flood:
            self.close()
            return Lost(say("wrote more than an answer where its answers are read"), is_late)
        code = self.wait() if self.is_alive else None
        self.close()
        return Lost(how_it_ended(FILES_CLOSED if code is None else code))  # it may live on without a line

    def wait(self, seconds: float = 5.0) -> int | None:
        """The exit code of a cell, or minus the signal that ended it; None if it has not ended by then."""
        if self._code is not None:
            return self._code
        self._line.settimeout(seconds)
        told = _all(self._line)
        if not told.endswith(b"\n"):
            return None
        code, why = json.loads(told)
        if code == UNLOCKED:
            raise CannotLock(
                say("{bot} cannot be isolated here: {why}.", bot=self.name, why=plain(why or "no rights"))
            )
        self._code = int(code)
        return self._code

    def poll(self) -> int | None:
        """The exit code if it has ended."""
        if not self.is_alive or self._code is not None:
            return self._code or 0
        waiting = select.poll()
        waiting.register(self._line, select.POLLIN)
        return self.wait() if waiting.poll(0) else None

    def close(self) -> None:
        """End the process and all that it has started."""
        self._end()
        self._talk.join(0.2)  # what it printed last


def _end_cell(line: socket.socket, files: tuple[int, ...]) -> None:
    with suppress(OSError):
        line.shutdown(socket.SHUT_WR)  # its keeper ends it
    for file in files:
        with suppress(OSError):
            os.close(file)
    line.close()


def _pass_on(words: int) -> None:
    """Show on standard error what a cell prints, but not without end, and nothing that moves a cursor."""
    left = MOST_WORDS
    with suppress(OSError), open(words, "rb", 0) as source:
        while part := source.read(1 << 12):
            if left > 0:
                _show(part[:left], sys.stderr)
                left -= len(part)
                if left <= 0:
                    _show(str(say("(what it prints is not shown any further)")).encode() + b"\n", sys.stderr)


def _show(part: bytes, target: IO[str]) -> None:
    text = part.decode("utf-8", "replace")
    clean = "".join(letter if letter.isprintable() or letter in "\n\t" else " " for letter in text)
    with suppress(OSError, ValueError):
        target.write(clean)
        target.flush()


def packages() -> list[str]:
    """The folders in which Python finds itself and what is installed."""
    own = [entry for entry in os.environ.get("PYTHONPATH", "").split(os.pathsep) if entry]
    sites = [entry for entry in sys.path if "site-packages" in entry or "dist-packages" in entry]
    home = [str(Path(__file__).parents[3])]
    prefixes = [sys.prefix, sys.base_prefix, sys.exec_prefix, str(Path(sys.executable).resolve().parents[1])]
    cache = cache_folder()
    kernels = [str(cache)] if cache else []
    found = [Path(one).absolute() for one in [*prefixes, *sites, *own, *home, *kernels]]
    return sorted({str(path) for one in found for path in (one, one.resolve()) if path != Path("/")})


def demand_lock_for(spec: str) -> None:
    """Refuse a bot that only a stored run or a page names where it cannot be locked in."""
    if not hello().locks:
        raise BadOption(
            say(
                "{bot} is named only by the run or page, and this system cannot lock it in ({why}). If you "
                "trust it, give --trust (in Python trust=True), or --load with its file.",
                bot=spec,
                why=plain(hello().why),
            )
        )


def demand_lock() -> None:
    """Refuse a system that cannot lock cells."""
    if not hello().locks:
        raise BadOption(
            say(
                "This system cannot lock bots in ({why}). Without --isolate they play in processes of their "
                "own that get views only, but could read your files and use the network.",
                why=plain(hello().why),
            )
        )
