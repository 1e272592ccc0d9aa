"""Runs, pages and seals that a stranger has sent are data: no file is run that the user has not named.

Every attack is a file that leaves a mark wherever it is loaded.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kiebitz.agents.cells import nursery
from kiebitz.agents.cells.zygote import Hello
from kiebitz.cli import main
from kiebitz.errors import KiebitzError
from kiebitz.lab.matches import match
from kiebitz.lab.runs.bundles import Packed
from kiebitz.lab.runs.ledger import Ledger
from kiebitz.lab.runs.outline import LEDGER
from kiebitz.lab.runs.stored import open_run
from kiebitz.lab.runs.verify import record_of
from kiebitz.plugins import forget_files
from kiebitz.rules.registry import game
from kiebitz.table.tables.table import Table
from tests.lab.command import PROGRAM
from tests.starter import run as run_command

GAME = """
import builtins, pathlib
pathlib.Path({mark!r}).touch()
from kiebitz.games.durak import Durak
class Evil(Durak):
    name = "evil"
"""
BOT = """
import pathlib
pathlib.Path({mark!r}).touch()
from kiebitz import Agent
class Bot(Agent):
    def act(self, view):
        return view.moves[0]
"""
PROGRAM_BOT = "#!/bin/sh\ntouch {mark!r}\n"
FILES = {"evil.py": GAME, "bot.py": BOT, "bot.sh": PROGRAM_BOT}


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of installed agents that somebody will change before he sends it."""
    folder = tmp_path_factory.mktemp("honest") / "run"
    match("durak", "greedy", "random", deals=2, seed=1, out=folder, progress=False)
    return folder


@pytest.fixture
def sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that was sent, seen from the reader's: every file in it leaves a mark where it is run."""
    folder = tmp_path / "sent"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text.format(mark=str(tmp_path / "mark")))
        (folder / name).chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(nursery, "_hello", Hello(False, "a test"))  # nothing but a refusal guards us
    return folder


def changed_run(honest: Path, sent: Path, marks: bool = True, **plan: Any) -> str:
    """A run whose manifest names what its sender likes."""
    folder = sent / "run"
    shutil.copytree(honest, folder)
    with closing(sqlite3.connect(folder / LEDGER)) as file, file:
        ((text,),) = file.execute("SELECT value FROM manifest WHERE key = 'plans'").fetchall()
        plans = [{**one, **plan} for one in json.loads(text)]
        file.execute("UPDATE manifest SET value = ? WHERE key = 'plans'", (json.dumps(plans),))
        if not marks:  # as in the first runs
            file.execute("DELETE FROM manifest WHERE key = 'contestants'")
    return str(folder.relative_to(sent.parent))


