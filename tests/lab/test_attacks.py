"""Bots that look for the other cards: what each finds if it is trusted, and that a cell has none of it."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import socket
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiebitz.agents.cells.nursery import hello
from tests.bots.attacker import WAYS, Attacker
from tests.lab.command import BOTS, PROGRAM, document, kiebitz

locked = pytest.mark.skipif(not hello().locks, reason=f"this system cannot lock cells: {hello().why}")


@pytest.fixture(scope="module")
def secret() -> str:
    return f"kbsecret-{secrets.token_hex(8)}"


@pytest.fixture(scope="module")
def port(secret: str) -> Iterator[int]:
    """A server of the user's, such as a table, that answers whoever asks."""
    server = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                line, _ = server.accept()
            except OSError:
                return
            with line:
                line.sendall(secret.encode())

    threading.Thread(target=serve, daemon=True).start()
    yield server.getsockname()[1]
    server.close()


def found(folder: Path, secret: str, port: int, *options: str) -> set[str]:
    """What the attacker finds in a real command, whose seed, environment and ledger hold the secret."""
    bots, private = folder / "bots", folder / "private.txt"
    bots.mkdir()
    shutil.copy(BOTS / "attacker.py", bots)
    private.write_text(secret)
    (bots / "claim.seal.secret").write_text(secret)
    log = folder / "log.txt"
    spec = f"{bots / 'attacker.py'}:Attacker:pid={os.getpid()},port={port},file={private}"
    words = [PROGRAM, "match", "schnapsen", spec, "random-python", "--deals", "2", "--seed", secret,
             "--quiet", "--out", str(bots / "run"), "--d1", "--log", str(log), *options]  # fmt: skip
    environment = {**os.environ, "KIEBITZ_TEST": secret}
    answer = subprocess.run(words, env=environment, cwd=folder, capture_output=True, text=True, timeout=300)
    assert answer.returncode == 0, answer.stderr
    told = re.findall(r"found: ([a-z -]*)\.", log.read_text())
    assert len(told) == 4
    return set(" ".join(told).split()) - {"nothing"}


def test_a_bot_that_is_trusted_finds_what_it_looks_for(tmp_path: Path, secret: str, port: int) -> None:
    """Each of these ways has worked: a test of the guard that finds nothing proves nothing by itself."""
    assert found(tmp_path, secret, port, "--trust") >= set(WAYS) - _closed()


def _closed() -> set[str]:
    """The ways that this system closes to whoever runs the tests, for example in a container."""
    closed = set() if os.getuid() == 0 else {"tracing", "parents-memory"}
    for way in ("first-process", "settings", "rings", "machines-around"):
        try:
            found = WAYS[way](Attacker())
        except OSError:
            found = False
        closed |= set() if found else {way}
    return closed


@locked
def test_a_bot_in_a_locked_cell_finds_nothing(tmp_path: Path, secret: str, port: int) -> None:
    assert found(tmp_path, secret, port, "--isolate") == set()


def test_a_bot_cannot_change_the_referee(tmp_path: Path) -> None:
    """One that is trusted wins by losing, and plays again as it was stored."""
    words = (
        "match",
        "schnapsen",
        f"{BOTS / 'attacker.py'}:Patches",
        "random-python",
        "--deals",
        3,
        "--seed",
        1,
    )
    trusted = document(kiebitz(*words, "--json", "--trust", "--out", tmp_path / "trusted"))
    assert [agent["failures"] for agent in trusted["agents"]] == [0, 6]
    honest = document(kiebitz(*words, "--json", "--out", tmp_path / "honest"))
    assert [agent["failures"] for agent in honest["agents"]] == [6, 0]
    assert "6 of 6 games came out as stored" in kiebitz("verify", tmp_path / "honest").stdout


LOOKS = """
import os
from kiebitz import Agent

class Looks(Agent):
    def act(self, view):
        if "KIEBITZ_TEST" in os.environ:
            raise RuntimeError("at home")
        return view.moves[0]
"""
PAGE = """
game = "schnapsen"
deals = 2
seed = 1
pairs = [["looks.py:Looks", "random"]]
"""
WHEREVER = {
    "match": "match schnapsen {bot} random --deals 2 --seed 1",
    "tournament": "tournament schnapsen {bot} random --deals 2 --seed 1",
    "grid": "grid schnapsen {bot} --against random --deals 2 --seed 1",
    "run": "run {page}",
}


@pytest.mark.parametrize("command", WHEREVER)
def test_a_bot_has_a_cell_wherever_it_plays(command: str, tmp_path: Path) -> None:
    """It fails in every game if it finds the environment of the command, which only a trusted one does."""
    bot, page = tmp_path / "looks.py", tmp_path / "page.toml"
    bot.write_text(LOOKS)
    page.write_text(PAGE.replace("looks.py", str(bot)))
    words = [word.format(bot=f"{bot}:Looks", page=page) for word in WHEREVER[command].split()]
    for number, more in enumerate(((), ("--trust",))):
        out = tmp_path / f"run{number}"
        answer = kiebitz(*words, *more, "--quiet", "--out", out, KIEBITZ_TEST="1")
        assert answer.returncode == number, answer.stderr
