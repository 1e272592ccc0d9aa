"""The protocol without a browser: whole games by messages, secrets kept, nothing lost."""

from __future__ import annotations

from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession

from kiebitz.kernel.random import Stream
from kiebitz.rules.records import Record
from kiebitz.rules.registry import game_class, names
from kiebitz.table.tables.store import Store
from tests.table.client import client_of

SEATS = {name: game_class(name)().seats for name in names()}


@pytest.fixture
def client(tmp_path: Path) -> Any:
    with client_of(Store(tmp_path / "tables.sqlite")) as made:
        yield made


def new_table(client: TestClient, game: str, persons: int = 1, **more: Any) -> dict[str, Any]:
    seats: list[dict[str, str]] = [{"kind": "person"}] * persons
    seats += [{"kind": "agent", "spec": "random"}] * (SEATS[game] - persons)
    body = {"game": game, "seats": seats, "seed": "7", "pace": 0, **more}
    answer = client.post("/api/tables", json=body)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def hello(socket: WebSocketTestSession, token: str, **more: str) -> dict[str, Any]:
    socket.send_json({"type": "hello", "token": token, **more})
    found: dict[str, Any] = socket.receive_json()
    return found


def heard(socket: WebSocketTestSession) -> dict[str, Any]:
    """The next message that is not about who is there."""
    while (message := socket.receive_json())["type"] == "people":
        pass
    found: dict[str, Any] = message
    return found


@pytest.mark.parametrize("game", SEATS)
def test_a_whole_game_by_messages(client: TestClient, game: str) -> None:
    table, rng = new_table(client, game), Stream(1)
    with client.websocket_connect(f"/ws/{table['table']}") as socket:
        assert hello(socket, table["tokens"][0])["seat"] == 0
        while (message := socket.receive_json())["type"] != "end":
            if message["type"] == "turn":
                move = rng.choice(message["view"]["moves"])
                socket.send_json({"type": "play", "move": move, "ply": message["ply"]})
            assert message["type"] in ("event", "turn", "offer")
    record = Record.read(message["record"])
    assert record.check() is None
    assert list(record.result) == message["points"] == message["totals"]


def test_a_scene_is_sent_once_a_ply_and_before_the_turn(client: TestClient) -> None:
    table = new_table(client, "skat")
    with client.websocket_connect(f"/ws/{table['table']}") as socket:
        assert hello(socket, table["tokens"][0])["page"] == "/games/skat/skat.js"
        event = {}
        while (message := socket.receive_json())["type"] != "turn":
            event = message
    assert (message["unit"], message["ply"]) == (event["unit"], event["ply"])
    assert "scene" not in message["view"]
    assert [each["move"] for each in event["scene"]["moves"]] == message["view"]["moves"]


def test_only_the_holder_of_a_token_may_act(client: TestClient) -> None:
    table = new_table(client, "durak", persons=2)
    with client.websocket_connect(f"/ws/{table['table']}") as socket:
        socket.send_json({"type": "hello", "token": "guess"})
        assert socket.receive_json()["type"] == "error"
    with client.websocket_connect(f"/ws/{table['table']}") as socket:
        hello(socket, table["watch"])
        socket.send_json({"type": "play", "move": "6S"})
        while (message := socket.receive_json())["type"] != "error":
            assert message["type"] in ("event", "people")
        assert "not possible" in message["text"]
    answer = client.get(
        f"/api/tables/{table['table']}/record", headers={"Authorization": "Bearer " + table["tokens"][0]}
    )
    assert answer.status_code == 403


def test_late_illegal_and_broken_messages_are_harmless(client: TestClient) -> None:
    table = new_table(client, "schnapsen", persons=2)
    sockets = [client.websocket_connect(f"/ws/{table['table']}") for _ in range(2)]
    first, second = (socket.__enter__() for socket in sockets)
    for socket, token in zip((first, second), table["tokens"], strict=True):
        hello(socket, token)
        scene = socket.receive_json()["scene"]
    mover = (first, second)[scene["turn"]]
    asked = heard(mover)
    mover.send_text("{")
    assert heard(mover)["type"] == "error"
    mover.send_json({"type": "play", "move": "nonsense", "ply": 0})
    assert heard(mover)["type"] == "error"
    assert heard(mover) == asked, "an open turn is given again"
    mover.send_json({"type": "play", "move": asked["view"]["moves"][0], "ply": 5})
    assert "ply 5" in heard(mover)["text"]
    heard(mover)
    mover.send_json({"type": "play", "move": asked["view"]["moves"][0], "ply": 0})
    assert heard(mover)["ply"] == 1
    for socket in sockets:
        socket.__exit__(None, None, None)


def test_a_killed_server_has_every_table_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    with client_of(Store(file)) as client:
        table = new_table(client, "boerenbridge")
        with client.websocket_connect(f"/ws/{table['table']}") as socket:
            hello(socket, table["tokens"][0])
            for _ in range(3):
                while (message := socket.receive_json())["type"] != "turn":
                    pass
                moves = message["view"]["moves"]
                socket.send_json({"type": "play", "move": moves[0], "ply": message["ply"]})
            while (before := socket.receive_json())["type"] != "turn":
                pass
        # Nothing is closed in order here: another server reads what is on disk at this moment.
        for part in tmp_path.glob("tables.sqlite*"):
            copyfile(part, tmp_path / part.name.replace("tables", "later"))
        with (
            client_of(Store(tmp_path / "later.sqlite")) as other,
            other.websocket_connect(f"/ws/{table['table']}") as socket,
        ):
            hello(socket, table["tokens"][0])
            while (after := socket.receive_json())["type"] != "turn":
                pass
    assert after == before


def test_undo_and_the_same_deal_again(client: TestClient) -> None:
    table = new_table(client, "durak")
    with client.websocket_connect(f"/ws/{table['table']}") as socket:
        hello(socket, table["tokens"][0])
        while (asked := socket.receive_json())["type"] != "turn":
            pass
        socket.send_json({"type": "play", "move": asked["view"]["moves"][0], "ply": asked["ply"]})
        while socket.receive_json()["type"] != "turn":
            pass
        socket.send_json({"type": "undo"})
        while (again := socket.receive_json())["type"] != "turn":
            pass
        assert again == asked


def test_requests_from_other_sites_are_refused(client: TestClient) -> None:
    body = {"game": "durak", "seats": [{"kind": "agent", "spec": "random"}] * 2}
    answer = client.post("/api/tables", json=body, headers={"Origin": "http://elsewhere.example"})
    assert answer.status_code == 403
    assert client.post("/api/tables", json={"game": "durak", "seats": []}).json()["error"]
