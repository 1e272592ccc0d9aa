"""Where code of others plays without a lock, whoever played and whoever reads the result is told."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import kiebitz as kb
from kiebitz.agents.cells import nursery
from kiebitz.agents.cells.nursery import hello
from kiebitz.agents.cells.zygote import Hello
from kiebitz.lab.runs.stored import find_run
from kiebitz.telling import tell_once
from tests.lab.command import PROGRAM, document, kiebitz

SAID = "Not locked in: {bot}. Such code can read files"
BOT = """
from kiebitz import Agent

class Bot(Agent):
    def act(self, view):
        return view.moves[0]
"""
ECHO = """
import json, sys
for line in sys.stdin:
    print(json.dumps({"type": "play", "move": json.loads(line)["view"]["moves"][0]}), flush=True)
"""
locked = pytest.mark.skipif(not hello().locks, reason=f"this system cannot lock cells: {hello().why}")
NO_SPACES = "echo 0 > /proc/sys/user/max_user_namespaces && exec "


@pytest.fixture
def spec(tmp_path: Path) -> str:
    file = tmp_path / "bot.py"
    file.write_text(BOT)
    return f"{file}:Bot"


def words(spec: str, *more: object) -> list[str]:
    return list(map(str, ["match", "durak", spec, "random", "--deals", 2, "--seed", 1, *more]))


def test_who_trusts_a_bot_is_told_and_so_is_who_reads_the_result(spec: str, tmp_path: Path) -> None:
    answer = kiebitz(*words(spec, "--trust", "--json", "--out", tmp_path / "run"))
    assert answer.stderr.count(SAID.format(bot=spec)) == 1
    assert document(answer)["unlocked"] == [spec]
    assert SAID.format(bot=spec) in kiebitz("show", tmp_path / "run").stdout
    shown = document(kiebitz("show", tmp_path / "run", "--json"))
    assert shown["unlocked"] == shown["results"][0]["unlocked"] == [spec]
    assert kiebitz("report", tmp_path / "run", "--out", tmp_path / "page.html").returncode == 0
    assert SAID.format(bot=spec) in (tmp_path / "page.html").read_text()


@locked
def test_of_a_bot_that_is_locked_in_nothing_is_said(spec: str, tmp_path: Path) -> None:
    answer = kiebitz(*words(spec, "--json", "--out", tmp_path / "run"))
    assert "locked" not in answer.stderr
    assert document(answer)["unlocked"] == []


@locked
def test_a_system_without_namespaces_says_so(spec: str, tmp_path: Path) -> None:
    """A system that forbids them, for this one command."""
    command = shlex.join([PROGRAM, *words(spec, "--json", "--quiet", "--out", tmp_path / "run")])
    asked = ["unshare", "--user", "--map-root-user", "sh", "-c", NO_SPACES + command]
    answer = subprocess.run(asked, capture_output=True, text=True, timeout=120)
    assert answer.returncode == 0, answer.stderr
    assert answer.stderr.count(SAID.format(bot=spec)) == 1
    assert json.loads(answer.stdout)["unlocked"] == [spec]


def test_a_program_that_is_trusted_is_named(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(ECHO)
    spec = f"exec:{shlex.join([sys.executable, str(tmp_path / 'bot.py')])}"
    result = kb.match(
        "durak", spec, "random", deals=2, seed=1, trust=True, out=tmp_path / "a", progress=False
    )
    assert result.unlocked == (spec,)


def test_the_library_warns_once_and_marks_each_result(
    spec: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tell_once.cache_clear()
    for name in "ab":
        result = kb.match(
            "durak", spec, "random", deals=2, seed=1, trust=True, out=tmp_path / name, progress=False
        )
        assert result.unlocked == (spec,)
    assert capsys.readouterr().err.count(SAID.format(bot=spec)) == 1
    assert find_run(str(tmp_path / "a")).result().unlocked == (spec,)
    found = kb.tournament(
        "durak", spec, "random", deals=2, seed=1, trust=True, out=tmp_path / "t", progress=False
    )
    assert found.as_dict()["unlocked"] == [spec]
    cells = kb.grid(
        "durak", "flat:playouts=1|2", spec, deals=2, seed=1, trust=True, out=tmp_path / "g", progress=False
    )
    assert cells.as_dict()["unlocked"] == [spec]


def test_ones_own_class_needs_no_lock(tmp_path: Path) -> None:
    class Own(kb.Agent):
        def act(self, view: kb.View) -> kb.Move:
            return view.moves[0]

    result = kb.match("durak", Own, "random", deals=2, seed=1, progress=False)
    assert result.unlocked == ()


def test_ones_own_class_in_a_file_needs_none_either(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(BOT)
    code = (
        "import kiebitz, mine\n"
        "if __name__ == '__main__':\n"
        "    how = {'deals': 2, 'seed': 1, 'progress': False, 'out': 'run'}\n"
        "    result = kiebitz.match('durak', mine.Bot, 'random', **how)\n"
        "    print(result.match.players[0].spec, result.unlocked)\n"
    )
    (tmp_path / "main.py").write_text(code)
    answer = subprocess.run(
        [sys.executable, "main.py"], cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    assert answer.stdout == "mine.py:Bot ()\n", answer.stderr
    assert "locked" not in answer.stderr


def test_a_player_at_the_table_is_told(
    spec: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from kiebitz.agents.cells import guarded
    from kiebitz.agents.registry import contestant

    tell_once.cache_clear()
    monkeypatch.setattr(nursery, "_hello", Hello(False, "a test"))
    one = contestant(spec, kb.game("durak"))
    for _ in range(2):
        guarded.tell_if_unlocked(one)
    assert capsys.readouterr().err.count(SAID.format(bot=spec)) == 1
