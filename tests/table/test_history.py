"""What players have played is kept for them, and for nobody else."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from kiebitz.errors import BadOption, KiebitzError
from kiebitz.sayings import Suit, say
from kiebitz.table.tables.history import History, Mistake, Result, Where, beside, player_of
from kiebitz.table.tables.results import Results, where
from kiebitz.table.tables.store import Store
from kiebitz.table.tables.table import Table
from tests.table.client import client_of
from tests.table.test_protocol import hello, new_table

ADA, BOB = "the key of Ada, long and random", "the key of Bob, long and random"
HERE = Where("room", 0, 0, 0)
RESULT = Result("durak", "", 0, [{"kind": "person", "name": "Ada"}], [1, -1], 1.0, at=5.0)
MISTAKE = Mistake(3, "play", "6S", "7S", 0.5, "wins", say("a sure win was missed"), True,
                  say("{suit} were trumps", suit=Suit("S")))  # fmt: skip


@pytest.fixture
def client() -> Iterator[TestClient]:
    with client_of(Store()) as made:
        yield made


def history_of(client: TestClient) -> History:
    found: History = client.app.state.hall.results.history  # type: ignore[attr-defined]
    return found


def play_on(socket: Any, kind: str = "end") -> dict[str, Any]:
    """Play first moves until a message of a kind comes."""
    while (message := socket.receive_json())["type"] != kind:
        if message["type"] == "turn":
            socket.send_json({"type": "play", "move": message["view"]["moves"][0], "ply": message["ply"]})
    found: dict[str, Any] = message
    return found


# -- the file -----------------------------------------------------------------------------------------


def test_it_survives_a_restart_and_holds_no_key(tmp_path: Path) -> None:
    file = beside(tmp_path / "tables.sqlite")
    assert file and file.name == "tables-history.sqlite"
    history, ada = History(file), player_of(ADA)
    history.keep_result(ada, HERE, RESULT)
    history.keep_review(ada, HERE, 12, [MISTAKE])
    history.close()
    again = History(file)
    assert again.results(ada) == [(HERE, RESULT)]
    (review,) = again.reviews(ada)
    assert (review.decisions, review.mistakes, review.at, review.game) == (12, [MISTAKE], 5.0, "durak")
    again.close()
    assert ADA.encode() not in b"".join(each.read_bytes() for each in tmp_path.iterdir())


def test_nobody_reads_or_deletes_what_is_another_players() -> None:
    history, ada, bob = History(), player_of(ADA), player_of(BOB)
    history.keep_result(ada, HERE, RESULT)
    history.keep_result(bob, HERE, RESULT)
    history.keep_review(ada, HERE, 12, [MISTAKE])
    assert not history.reviews(bob)
    assert history.delete(bob) == 1
    assert history.results(ada) and history.reviews(ada) and not history.results(bob)
    assert history.delete(ada) == 1 and not history.reviews(ada)


def test_deleted_results_are_not_left_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "history.sqlite"
    history, ada = History(file), player_of(ADA)
    secret = Result("durak", "", 0, [{"name": "Zeuxippe"}], [1, -1], 1.0)
    history.keep_result(ada, HERE, secret)
    history.delete(ada)
    history.close()
    assert b"Zeuxippe" not in b"".join(each.read_bytes() for each in tmp_path.iterdir())


def test_no_review_without_a_result() -> None:
    history, ada = History(), player_of(ADA)
    history.keep_review(ada, HERE, 12, [MISTAKE])
    history.keep_result(ada, HERE, RESULT)
    assert not history.reviews(ada)  # it came before, so it is of something that was taken back
    history.keep_review(ada, HERE, 12, [])
    history.drop(HERE)
    assert not history.results(ada) and not history.reviews(ada)


@pytest.mark.parametrize("key", ["", "short", "x" * 201])
def test_keys_that_could_be_guessed_are_refused(key: str) -> None:
    with pytest.raises(BadOption, match="20 to 200"):
        player_of(key)


def test_a_file_of_another_form_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "history.sqlite"
    with sqlite3.connect(file) as base:
        base.execute("pragma user_version = 99")
    base.close()
    with pytest.raises(KiebitzError, match="form 99"):
        History(file)


# -- at the table -------------------------------------------------------------------------------------


def test_a_unit_is_kept_when_it_ends_and_forgotten_when_its_end_is_taken_back(client: TestClient) -> None:
    table = new_table(client, "boerenbridge", options="schedule=2", persons=1)
    with client.websocket_connect(f"/ws/{table['table']}") as socket:
        hello(socket, table["tokens"][0], player=ADA)
        ended = play_on(socket)
        ((found, kept),) = history_of(client).results(player_of(ADA))
        assert found == Where(table["table"], 0, 0, 0)
        assert kept.points == ended["points"] and kept.record == ended["record"]
        assert [seat["kind"] for seat in kept.seats] == ["person", "agent", "agent", "agent"]
        assert "token" not in str(kept.seats) and "player" not in kept.seats[0]
        socket.send_json({"type": "undo"})
        play_on(socket, "turn")
        assert not history_of(client).results(player_of(ADA))


def test_the_same_deal_again_is_another_attempt(client: TestClient) -> None:
    table = new_table(client, "boerenbridge", options="schedule=1", persons=1)
    with client.websocket_connect(f"/ws/{table['table']}") as socket:
        hello(socket, table["tokens"][0], player=ADA)
        play_on(socket)
        socket.send_json({"type": "next", "again": True, "rotate": True})
        play_on(socket)
    found = history_of(client).results(player_of(ADA))
    assert [each.attempt for each, _ in found] == [0, 1]
    assert [result.seat for _, result in found] == [0, 3]


def test_without_a_key_nothing_is_kept_and_no_seat_learns_a_key(client: TestClient) -> None:
    table = new_table(client, "boerenbridge", options="schedule=1", persons=2)
    told = []
    with client.websocket_connect(f"/ws/{table['table']}") as one, \
            client.websocket_connect(f"/ws/{table['table']}") as two:  # fmt: skip
        told += [hello(one, table["tokens"][0], player=ADA), hello(two, table["tokens"][1])]
        room = client.app.state.hall.tables[table["table"]]  # type: ignore[attr-defined]
        assert [bool(each.player) for each in room.occupants] == [True, False, False, False]
        for socket in (one, two):
            told.append(socket.receive_json())
            socket.send_json({"type": "sheet"})
    assert ADA not in str(told) and player_of(ADA) not in str(told)
    assert not history_of(client).results(player_of(BOB))


def test_a_key_of_a_watcher_keeps_nothing(client: TestClient) -> None:
    table = new_table(client, "durak", persons=1)
    with client.websocket_connect(f"/ws/{table['table']}") as socket:
        hello(socket, table["watch"], player=ADA)
    room = client.app.state.hall.tables[table["table"]]  # type: ignore[attr-defined]
    assert not any(each.player for each in room.occupants)


def test_what_began_elsewhere_and_what_cannot_be_kept_is_no_trouble() -> None:
    table = Table.create("boerenbridge", [{"kind": "agent", "spec": "random"}] * 4, "schedule=1", seed="1")
    table.occupants[0].player = player_of(ADA)
    while not table.is_over:
        table.play(table.state.turn, str(table.state.moves[0]))
    history = History()
    results = Results(history)
    results.keep(table)
    assert history.results(player_of(ADA))
    results.drop(where(table))
    table.start = table.state.deal.text  # as when it goes on from a moment of another table
    results.keep(table)
    assert not history.results(player_of(ADA))
    history.close()
    table.start = ""
    results.keep(table)  # it is told, and nothing else happens
