"""Stored runs are shown, reported, exported and verified wherever they are, whatever became of their bots."""

from __future__ import annotations

import os
import shlex
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

import kiebitz as kb
from kiebitz.errors import BadOption
from kiebitz.lab.playing.executors import Processes, Threads
from kiebitz.lab.runs.outline import LEDGER
from kiebitz.lab.runs.plan import match_plan
from kiebitz.lab.runs.run import Run
from kiebitz.lab.runs.stored import remove_run
from tests import starter
from tests.lab.command import PROGRAM, bot
from tests.starter import PATIENCE

BOT = """from pathlib import Path

from helper import choose
from kiebitz import Agent


class Mine(Agent):
    cheats = True
    files = ("data/weights.txt",)

    def act(self, view):
        return choose(view, (Path(__file__).parent / "data" / "weights.txt").read_text())
"""
HELPER = "def choose(view, weight):\n    return view.moves[int(weight)]\n"
TRAP = "from pathlib import Path\n\nPath('{}').touch()\nraise SystemExit\n"
UNPRIVILEGED = "-dac_override,-dac_read_search"  # what makes root write where nobody may


def kiebitz(folder: Path, *arguments: object) -> str:
    """What the command answers in a folder, where it must succeed."""
    answer = starter.run([PROGRAM, *arguments], folder)
    assert answer.returncode == 0, answer.stderr
    return answer.stdout


SEVERAL = """
import sys
from kiebitz.cli import main
for line in sys.stdin.read().splitlines():
    sys.argv = ["kiebitz", *line.split("|")]
    try:
        main()
    except SystemExit as end:
        assert not end.code, line
    print(end="|")
"""


def several(folder: Path, before: tuple[str, ...], *commands: tuple[object, ...]) -> list[str]:
    """What some commands answer in one process, where each must succeed."""
    typed = "\n".join("|".join(map(str, words)) for words in commands)
    program = [*before, sys.executable, "-c", SEVERAL]
    answer = subprocess.run(
        program, cwd=folder, input=typed, capture_output=True, text=True, timeout=PATIENCE
    )
    assert answer.returncode == 0, answer.stderr
    return answer.stdout.split("|")[:-1]


class Before(NamedTuple):
    """A run as it was shown where its bot had played, and one of its records."""

    folder: Path
    shown: list[str]
    record: str


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Before:
    """A bot with a helper and data has played; its folder has another name since."""
    folder = tmp_path_factory.mktemp("before")
    home, run = folder / "home", folder / "run"
    (home / "bots" / "data").mkdir(parents=True)
    (home / "bots" / "mine.py").write_text(BOT)
    (home / "bots" / "helper.py").write_text(HELPER)
    (home / "bots" / "data" / "weights.txt").write_text("-1")
    match = ("match", "durak", "bots/mine.py:Mine", "random", "--deals", 3, "--seed", 4)
    kiebitz(home, *match, "--out", run)
    found = Before(folder, shown(home, run), kiebitz(home, "show", run, "--game", "0/2/1"))
    home.rename(folder / "kept")
    return found


@pytest.fixture
def played(before: Before, tmp_path: Path) -> Path:
    """A copy of the bot's folder that a test may change, with its run and a folder elsewhere beside it."""
    (tmp_path / "elsewhere").mkdir()
    shutil.copytree(before.folder / "run", tmp_path / "run")
    return Path(shutil.copytree(before.folder / "kept", tmp_path / "home"))


def shown(where: Path, run: Path) -> list[str]:
    """All that can be shown of a run without playing."""
    kiebitz(where, "export", run, "--csv", where / "games.csv")
    kiebitz(where, "report", run, "--out", where / "report.html")
    page = (where / "report.html").read_text()
    assert "Mine (cheats)" in page
    table = (where / "games.csv").read_text()
    assert "bots/mine.py:Mine (cheats)" in table
    texts = kiebitz(where, "show", run), kiebitz(where, "show", run, "--lines")
    return [*(text.removeprefix(f"run in {run}\n") for text in texts), table]


