"""A run that is played in parts, here and there, is the run that is played in one piece."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kiebitz.cli import app
from kiebitz.errors import BadOption, KiebitzError
from kiebitz.lab.matches import match, tournament
from kiebitz.lab.parts import command_at, merge_runs, play_part
from kiebitz.lab.runs.export import write_csv
from kiebitz.lab.runs.outline import LEDGER
from kiebitz.lab.runs.run import Run

BOT = Path(__file__).parents[2] / "docs" / "my_bot.py"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run in one piece, and the same in three parts."""
    folder = tmp_path_factory.mktemp("parts")
    names = ("greedy", "random", "smart")
    tournament("durak", *names, deals=11, seed=1, out=folder / "whole", progress=False)
    for n in (1, 2, 3):
        play_part(folder / "whole", f"{n}/3", folder / str(n), progress=False)
    return folder


def csv_of(run: Run, folder: Path) -> bytes:
    write_csv(run, folder / "games.csv")
    return (folder / "games.csv").read_bytes()


def changed(home: Path, tmp_path: Path, name: str, statement: str) -> Path:
    """A copy of a part in which somebody has changed something."""
    folder = tmp_path / name
    shutil.copytree(home / name, folder)
    with sqlite3.connect(folder / LEDGER) as file:
        file.execute(statement)
    file.close()
    return folder


@pytest.mark.parametrize("order", ["123", "312"])
def test_merged_parts_are_the_run_in_one_piece(home: Path, tmp_path: Path, order: str) -> None:
    whole, merged = Run(home / "whole"), merge_runs([home / n for n in order], tmp_path / "merged")
    assert merged.is_finished
    assert csv_of(merged, tmp_path) == csv_of(whole, tmp_path)
    assert [one.scores() for one in merged.results()] != []
    for one, other in zip(merged.results(), whole.results(), strict=True):
        assert (one.points == other.points).all()
        assert one.moves.tolist() == other.moves.tolist()  # the clocks of all parts
    assert merged.ledger["command"] == whole.ledger["command"]


def test_what_is_missing_is_played_by_the_command_that_began(home: Path, tmp_path: Path) -> None:
    merged = merge_runs([home / "1", home / "3"], tmp_path / "merged")
    assert not merged.is_finished
    names = ("greedy", "random", "smart")
    found = tournament("durak", *names, deals=11, seed=1, out=merged.folder, progress=False)
    assert csv_of(found.run, tmp_path) == csv_of(Run(home / "whole"), tmp_path)
    sessions = found.run.ledger._rows("SELECT count(*) FROM sessions")[0][0]
    assert sessions == 3 * 2 + 1  # three pairs in each part, then the rest at once


def test_a_bot_travels_with_the_run(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(BOT.read_text())
    how = {"deals": 4, "seed": 1, "trust": True, "progress": False}
    whole = match("schnapsen", f"{file}:Cautious", "random", out=tmp_path / "whole", **how)  # type: ignore[arg-type]
    file.unlink()
    for n in (1, 2):
        play_part(tmp_path / "whole", f"{n}/2", tmp_path / str(n), trust=True, progress=False)
    merged = merge_runs([tmp_path / "1", tmp_path / "2"], tmp_path / "merged")
    assert (merged.result().points == whole.points).all()


def test_a_part_may_be_empty(home: Path, tmp_path: Path) -> None:
    parts = [play_part(home / "whole", f"{n}/12", tmp_path / str(n), progress=False) for n in range(1, 13)]
    assert parts[0].done == 0  # of eleven deals
    merged = merge_runs([part.folder for part in parts], tmp_path / "merged")
    assert csv_of(merged, tmp_path) == csv_of(Run(home / "whole"), tmp_path)


@pytest.mark.parametrize(
    ("command", "there"),
    [
        ("kiebitz match durak a b", "kiebitz match durak a b --out there"),
        ("kiebitz match --out=x durak a b --out y", "kiebitz match durak a b --out there"),
        ("kiebitz.match('durak', 'a', 'b')", "kiebitz.match('durak', 'a', 'b')"),
        ("kiebitz 'match", "kiebitz 'match"),
        ("", ""),
    ],
)
def test_the_command_goes_on_with_the_folder_where_the_part_is(command: str, there: str) -> None:
    assert command_at(command, Path("there")) == there


def test_games_that_two_parts_have_are_refused(home: Path, tmp_path: Path) -> None:
    with pytest.raises(KiebitzError, match=r"1 and .*whole overlap: both have the game 0/0/0\."):
        merge_runs([home / "1", home / "2", home / "whole"], tmp_path / "merged")
    assert not (tmp_path / "merged").exists()


@pytest.mark.parametrize(
    "other", [{"seed": 2}, {"options": "start_rank=9"}, {"agents": ("greedy", "random", "mcts:limit=5")}]
)
def test_parts_of_another_run_are_refused(home: Path, tmp_path: Path, other: dict[str, object]) -> None:
    how = {"seed": 1, "deals": 2, "progress": False, "agents": ("greedy", "random", "smart"), **other}
    tournament("durak", *how.pop("agents"), out=tmp_path / "other", **how)  # type: ignore[misc,arg-type]
    with pytest.raises(KiebitzError, match="not parts of one run"):
        merge_runs([home / "2", tmp_path / "other"], tmp_path / "merged")


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("UPDATE blocks SET data = substr(data, 1, length(data) / 2)", "do not fit its manifest"),
        ("UPDATE blocks SET count = count + 1", "another length than it says"),
        ("UPDATE blocks SET lineup = 9 WHERE lineup = 1", "is not of its plan"),
        ("UPDATE blocks SET first = 1000", "is not of its plan"),
        ("UPDATE blocks SET first = -1", "numbers that none can have"),
        ("UPDATE manifest SET value = '[\"other\"]' WHERE key = 'identities'", "not parts of one run"),
        ("UPDATE manifest SET value = replace(value, 'greedy', 'smart') WHERE key = 'plans'", "not parts"),
        ("UPDATE manifest SET value = '0.5' WHERE key = 'time_limit'", "not parts of one run"),
        ("REPLACE INTO manifest VALUES ('stopped', '[]')", "A test has stopped"),
    ],
)
def test_damaged_and_changed_parts_are_refused(home: Path, tmp_path: Path, statement: str, told: str) -> None:
    part = changed(home, tmp_path, "2", statement)
    with pytest.raises(KiebitzError, match=told):
        merge_runs([home / "1", part, home / "3"], tmp_path / "merged")
    assert not (tmp_path / "merged").exists()


