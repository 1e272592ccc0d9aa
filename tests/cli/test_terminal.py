"""Every command in a real terminal, narrow and wide: it starts, shows how far it is, minds Ctrl-C and ends.

``CASES`` has a call of every command; a test demands that none is left out.
"""

from __future__ import annotations

import re
import shlex
import signal
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.cli.every import every_command
from tests.lab.command import PROGRAM, bot
from tests.paths import XSKAT

pytest.importorskip("pty")  # not on Windows

from tests.cli.terminal import Screen, Terminal

WIDTHS = (80, 200)
NARROW = 60
MY_BOT = Path(__file__).parents[2] / "docs" / "my_bot.py"
TOY_GAME = MY_BOT.with_name("toy_game.py")
PAGE = 'title = "A page"\ngame = "durak"\nseed = 3\ndeals = 40\npairs = [["greedy", "random"]]\n'
CLAIM = 'game = "durak"\nbetter = "greedy"\nworse = "random"\ndeals = 60\n'
PATIENT = bot("patient:Patient:pause=0.02")
INTERRUPT = "\x03"
CURSOR_ON, CURSOR_OFF = "\x1b[?25h", "\x1b[?25l"
LIVE = re.compile(r"(\d+) of ([\d,]+) (games|deals) ")  # the bar


@dataclass(frozen=True)
class Case:
    """A call of a command: its words, what is typed when it asks, and what it must show."""

    words: str
    shows: str
    keys: str = ""
    ends: bool = True  # by itself; else Ctrl-C ends it
    code: int = 0


CASES = {
    "games": Case("games", "boerenbridge: "),
    "agents": Case("agents", "random-python: "),
    "check-bot": Case(f"check-bot {MY_BOT}:Cautious schnapsen --games 1", "Nothing is wrong with it."),
    "check-game": Case(f"check-game {TOY_GAME}", "Nothing is wrong with it."),
    "match": Case("match durak smart greedy --deals 50 --seed 1", "On average: "),
    "tournament": Case("tournament schnapsen random bully --deals 30 --seed 1", "The run is tournament-"),
    "grid": Case("grid durak smart|greedy --against random --deals 20 --seed 1", "durak against random"),
    "cross-play": Case("cross-play skat xskat-like random --deals 5 --seed 1", "The run is cross-play-skat-"),
    "run": Case("run page.toml", "On average: "),
    "reproduce": Case("reproduce boerenbridge-table6 --deals 30", "published figures"),
    "power": Case("power durak smart greedy --elo 20 --pilot 20 --seed 1", "is shown with probability"),
    "freeze": Case(
        "freeze durak smart greedy --deals 30 --draws 2 --seed 1 --out weights.json", "Frozen in weights.json"
    ),
    "seal": Case("seal claim.toml", "a seal is made once", code=2),
    "unseal": Case("unseal claim.seal", "The claim stands."),
    "runs": Case("runs", "match-durak-"),
    "show": Case("show match-durak-1", "kiebitz match durak"),
    "part": Case("part match-durak-1 1/3 --out part", "part holds 2 of the run's 6 games."),
    "merge": Case("merge part other --out runs/match-durak-1", "already holds a run", code=2),
    "verify": Case("verify match-durak-1", "6 of 6 games came out as stored."),
    "export": Case("export match-durak-1 --csv games.csv", "rows in games.csv"),
    "dataset": Case("dataset durak greedy --deals 2 --seed 1 --out positions", "2 games in 1 file"),
    "report": Case("report match-durak-1 --out page.html", "The report is in page.html."),
    "play": Case("play durak random --seed 1", "Your moves: ", keys="q"),
    "replay": Case("replay records.txt", "Enter: next, q: quit", keys="q"),
    "review": Case("review records.txt --worlds 5 --nodes 100 --first 1", "knowable mistake"),
    "know": Case("know records.txt --at 4", "considers"),
    "perft": Case("perft durak --depth 2 --seed 1", "depth 2: "),
    "solve skat": Case("solve skat --contract grand --hand CJ --left S7 --right H7 --leader left",
                       "best card S7"),
    "exercises": Case("exercises durak --count 2 --seed 1", "Give the letters of all that are right"),
    "puzzle": Case("puzzle durak --seed 1", "Your move", keys="q"),
    "graph boerenbridge": Case("graph boerenbridge", "questions)"),
    "table": Case("table --no-open --port 0 --store tables", "The table is at http", ends=False, code=130),
    "join": Case("join http://localhost:9/table.html#a.b --agent random", "trying again", "", False, 130),
    "skat replay": Case(f"skat replay {XSKAT} --first 1 --agent xskat-like --nodes 100",
                        "1 game: "),
    "skat series": Case(f"skat series {XSKAT}", "36 games"),
    "skat train-tables": Case("skat train-tables tables.npz --deals 10 --solve 1 --plain",
                              "tables from 10,000 deals"),
    "skat train-instinct": Case("skat train-instinct weights.npz --games 1 --teacher "
                                "skat-ai:worlds=1,solve=1,paranoia=off", "weights from"),
    "skat train-all": Case("skat train-all trained", "Training in 5 steps", ends=False, code=130),
    "skat calibrate": Case("skat calibrate --games 20 --player xskat-like", "20 deals, "),
}  # fmt: skip


