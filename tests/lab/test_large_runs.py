"""Large runs need little memory: games are read and written in parts, and kept in narrow numbers."""

from __future__ import annotations

import csv
import tracemalloc
from collections.abc import Callable
from functools import partial
from itertools import islice
from math import inf
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
import pytest

from kiebitz.cli.match import print_result, print_verdict
from kiebitz.lab.playing.executors import Threads
from kiebitz.lab.report.page import make_page
from kiebitz.lab.results.result import Result
from kiebitz.lab.runs.export import write_csv, write_parquet
from kiebitz.lab.runs.plan import match_plan
from kiebitz.lab.runs.run import Run
from kiebitz.lab.runs.schedule import Schedule
from kiebitz.lab.runs.verify import verify
from kiebitz.lab.statistics.shares import seat_shares
from kiebitz.rules.game import Game

DEALS = 40_000
BYTES = 60  # a game: five million take 300 of the 500 MiB that a command may have
FIXED = 14 << 20  # what parts of any run need


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("large")
    made = Run.create("match", (match_plan("schnapsen", ["random", "bully"], DEALS, seed=1),), folder)
    made.play(Threads())
    return made


TASKS: dict[str, Callable[[Run, Path], Any]] = {
    "go on": lambda run, folder: Schedule(run.ledger, run.plans).games,
    "result": lambda run, folder: run.result().as_dict(),
    "verify": lambda run, folder: verify(run, 100),
    "csv": lambda run, folder: write_csv(run, folder / "games.csv"),
    "parquet": lambda run, folder: write_parquet(run, folder / "games.parquet"),
    "report": lambda run, folder: make_page(run),
}


@pytest.mark.parametrize("task", TASKS)
def test_memory_grows_by_few_bytes_a_game(task: str, run: Run, tmp_path: Path) -> None:
    assert most(partial(TASKS[task], run, tmp_path)) < BYTES * run.total + FIXED


def test_games_that_are_all_kept_would_be_noticed(run: Run) -> None:
    """The least that a careless program could do: a tuple for each game."""
    assert most(lambda: list(run.ledger.units(0, run.match(0, 50_000)))) > 1.5 * (BYTES * run.total + FIXED)


def most(task: Callable[[], Any]) -> int:
    """The bytes that something takes at its worst."""
    tracemalloc.start()
    try:
        task()
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return peak


def test_a_match_is_scored_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the command and the answer for programs show; draws and the comparison take a pass each."""
    rated = 0
    shares = seat_shares

    def counting(game: Game, points: Any, losers: Any) -> Any:
        nonlocal rated
        rated += len(points)
        return shares(game, points, losers)

    monkeypatch.setattr("kiebitz.lab.results.result.seat_shares", counting)
    result = run.result()
    print_result(result)
    print_verdict(result)
    first = result.as_dict()["agents"]
    assert rated == 3 * run.total
    result.confidence = 0.5
    low, high = result.scores()[0].wilson
    assert first[0]["wilson"][0] < low < high < first[0]["wilson"][1]
    games = result.points[:1, 0], result.plies[:1, 0], result.losers[:1, 0], result.measures[:1, 0]
    before = result.scores()[0].points_mean
    result.write((slice(0, 1), 0), games[0] + 1000, *games[1:])
    assert result.scores()[0].points_mean > before


def test_a_step_chooses_games_evenly(run: Run) -> None:
    for step in (2, 7, 3001):
        chosen = [unit[:2] for unit in islice(run.ledger.units(0, run.match(0, 50_000)), 0, None, step)]
        assert [unit[:2] for unit in run.ledger.units(0, run.match(0, 50_000), step)] == chosen


def test_tables_hold_what_the_result_holds(tmp_path: Path) -> None:
    """More games than are read at a time, with draws and a part of the win for some."""
    polars = pytest.importorskip("polars")
    run = Run.create("match", (match_plan("durak", ["random"] * 2, 11_000, seed=3),), tmp_path / "run")
    run.play(Threads())
    result = run.result()
    assert write_csv(run, tmp_path / "a.csv") == write_parquet(run, tmp_path / "a.parquet") == 44_000
    with (tmp_path / "a.csv").open() as file:
        rows = list(csv.DictReader(file))
    frame = polars.read_parquet(tmp_path / "a.parquet")
    shape = result.points.shape
    for name, values in (("points", result.points), ("share", result.shares)):
        written = np.array([float(row[name]) for row in rows]).reshape(shape)
        assert (written == values).all() and (frame[name].to_numpy().reshape(shape) == values).all()
    assert [int(row["deal"]) for row in rows] == frame["deal"].to_list() == sorted(frame["deal"].to_list())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.csv", "a.parquet", "run"]


def test_a_csv_file_costs_little_more_than_parquet(run: Run, tmp_path: Path) -> None:
    """Processor time of this process alone, the best of three in turn; a writer of rows takes four times."""
    pytest.importorskip("polars")
    seconds: dict[str, float] = {}
    for write in (write_csv, write_parquet) * 3:
        start = process_time()
        write(run, tmp_path / "table")
        seconds[write.__name__] = min(process_time() - start, seconds.get(write.__name__, inf))
    assert seconds["write_csv"] < 2.5 * seconds["write_parquet"]


@pytest.mark.parametrize("value", [7, -40_000, 2**31 - 1])
def test_numbers_that_need_more_room_get_it(value: int) -> None:
    match = match_plan("durak", ["random"] * 2, 3, seed=1).match
    result, width = Result.empty(match), 2 * len(match.game.measures)
    for deal, points in enumerate((1, value, 2)):
        outcome = np.full((1, 2), points), np.full(1, 9), np.full(1, -1), np.full((1, width), points)
        result.write((slice(deal, deal + 1), 1), *outcome)
    assert result.points[:, 1, 0].tolist() == [1, value, 2]
    assert result.measures[:, 1].max() == max(value, 2) and result.plies.sum() == 27
