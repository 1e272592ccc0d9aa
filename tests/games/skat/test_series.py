"""Series of thirty-six games: scores of players, from records and from the tables of a server."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kiebitz.games.skat.series import cut, standings
from kiebitz.rules.records import Record
from kiebitz.table.tables.store import Store
from kiebitz.table.tables.table import Table
from tests.cli.test_commands import Run
from tests.cli.test_commands import run as run_fixture
from tests.games.skat.test_rules import DEAL

run = run_fixture

PLAYERS = ("Ada", "Bob", "Cy")
WON, LOST = (74, 0, 0), (-146, 40, 40)  # of forehand


def turned(number: int) -> tuple[str, ...]:
    """Who is forehand, middlehand and rearhand in a game."""
    return PLAYERS[number % 3 :] + PLAYERS[: number % 3]


def test_players_keep_their_points_when_the_deal_goes_round() -> None:
    games = [(turned(number), LOST if number == 4 else WON) for number in range(40)]
    whole, rest = cut(games)
    assert (len(whole[1]), len(rest[1])) == (36, 4)
    found = {one.player: one for one in standings([whole, rest])}
    assert {name: one.scores for name, one in found.items()} == {
        "Ada": (12 * 74 + 40,), "Bob": (11 * 74 - 146,), "Cy": (12 * 74 + 40,),
    }  # fmt: skip
    assert (found["Ada"].sums.won, found["Ada"].sums.lost, found["Ada"].games) == (14, 0, 40)
    assert found["Bob"].sums.lost == 1


def test_other_players_begin_another_series() -> None:
    games = [(PLAYERS, WON)] * 20 + [(("Ada", "Bob", "Di"), WON)] * 36
    assert [len(rows) for _, rows in cut(games)] == [20, 36]
    assert [one.scores for one in standings(cut(games)) if one.player in ("Ada", "Cy")] == [(36 * 74,), ()]


def test_records_of_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    records = [Record("skat", DEAL, ("pass",) * 3, players=PLAYERS, result=row)
               for row in [WON] * 35 + [LOST] + [LOST] * 36]  # fmt: skip
    file.write_text("\n".join(record.text for record in records))
    ada = json.loads(run("skat", "series", str(file), "--json").out)[0]
    assert (ada["player"], ada["series"], ada["games"], ada["won"], ada["lost"]) == ("Ada", 2, 72, 35, 37)
    assert ada["scores"] == [35 * 74 - 146, 36 * -146]
    assert ada["mean"] == pytest.approx(sum(ada["scores"]) / 2)
    assert ada["deviation"] == pytest.approx((ada["scores"][0] - ada["scores"][1]) / 2**0.5)
    assert "Ada" in run("skat", "series", str(file)).out


def test_series_at_the_table_are_kept(run: Run, tmp_path: Path) -> None:
    """Also those before the last one, and for the players that turned their places in between."""
    file = tmp_path / "tables.sqlite"
    seats = [{"kind": "person", "name": name} for name in PLAYERS]
    table = Table.create("skat", seats, seed="1", units=36)
    rows = [{"unit": unit, "points": list(WON), "facts": []} for unit in range(36)]
    table.unit, table.sheet = 35, [*rows, rows[3] | {"again": True}]
    while not table.is_over:
        table.play(table.state.turn, "pass")  # played again, so it does not count
    table.next_unit(rotate=True)
    assert (table.series, table.unit, table.sheet, len(table.past[0])) == (1, 0, [], 36)
    store = Store(file)
    store.save(table)
    store.close()
    found = json.loads(run("skat", "series", "--store", str(file), "--json").out)
    assert {one["player"]: one["scores"] for one in found} == {"Ada": [36 * 74], "Bob": [0], "Cy": [0]}
    assert [one["deviation"] for one in found] == [None] * 3  # one series deviates from nothing


def test_what_cannot_be_counted_is_said(run: Run, tmp_path: Path) -> None:
    assert "Name files with records, or say --tables." in run("skat", "series").err
    assert "There are no tables in" in run("skat", "series", "--store", str(tmp_path / "none")).err
    (tmp_path / "open.txt").write_text(Record("skat", DEAL, ("pass",), players=PLAYERS).text)
    assert "no finished game" in run("skat", "series", str(tmp_path / "open.txt")).err