def test_every_command_has_a_case() -> None:
    assert set(CASES) == {words for words, _ in every_command()}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for the windows of each width, with a page, records and a run for commands to read."""
    from kiebitz.lab.playing.executors import Threads
    from kiebitz.lab.playing.match import record_text
    from kiebitz.lab.runs.plan import match_plan
    from kiebitz.lab.runs.run import Run
    from kiebitz.lab.runs.verify import kept
    from kiebitz.lab.sealing.seal import seal

    folder = tmp_path_factory.mktemp("home")
    plan = match_plan("durak", ["smart", "greedy"], 3, 1)
    records = "\n".join(kept(plan, Threads(), record_text))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["kiebitz", "match", "durak", "smart", "greedy"])
        patch.setattr("kiebitz.lab.sealing.seal.fresh_seed", lambda: "known")
        for columns in WIDTHS:
            inner = folder / str(columns)
            Run.create("match", (plan,), inner / "runs" / "match-durak-1").play(Threads())
            (inner / "page.toml").write_text(PAGE)
            (inner / "records.txt").write_text(records)
            (inner / "claim.toml").write_text(CLAIM)
            seal(inner / "claim.toml")
    return folder


def opened(words: str, home: Path, columns: int = 80, fresh: bool = False) -> Terminal:
    """A command in a terminal of this width."""
    folder = home / str(columns)
    command, runs = [PROGRAM, *shlex.split(words)], str(folder / "runs")
    return Terminal(command, columns, folder, fresh, KIEBITZ_RUNS=runs)


@pytest.mark.parametrize("name", CASES)
def test_a_command_starts_and_ends(name: str, home: Path) -> None:
    """In two windows at once; in a third it is interrupted early, wherever it is then.

    How those that start processes are interrupted has a file of its own, ``test_interrupts.py``.
    """
    case = CASES[name]
    windows = [opened(case.words, home, columns) for columns in WIDTHS]
    for window in windows:
        if case.keys or not case.ends:
            assert window.wait_for(case.shows), window.shown
            window.type(f"{case.keys}\r" if case.ends else INTERRUPT)
        assert window.wait() == case.code, window.shown
        check_screen(window, case.shows)
    early = opened(case.words, home, fresh=True)
    early.wait_for(lambda: bool(early.shown), 0.4)
    early.type(INTERRUPT)
    assert early.wait() in (0, 130, case.code), early.shown
    assert "Traceback" not in early.shown


def check_screen(window: Terminal, shows: str) -> None:
    """What was to be seen is there; nothing is cut or broken, and nothing of a bar is left."""
    screen = window.screen
    text = "\n".join(screen.lines)
    assert shows in " ".join(text.split()), text
    assert "Traceback" not in text and "rror:" not in text, text
    assert "…" not in text, text
    assert "━" not in text, text
    assert screen.broken == 0, text


@pytest.mark.parametrize(
    "words",
    [
        "match boerenbridge full-kripke greedy-kripke greedy random --deals 200 --seed 1",
        f"match schnapsen {bot('sometimes:Honest')} random --deals 2 --seed 1",
    ],
    ids=["many", "long"],
)
def test_a_wide_result_fits_a_narrow_window(words: str, home: Path) -> None:
    window = opened(words, home)
    assert window.wait() == 0
    check_screen(window, "On average: ")
    assert words.split()[2] in "".join(line.split()[0] for line in window.screen.lines if line.strip())


PLAYING = {
    "match": f"match schnapsen {PATIENT} random --deals 200 --seed 1",
    "tournament": f"tournament schnapsen {PATIENT} random --deals 200 --seed 1",
    "grid": f"grid schnapsen {PATIENT} --against random --deals 200 --seed 1",
    "run": "run patient.toml",
    "reproduce": "reproduce patient.toml",
}


FIGURES = re.compile(r"\d% \[\d+\.\d%, \d+\.\d%\] for ")


@pytest.mark.parametrize("name", PLAYING)
def test_a_window_is_resized_during_play_and_ctrl_c_keeps_the_games(name: str, home: Path) -> None:
    """All have the bar of the match, which is looked at in a wide window too."""
    (home / "80" / "patient.toml").write_text(
        f'game = "schnapsen"\ndeals = 200\npairs = [["{PATIENT}", "random"]]\n'
    )
    widths = WIDTHS if name == "match" else WIDTHS[:1]
    windows = [opened(f"{PLAYING[name]} --out {name}", home, columns) for columns in widths]
    for window in windows:
        assert window.wait_for(lambda window=window: shown_games(window) > 0), window.shown  # type: ignore[misc]
        assert window.screen.broken == 0
        assert window.wait_for(lambda window=window: FIGURES.search(window.shown) is not None, 30), (  # type: ignore[misc]
            "the name gives way, not the figures"
        )
        assert window.wait_for(lambda window=window: width_of_bar(window) > NARROW, 30)  # type: ignore[misc]
        window.resize(NARROW)
        assert window.wait_for(lambda window=window: 0 < width_of_bar(window) <= NARROW, 30)  # type: ignore[misc]
        window.type(INTERRUPT)
        assert window.wait() == 130
        told = " ".join(window.shown.split())
        assert re.search(r"Interrupted: \d+ of 400 games are stored; the same command goes on\.", told), told
        assert "Traceback" not in told
        assert window.shown.rindex(CURSOR_ON) > window.shown.rindex(CURSOR_OFF)


def width_of_bar(window: Terminal) -> int:
    """The longest line of the last picture of the bar that is complete."""
    pictures = window.shown.split("\x1b[1A\x1b[2K")[1:-1]
    return max(len(line.rstrip()) for line in plain(pictures[-1])) if pictures else 0


def plain(text: str) -> list[str]:
    screen = Screen(10_000)
    screen.feed(text)
    return screen.lines


def shown_games(window: Terminal) -> int:
    """How many games the bar says are done."""
    found = LIVE.findall(window.shown)
    return int(found[-1][0]) if found else -1


def test_the_exact_reproduction_has_a_bar_and_minds_ctrl_c(home: Path) -> None:
    window = opened("reproduce schnapsen-pu --exact --out exact", home)
    assert window.wait_for(lambda: shown_games(window) > 20), window.shown
    assert "PU_AF v PU_A" in window.shown and window.screen.broken == 0
    window.type(INTERRUPT)
    assert window.wait() == 130
    assert "finished pairings are stored; the same command goes on." in window.shown


LONG = {
    "exact": ("reproduce schnapsen-pu --exact --out terminated", "finished pairings are stored; the same"),
    "tables": ("skat train-tables new.npz --solve 1", "what was counted and played is stored; the same"),
    "instinct": ("skat train-instinct new.npz", "new.npz was not written."),
}


@pytest.mark.parametrize("name", LONG)
def test_other_long_work_minds_a_termination(name: str, home: Path) -> None:
    words, kept = LONG[name]
    window = opened(words, home)
    assert window.wait_for(lambda: shown_games(window) >= 0), window.shown
    window.signal(signal.SIGTERM)
    assert window.wait() == 143, window.shown
    assert f"Interrupted: {kept}" in " ".join(window.shown.split())
    assert "Traceback" not in window.shown


def test_the_demonstration_can_be_interrupted(home: Path) -> None:
    window = Terminal([sys.executable, "-m", "kiebitz.demo"], 80, home)
    assert window.wait_for("a match in every game")
    window.type(INTERRUPT)
    assert window.wait() == 130
    assert "Traceback" not in window.shown
