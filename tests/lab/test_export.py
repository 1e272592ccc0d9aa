"""Exports: written completely or not at all."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kiebitz.errors import KiebitzError
from kiebitz.lab.playing.executors import Threads
from kiebitz.lab.results.frames import Columns, column_names
from kiebitz.lab.runs.export import write_csv, write_parquet
from kiebitz.lab.runs.plan import match_plan, reduced
from kiebitz.lab.runs.run import Run


@pytest.mark.parametrize("write", [write_csv, write_parquet])
def test_an_export_that_fails_leaves_the_file_as_it_was(
    write: Callable[[Run, Path], int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games.table"
    file.write_text("the old one")
    run = Run.create("match", (match_plan("durak", ["random", "random"], 3, seed=1),), tmp_path / "run")
    run.play(Threads())
    whole = list(run.columns())

    def damaged() -> Iterator[Columns]:
        yield from whole
        raise KiebitzError("cannot be used as a ledger")

    with monkeypatch.context() as patched, pytest.raises(KiebitzError, match="cannot be used"):
        patched.setattr(run, "columns", damaged)
        write(run, file)
    assert file.read_text() == "the old one"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.table", "run"]
    assert write(run, file) == 12
    assert b"the old one" not in file.read_bytes()


@pytest.mark.parametrize("write", [write_csv, write_parquet])
def test_an_unfinished_run_is_written_as_far_as_it_goes(
    write: Callable[[Run, Path], int], tmp_path: Path
) -> None:
    run = Run.create("match", (match_plan("durak", ["random", "random"], 3, seed=1),), tmp_path / "run")
    assert write(run, tmp_path / "none") == 0
    run.play(Threads(), deals=(0, 2))
    assert write(run, tmp_path / "some") == 8


def test_an_export_to_nowhere_is_one_sentence(tmp_path: Path) -> None:
    run = Run.create("match", (match_plan("durak", ["random", "random"], 3, seed=1),), tmp_path / "run")
    run.play(Threads())
    with pytest.raises(KiebitzError, match="cannot be written"):
        write_csv(run, tmp_path / "none" / "games.csv")


def test_the_docs_explain_every_column() -> None:
    """One table, with every column that a game of ours exports, and nothing else."""
    page = (Path(__file__).parents[2] / "docs" / "run-an-experiment.md").read_text(encoding="utf-8")
    part = page.partition("### Columns of an export")[2].partition("\n#")[0]
    explained = re.findall(r"^\| `(\w+)` \| .+ \| .+ \|$", part, re.MULTILINE)
    written = []
    for name, agents in (("durak", 2), ("schnapsen", 2), ("skat", 3), ("boerenbridge", 4)):
        match = match_plan(name, ["random"] * agents, 1, seed=1).match
        written += column_names(match)
    frozen = reduced((match_plan("durak", ["smart", "greedy"], 1, seed=1),), "own")[0].match
    written += column_names(frozen)
    assert sorted(explained) == sorted(set(written)) and len(explained) == len(set(explained))
