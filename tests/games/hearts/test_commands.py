"""Hearts from outside: the commands as somebody types them who has installed its package."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kiebitz.rules.registry import names
from tests.lab.command import PROGRAM, kiebitz
from tests.starter import run

BOT = """
from kiebitz import Agent, Decision


class Low(Agent):
    def act(self, view):
        return Decision(min(view.moves, key=lambda move: move.code % 13), because="the lowest card")


class Queen(Agent):
    def act(self, view):
        return "QS"

"""
GENERAL = ("random", "flat:playouts=2", "pimc:worlds=2,nodes=50,playouts=1", "mcts:limit=3,samples=2")


def told(*words: object) -> str:
    found = kiebitz(*words)
    assert found.returncode == 0, found.stderr
    return found.stdout


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    file = tmp_path / "low.py"
    file.write_text(BOT)
    return file


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("records")
    told("match", "hearts", *GENERAL, "--deals", 1, "--seed", 1, "--out", folder / "run", "--records",
         folder / "games.txt", "--quiet")  # fmt: skip
    return folder / "games.txt"


def test_help_names_it_and_its_agents_are_listed() -> None:
    games = told("--help").partition("Games;")[2]
    assert re.search(r"\bhearts\b", games)
    assert "careful: ducks, and gets rid of dangerous cards (hearts)" in told("agents", "hearts")


def test_every_general_agent_plays_and_every_game_replays(records: Path) -> None:
    text = records.read_text()
    assert text.count("game: hearts") == 4 and all(name in text for name in GENERAL)
    assert told("replay", records, "--check").strip() == "4 of 4 records replay with the right result."
    broken = records.with_name("broken.txt")
    broken.write_text(re.sub(r"result: (-?\d+)", "result: 99", text, count=1))
    found = kiebitz("replay", broken, "--check")
    assert found.returncode == 1 and "3 of 4 records" in found.stdout + found.stderr


def test_a_replay_shows_each_seat_its_own_cards(records: Path) -> None:
    shown = told("replay", records, "--seat", 1)
    hands = [line.split("   ")[-1] for line in shown.splitlines()[1:5]]
    assert [hand == "13 hidden" for hand in hands] == [True, False, True, True]
    assert len(hands[1].split()) == 13


def test_a_match_in_two_processes_is_the_same_match(tmp_path: Path) -> None:
    players = ("careful", "random", "flat:playouts=2", "random-python")
    match = ("match", "hearts", *players, "--deals", 2, "--seed", 3, "--json", "--quiet")
    workers = ("--workers", 2, "--executor", "processes")
    results = [told(*match, "--out", tmp_path / "one"), told(*match, *workers, "--out", tmp_path / "two")]
    one, two = (
        [(row["name"], row["wins"], row["points_mean"]) for row in json.loads(found)["agents"]]
        for found in results
    )
    assert one == two and len(one) == 4


def test_a_tournament_and_its_report_with_the_measures_of_the_game(tmp_path: Path) -> None:
    told("tournament", "hearts", "careful", "random", "random-python", "flat:playouts=2", "--deals", 2,
         "--seed", 1, "--out", tmp_path / "run", "--quiet")  # fmt: skip
    told("report", tmp_path / "run", "--out", tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text()
    for words in ("penalty points", "queens", "moons", "took the queen", "shot the moon", "Elo"):
        assert words in page, words
    assert "came out as stored" in told("verify", tmp_path / "run")


def test_know_says_what_is_certain_and_why(records: Path) -> None:
    shown = told("know", records, "--at", 40, "--seat", "East")
    assert "East considers" in shown and "worlds possible" in shown
    found = json.loads(told("know", records, "--at", 12, "--seat", "South", "--json"))
    passed = records.read_text().split("moves: ")[1].split()[:3]
    assert any(all(card in line for card in passed) for line in found["conclusions"]), found["conclusions"]


def test_formulas_and_the_model_of_a_card(records: Path, tmp_path: Path) -> None:
    card = records.read_text().split("moves: ")[1].split()[0]
    asked = ("know", records, "--at", 12)
    assert told(*asked, "--formula", f"K[South] has(West, {card})").startswith("true")
    assert told(*asked, "--formula", f"K[North] has(West, {card})").startswith("false")
    assert "South knows: West has it" in told(*asked, "--card", card, "--svg", tmp_path / "card.svg")
    assert (tmp_path / "card.svg").read_text().startswith("<svg")
    refused = kiebitz(*asked, "--formula", f"K[North] K[South] has(West, {card})")
    assert refused.returncode == 2 and "passed on" in refused.stderr


def test_a_bot_from_a_file_is_checked_and_plays(bot: Path, tmp_path: Path) -> None:
    found = kiebitz("check-bot", f"{bot}:Low", "hearts", "--games", 2)
    assert found.returncode == 0 and "Nothing is wrong with it." in found.stdout, found.stdout
    assert "11 sets of options" in found.stdout
    wrong = kiebitz("check-bot", f"{bot}:Queen", "hearts", "--games", 2, "--options", "passing=left")
    assert wrong.returncode == 1 and "It answered 'QS'" in wrong.stdout
    assert f"{bot.name}:Low" in told("match", "hearts", f"{bot}:Low", "random", "random", "random", "--deals",
                                     1, "--seed", 1, "--out", tmp_path / "run")  # fmt: skip


MATCH = """
import sys
from importlib.metadata import entry_points
from kiebitz.__main__ import main
sys.argv = ["kiebitz", "match", "hearts", "careful", "flat:playouts=2", "mcts:limit=2,samples=1", "random",
            "--deals", "1", "--seed", "1", "--quiet", "--out", sys.argv[1]]