def command(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """A command's exit code and all that it says, in one line."""
    with pytest.MonkeyPatch.context() as patch, pytest.raises(SystemExit) as ended:
        patch.setattr("sys.argv", ["kiebitz", *words])
        main()
    said = capsys.readouterr()
    return int(str(ended.value.code or 0)), " ".join((said.out + said.err).split())


SHOWING = {
    "show": ("show", "RUN"),
    "lines": ("show", "RUN", "--lines"),
    "json": ("show", "RUN", "--json"),
    "report": ("report", "RUN", "--out", "page.html"),
    "csv": ("export", "RUN", "--csv", "games.csv"),
}
PLAYING = {
    "verify": ("verify", "RUN"),
    "game": ("show", "RUN", "--game", "0/0/0"),
}


@pytest.mark.parametrize("words", [*SHOWING.values(), *PLAYING.values()], ids=[*SHOWING, *PLAYING])
def test_a_game_that_lies_in_the_run_is_never_loaded(
    words: tuple[str, ...], honest: Path, sent: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = changed_run(honest, sent, game="sent/evil.py:Evil")
    code, said = command(capsys, *(run if word == "RUN" else word for word in words))
    assert not Path("mark").exists()
    assert (code, "--load sent/evil.py" in said) == (2, True), said


@pytest.mark.parametrize("bot", ["sent/bot.py:Bot", "exec:sent/bot.sh"])
@pytest.mark.parametrize("words", SHOWING.values(), ids=SHOWING)
def test_who_only_shows_a_run_makes_no_agent(
    words: tuple[str, ...], bot: str, honest: Path, sent: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = changed_run(honest, sent, marks=False, agents=[bot, "random"])
    code, said = command(capsys, *(run if word == "RUN" else word for word in words))
    assert not Path("mark").exists()
    assert code == 0, said


@pytest.mark.parametrize("bot", ["sent/bot.py:Bot", "exec:sent/bot.sh", "exec:sh sent/bot.sh"])
@pytest.mark.parametrize("words", PLAYING.values(), ids=PLAYING)
def test_a_bot_of_a_run_does_not_play_where_it_cannot_be_locked_in(
    words: tuple[str, ...], bot: str, honest: Path, sent: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = changed_run(honest, sent, agents=[bot, "random"])
    code, said = command(capsys, *(run if word == "RUN" else word for word in words))
    assert not Path("mark").exists()
    assert (code, "--trust" in said) == (2, True), said


START = "seed = 1\ndeals = 1\n"
PAGES = {
    "game": ("run", START + 'game = "sent/evil.py"\npairs = [["greedy", "random"]]', "--load sent/evil.py"),
    "bot": ("run", START + 'game = "durak"\npairs = [["sent/bot.py:Bot", "random"]]', "--trust"),
    "match": (
        "run",
        START + 'game = "durak"\n[[match]]\nagents = ["random", "exec:sent/bot.sh"]',
        "--trust",
    ),
    "openings": (
        "run",
        START + 'game = "skat"\n[[match]]\nagents = ["random", "random", "random"]\n'
        'openings = "deal of sent/bot.py:Bot"',
        "Openings are made by a compiled agent",
    ),
    "claim about a game": (
        "seal",
        'game = "sent/evil.py"\nbetter = "greedy"\nworse = "random"\ndeals = 9',
        "--load sent/evil.py",
    ),
    "claim about a bot": (
        "seal",
        'game = "durak"\nbetter = "sent/bot.py:Bot"\nworse = "random"\ndeals = 9',
        "--trust",
    ),
    "claim about a program": (
        "seal",
        'game = "durak"\nbetter = "greedy"\nworse = "exec:sent/bot.sh"\ncontrol = "random"\ndeals = 9',
        "--trust",
    ),
}


@pytest.mark.parametrize("kind", PAGES)
def test_a_page_runs_nothing_that_lies_beside_it(
    kind: str, sent: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    verb, text, hint = PAGES[kind]
    (sent / "page.toml").write_text(text)
    code, said = command(capsys, verb, "sent/page.toml")
    assert not Path("mark").exists()
    assert (code, hint in said) == (2, True), said


TOY = Path(__file__).parents[2] / "docs" / "toy_game.py"


@pytest.fixture
def toys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A run of a game from a file, which is played in another process, in the folder that is current."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(TOY, "toy.py")
    words = "match", "toy.py:HighCard", "random", "random", "--deals", "3", "--seed", "4", "--out", "run"
    run_command([PROGRAM, *words], tmp_path)
    forget_files()
    return tmp_path


@pytest.mark.parametrize("words", [*SHOWING.values(), PLAYING["verify"], PLAYING["game"]])
def test_a_game_that_the_user_names_is_loaded(
    words: tuple[str, ...], toys: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = ["run" if word == "RUN" else word for word in words]
    code, said = command(capsys, *typed)
    assert (code, said.count("--load toy.py")) == (2, 1), said
    assert command(capsys, *typed, "--load", "toy.py")[0] == 0
    assert command(capsys, *typed)[0] == 2  # each command for itself
    monkeypatch.setenv("KIEBITZ_GAMES", "toy.py:HighCard")
    assert command(capsys, *typed)[0] == 0


def test_a_file_of_that_name_will_do_but_must_be_what_was_played(
    toys: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("mine").mkdir()
    Path("toy.py").rename("mine/toy.py")
    assert command(capsys, "verify", "run", "--load", "mine/toy.py") == (
        0,
        "6 of 6 games came out as stored.",
    )
    with Path("mine/toy.py").open("a") as file:
        file.write("\n# changed\n")
    assert command(capsys, "show", "run", "--load", "mine/toy.py")[0] == 0
    code, said = command(capsys, "verify", "run", "--load", "mine/toy.py")
    assert (code, "This run was played with another toy.py" in said) == (2, True), said
    assert command(capsys, "export", "run", "--sources", "again")[0] == 0
    assert command(capsys, "verify", "run", "--load", "again/toy.py")[0] == 0


def test_in_python_a_file_is_named_by_loading_it(toys: Path) -> None:
    with pytest.raises(KiebitzError, match="only if you name it"):
        open_run("run").result()
    game(str(toys / "toy.py:HighCard"))
    assert open_run("run").result().match.games == 6


def test_a_bot_that_the_user_names_plays_as_one_that_is_typed(
    honest: Path, sent: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = changed_run(honest, sent, agents=["sent/bot.py:Bot", "random"])
    code, said = command(capsys, "show", run, "--game", "0/0/0", "--load", "sent/bot.py")
    assert (code, "players: sent/bot.py:Bot" in said) == (0, True), said
    assert command(capsys, "show", run, "--game", "0/0/0", "--load", "nothing.py")[0] == 2


def test_a_bot_of_a_run_plays_in_a_locked_cell(
    honest: Path, sent: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(nursery, "_hello", None)
    if not nursery.hello().locks:
        pytest.skip("this system cannot lock cells")
    run = changed_run(honest, sent, agents=["sent/bot.py:Bot", "random"])
    code, said = command(capsys, "show", run, "--game", "0/0/0")
    assert (code, "players: sent/bot.py:Bot" in said) == (0, True), said
    assert not Path("mark").exists()


@pytest.mark.parametrize("word", ["sh", "mine.sh"], ids=["interpreter", "program"])
def test_what_a_run_brings_for_a_program_is_not_the_file_that_the_user_named(
    word: str, honest: Path, sent: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The user trusts a program of their own; the run has another of that name, or of its interpreter's."""
    Path("mine.sh").write_text("#!/bin/sh\nexit 1\n")
    Path("mine.sh").chmod(0o755)
    run = changed_run(honest, sent, agents=["exec:sh mine.sh", "random"])
    with closing(Ledger(Path(run) / LEDGER)) as ledger:
        ledger.keep((Packed(word, word, (sent / "bot.sh").read_bytes(), True),))
    for words in PLAYING.values():
        typed = [run if one == "RUN" else one for one in words]
        code, said = command(capsys, *typed, "--load", "mine.sh")
        assert not Path("mark").exists()
        assert (code, "--trust" in said) == (2, True), said


@pytest.mark.parametrize("key", ["trusted", "places", "strangers"])
def test_a_manifest_cannot_say_whom_the_user_trusts(
    key: str, honest: Path, sent: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    values: dict[str, Any] = {
        "trusted": ["sent/bot.py:Bot"],
        "places": [["bot.py", "sent/bot.py"]],
        "strangers": [],
    }
    run = changed_run(honest, sent, agents=["sent/bot.py:Bot", "random"], **{key: values[key]})
    for words in (SHOWING["show"], *PLAYING.values()):
        assert command(capsys, *(run if word == "RUN" else word for word in words))[0] == 2
        assert not Path("mark").exists()


@pytest.mark.parametrize(
    "agent", ["improve:base=(sent/bot.py:Bot),worlds=16", "pimc:playout=sent/bot.py:Bot", "live:1"]
)
def test_no_installed_agent_brings_one_of_a_file_along(
    agent: str, honest: Path, sent: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = changed_run(honest, sent, agents=[agent, "random"])
    for words in (*SHOWING.values(), *PLAYING.values()):
        command(capsys, *(run if word == "RUN" else word for word in words))
        assert not Path("mark").exists()


@pytest.mark.parametrize("words", [("replay",), ("replay", "--check"), ("review", "--quiet"), ("know",)])
def test_a_record_runs_no_file_that_its_header_names(
    words: tuple[str, ...], honest: Path, sent: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    verb, *more = words
    record = record_of(open_run(str(honest)), 0, 0, 0)
    (sent / "record.txt").write_text(record.replace("game: durak", "game: sent/evil.py:Evil"))
    code, said = command(capsys, verb, "sent/record.txt", *more)
    assert not Path("mark").exists()
    assert (code > 0, "--load sent/evil.py" in said) == (True, True), said
    command(capsys, verb, "sent/record.txt", *more, "--load", "sent/evil.py")
    assert Path("mark").exists()  # the test would see it


def test_the_table_loads_no_file_that_a_record_or_a_page_names(sent: Path) -> None:
    with pytest.raises(KiebitzError, match="only if you name it"):
        Table.create("sent/evil.py:Evil", [{"kind": "person"}] * 2)
    assert not Path("mark").exists()
