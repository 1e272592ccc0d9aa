"""Commands are loaded when they are typed, and games with them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kiebitz.cli import COMMANDS, app, main
from kiebitz.cli.commands import VERBS, Commands
from kiebitz.cli.lazy import first_line
from kiebitz.errors import UnknownName
from kiebitz.rules.parts import part
from kiebitz.rules.registry import game_classes, names
from tests.cli.every import every_command

TOY = """
import typer
from kiebitz.cli.commands import Commands as Base
from kiebitz.rules.game import Game
from kiebitz.rules.parts import Brings


class Commands(Base):
    verbs = {"solve": ":solve"}
    group = ":app"


app = typer.Typer(help="For the toy.", no_args_is_help=True)


@app.command()
def wind(turns: int = 1) -> None:
    \"\"\"Wind it up.\"\"\"
    print("wound", turns)


def solve(card: str) -> None:
    \"\"\"Solve the toy.\"\"\"
    print("solved", card)


class Toy(Game):
    name = "NAME"
    title = "A toy"
    brings = Brings(cli=":Commands")
"""


def told(*words: str) -> str:
    """What a command prints; it must end well."""
    answer = CliRunner().invoke(app, words, env={"COLUMNS": "80"})
    assert answer.exit_code == 0, answer.output
    return answer.output


Toys = Callable[[str], str]


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Toys:
    """Make a game of this name in a file and list it; the file."""

    def make(name: str) -> str:
        file = tmp_path / f"{name}_toy.py"
        file.write_text(TOY.replace("NAME", name))
        monkeypatch.setenv("KIEBITZ_GAMES", str(file))
        return str(file)

    return make


def test_the_lines_of_the_list_are_those_of_the_commands() -> None:
    functions = dict(every_command())
    assert {name: command.help for name, command in COMMANDS.items()} == {
        name: first_line(functions[name]) for name in COMMANDS
    }


def test_every_verb_is_brought_by_a_game() -> None:
    assert {verb for game in game_classes().values() for verb in part(game, Commands).verbs} == set(VERBS)


def test_the_list_names_commands_verbs_and_games() -> None:
    shown = told("--help")
    lines = {name: one.help for name, one in COMMANDS.items()} | {
        name: one.help for name, one in VERBS.items()
    }
    for name, line in lines.items():
        assert f"  {name} " in shown and line[:30] in shown
    assert ", ".join(names()) in shown
    assert all(len(line) <= 80 for line in shown.splitlines())


def test_a_verb_lists_the_games_that_bring_it() -> None:
    shown = told("graph", "--help")
    assert "boerenbridge  Show the strategy graph" in shown
    assert "skat" not in shown and "durak" not in shown


@pytest.mark.parametrize("name", names())
def test_every_game_has_a_page_of_help(name: str) -> None:
    assert "--help" in told(name, "--help")


def test_a_game_without_commands_says_what_there_is() -> None:
    shown = " ".join(told("boerenbridge", "--help").split())
    assert "no commands of its own" in shown and "'kiebitz graph boerenbridge'" in shown


def test_only_what_is_typed_is_loaded() -> None:
    code = (
        "import sys; sys.argv = ['kiebitz', 'perft', '--help']\n"
        "from kiebitz.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(sorted(m for m in sys.modules if m.startswith(('kiebitz.games.', 'kiebitz.cli.'))))"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = answer.stdout.splitlines()[-1]
    assert "kiebitz.cli.perft" in loaded
    assert "kiebitz.games." not in loaded and "kiebitz.cli.match" not in loaded


def test_a_game_may_stand_behind_its_options() -> None:
    words = ["--contract", "grand", "--hand", "CJ", "--left", "S7", "--right", "H7", "--leader", "left"]
    assert "best card S7" in told("solve", *words, "skat")
    assert told("solve", "--help", "skat") == told("solve", "skat", "--help")


@pytest.mark.parametrize("name", ["durak", "nothing"])
def test_a_game_without_the_verb_is_refused(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["kiebitz", "solve", name])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
    refusal = f"There is no game with a solver called {name!r}; choose one of: skat.\n"
    assert capsys.readouterr().err == refusal


def test_an_unknown_command_is_refused_with_those_that_look_like_it() -> None:
    answer = CliRunner().invoke(app, ["mach"], prog_name="kiebitz")
    assert answer.exit_code == 2
    assert answer.output == "No such command 'mach'. Did you mean 'match'? See 'kiebitz --help'.\n"


@pytest.mark.parametrize(
    ("words", "refusal", "command"),
    [
        ("match", "Missing argument '", "match"),
        ("match durak random random --deals many", "Invalid value for '--deals' / '-d': ", "match"),
        ("match durak --dals 5", "No such option: --dals", "match"),
        ("solve skat --what", "No such option: --what", "solve skat"),
    ],
)
def test_wrong_words_are_told_in_one_line_that_says_where_help_is(
    words: str, refusal: str, command: str
) -> None:
    answer = CliRunner().invoke(app, words.split(), prog_name="kiebitz")
    assert answer.exit_code == 2 and answer.output.count("\n") == 1
    assert answer.output.startswith(refusal) and answer.output.endswith(f" See 'kiebitz {command} --help'.\n")


def test_a_game_from_a_file_brings_its_commands(toy: Toys) -> None:
    file = toy("toy")
    assert "solve" in told("--help") and "toy" in told("--help")
    assert told("toy", "wind", "--turns", "3") == told(file, "wind", "--turns", "3") == "wound 3\n"
    assert told("solve", "toy", "AS") == told("solve", file, "AS") == "solved AS\n"
    assert "toy   Solve the toy." in told("solve", "--help")


@pytest.mark.parametrize("name", ["match", "solve"])
def test_a_command_counts_before_a_game_of_its_name(name: str, toy: Toys) -> None:
    plain = told(name, "--help")
    toy(name)
    assert told(name, "--help").splitlines()[:3] == plain.splitlines()[:3]
    assert name not in told("--help").split("Games;")[1]


def test_games_that_cannot_be_loaded_hide_no_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIEBITZ_GAMES", "missing.py")
    shown = told("--help")
    assert "Play a match and say who is better." in shown
    assert "There is no file" in shown


def test_a_verb_that_nobody_knows_is_refused() -> None:
    with pytest.raises(UnknownName, match="verb for Odd"):
        type("Odd", (Commands,), {"verbs": {"dance": ":dance"}})