try:
    main()
finally:
    ours = [each for each in entry_points(group="kiebitz.games") if each.module in sys.modules]
    print("loaded:", *sorted(each.name for each in ours))
"""


def test_a_match_loads_no_other_game(tmp_path: Path) -> None:
    assert len(names()) > 1
    found = run([sys.executable, "-c", MATCH, tmp_path / "run"])
    assert found.stdout.splitlines()[-1] == "loaded: hearts", found.stderr


ASKED = re.compile("Your moves: |Your only move: ")


def test_a_game_in_the_terminal(tmp_path: Path) -> None:
    pytest.importorskip("pty")
    from tests.cli.terminal import Terminal

    words = ["play", "hearts", "careful", "--rules", "One deal", "--seed", "1", "--save", "game.txt"]
    command = [PROGRAM, *words]
    window = Terminal(command, 80, tmp_path)
    assert window.wait_for("Your moves: ")
    assert "Deal 1: South passes three cards to the left" in window.screen.lines
    window.type("h\r")
    assert window.wait_for("points on average over"), "a hint with its reason"
    for asked in range(1, 16):  # three cards to pass, thirteen to play
        window.type("1\r")
        assert window.wait_for(lambda before=asked: len(ASKED.findall(window.shown)) > before)  # type: ignore[misc]
    window.type("1\r")
    assert window.wait() == 0 and window.screen.broken == 0
    shown = "\n".join(window.screen.lines)
    assert ", passes 6♣ T♣" in shown and "The end. Points: South (you)" in shown
    assert "1 of 1 record" in told("replay", tmp_path / "game.txt", "--check")


# -- its package ---------------------------------------------------------------------------------------

PROJECT = """
[build-system]
requires = ["setuptools>=61"]
build-backend = "setuptools.build_meta"

[project]
name = "hearts"
version = "1.0"
dependencies = ["kiebitz"]

[project.entry-points."kiebitz.games"]
hearts = "hearts:Hearts"

[tool.setuptools.packages.find]
include = ["hearts*"]

[tool.setuptools.package-data]
"*" = ["page/*", "languages/*.po"]
"""
SEE = """
import sys
from kiebitz.language.catalogues import languages, of_package
from kiebitz.rules.registry import game_class
from kiebitz.table.server.catalogue import catalogue
from kiebitz.table.server.game_pages import page_file

hearts = game_class("hearts")
print(sys.modules["hearts"].__file__)
print(next(each["page"] for each in catalogue() if each["name"] == "hearts"))
print(page_file(hearts, "hearts.js").is_file(), page_file(hearts, "hearts.css").is_file())
for language in languages("hearts"):
    print(of_package(language, "hearts").messages["Hearts are broken"])
"""


WORDS = ["Herz ist gebrochen", "Harten zijn gebroken"]


def test_a_wheel_of_it_brings_its_page_and_its_words(tmp_path: Path) -> None:
    home = Path(__file__).parents[2] / "strangers" / "hearts"
    source, installed = tmp_path / "source", tmp_path / "installed"
    shutil.copytree(home, source / "hearts", ignore=shutil.ignore_patterns("__pycache__"))
    (source / "pyproject.toml").write_text(PROJECT)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    build = [
        "wheel",
        "--no-deps",
        "--no-build-isolation",
        "--no-index",
        "--wheel-dir",
        str(tmp_path),
        str(source),
    ]
    subprocess.run([*pip, *map(str, build)], check=True)
    wheel = next(tmp_path.glob("hearts-*.whl"))
    subprocess.run([*pip, "install", "--no-deps", "--no-index", "--target", installed, wheel], check=True)
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    found = subprocess.run([sys.executable, "-c", SEE], capture_output=True, text=True, cwd=tmp_path,
                           env=environment)  # fmt: skip
    file, page, files, *words = found.stdout.splitlines()
    assert Path(file).is_relative_to(installed)
    assert (page, files, words) == ("/games/hearts/hearts.js", "True True", WORDS)
