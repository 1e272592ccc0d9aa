"""The ledger: blocks of games come back as they were, and so do the rows of the first ledgers."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kiebitz.errors import KiebitzError
from kiebitz.lab.playing.executors import Threads
from kiebitz.lab.playing.match import Block, Match, Outcome, play_match
from kiebitz.lab.runs.ledger import Ledger
from kiebitz.lab.runs.outline import LEDGER
from kiebitz.lab.runs.packing import Games, pack, unpack
from kiebitz.lab.runs.plan import match_plan
from kiebitz.lab.runs.run import Run
from kiebitz.lab.runs.sentences import stored
from kiebitz.sayings import say
from tests.lab.command import games

FIRST_TABLE = """CREATE TABLE units (
    plan INTEGER, deal INTEGER, lineup INTEGER, points BLOB NOT NULL, plies INTEGER NOT NULL,
    loser INTEGER NOT NULL, measures BLOB NOT NULL, reason TEXT,
    PRIMARY KEY (plan, deal, lineup)
) WITHOUT ROWID"""
PLAN = match_plan("schnapsen", ["bully", "random"], 300, seed=4)
BLOCKS = (
    (0, 0, 90),
    (1, 0, 70),
    (0, 90, 60),
    (1, 75, 30),
    (1, 105, 45),
    (1, 70, 5),
)  # line-up, first, number


def match_of(deals: int) -> Match:
    return replace(PLAN, deals=deals).match


def outcome(first: int, lineup: int, number: int) -> Outcome:
    """Made-up games whose numbers say which they are; every 40th is lost by failing."""
    deals = first + np.arange(number)
    losers = np.where(deals % 40 == 39, lineup, -1)
    points = np.stack([deals + lineup, -deals], axis=1)
    measures = np.stack([deals * 1000, deals, -deals, deals % 7], axis=1)
    reasons = {int(row): say("{n} cards", n=int(deals[row])) for row in np.flatnonzero(losers >= 0)}
    return Outcome(points, deals % 50, losers, measures, reasons, [0.5, 0.25], [3, 4])


@pytest.fixture(params=["blocks", "rows", "both"])
def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Ledger]:
    """The same games in today's form, in that of the first ledgers, and begun there and gone on with here."""
    path, match = tmp_path / LEDGER, PLAN.match
    rows = {"blocks": 0, "rows": len(BLOCKS), "both": 3}[request.param]
    if rows:
        with closing(Ledger(path)) as made:
            pass
        with closing(sqlite3.connect(path)) as file, file:
            file.execute(FIRST_TABLE)
            for table in ("blocks", "reasons"):
                file.execute(f"DROP TABLE {table}")
            for lineup, first, number in BLOCKS[:rows]:
                file.executemany("INSERT INTO units VALUES (0, ?, ?, ?, ?, ?, ?, ?)",
                                 first_rows(lineup, first, number))  # fmt: skip
    if request.param != "rows":
        with closing(Ledger(path)) as made:
            found = [(Block(lineup, first, n), outcome(first, lineup, n)) for lineup, first, n in BLOCKS]
            made.add([(0, match, block, out) for block, out in found[rows:]])
    with closing(Ledger(path, write=False)) as read:
        yield read


def first_rows(lineup: int, first: int, number: int) -> Iterator[tuple[Any, ...]]:
    found = outcome(first, lineup, number)
    for row in range(number):
        reason = stored(found.reasons[row]) if row in found.reasons else None
        yield (first + row, lineup, found.points[row].astype(np.int32).tobytes(), int(found.plies[row]),
               int(found.losers[row]), found.measures[row].astype(np.int32).tobytes(), reason)  # fmt: skip


def test_games_come_back_in_order(ledger: Ledger) -> None:
    found = list(ledger.units(0, match_of(150)))
    assert [unit[:2] for unit in found] == [(deal, lineup) for deal in range(150) for lineup in range(2)]
    for deal, lineup, points, plies, loser, measures, reason in found:
        assert points.tolist() == [deal + lineup, -deal] and plies == deal % 50
        assert measures.tolist() == [deal * 1000, deal, -deal, deal % 7]
        assert loser == (lineup if deal % 40 == 39 else -1)
        assert (str(reason) == f"{deal} cards") is (loser >= 0)
    assert [unit[:2] for unit in ledger.units(0, match_of(150), 7)] == [unit[:2] for unit in found[::7]]


