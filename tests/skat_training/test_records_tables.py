"""Winning tables from recorded games: read in pieces, counted by cell, and near what was there elsewhere."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from kiebitz.games.skat.agents.bidding.chances import chance_to_win, score_of
from kiebitz.games.skat.agents.bidding.features import CELLS, bid_group, never_loses_null
from kiebitz.games.skat.agents.bidding.tables import load_tables
from kiebitz.games.skat.agents.memory import make_memory
from kiebitz.games.skat.records import iss
from kiebitz.games.skat.tables import BIDS, NULL
from kiebitz.lab.playing.executors import Processes
from kiebitz.rules.formats import read_file
from kiebitz.rules.records import Record
from kiebitz.rules.registry import game
from tests.games.skat.test_rules import DEAL, play, random_game, start
from tests.paths import XSKAT
from tools.skat_training import recorded
from tools.skat_training import selfplay as p
from tools.skat_training.__main__ import app
from tools.skat_training.counted import from_records
from tools.skat_training.fitting import cells_of, first_tables, null_holdings
from tools.skat_training.recorded import Recorded, read_all, read_piece, texts
from tools.skat_training.spreading import spreading

SKAT = game("skat")


@pytest.fixture
def games(tmp_path: Path) -> list[Path]:
    """The same finished games in our own format and in the server's."""
    states = [list(random_game("iss", seed))[-1] for seed in range(30)]
    own, server = tmp_path / "own.txt", tmp_path / "server.sgf"
    own.write_text("\n".join(Record.of(state).text for state in states))
    server.write_text("# games\n" + "\n".join(iss.write(state) for state in states))
    return [own, server]


# -- reading -------------------------------------------------------------------------------------------


def test_the_formats_say_the_same(games: list[Path]) -> None:
    own, server = (read_piece(list(texts(file))) for file in games)
    assert len(own) == 30
    assert (own == server).all()
    played = own[own[:, p.CHOSEN] >= 0]
    assert ((played[:, p.CARDS] & played[:, p.AWAY]) == 0).all()
    assert {int(cards).bit_count() for cards in played[:, p.CARDS]} == {10}


def test_a_game_says_what_came_of_which_cards() -> None:
    records = read_file(XSKAT.read_text())
    row = recorded.row_of(records[0])
    assert row is not None
    assert (row[p.CHOSEN], row[p.SEAT], row[p.TOOK], BIDS[row[p.AT]]) == (1, 0, 1, 18)
    assert (row[p.MADE], row[p.RESULT]) == (39, -44)
    assert row[p.PASSED : p.LOST_IN] == [-1, -1, -1]  # the auction is made up


def test_a_lost_null_says_in_which_suit() -> None:
    state = play(start(DEAL), "pass pass 18 hand N plain")
    while not state.is_over:
        state = state.play(state.moves[0])
    row = recorded.row_of(Record.of(state))
    assert state.value < 0
    assert row is not None
    assert "CSHD"[row[p.LOST_IN]] == str(state.history[-3][1])[0]


def test_damaged_records_are_left_out(tmp_path: Path) -> None:
    lines = [line for line in XSKAT.read_text().splitlines() if not line.startswith("#")]
    file = tmp_path / "games.txt"
    file.write_text("\n".join([lines[0], lines[1].replace("|W", "|L"), "9|nothing", lines[2]]))
    assert len(read_piece(list(texts(file)))) == 2


@pytest.mark.parametrize("workers", [1, 2])
def test_interrupted_reading_goes_on(
    tmp_path: Path, games: list[Path], monkeypatch: pytest.MonkeyPatch, workers: int
) -> None:
    spread = spreading(Processes(workers)) if workers > 1 else map
    monkeypatch.setattr(recorded, "PIECE", 4)
    monkeypatch.setattr(recorded, "BATCH", 2)
    folder = tmp_path / "kept"

    def stop(done: int) -> None:
        if done == 16:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Recorded(folder).run(games, stop, spread)
    again = Recorded.resume(folder)
    assert sum(again.read.values()) == again.games == sum(map(len, again)) == 16
    again.run(games, lambda done: None, spread)
    assert (np.concatenate(list(again)) == read_all(games)).all()
    assert Recorded.resume(folder) == again