@pytest.mark.parametrize("fate", ["gone", "another"])
def test_a_run_outlives_its_bot(fate: str, played: Path, before: Before) -> None:
    run, elsewhere, sprung = played.parent / "run", played.parent / "elsewhere", played.parent / "sprung"
    assert "bots/mine.py:Mine (cheats)" in before.record
    shutil.rmtree(played / "bots")
    if fate == "another":  # whoever loads it will be seen
        (elsewhere / "bots").mkdir()
        (elsewhere / "bots" / "mine.py").write_text(TRAP.format(sprung))
    assert shown(elsewhere, run) == before.shown
    assert kiebitz(elsewhere, "show", run, "--game", "0/2/1") == before.record
    assert kiebitz(elsewhere, "verify", run, "--sample", 0) == "6 of 6 games came out as stored.\n"
    assert not sprung.exists()


def test_a_run_outlives_a_program(tmp_path: Path) -> None:
    """The interpreter is installed here and stays what it is; the author's file is in the run."""
    home, run = tmp_path / "home", tmp_path / "run"
    home.mkdir()
    shutil.copy(Path(bot("line_bot:").removesuffix(":")), home / "line.py")
    spec = f"exec:{shlex.join([sys.executable, 'line.py'])}"
    kiebitz(home, "match", "durak", spec, "random", "--deals", 2, "--seed", 4, "--out", run)
    before = kiebitz(home, "show", run)
    (home / "line.py").unlink()
    assert kiebitz(tmp_path, "show", run) == before
    assert kiebitz(tmp_path, "verify", run) == "4 of 4 games came out as stored.\n"
    assert kiebitz(tmp_path, "export", run, "--sources", "again") == "again/line.py\n"


def test_the_files_of_a_bot_can_be_had_back(played: Path) -> None:
    run, elsewhere = played.parent / "run", played.parent / "elsewhere"
    shutil.rmtree(played / "bots")
    listed = kiebitz(elsewhere, "export", run, "--sources", "again").split()
    assert sorted(listed) == [
        "again/bots/data/weights.txt",
        "again/bots/helper.py",
        "again/bots/mine.py",
    ]
    assert (elsewhere / "again" / "bots" / "mine.py").read_text() == BOT
    assert (elsewhere / "again" / "bots" / "data" / "weights.txt").read_text() == "-1"
    match = ("match", "durak", "bots/mine.py:Mine", "random", "--deals", 5, "--seed", 4)
    assert "5 deals" in kiebitz(elsewhere / "again", *match, "--out", run)  # it is still the same bot


@pytest.fixture
def as_nobody() -> tuple[str, ...]:
    """What a command begins with whose rights are those of everybody."""
    if os.name == "nt":
        pytest.skip("folders cannot be made read-only here")
    if os.geteuid():
        return ()
    if not shutil.which("setpriv"):
        pytest.skip("root may write anywhere")
    return ("setpriv", "--inh-caps", UNPRIVILEGED, "--bounding-set", UNPRIVILEGED)


@pytest.fixture
def protected(tmp_path: Path) -> Iterator[Path]:
    """A folder that is read-only once the test has begun, and can be removed afterwards."""
    folder = tmp_path / "protected"
    folder.mkdir()
    yield folder
    folder.chmod(0o755)


@pytest.mark.parametrize("killed", [False, True], ids=["finished", "killed"])
def test_a_run_is_shown_in_a_folder_that_is_read_only(
    killed: bool, as_nobody: tuple[str, ...], protected: Path, tmp_path: Path
) -> None:
    """Also one whose writer was killed, with most of the games not yet in the ledger's own file."""
    run = Run.create(
        "match", (match_plan("durak", [bot("patient:Patient"), "random"], 20, seed=1),), tmp_path / "run"
    )
    with closing(Processes()) as workers:
        run.play(workers)
    if not killed:
        run.ledger.close()
    for file in (tmp_path / "run").glob("games.sqlite*"):
        if not file.name.endswith("-shm"):
            shutil.copyfile(file, protected / file.name)
    names = sorted(path.name for path in protected.iterdir())
    assert names == (["games.sqlite", "games.sqlite-wal"] if killed else ["games.sqlite"])
    for path in (*protected.iterdir(), protected):
        path.chmod(0o555)
    shown, exported, reported, verified = several(
        tmp_path,
        as_nobody,
        ("show", protected),
        ("export", protected, "--csv", "a.csv"),
        ("report", protected),
        ("verify", protected, "--sample", 4),
    )
    assert "20 deals in 2 seatings: 40 games" in shown
    assert "80 rows" in exported
    assert (tmp_path / "a.csv").read_text().count("\n") == 81
    assert "report.html" in reported
    assert (tmp_path / "report.html").exists()
    assert verified.startswith("4 of 4")
    assert sorted(path.name for path in protected.iterdir()) == names


