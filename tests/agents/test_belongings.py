"""The files that belong to a bot: its cell shows them and no others, and its identity is made of them."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

import kiebitz as kb
from kiebitz.agents.cells import belongings
from kiebitz.agents.cells.belongings import Declared, bot_part, files_below, program_parts
from kiebitz.agents.cells.nursery import hello
from kiebitz.agents.contestant import Contestant
from kiebitz.agents.registry import contestant
from kiebitz.agents.seated import Failed, Seated
from kiebitz.errors import BadOption, KiebitzError
from kiebitz.kernel.random import Stream
from kiebitz.lab.playing.match import Match
from kiebitz.lab.runs.bundles import bundle_of, places_of, write_out
from kiebitz.lab.runs.identity import file_hashes
from kiebitz.lab.runs.plan import _ready
from kiebitz.lab.runs.run import Run
from kiebitz.lab.sealing.opening import unseal
from kiebitz.lab.sealing.seal import seal
from kiebitz.rules.registry import game

GAME = game("schnapsen")
STATE = GAME.deal(seed=1)
locked = pytest.mark.skipif(not hello().locks, reason=f"this system cannot lock cells: {hello().why}")

LISTS = """
import os
from pathlib import Path
from kiebitz import Agent, Decision
HERE = Path(__file__).parent
def seen():
    found = (one for one in HERE.rglob("*") if one.is_file() and one.suffix != ".pyc")
    return sorted(str(one.relative_to(HERE)) for one in found)
class Lists(Agent):
    {files}
    def __init__(self, weights: Path = Path("w.npz"), name: str = "x"):
        self.weights = weights
    def act(self, view):
        return Decision(view.moves[0], f"{{seen()}} {{self.weights}}")
"""


def told(spec: str, trust: bool = False) -> str:
    """What a bot says of its move."""
    seated = Seated(contestant(spec, GAME, trust=trust), STATE.turn, Stream(1))
    return str(seated.decide(STATE.view(STATE.turn, Stream(2))).decision.because)


def names(made: Contestant) -> list[str]:
    return sorted(part.relative(file) for part in made.parts for file in part.files)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A bot's folder with its files and those of others."""
    for name in ("w.npz", "mode.txt", "log.txt", "data/a.txt", "data/deep/b.txt", "other.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1")
    (tmp_path / "helper.py").write_text("import lower.one\n")
    (tmp_path / "lower").mkdir()
    (tmp_path / "lower" / "one.py").write_text("")
    (tmp_path / "lower" / "two.py").write_text("")
    (tmp_path / "bot.py").write_text("import helper\n" + LISTS.format(files='files = ["mode.txt"]'))
    return tmp_path


@locked
def test_a_cell_shows_exactly_the_files_that_identity_is_made_of(home: Path) -> None:
    for words, more in (
        ("", ["w.npz"]),  # what the parameter's default names
        (":name=data", ["data/a.txt", "data/deep/b.txt", "w.npz"]),
        (":weights=log.txt", ["log.txt"]),
        (":weights=none.npz", []),
        (":name=.", ["w.npz"]),
    ):
        spec = f"{home / 'bot.py'}:Lists{words}"
        expected = sorted(["bot.py", "helper.py", "lower/one.py", "mode.txt", *more])
        assert names(contestant(spec, GAME)) == expected
        assert told(spec).startswith(str(expected))
        trusted = contestant(spec, GAME, trust=True)
        assert names(trusted) == expected
        assert file_hashes(trusted) == file_hashes(contestant(spec, GAME))


@locked
def test_files_that_the_class_computes_belong_to_it_too(home: Path) -> None:
    text = 'files = tuple(f"{name}.txt" for name in ("mode", "log")) + ("data",)'
    (home / "bot.py").write_text(LISTS.format(files=text))
    assert told(f"{home / 'bot.py'}").startswith(
        str(["bot.py", "data/a.txt", "data/deep/b.txt", "log.txt", "mode.txt", "w.npz"])
    )


LOADS = """
from pathlib import Path
from kiebitz import Agent
{early}
class Bot(Agent):
    def act(self, view):
        {late}
        return view.moves[0]
"""
READ = '(Path(__file__).parent / "mode.txt").read_text()'


