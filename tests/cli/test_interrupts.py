"""Ctrl-C while a command's processes begin: they get it from the terminal too, and leave it to the command.

``STARTING`` has a call of every command that starts processes; a test demands that none is left out.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator
from inspect import signature
from pathlib import Path
from shutil import copytree
from time import monotonic

import pytest

from kiebitz.table.tables.store import Store
from tests.cli.every import every_command
from tests.clocks import eventually
from tests.lab.command import PROGRAM, kiebitz
from tests.paths import XSKAT
from tests.starter import run
from tests.table.test_remote import post, server

pytest.importorskip("pty")  # not on Windows

from tests.cli.terminal import Terminal

DOCS = Path(__file__).parents[2] / "docs"
BOT = f"{DOCS / 'my_bot.py'}:Cautious"
MANY = "--deals 5000 --seed 1"
SPREAD = "--executor processes --workers 2"
PAGE = f'game = "schnapsen"\nseed = 3\ndeals = 5000\npairs = [["{BOT}", "random"]]\n'
CLAIM = f'game = "schnapsen"\nbetter = "{BOT}"\nworse = "random"\ndeals = 5000\n'
STARTING = {
    "check-bot": f"check-bot {BOT} schnapsen --games 500",
    "check-game": f"check-game {DOCS / 'toy_game.py'}",
    "match": f"match schnapsen {BOT} random {MANY}",
    "tournament": f"tournament schnapsen {BOT} random {MANY}",
    "grid": f"grid schnapsen {BOT} --against random {MANY}",
    "run": "run page.toml",
    "reproduce": "reproduce page.toml",
    "power": f"power schnapsen {BOT} random --elo 20 --pilot 5000 --seed 1",
    "freeze": f"freeze schnapsen {BOT} random {MANY} --out weights.json",
    "seal": "seal other.toml",
    "unseal": "unseal claim.seal",
    "verify": "verify run",
    "show": "show run --game 0/0/0",
    "dataset": f"dataset schnapsen {BOT} random {MANY} --out positions",
    "play": f"play schnapsen {BOT} --seed 1",
    "join": f"join LINK --agent {BOT}",
    "table": "table --no-open --port 0 --store tables",
    "skat replay": f"skat replay {XSKAT} --agent {DOCS / 'my_bot.py'}:Cautious",
}  # fmt: skip
TELLING = {"trust", "executor"}
"""A command with one of these parameters starts processes for bots or workers."""
TRACEBACK = re.compile(r'Traceback \(most recent call last\):\s+File "([^"]+)"')
CHILDREN = {"<string>", "<frozen runpy>"}
"""Where a traceback begins in a process that was started with ``-c`` or ``-m``, as ours are."""
NOT_YET = "init_import_site"
"""What Python says with the code 1 if it is interrupted while it prepares itself."""


def test_no_command_that_starts_processes_is_left_out() -> None:
    found = {words for words, function in every_command() if TELLING & set(signature(function).parameters)}
    assert found <= set(STARTING)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a page, a seal and a run in which a bot from a file plays."""
    from kiebitz.lab.sealing.seal import seal

    folder = tmp_path_factory.mktemp("home") / "home"
    folder.mkdir()
    (folder / "page.toml").write_text(PAGE)
    for name in ("claim", "other"):
        (folder / f"{name}.toml").write_text(CLAIM)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kiebitz.lab.sealing.seal.fresh_seed", lambda: "known")
        seal(folder / "claim.toml")
    done = kiebitz("match", "schnapsen", BOT, "random", "--deals", 2, "--seed", 1, "--out", folder / "run")
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with tables."""
    with server(Store(tmp_path_factory.mktemp("tables") / "tables.sqlite")) as address:
        yield address


class Interrupted:
    """A command in a window, in which Ctrl-C is pressed at a moment."""

    def __init__(self, name: str, home: Path, tables: str, folder: Path, fresh: bool = False) -> None:
        copytree(home, folder)
        words = shlex.split(STARTING[name].replace("LINK", link(tables) if name == "join" else ""))
        self.window = Terminal([PROGRAM, *words], 80, folder, fresh, KIEBITZ_RUNS=str(folder / "runs"))
        self.begun = monotonic()

    def press(self, seconds: float) -> None:
        """So many seconds after ``begun``, unless the command has ended by then."""
        self.window.wait_for(lambda: monotonic() >= self.begun + seconds)
        if self.window.code is None:
            self.window.type("\x03")

    def wait_for_child(self) -> None:
        """From here on the time counts that has gone by since the first child began."""
        self.window.wait_for(lambda: bool(self.window.children))
        self.begun = monotonic()

    def check(self) -> None:
        """The command minded it alone: nothing else wrote where it was interrupted, nothing lives on."""
        code, shown = self.window.wait(), self.window.shown
        assert code in ((1,) if NOT_YET in shown else (0, 130)), shown
        if "Traceback" in shown:  # only what Python itself does before it comes to us cannot be guarded
            ours = set(re.findall(r"kiebitz/([\w/]+\.py)\", line", shown))
            assert ours <= {"__init__.py", "__main__.py"}, shown
            assert not CHILDREN & set(TRACEBACK.findall(shown)), shown
        assert eventually(lambda: not any(map(is_running, self.window.started))), self.window.started


def link(tables: str) -> str:
    """A free seat of a new table."""
    seats = [{"kind": "person"}, {"kind": "agent", "agent": "random"}]
    table = post(tables, {"game": "schnapsen", "seats": seats, "seed": "7"})
    return f"{tables}/table.html#{table['table']}.{table['tokens'][0]}"


def is_running(process: int) -> bool:
    """Does a process run? One that has ended may wait for somebody who takes note of it."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


@pytest.mark.parametrize("name", STARTING)
def test_processes_leave_an_interrupt_to_their_command(
    name: str, home: Path, tables: str, tmp_path: Path
) -> None:
    """Three moments at which a child has just begun, however quick the machine is."""
    moments = 0.0, 0.2, 0.6
    commands = [Interrupted(name, home, tables, tmp_path / str(moment)) for moment in moments]
    for command, moment in zip(commands, moments, strict=True):
        command.wait_for_child()
        command.press(moment)
    for command in commands:
        command.check()


def test_an_interrupt_while_a_module_is_half_loaded_is_one() -> None:
    """The module that knows the children is loaded by one command after the other, at some moment."""
    half = (
        "import sys; from types import ModuleType; sys.modules['kiebitz.children'] = ModuleType('children')"
    )
    answer = run([sys.executable, "-c", f"{half}; from kiebitz.__main__ import leave; leave(2, None)"])
    assert (answer.returncode, answer.stderr) == (130, "")


@pytest.mark.slow
@pytest.mark.parametrize("name", STARTING)
def test_an_interrupt_at_any_moment_leaves_no_traceback(
    name: str, home: Path, tables: str, tmp_path: Path
) -> None:
    """Thirty moments of the first three seconds, of a command that begins as a user's does."""
    for tenth in range(30):
        command = Interrupted(name, home, tables, tmp_path / str(tenth), fresh=True)
        command.press(tenth / 10)
        command.check()
