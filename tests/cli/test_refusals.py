"""Absurd numbers and names that are no files are refused in a sentence, before anything is done."""

from __future__ import annotations

import inspect
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.models import OptionInfo

from kiebitz.cli import main
from tests.cli.every import every_command

GOOGOL = 10**30
NAME_NEEDED = "The name of a file is needed: '.' and nothing mean the current folder.\n"
CALLS = {
    "check-bot": "check-bot random durak",
    "match": "match durak random random",
    "dataset": "dataset durak random --out positions",
    "tournament": "tournament durak random greedy",
    "grid": "grid durak greedy --against random",
    "power": "power durak smart greedy --elo 20",
    "freeze": "freeze durak smart greedy --out weights.json",
    "unseal": "unseal claim.seal",
    "run": "run page.toml",
    "reproduce": "reproduce schnapsen-random",
    "perft": "perft durak",
    "know": "know records.txt",
    "review": "review records.txt",
    "replay": "replay records.txt",
    "puzzle": "puzzle durak",
    "exercises": "exercises durak",
    "play": "play durak random",
    "solve skat": "solve skat --contract grand --hand CJ --left S7 --right H7 --leader left",
    "skat series": "skat series records.txt",
    "skat replay": "skat replay records.txt",
}
HARMLESS = {
    ("verify", "sample"),  # more than there are means all
    ("skat replay", "first"),
    ("review", "first"),
    ("join", "units"),  # so many will never be played
    ("solve skat", "depth"),
    ("table", "port"),  # refused by the reader of the command line
    ("table", "keep"),
}


def whole_numbers() -> Iterator[tuple[str, str]]:
    """Every option of every command that is a whole number."""
    for name, function in every_command():
        for option in inspect.signature(function, eval_str=True).parameters.values():
            is_option = isinstance(option.default, OptionInfo)
            if is_option and option.annotation in (int, int | None):
                yield name, option.name


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    from kiebitz.rules.records import Record
    from kiebitz.rules.registry import game

    monkeypatch.chdir(tmp_path)
    (tmp_path / "records.txt").write_text(Record.of(game("skat").deal(1), ("a", "b", "c")).text)
    (tmp_path / "page.toml").write_text('game = "durak"\npairs = [["greedy", "random"]]\n')
    return tmp_path


Ask = Callable[..., tuple[object, str]]


@pytest.fixture
def ask(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ask:
    """Give a command; the exit code, and what it says on standard error."""

    def run(*words: str) -> tuple[object, str]:
        monkeypatch.setattr("sys.argv", ["kiebitz", *words])
        with pytest.raises(SystemExit) as end:
            main()
        return end.value.code, capsys.readouterr().err

    return run


@pytest.mark.parametrize(("name", "option"), sorted(set(whole_numbers()) - HARMLESS))
def test_a_number_that_is_far_too_large_is_refused(name: str, option: str, folder: Path, ask: Ask) -> None:
    flag = f"--{option.replace('_', '-')}"
    code, told = ask(*shlex.split(CALLS[name]), flag, str(GOOGOL))
    assert code == 2, told
    assert f"{GOOGOL:,}" in told or str(GOOGOL) in told, told
    assert set(folder.iterdir()) == {folder / "records.txt", folder / "page.toml"}


@pytest.mark.parametrize("deals", [10**10, 10**15, GOOGOL])
def test_deals_have_an_upper_limit_that_the_sentence_says(deals: int, folder: Path, ask: Ask) -> None:
    code, told = ask("match", "durak", "random", "random", "--deals", str(deals))
    assert (code, told) == (2, f"The number of deals must be 1 to 100,000,000, not {deals:,}.\n")


@pytest.mark.parametrize("name", ["", "."])
@pytest.mark.parametrize(
    "words",
    [
        "match durak random random --records",
        "match durak random random --log",
        "export nothing --csv",
        "export nothing --parquet",
        "report nothing --out",
        "play durak random --save",
        "know records.txt --card SJ --svg",
        "know records.txt --card SJ --dot",
        "graph boerenbridge greedy --svg",
        "exercises durak --html",
        "puzzle durak --booklet",
        "puzzle durak --export",
        "skat replay records.txt --html",
        "review records.txt --html",
    ],
)
def test_a_file_needs_a_name(words: str, name: str, folder: Path, ask: Ask) -> None:
    assert ask(*words.split(), name) == (2, NAME_NEEDED)


@pytest.mark.parametrize("page", ["page.txt", ".", "records.txt"])
@pytest.mark.parametrize("command", ["run", "reproduce"])
def test_a_page_ends_in_toml(command: str, page: str, folder: Path, ask: Ask) -> None:
    code, told = ask(command, page)
    assert code == 2
    assert told == f"The page of an experiment is a file whose name ends in .toml, unlike {page!r}.\n"