@locked
@pytest.mark.parametrize("what", [READ, 'open("mode.txt")', 'open("data/a.txt")', '__import__("other")'])
def test_a_file_that_nobody_names_is_not_there_and_a_sentence_says_what_to_write(
    what: str, home: Path
) -> None:
    name = {"o": "other.py", "m": "mode.txt", "d": "data/a.txt"}[what.split('"')[1][0]]
    why = rf'{name} is not one of the bot\'s files: name it in its class, files = \["{name}"\]'
    (home / "bot.py").write_text(LOADS.format(early="", late=what))
    with pytest.raises(Failed, match=why):
        told(f"{home / 'bot.py'}:Bot")
    (home / "bot.py").write_text(LOADS.format(early="X = " + what, late=""))
    os.utime(home / "bot.py", (1, 1))
    with pytest.raises(KiebitzError, match=why):
        told(f"{home / 'bot.py'}:Bot")
    (home / "mode.txt").unlink()
    if name == "mode.txt":  # what is nowhere cannot be named
        with pytest.raises(KiebitzError) as raised:
            told(f"{home / 'bot.py'}:Bot")
        assert "name it in" not in str(raised.value)


@locked
def test_no_link_shows_a_file_of_the_user(tmp_path: Path) -> None:
    private, folder = tmp_path / "private.py", tmp_path / "bot"
    private.write_text("KEY = 1")
    folder.mkdir()
    (folder / "helper.py").symlink_to(private)
    (folder / "bot.py").write_text("import helper\n" + LISTS.format(files=""))
    with pytest.raises(KiebitzError, match=r"bot\.py names files outside its folder"):
        contestant(f"{folder / 'bot.py'}:Lists", GAME)
    for files in ('files = ["../private.py"]', f'files = ["{private}"]'):
        (folder / "bot.py").write_text(LISTS.format(files=files))
        with pytest.raises(KiebitzError, match="only files in the folder of"):
            contestant(f"{folder / 'bot.py'}:Lists", GAME)


def test_what_a_cell_claims_leads_nowhere_else(tmp_path: Path) -> None:
    """The bot runs where these words come from and may have written them itself."""
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "bot.py").touch()
    (tmp_path / "private").touch()
    (tmp_path / "bot" / "in").symlink_to(tmp_path)
    file = tmp_path / "bot" / "bot.py"
    for values in ("../private", str(tmp_path / "private"), str(tmp_path), "..", "/", "bot\0"):
        assert bot_part("bot.py", file, Declared(values=(values,))).files == (file,)
    with pytest.raises(KiebitzError, match="outside its folder"):
        bot_part("bot.py", file, Declared(files=("../private",)))
    with pytest.raises(KiebitzError, match="outside its folder"):
        belongings.without_links(bot_part("bot.py", file, Declared(values=("in/private",))))