def test_a_large_file_is_never_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight megabytes are read with one: what is kept of a batch goes to a file."""
    monkeypatch.setattr(recorded, "PIECE", 100)
    monkeypatch.setattr(recorded, "BATCH", 4)
    row = clubs(1, 1, 0)
    monkeypatch.setattr(recorded, "read_piece", lambda piece: np.repeat(row, len(piece), axis=0))
    file, folder = tmp_path / "games.txt", tmp_path / "kept"
    with file.open("w") as out:
        out.writelines("0|" + "x" * 600 + "\n" for _ in range(14_000))
    found = Recorded(folder)
    tracemalloc.start()
    found.run([file], lambda done: None)
    used = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (found.games, found.batches) == (14_000, 35)
    assert file.stat().st_size > 8_000_000
    assert used < 1_500_000
    one_by_one = from_records(load_tables(), found, {})
    at_once = from_records(load_tables(), [np.concatenate(list(found))], {})
    assert (one_by_one.words() == at_once.words()).all()


# -- tables --------------------------------------------------------------------------------------------


def clubs(number: int, won: float, place: int) -> np.ndarray:
    """The same hand in Clubs at one bid, won so often."""
    rows = np.full((number, p.COLUMNS), -1)
    hand, skat = 0b11 | 0b1111 << 4 | 0b11 << 11 | 0b11 << 18, 0b11 << 25
    rows[:, [p.CARDS, p.AWAY, p.CHOSEN, p.SEAT, p.TOOK, p.AT, p.ANNOUNCED]] = [hand, skat, 0, 0, 1, place, 0]
    wins = np.arange(number) < won * number
    rows[:, p.MADE], rows[:, p.RESULT] = np.where(wins, 70, 40), np.where(wins, 36, -72)
    return rows


def test_a_cell_is_counted_in_its_own_bid_group() -> None:
    first = first_tables(np.full(CELLS, 0.5), np.full(CELLS, 0.2), {})
    rows = np.concatenate([clubs(2000, 0.9, 0), clubs(2000, 0.3, 8)])
    bids, (hand, skat) = [int(BIDS[place]) for place in (0, 8)], rows[0, [p.CARDS, p.AWAY]].tolist()
    assert bid_group(bids[0]) != bid_group(bids[1])
    found = from_records(first, [rows], {"records": 4000})
    memory = make_memory([], found)
    chances = [chance_to_win(memory, hand, skat, 0, 0, 1, bid) for bid in bids]
    assert chances == pytest.approx([0.9, 0.3], abs=0.02)
    others = np.delete(found.win[bid_group(bids[0])], cells_of(rows[:1]))
    assert len(set(others.tolist())) < 300  # no other cell has games of its own
    assert found.made["records"] == 4000


def test_without_games_tables_stay_as_they_are() -> None:
    tables = load_tables()
    found = from_records(tables, [clubs(0, 0.5, 0)], {})
    assert (abs(found.win - tables.win) <= 1).all()
    assert (found.null == tables.null).all()
    assert (found.defending == tables.defending).all()
    assert np.allclose(found.sides, tables.sides, atol=1e-4)


def test_a_holding_that_lost_nulls_is_worth_less() -> None:
    first = first_tables(np.full(CELLS, 0.5), np.full(CELLS, 0.2), {})
    rows = clubs(400, 0.5, 0)
    rows[:, p.CHOSEN] = NULL
    rows[:, p.LOST_IN] = np.where(rows[:, p.RESULT] > 0, -1, 2)  # always in hearts
    found = from_records(first, [rows], {})
    gone, held = (null_holdings(rows[:1, column])[0] for column in (p.AWAY, p.CARDS))
    before, after = (tables.null[gone, held] for tables in (first, found))
    assert after[2] < 6000
    assert after[1] >= min(before[1], 9000)


def test_a_safe_holding_counts_what_players_make_of_it_and_is_laid_open_all_the_same() -> None:
    """Nine in ten Nulls that cannot be lost are won by these players."""
    low = ["C7", "C8", "C9", "S7", "S8", "H7", "H8", "H9", "D7", "D8"]
    hand, skat = (SKAT.deck.set(cards).mask for cards in (low, ["CA", "SA"]))
    rows = clubs(400, 0.9, 0)
    rows[:, [p.CARDS, p.AWAY, p.CHOSEN]] = hand, skat, NULL
    rows[:, p.LOST_IN] = np.where(rows[:, p.RESULT] > 0, -1, 2)
    assert never_loses_null(hand, skat)
    found = make_memory([], from_records(load_tables(), [rows], {}))
    assert chance_to_win(found, hand, skat, NULL, 0, 1, 18) == pytest.approx(0.9, abs=0.02)
    ouvert = 0.9 * 96 - 0.1 * 142  # a plain one would bring 56.1
    assert score_of(found, hand, skat, NULL, 0, 1, 18) == pytest.approx(ouvert, abs=4)


def run(*words: str) -> Result:
    return CliRunner().invoke(app, words)


def test_the_command_makes_tables_from_records(tmp_path: Path, games: list[Path]) -> None:
    out = tmp_path / "tables.npz"
    words = [word for file in (XSKAT, games[0]) for word in ("--records", str(file))]
    answer = run("train-tables", str(out), *words, "--quiet")
    assert "tables from 70 of 70 recorded games" in answer.output
    assert load_tables(out).made["records"] == 70
    again = run("train-tables", str(tmp_path / "again.npz"), *words, "--quiet")
    assert again.exit_code == 0
    assert (load_tables(out).win == load_tables(tmp_path / "again.npz").win).all()
    shown = run("calibrate", "--records", str(XSKAT), "--tables", str(out), "--quiet")
    assert "40 deals, 0 passed in." in shown.output
