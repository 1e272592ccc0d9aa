"""The command that starts the server, and what a person asks the server for at the table."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from kiebitz.rules.records import Record
from kiebitz.rules.registry import game, game_classes, names
from kiebitz.table.server import messages, warmup
from kiebitz.table.tables.store import Store
from kiebitz.table.tables.table import Table
from tests.starter import run
from tests.table.client import client_of
from tests.table.test_protocol import hello, new_table

COMMAND = [sys.executable, "-c", "from kiebitz.cli import main; main()", "table", "--no-open"]


@pytest.fixture
def client() -> Iterator[TestClient]:
    with client_of(Store()) as made:
        yield made


def test_a_taken_port_is_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run([*COMMAND, "--port", port, "--store", tmp_path / "t"])
    assert done.returncode == 2
    why = "Address already in use. --port 0 takes a free one."
    assert done.stderr == f"Port {port} of 127.0.0.1 cannot be used: {why}\n"


def test_pages_and_faces_are_served_and_guarded(client: TestClient) -> None:
    page = client.get("/")
    assert "bundles/index.js" in page.text and "default-src 'self'" in page.headers["Content-Security-Policy"]
    face = client.get("/faces/german/JC.svg?letters=de")
    assert face.headers["Content-Type"] == "image/svg+xml"
    assert client.get("/faces/french/XX.svg").status_code == 404


def ask(socket: Any, kind: str) -> dict[str, Any]:
    """The answer to a question, past whatever else comes."""
    socket.send_json({"type": kind})
    while (message := socket.receive_json())["type"] != kind:
        assert message["type"] in ("event", "turn", "offer", "end")
    found: dict[str, Any] = message
    return found


def test_hint_sheet_and_log_of_a_seat(client: TestClient) -> None:
    table = new_table(client, "boerenbridge", options="schedule=2-1", persons=1)
    with client.websocket_connect(f"/ws/{table['table']}") as socket:
        hello(socket, table["tokens"][0])
        while (asked := socket.receive_json())["type"] != "turn":
            pass
        hint = ask(socket, "hint")
        assert hint["move"] in asked["view"]["moves"] and hint["because"]
        while asked["type"] != "end":
            if asked["type"] == "turn":
                socket.send_json({"type": "play", "move": asked["view"]["moves"][0], "ply": asked["ply"]})
            asked = socket.receive_json()
        sheet = ask(socket, "sheet")
        assert [len(row["points"]) for row in sheet["rows"]] == [4]
        assert sheet["rounds"][-1] == asked["points"] == sheet["totals"]
        assert len(sheet["rounds"]) == 2
        moves = [seen for seen in ask(socket, "log")["events"] if seen["seat"] >= 0]
        assert len(moves) == (2 + 1) * 4 + 2 * 4


def test_a_watcher_gets_no_hint(client: TestClient) -> None:
    table = new_table(client, "durak")
    with client.websocket_connect(f"/ws/{table['table']}") as socket:
        hello(socket, table["watch"])
        socket.send_json({"type": "hint"})
        while (message := socket.receive_json())["type"] != "error":
            assert message["type"] == "event"


def test_with_other_seats_a_token_opens_the_new_seat_only(client: TestClient) -> None:
    table = new_table(client, "durak")
    with client.websocket_connect(f"/ws/{table['table']}") as socket:
        assert hello(socket, table["tokens"][0])["seat"] == 0
        socket.send_json({"type": "next", "again": True, "rotate": True})
        while (message := socket.receive_json())["type"] != "welcome":
            pass
        assert message["seat"] == 1
        scene = socket.receive_json()["scene"]
        assert scene["viewer"] == 1 and len(scene["hand"]) == 6 and not scene["seats"][0]["cards"]


def test_undo_takes_the_row_off_the_sheet() -> None:
    seats = [{"kind": "person"}, {"kind": "agent", "spec": "random"}]
    room = Table.create("durak", seats, seed="1")
    while not room.is_over:
        room.play(room.state.turn, str(room.state.moves[0]))
    assert room.totals == list(room.state.payoffs)
    room.undo(0)
    assert room.totals == [0, 0] and room.sheet == []


# -- the sheet ----------------------------------------------------------------------------------------


def finish(room: Table) -> None:
    while not room.is_over:
        room.play(room.state.turn, str(room.state.moves[0]))


def test_a_deal_that_is_played_again_counts_once() -> None:
    room = Table.create("skat", [{"kind": "person"}] * 3, seed="1", units=36)
    finish(room)
    totals = room.totals
    room.next_unit(again=True, rotate=True)
    finish(room)
    room.next_unit(again=True)
    finish(room)
    assert room.totals == totals[1:] + totals[:1], "the points go with who made them"
    sheet = messages.sheet(room)
    assert [row["unit"] for row in sheet["rows"]] == [0]
    assert [row["unit"] for row in sheet["again"]] == [0, 0]
    room.next_unit()
    finish(room)
    assert [row["unit"] for row in messages.sheet(room)["rows"]] == [0, 1]


def test_the_same_seed_gives_the_same_game() -> None:
    def played() -> list[str]:
        room = Table.create("durak", [{"kind": "agent", "spec": "random"}] * 2, seed="5")
        while not room.is_over:
            room.play(room.state.turn, room.think().move)
        return room.moves

    assert played() == played()


def test_after_the_last_deal_a_new_sheet_begins_with_new_cards() -> None:
    room = Table.create("durak", [{"kind": "person"}] * 2, seed="1", units=2)
    deals = []
    for unit in (0, 1, 0, 1, 0):
        assert room.unit == unit and len(room.sheet) == unit
        deals.append(room.state.deal.text)
        finish(room)
        room.next_unit()
    assert len(set(deals)) == 5
    again = Table.from_dict(room.as_dict(), [], [])
    assert again.state.deal.text == room.state.deal.text


def test_without_a_series_deals_go_on_counting() -> None:
    room = Table.create("durak", [{"kind": "person"}] * 2, seed="1")
    for unit in range(3):
        assert room.unit == unit == len(room.sheet)
        finish(room)
        room.next_unit()


# -- who decides, who invites -------------------------------------------------------------------------


def greeted(client: TestClient, table: dict[str, Any], **keys: str) -> dict[str, Any]:
    with client.websocket_connect(f"/ws/{table['table']}") as socket:
        socket.send_json({"type": "hello", **keys})
        found: dict[str, Any] = socket.receive_json()
        return found


def test_invitations_are_for_who_made_the_table_and_follow_the_seats(client: TestClient) -> None:
    table = new_table(client, "boerenbridge", persons=3)
    first, second, third, _ = table["tokens"]
    found = greeted(client, table, token=first, host=table["host"])
    assert found["invitations"] == [None, second, third, None]
    assert found["watch"] == table["watch"]
    for keys in ({"token": second}, {"token": second, "host": first}, {"token": second, "host": ""}):
        other = greeted(client, table, **keys)
        assert "invitations" not in other and other["watch"] == table["watch"]
    room = client.app.state.hall.tables[table["table"]]  # type: ignore[attr-defined]
    with client.websocket_connect(f"/ws/{table['table']}") as socket:
        socket.send_json({"type": "hello", "token": first, "host": table["host"]})
        assert socket.receive_json()["seat"] == 0
        finish(room)
        socket.send_json({"type": "next", "rotate": True})
        while (message := socket.receive_json())["type"] != "welcome":
            pass
    assert message["seat"] == 3 and message["invitations"] == [second, third, None, None]


def test_a_replay_has_no_host(client: TestClient) -> None:
    text = Record.of(game("durak").deal("7")).text
    table = client.post("/api/records", json={"text": text}).json()
    assert "host" not in table
    assert "invitations" not in greeted(client, table, token=table["watch"], host="")


def test_who_sets_the_pace(client: TestClient) -> None:
    alone, two, none = (new_table(client, "boerenbridge", persons=n, pace=10) for n in (1, 2, 0))
    may = {
        True: [
            (alone, alone["tokens"][0], ""),
            (two, two["tokens"][0], two["host"]),
            (none, none["watch"], ""),
        ],
        False: [
            (alone, alone["watch"], ""),
            (alone, alone["watch"], alone["host"]),
            (two, two["tokens"][0], ""),
            (two, two["watch"], ""),
        ],
    }
    for is_allowed, cases in may.items():
        for table, token, host in cases:
            with client.websocket_connect(f"/ws/{table['table']}") as socket:
                socket.send_json({"type": "hello", "token": token, "host": host})
                assert socket.receive_json()["sets_pace"] == is_allowed
                socket.send_json({"type": "pace", "seconds": 9})
                socket.send_json({"type": "ping"})
                kinds = []
                while (kind := socket.receive_json()["type"]) != "pong":
                    kinds.append(kind)
                assert ("error" in kinds) != is_allowed
            assert greeted(client, table, token=token)["pace"] == 9


def test_every_game_is_warmed_once_and_slow_modules_in_a_process_of_their_own() -> None:
    found = warmup.shares()
    assert sorted(word for share in found for word in share if "." not in word) == names()
    for name, cls in game_classes().items():
        if slow := [f"{cls.__module__}.{module}" for module in cls.brings.slow]:
            assert [name] in found and slow in found


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_the_first_start_says_that_it_compiles_and_ends_its_helpers(tmp_path: Path) -> None:
    command = [*COMMAND, "--port", "0", "--store", str(tmp_path / "tables")]
    environment = {**os.environ, "KIEBITZ_CACHE": str(tmp_path)}
    server = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    assert server.stderr
    assert server.stderr.readline().startswith("Compiling the games for this machine, once;")
    helpers = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
    assert len(helpers) == len(warmup.shares())
    for _ in range(3):  # a compiler may swallow one
        server.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            server.wait(20)
            break
    server.stderr.close()
    assert not any(Path(f"/proc/{pid}").exists() for pid in helpers)
