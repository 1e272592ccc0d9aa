"""The command that starts the server, and what a person asks the server for at the table."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from kiebitz.table.room import Room
from kiebitz.table.server import make_app
from kiebitz.table.store import Store
from tests.table.test_protocol import hello, new_table


@pytest.fixture
def client() -> Iterator[TestClient]:
    with TestClient(make_app(Store())) as made:
        yield made


def test_a_taken_port_is_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        command = [sys.executable, "-c", "from kiebitz.cli import main; main()", "table", "--no-open"]
        done = subprocess.run(
            [*command, "--port", str(port), "--store", str(tmp_path / "t")],
            capture_output=True,
            text=True,
            timeout=120,
        )
    assert done.returncode == 2
    assert done.stderr == f"Port {port} of 127.0.0.1 cannot be used: Address already in use.\n"


def test_pages_and_faces_are_served_and_guarded(client: TestClient) -> None:
    page = client.get("/")
    assert "lobby.js" in page.text and "default-src 'self'" in page.headers["Content-Security-Policy"]
    face = client.get("/faces/german/JC.svg?letters=de")
    assert face.headers["Content-Type"] == "image/svg+xml" and "max-age" in face.headers["Cache-Control"]
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
    room = Room.create("durak", seats, seed="1")
    while not room.is_over:
        room.play(room.state.turn, str(room.state.moves[0]))
    assert room.totals == list(room.state.payoffs)
    room.undo(0)
    assert room.totals == [0, 0] and room.sheet == []
