"""Commands in another language: what they tell is said in it, what programs read is not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

import pytest

from tests.lab.command import PROGRAM
from tests.starter import run


def ask(
    *words: object, code: int = 0, typed: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own; it must end with the exit code."""
    answer = run([PROGRAM, *words], environment=environment, typed=typed)
    assert answer.returncode == code, answer.stderr
    return answer


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A game of bridge's little brother in which two players could not follow suit."""
    file = tmp_path / "record.txt"
    lines = (
        "game: boerenbridge",
        "options: seats=3,schedule=2",
        "deal: AH KH | AD KD | AC AS | KC KS | trump=S opener=0",
        "moves: 0 0 0 AH KD AS",
    )
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "durak needs 2 agents here, not 1.\n"),
        ("de", "durak braucht hier 2 Agenten, nicht 1.\n"),
        ("nl", "durak heeft hier 2 agenten nodig, niet 1.\n"),
    ],
)
def test_a_refusal(language: str, sentence: str) -> None:
    words = "match", "durak", "random"
    assert ask("--language", language, *words, code=2).stderr == sentence
    assert ask(*words, code=2, KIEBITZ_LANGUAGE=language).stderr == sentence


def test_the_option_counts_more_than_the_environment() -> None:
    answer = ask("--language", "nl", "match", "durak", "random", code=2, KIEBITZ_LANGUAGE="de")
    assert "nodig" in answer.stderr


def test_an_unknown_language_is_refused_with_those_that_there_are() -> None:
    answer = ask("--language", "xx", "games", code=2)
    assert answer.stderr == "There is no language called 'xx'; choose one of: en, de, nl.\n"


def test_a_match_and_its_report() -> None:
    words = "match", "durak", "greedy", "random", "--deals", "40", "--seed", "1", "--quiet"
    german, dutch = (ask("--language", language, *words).stdout for language in ("de", "nl"))
    assert "40 Verteilungen in 2 Sitzordnungen: 80 Partien in 0," in german
    assert "Siegquote" in german and "Züge je Partie" in german and "\xa0%" in german
    assert "40 verdelingen in 2 tafelschikkingen: 80 partijen" in dutch
    (stored,) = json.loads(ask("runs", "--json").stdout)
    ask("--language", "de", "report", stored["name"])
    page = (Path(stored["folder"]) / "report.html").read_text(encoding="utf-8")
    assert '<html lang="de">' in page
    assert "greedy ist besser als random." in page
    assert "Was gespielt wurde" in page and "What was played" not in page
    assert (
        "80 von 80 Partien gingen so aus"
        in ask("--language", "de", "verify", stored["name"], "--sample", 0).stdout
    )


def test_the_language_changes_no_game() -> None:
    words = "match", "durak", "smart", "random", "--deals", "20", "--seed", "3", "--quiet"
    ask("--language", "de", *words)
    (stored,) = json.loads(ask("runs", "--json").stdout)
    lines = ask("show", stored["name"], "--lines").stdout
    assert ask(*words, "--out", f"{stored['folder']}-again").returncode == 0
    assert ask("show", f"{stored['folder']}-again", "--lines").stdout == lines
    assert "Züge" in ask("--language", "de", "show", stored["name"], "--lines").stdout


def test_failures_of_a_bot_are_stored_as_values(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "from kiebitz import Agent\n\n\nclass Wrong(Agent):\n"
        "    def act(self, view):\n        raise ValueError('no idea')\n",
        encoding="utf-8",
    )
    words = "match", "durak", f"{bot}:Wrong", "random", "--deals", "2", "--seed", "1", "--quiet"
    answer = ask("--language", "de", *words, code=1)
    assert "versagte in 4 von 4 Partien" in answer.stderr
    document = json.loads(ask("--language", "de", *words, "--json", code=1).stdout)
    assert "raised ValueError: no idea" in document["reasons"][0]
    assert document["reasons_said"][0][1]["agent"] == f"{bot}:Wrong"
    english = ask(*words, code=1)
    assert "failed in 4 of its 4 games; at first it raised ValueError: no idea" in english.stderr


def test_what_can_be_known(record: Path) -> None:
    german = ask("--language", "de", "know", record, "--at", 6).stdout
    assert "Spieler 1 hält" in german and "für möglich" in german
    assert "houdt" in ask("--language", "nl", "know", record, "--at", 6).stdout
    document = json.loads(ask("--language", "de", "know", record, "--at", 6, "--json").stdout)
    assert document["conclusions"][0] == "Player 2 did not follow hearts in trick 1: no hearts."


def test_a_replay(record: Path) -> None:
    german = ask("--language", "de", "replay", record).stdout
    assert "\n4. Spieler 1: AH\n" in german and "\nPunkte: " in german
    assert "\n4. Speler 1: AH\n" in ask("--language", "nl", "replay", record).stdout


def test_a_transcript_is_told_by_the_process_that_shows_it() -> None:
    words = "match", "durak", "greedy", "random-python", "--deals", "1", "--seed", "1", "--quiet", "--d1"
    told = ask("--language", "de", *words, "--executor", "processes").stdout
    assert told.startswith("=== Verteilung 0, Aufstellung 0: Spieler 1 (greedy), Spieler 2 (random-python)\n")
    assert "\nPunkte: Spieler 1 (greedy) " in told
    assert ask(*words).stdout.startswith("=== Deal 0, line-up 0: Player 1 (greedy), Player 2 (random-python)")


def test_a_game_at_the_terminal() -> None:
    answer = ask("--language", "nl", "play", "durak", "--seed", "1", typed="h\nnonsense\nq\n")
    assert (
        "Jij bent Speler 1" in answer.stdout and "Tip: " in answer.stdout and "Je zetten: " in answer.stdout
    )
    assert "\nAanval 1: Speler 1 " in answer.stdout and "trump" not in answer.stdout


def test_help_stays_quick_and_needs_neither_babel_nor_a_game() -> None:
    script = (
        "import sys; from kiebitz.cli import main\n"
        "sys.argv = ['kiebitz', '--help']\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print([name for name in sys.modules if name.startswith(('babel', 'kiebitz.games'))])"
    )
    for language in ("en", "de"):
        answer = subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "KIEBITZ_LANGUAGE": language},
        )
        assert answer.stdout.splitlines()[-1] == "[]"
    before = getrusage(RUSAGE_CHILDREN).ru_utime
    subprocess.run([PROGRAM, "--help"], capture_output=True, check=True)
    assert getrusage(RUSAGE_CHILDREN).ru_utime - before < 0.4  # seconds of work, however busy the machine is