def test_a_folder_is_taken_without_runs_secrets_links_and_hidden_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "weights.npz").write_text("12345")
    for name in ("run/games.sqlite", "run/report.html", "claim.seal.secret", ".hidden/key", "data/a.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "link").symlink_to("/etc/passwd")
    os.mkfifo(tmp_path / "data" / "pipe")
    assert files_below(tmp_path) == [tmp_path / "data" / "a.txt", tmp_path / "weights.npz"]
    for limit, value in (("MOST", 1), ("LARGEST", 4)):
        with monkeypatch.context() as patch, pytest.raises(BadOption, match="holds more than a bot may have"):
            patch.setattr(belongings, limit, value)
            files_below(tmp_path)


PLATFORM = """
from pathlib import Path
from schnapsen.game import Bot
class Student(Bot):
    def __init__(self):
        super().__init__("student")
        self.model = Path(__file__).with_name({name!r}).read_text()
    def get_move(self, perspective, leader_move):
        return perspective.valid_moves()[0]
"""


@locked
def test_the_data_beside_a_bot_of_a_platform_belong_to_it(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vu = game("schnapsen", "rules=vu")
    (home / "bot.py").write_text(PLATFORM.format(name="mode.txt"))
    made = contestant(f"{home / 'bot.py'}:Student", vu)
    assert names(made) == ["bot.py", "data/a.txt", "data/deep/b.txt", "log.txt", "mode.txt", "w.npz"]
    Seated(made, 0, Stream(1))
    before = file_hashes(made)
    (home / "log.txt").rename(home / "log.csv")
    assert file_hashes(contestant(f"{home / 'bot.py'}:Student", vu)) != before
    monkeypatch.setattr(belongings, "MOST", 2)  # then it has its code alone, and says why
    made = contestant(f"{home / 'bot.py'}:Student", vu)
    assert names(made) == ["bot.py"]
    with pytest.raises(Failed, match="holds more than a bot may have, 2 files"):
        Seated(made, 0, Stream(1))


def test_a_bot_of_the_first_platform_has_what_it_imports_from_its_family(tmp_path: Path) -> None:
    for name, text in (
        ("mine/mine.py", "from api import State\nfrom bots.shared import asking\n" + FIRST),
        ("shared/asking.py", ""),
        ("shared/other.py", ""),
        ("mine/weights.txt", ""),
    ):
        (tmp_path / "bots" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "bots" / name).write_text(text)
    made = contestant(f"{tmp_path / 'bots/mine/mine.py'}:Bot", game("schnapsen", "rules=vu-old"))
    assert names(made) == ["bots/mine/mine.py", "bots/mine/weights.txt", "bots/shared/asking.py"]


FIRST = """
class Bot:
    def get_move(self, state):
        return state.moves()[0]
"""

PROGRAM = """
import json, pathlib, sys
import helper
here = pathlib.Path(__file__).parent
for line in sys.stdin:
    files = (one for one in here.rglob("*") if one.is_file() and one.suffix != ".pyc")
    found = [str(one.relative_to(here)) for one in files]
    move = json.loads(line)["view"]["moves"][0]
    print(json.dumps({"type": "play", "move": move, "because": str(sorted(found))}), flush=True)
"""


@locked
def test_a_program_sees_the_files_and_folders_among_its_words(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "program.py").write_text(PROGRAM)
    monkeypatch.chdir(home)
    code = ["helper.py", "lower/one.py", "program.py"]
    for words, more in (([], []), (["mode.txt", "data"], ["data/a.txt", "data/deep/b.txt", "mode.txt"])):
        spec = f"exec:{shlex.join([sys.executable, 'program.py', *words])}"
        assert told(spec) == str(sorted([*code, *more]))
        made = contestant(spec, GAME)
        shown = [file.relative_to(home).as_posix() for part in made.parts for file in part.files]
        assert sorted(shown) == sorted([*code, *more])
        before = file_hashes(made)
        for name in (*code, *more):
            kept = (home / name).read_text()
            (home / name).write_text(kept + "\n")
            assert file_hashes(contestant(spec, GAME)) != before, name
            (home / name).write_text(kept)
    (home / "fails.py").write_text("import helper\nopen('mode.txt')\n")
    with pytest.raises(Failed, match=r"files: fails\.py, helper\.py, lower/one\.py\. Others must be words"):
        told(f"exec:{shlex.join([sys.executable, 'fails.py'])}")
    assert [part.named for part in program_parts([], [("data", home / "data")])] == ["data/"]


def test_files_that_have_changed_places_are_another_bot(home: Path) -> None:
    (home / "mode.txt").write_text("weak")
    (home / "log.txt").write_text("strong")
    (home / "bot.py").write_text(LISTS.format(files='files = ["mode.txt", "log.txt"]'))
    spec = f"{home / 'bot.py'}:Lists"
    before = file_hashes(contestant(spec, GAME, trust=True))
    (home / "mode.txt").write_text("strong")
    (home / "log.txt").write_text("weak")
    assert file_hashes(contestant(spec, GAME, trust=True)) != before


@locked
def test_a_relative_path_begins_in_the_folder_of_the_bot_however_it_plays(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "elsewhere").mkdir()
    monkeypatch.chdir(home / "elsewhere")
    for words, path in (("", "w.npz"), (":Lists:weights=log.txt", "log.txt"), (":weights=/a/b", "/a/b")):
        for trust in (False, True):
            assert told(f"../bot.py{words}", trust).endswith(f" {home / path}")


UNREADABLE = os.fsdecode(b"caf\xe9.txt")


@locked
def test_a_name_that_is_not_utf_8(home: Path) -> None:
    """Beside a bot it does not matter; as one of its files it is refused in a sentence."""
    (home / UNREADABLE).write_text("1")
    (home / "bot.py").write_text(LISTS.format(files=""))
    assert told(f"{home / 'bot.py'}:Lists").startswith("['bot.py', 'w.npz']")
    why = r"The name of the file .*caf\\xe9\.txt is not UTF-8; rename it"
    (home / "bot.py").write_text(PLATFORM.format(name="mode.txt"))
    os.utime(home / "bot.py", (1, 1))
    with pytest.raises(KiebitzError, match=why):
        contestant(f"{home / 'bot.py'}:Student", game("schnapsen", "rules=vu"))
    with pytest.raises(KiebitzError, match=why):
        program_parts([("x", home / UNREADABLE)], [])
    odd = home / os.fsdecode(b"caf\xe9.py")
    odd.write_text(LISTS.format(files=""))
    for trust in (False, True):
        with pytest.raises(KiebitzError, match=r"caf\\xe9\.py is not UTF-8"):
            contestant(f"{odd}:Lists", GAME, trust=trust)


MODE = """
from pathlib import Path
from kiebitz import Agent
class Bot(Agent):
    {files}
    def act(self, view):
        weak = "weak" in (Path(__file__).parent / "mode.txt").read_text()
        return view.moves[0 if weak else -1]
"""
CLAIM = 'game = "durak"\nbetter = "bot.py:Bot"\nworse = "random"\ndeals = 2\n'


@pytest.fixture
def moody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a bot that plays as a file beside it says."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KIEBITZ_RUNS", str(tmp_path / "runs"))
    (tmp_path / "mode.txt").write_text("weak")
    (tmp_path / "claim.toml").write_text(CLAIM)
    return tmp_path


@locked
def test_a_seal_covers_what_its_bot_reads(moody: Path) -> None:
    (moody / "bot.py").write_text(MODE.format(files=""))
    seal("claim.toml")
    opened = unseal("claim.seal")  # without its file it loses every game
    assert not opened.stands
    assert all("mode.txt is not one of the bot's files" in reason for reason in reasons(opened.run))
    for file in moody.glob("claim.seal*"):
        file.unlink()
    (moody / "bot.py").write_text(MODE.format(files='files = ["mode.txt"]'))
    os.utime(moody / "bot.py", (1, 1))
    seal("claim.toml")
    (moody / "mode.txt").write_text("strong")
    with fresh():
        opened = unseal("claim.seal")
    assert not opened.general[0].kept
    assert not opened.stands


@locked
def test_a_run_does_not_go_on_with_another_file_of_its_bot(moody: Path) -> None:
    (moody / "bot.py").write_text(MODE.format(files='files = ["mode.txt"]'))
    play = partial(kb.match, "durak", "bot.py:Bot", "random", seed=1, out="run", progress=False)
    play(deals=1)
    with fresh():
        assert play(deals=2).match.games == 4
    (moody / "mode.txt").write_text("strong")
    with fresh(), pytest.raises(KiebitzError, match="holds another run"):
        play(deals=3)


def reasons(run: Run) -> list[str]:
    """Why games were lost by a fault."""
    return [str(line.reason) for line in run.games() if line.reason]


@contextmanager
def fresh() -> Iterator[None]:
    """As in another process, which has made no plan ready yet."""
    _ready.cache_clear()
    yield


@pytest.mark.parametrize("kind", ["bot", "family", "program"])
def test_what_a_run_keeps_is_the_same_bot_elsewhere(
    kind: str, home: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "program.py").write_text(PROGRAM)
    (home / "bots" / "mine").mkdir(parents=True)
    (home / "bots" / "mine" / "mine.py").write_text(
        "from api import State\nfrom bots.shared import asking\n" + FIRST
    )
    (home / "bots" / "shared").mkdir()
    (home / "bots" / "shared" / "asking.py").write_text("")
    spec = {
        "bot": "bot.py:Lists:name=data",
        "family": "bots/mine/mine.py:Bot",
        "program": f"exec:{shlex.join([sys.executable, 'program.py', 'mode.txt', 'data'])}",
    }[kind]
    chosen = game("schnapsen", "rules=vu-old") if kind == "family" else GAME
    monkeypatch.chdir(home)
    there = contestant(spec, chosen, trust=True)
    random = contestant("random", chosen)
    bundle = bundle_of(Match(chosen, (there, random), 1, 1), "schnapsen")
    hashes = file_hashes(there)
    assert places_of(bundle) == {}  # all is where it was
    out = tmp_path_factory.mktemp("out")
    assert len(write_out(bundle, out)) == sum(len(part.files) for part in there.parts)
    monkeypatch.chdir(out)
    assert file_hashes(contestant(spec, chosen, trust=True)) == hashes
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    places = places_of(bundle)
    assert places
    for trust in (False, True):
        assert file_hashes(contestant(spec, chosen, places, trust)) == hashes