def test_games_that_one_part_has_twice_are_refused(home: Path, tmp_path: Path) -> None:
    twice = "INSERT INTO blocks SELECT plan, first, lineup, count, failed + 1, data FROM blocks"
    with pytest.raises(KiebitzError, match="some are there twice"):
        merge_runs([home / "1", changed(home, tmp_path, "2", twice)], tmp_path / "merged")


def test_a_ledger_that_is_cut_off_is_refused(home: Path, tmp_path: Path) -> None:
    shutil.copytree(home / "2", tmp_path / "2")
    data = (tmp_path / "2" / LEDGER).read_bytes()
    (tmp_path / "2" / LEDGER).write_bytes(data[: len(data) // 2])
    with pytest.raises(KiebitzError, match=r"cannot be used as a ledger|manifest"):
        merge_runs([home / "1", tmp_path / "2"], tmp_path / "merged")


def test_whoever_was_killed_while_merging_can_merge_again(home: Path, tmp_path: Path) -> None:
    (tmp_path / "merged").mkdir()
    aside = tmp_path / "merged" / "games.part.sqlite"
    shutil.copy(home / "1" / LEDGER, aside)  # half of the work
    assert merge_runs([home / "1", home / "2", home / "3"], tmp_path / "merged").is_finished
    assert not aside.exists()


@pytest.mark.parametrize("share", ["0/2", "3/2", "2", "1/2/3", "1/1001", "½", ""])
def test_a_share_that_is_none_is_refused(home: Path, tmp_path: Path, share: str) -> None:
    with pytest.raises(BadOption, match="A part is written 2/4"):
        play_part(home / "whole", share, tmp_path / "part", progress=False)


def test_other_code_plays_no_part(home: Path, tmp_path: Path) -> None:
    run = changed(home, tmp_path, "1", "UPDATE manifest SET value = '[\"a\"]' WHERE key = 'identities'")
    with pytest.raises(KiebitzError, match="begun with other code"):
        play_part(run, "1/2", tmp_path / "part", progress=False)


def test_the_commands(home: Path, tmp_path: Path) -> None:
    def kiebitz(*words: object) -> str:
        found = CliRunner().invoke(app, [str(word) for word in words])
        return found.output if not found.exception else str(found.exception)

    told = kiebitz("part", home / "whole", "2/2", "--out", tmp_path / "2", "--quiet")
    assert "2 holds 36 of the run's 66 games." in told
    assert "Points a game so far: " in kiebitz("show", tmp_path / "2")
    assert "Say with --out" in kiebitz("part", home / "whole", "2/2")
    kiebitz("part", home / "whole", "1/2", "--out", tmp_path / "1", "--quiet")
    told = kiebitz("merge", tmp_path / "1", tmp_path / "2", "--out", tmp_path / "merged")
    assert "merged holds 66 of the run's 66 games." in told
    assert "choose another --out" in kiebitz("merge", tmp_path / "1", tmp_path / "2", "--out", home / "whole")
    assert "two or more" in kiebitz("merge", tmp_path / "1", "--out", tmp_path / "alone")