def test_some_deals_are_counted_and_read(ledger: Ledger) -> None:
    for deals in (1, 69, 90, 91, 150, 300):
        assert ledger.count(0, deals) == 2 * min(deals, 150) == len(list(ledger.units(0, match_of(deals))))
    done = ledger.done(0, 60, 160, 2)
    assert done.sum(axis=0).tolist() == [90, 90] and not done[90:].any()
    assert ledger.count(1, 300) == 0 and not list(ledger.batches(1, match_of(300)))


def test_failures_are_found_without_reading_everything(ledger: Ledger) -> None:
    found = [(deal, lineup, loser, str(reason)) for deal, lineup, loser, reason in ledger.failures(0, 130)]
    assert found == [(d, lineup, lineup, f"{d} cards") for d in (39, 79, 119) for lineup in range(2)]


def test_the_result_is_that_of_the_games(ledger: Ledger) -> None:
    result = ledger.result(0, match_plan("schnapsen", ["bully", "random"], 140, seed=4).match)
    deals = np.arange(140)
    assert (result.points[:, 1, 0] == deals + 1).all() and (result.points[:, 0, 1] == -deals).all()
    assert result.measures[:, 1, 0, 0].tolist() == (deals * 1000).tolist()  # wider than it began
    assert sorted(result.failed) == [(d, lineup) for d in (39, 79, 119) for lineup in range(2)]


def test_a_run_of_the_first_kind_goes_on_to_the_same_games(tmp_path: Path) -> None:
    run = Run.create("match", (PLAN,), tmp_path / "run")
    run.play(Threads(), deals=(0, 120))
    units = list(run.ledger.units(0, run.match(0, 120)))
    run.ledger.close()
    with closing(sqlite3.connect(tmp_path / "run" / LEDGER)) as file, file:
        file.execute(FIRST_TABLE)
        rows = [
            (deal, lineup, points.tobytes(), plies, loser, measures.tobytes(), None)
            for deal, lineup, points, plies, loser, measures, _ in units
        ]
        file.executemany("INSERT INTO units VALUES (0, ?, ?, ?, ?, ?, ?, ?)", rows)
        for table in ("blocks", "reasons"):
            file.execute(f"DROP TABLE {table}")
    before = Run(tmp_path / "run")
    assert (before.done, before.complete_deals()) == (240, 120)
    run = Run.create("match", (PLAN,), tmp_path / "run")
    run.play(Threads())
    assert run.done == run.total == 600
    assert games(run.result()) == games(play_match(PLAN.match))
    assert len(list(run.games())) == 600


@pytest.mark.parametrize("largest", [100, 30_000, 2**31 - 1, 2**60])
def test_numbers_of_every_size_are_kept(largest: int) -> None:
    rng = np.random.default_rng(1)
    points = rng.integers(-largest, largest, (77, 3))
    measures = rng.integers(-largest, largest, (77, 12))
    found = unpack(pack(Games(points, np.arange(77), np.full(77, -1), measures)), 77)
    assert (found.points == points).all() and (found.measures == measures).all()
    assert found.plies.tolist() == [*range(77)] and (found.losers == -1).all()


def test_a_game_takes_few_bytes(tmp_path: Path) -> None:
    """One row a game took 49 bytes in this match, with all that SQLite adds."""
    run = Run.create("match", (match_plan("schnapsen", ["bully", "random"], 5000, seed=1),), tmp_path)
    run.play(Threads())
    run.ledger.close()
    size = sum(file.stat().st_size for file in tmp_path.glob(f"{LEDGER}*"))
    assert size / 10_000 < 12


def test_damage_is_a_sentence(tmp_path: Path) -> None:
    run = Run.create("match", (PLAN,), tmp_path)
    run.play(Threads())
    with closing(sqlite3.connect(tmp_path / LEDGER)) as file, file:
        file.execute("UPDATE blocks SET data = substr(data, 1, length(data) - 9)")
    for read in (lambda: run.result(), lambda: list(run.games()), lambda: list(run.columns())):
        with pytest.raises(KiebitzError, match="do not fit its manifest"):
            read()