def change(run: Path, *statements: str) -> None:
    with sqlite3.connect(run / LEDGER) as file:
        for statement in statements:
            file.execute(statement)
    file.close()


def test_runs_from_before_these_marks_are_shown(played: Path) -> None:
    run = played.parent / "run"
    assert "Mine (cheats)" in kiebitz(played, "show", run)
    change(run, "DROP TABLE sources", "DELETE FROM manifest WHERE key = 'contestants'")
    shown = kiebitz(played, "show", run)  # nothing is loaded to find out what it was
    assert "bots/mine.py:Mine " in shown and "cheats" not in shown
    assert "bots/mine.py:Mine " in kiebitz(played.parent, "show", run, "--lines")


def test_an_agent_that_no_longer_exists_is_shown_and_code_does_not_matter(tmp_path: Path) -> None:
    run = Run.create("match", (match_plan("durak", ["random", "random"], 3, seed=1),), tmp_path)
    run.play(Threads())
    run.ledger.close()
    change(
        tmp_path,
        "UPDATE manifest SET value = replace(value, '\"random\"', '\"gone:depth=2\"') WHERE key = 'plans'",
        "DELETE FROM manifest WHERE key = 'identities'",
    )
    assert "gone:depth=2" in kiebitz(tmp_path, "show", tmp_path)
    assert "gone:depth=2" in kiebitz(tmp_path, "show", tmp_path, "--lines")
    kiebitz(tmp_path, "report", tmp_path)
    assert "compiled policy" in (tmp_path / "report.html").read_text()


def test_a_game_from_a_file_is_asked_for_in_a_sentence(tmp_path: Path) -> None:
    home, run = tmp_path / "home", tmp_path / "run"
    home.mkdir()
    shutil.copy(Path(__file__).parents[2] / "docs" / "toy_game.py", home / "toy.py")
    kiebitz(home, "match", "toy.py:HighCard", "random", "random", "--deals", 3, "--seed", 4, "--out", run)
    before = kiebitz(home, "show", run, "--load", "toy.py")
    answer = starter.run([PROGRAM, "show", run], tmp_path)
    assert answer.returncode == 2
    assert answer.stderr.count("\n") == 1
    assert "The game comes from toy.py" in answer.stderr
    assert f"'kiebitz export {run} --sources FOLDER' writes the copy that it has." in answer.stderr
    kiebitz(tmp_path, "export", run, "--sources", "again")
    verified = kiebitz(tmp_path, "verify", run, "--load", "again/toy.py")
    assert verified == "6 of 6 games came out as stored.\n"
    assert kiebitz(tmp_path / "again", "show", run, "--load", "toy.py") == before


def test_no_stored_path_leads_out_of_its_folder(tmp_path: Path) -> None:
    from kiebitz.lab.runs.bundles import Packed, unpack

    for path in ("../escaped.py", "/tmp/escaped.py", "a/../../escaped.py"):
        with pytest.raises(Exception, match="leads out of its folder"):
            unpack([Packed("bot.py", path, b"")], tmp_path / "inside")
    assert not list(tmp_path.rglob("*.py"))


def test_a_run_is_removed_by_its_whole_name_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIEBITZ_RUNS", str(tmp_path))
    run = kb.match("durak", "greedy", "random", deals=4, seed=1, progress=False).run
    assert run is not None
    with pytest.raises(BadOption, match="whole name"):
        remove_run(run.name[:-2])
    (run.folder / "notes.txt").write_text("mine", encoding="utf-8")
    assert remove_run(run.name) == run.name
    assert kb.list_runs() == []
    assert [file.name for file in run.folder.iterdir()] == ["notes.txt"]
