"""Tables are printed as they are: names letter by letter, whole in a pipe, between words in a window."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.table import Table

from kiebitz.cli import main
from kiebitz.cli.common import print_table
from kiebitz.rules.records import Record
from kiebitz.rules.registry import game

BOT = """
from kiebitz import Agent

class Elephant(Agent):
    def act(self, view):
        return view.moves[0]
"""
PUBLISHED = """title = "A page about :elephant: and [bold]"
source = "{source}"
game = "durak"
deals = 8
[[match]]
name = "{name}"
agents = ["greedy", "random"]
[[cell]]
name = "{name}"
match = "{name}"
agent = "greedy"
quantity = "win_rate"
published = 0.9
"""
Ask = Callable[..., tuple[object, str, str]]


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ask:
    """Give a command; the exit code, and what it says on standard output and error."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KIEBITZ_RUNS", str(tmp_path / "runs"))
    monkeypatch.setenv("COLUMNS", "80")

    def run(*words: object) -> tuple[object, str, str]:
        monkeypatch.setattr("sys.argv", ["kiebitz", *map(str, words)])
        with pytest.raises(SystemExit) as end:
            main()
        told = capsys.readouterr()
        return end.value.code, told.out, told.err

    return run


@pytest.mark.parametrize("command", ["match", "tournament", "grid"])
def test_a_name_is_printed_letter_by_letter(command: str, tmp_path: Path, ask: Ask) -> None:
    """``:Elephant:`` is how rich writes the animal, ``[bold]`` how it writes in bold."""
    (tmp_path / "[bold]x.py").write_text(BOT)
    bot, trusted = "[bold]x.py:Elephant:", ("--trust", "--quiet", "--deals", 6, "--seed", 1)
    words = (bot, "--against", "random") if command == "grid" else (bot, "random")
    code, told, _ = ask(command, "durak", *words, *trusted)
    assert code == 0
    assert re.search(rf"^ *(\d )?{re.escape(bot)} ", told, re.MULTILINE), told
    assert "\N{ELEPHANT}" not in told


def wide_table() -> Table:
    table = Table(
        "name", box=None, title="A title of many words that is longer than the table by a good deal"
    )
    table.add_column("a number", justify="right", no_wrap=True)
    table.add_column("what is said of it")
    long = "agrees; the original program has another figure here because of a bug"
    table.add_row("one:Elephant: " + "and another name " * 3, "0.5..0.7", long)
    table.add_row("x" * 30, "0.25..0.75", f"{long} [bold]")
    return table


def words_of(text: str) -> list[str]:
    return sorted(text.split())


def test_a_table_in_a_pipe_has_a_line_for_a_row(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    print_table(wide_table())
    title, head, one, two = capsys.readouterr().out.splitlines()
    assert title.startswith("A title of many words") and head.split()[0] == "name"
    assert one.split()[-1] == "bug" and two.split()[-1] == "[bold]"


@pytest.mark.parametrize("columns", [60, 80, 100])
def test_words_wrap_whole_in_a_window(
    columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    print_table(wide_table())
    whole = capsys.readouterr().out
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    print_table(wide_table())
    told = capsys.readouterr().out
    told = re.sub(r"\x1b\[[\d;]*m", "", told)
    assert words_of(told) == words_of(whole)
    _, *lines = told.splitlines()
    assert max(map(len, lines)) <= columns


def test_a_name_that_is_too_long_for_a_window_is_broken(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    table = Table("agent", box=None)
    table.add_column("wins", no_wrap=True)
    table.add_row("y" * 60, "12345678")
    print_table(table)
    lines = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in capsys.readouterr().out.splitlines()]
    assert max(map(len, lines)) <= 40
    assert "".join(lines).count("y") == 60 and "12345678" in lines[1]


def test_a_comparison_in_a_pipe_keeps_its_words(tmp_path: Path, ask: Ask) -> None:
    name = "a figure with a name of more than eighty letters, which begins here and ends with these words"
    (tmp_path / "page.toml").write_text(PUBLISHED.format(name=name, source="where it stands, " * 10))
    code, told, error = ask("run", "page.toml", "--quiet")
    assert code == 0, error
    lines = told.splitlines()
    assert lines[0] == "A page about :elephant: and [bold]"
    assert lines[1] == ("where it stands, " * 10).rstrip() or lines[1] == "where it stands, " * 10
    [row] = [line for line in lines if line.startswith(name)]
    assert "0.9" in row


def test_the_games_of_a_match_go_to_standard_output(ask: Ask) -> None:
    match = ("match", "durak", "smart", "greedy", "--deals", 2, "--seed", 1, "--quiet", "--verbose")
    _, told, error = ask(*match)
    assert told.count("=== Deal ") == 4 and "=== Deal " not in error
    assert told.index("=== Deal ") < told.index("On average: ")
    _, told, error = ask(*match, "--json")
    assert told.startswith("{") and error.count("=== Deal ") == 4


@pytest.mark.parametrize("option", ["--records", "--log"])
def test_a_file_of_anything_else_is_not_written_over(option: str, tmp_path: Path, ask: Ask) -> None:
    file = tmp_path / "games.txt"
    match = ("match", "durak", "smart", "greedy", "--quiet", option, "games.txt")
    file.write_text("my thesis\n")
    code, _, told = ask(*match, "--seed", 1, "--deals", 2)
    assert (code, file.read_text()) == (2, "my thesis\n")
    assert told.startswith("games.txt is there already and is not of this run; ")
    assert not (tmp_path / "runs").exists(), "refused before anything was done"
    assert ask(*match, "--seed", 1, "--deals", 2, "--force")[0] == 0
    two = file.read_text()
    assert ask(*match, "--seed", 1, "--deals", 2)[0] == 0
    assert file.read_text() == two
    assert ask(*match, "--seed", 1, "--deals", 4)[0] == 0, "the same run, gone on with"
    four = file.read_text()
    assert four.startswith(two.rstrip("\n")) and len(four) > len(two)
    code, _, told = ask(*match, "--seed", 2, "--deals", 2)
    assert (code, file.read_text()) == (2, four)
    assert ask(*match, "--seed", 2, "--deals", 2, "--force")[0] == 0
    assert file.read_text() != four


def test_an_empty_file_is_written_to_and_a_device_is_not(tmp_path: Path, ask: Ask) -> None:
    (tmp_path / "empty").touch()
    match = ("match", "durak", "smart", "greedy", "--quiet", "--seed", 1, "--deals", 1, "--records")
    assert ask(*match, "empty")[0] == 0
    (tmp_path / "device").symlink_to("/dev/null")
    code, _, told = ask(*match, "device", "--force")
    assert (code, told) == (2, "device cannot be written: it is not a file.\n")


def test_know_refuses_a_record_with_a_move_that_does_not_exist(tmp_path: Path, ask: Ask) -> None:
    state = game("durak").deal(seed=1)
    state = state.play(state.moves[0])
    (tmp_path / "records.txt").write_text(Record.of(state).text.rstrip("\n") + " 99\n")
    code, told, error = ask("know", "records.txt", "--at", 1)
    assert (code, told) == (2, "")
    assert error.startswith("record 1 cannot be replayed: move 2: '99' is not a move of durak"), error
    assert "move 2: '99' is not a move" in ask("replay", "records.txt", "--check")[1]


def test_the_library_refuses_it_too() -> None:
    import kiebitz as kb
    from kiebitz.errors import KiebitzError

    text = Record.of(game("durak").deal(seed=1)).text.rstrip("\n") + " 99\n"
    with pytest.raises(KiebitzError, match="move 1: '99' is not a move"):
        kb.know(Record.read(text))
