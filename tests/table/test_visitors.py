"""Who may ask the server: by which name, how often, and how long in silence."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
from collections.abc import Callable, Iterator
from json import dumps, loads
from pathlib import Path
from threading import Event
from time import sleep, time

import pytest
from fastapi import WebSocketDisconnect
from fastapi.testclient import TestClient

from kiebitz.table.panel.panel import Panel
from kiebitz.table.server import connection, visitors
from kiebitz.table.server.app import make_app
from kiebitz.table.tables import hall as hall_module
from kiebitz.table.tables import pruning
from kiebitz.table.tables.store import Store
from kiebitz.table.tables.table import Table
from tests.clocks import eventually
from tests.table.asgi import request
from tests.table.client import client_of
from tests.table.test_protocol import hello, new_table

REMOTE_BOT = Path(__file__).parents[2] / "docs" / "remote_bot.py"


@pytest.fixture
def client() -> Iterator[TestClient]:
    with client_of(Store()) as made:
        yield made


@pytest.mark.parametrize("path", ["/", "/api/games", "/runs", "/faces/french/AS.svg"])
def test_another_name_for_this_address_opens_nothing(client: TestClient, path: str) -> None:
    """A page elsewhere whose name resolves to this machine would else read runs and make tables."""
    answer = client.get(path, headers={"Host": "cards.example:8765"})
    assert answer.status_code == 421
    assert answer.json()["error"].startswith("This server does not answer to the name 'cards.example:8765'")
    assert client.get(path, headers={"Host": "127.0.0.1:8765"}).status_code == 200


def test_the_socket_has_the_same_rule(client: TestClient) -> None:
    table = new_table(client, "durak", persons=1)
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(f"/ws/{table['table']}", headers={"Host": "cards.example"}),
    ):
        pass


def test_a_server_may_have_more_names() -> None:
    with TestClient(make_app(Store(), names=["Cards.example"]), base_url="http://cards.example:80") as client:
        assert client.get("/api/games").status_code == 200


def test_no_page_may_frame_ours(client: TestClient) -> None:
    assert "frame-ancestors 'none'" in client.get("/").headers["Content-Security-Policy"]


def test_who_makes_too_many_tables_must_wait(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "MAKING_BURST", 3.0)
    body = {"game": "durak", "seats": [{"kind": "person"}, {"kind": "person"}]}
    answers = [client.post("/api/tables", json=body) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert answers[-1].json()["error"] == "Too many tables were made from here of late; wait a minute."
    assert client.get("/api/games").status_code == 200


def test_a_connection_that_says_nothing_is_ended(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "GREETING", 0.05)
    table = new_table(client, "durak", persons=1)
    with (
        client.websocket_connect(f"/ws/{table['table']}") as socket,
        pytest.raises(WebSocketDisconnect) as end,
    ):
        socket.receive_json()
    assert end.value.code == connection.SILENT


def test_who_never_says_hello_is_ended_whatever_else_is_said(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "GREETING", 0.3)
    table = new_table(client, "durak", persons=1)
    with (
        client.websocket_connect(f"/ws/{table['table']}") as socket,
        pytest.raises(WebSocketDisconnect) as end,
    ):
        while True:
            socket.send_json({"type": "ping"})
            assert socket.receive_json() == {"type": "pong"}
            sleep(0.02)
    assert end.value.code == connection.SILENT


def test_who_asks_too_much_at_a_time_waits_for_answers(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = new_table(client, "durak", persons=0)
    asked, key = f"/api/tables/{table['table']}/matrix", {"Authorization": "Bearer " + table["watch"]}
    asking = client.app.state.visitors._asking  # type: ignore[attr-defined]
    asking["testclient"] = visitors.ASKING
    refused = client.get(asked, headers=key)
    assert refused.status_code == 429 and refused.json()["error"].startswith("Too many questions")
    assert client.get("/api/games").status_code == 200
    del asking["testclient"]
    assert client.get(asked, headers=key).status_code == 200 and not asking


def test_a_clock_stops_when_nobody_is_there(client: TestClient) -> None:
    """Tables with clocks that everybody has left make way for others."""
    table = new_table(client, "durak", persons=2, limit=60)
    hall = client.app.state.hall  # type: ignore[attr-defined]
    assert hall.is_idle(hall.tables[table["table"]])
    with (
        client.websocket_connect(f"/ws/{table['table']}") as socket,
        client.websocket_connect(f"/ws/{table['table']}") as other,
    ):
        hello(socket, table["tokens"][0])
        assert table["table"] not in hall.attendance.clocks, "it starts when all have sat down"
        hello(other, table["tokens"][1])
        until(lambda: table["table"] in hall.attendance.clocks)
    until(lambda: hall.is_idle(hall.tables[table["table"]]))
    assert table["table"] not in hall.attendance.clocks


def until(holds: Callable[[], bool]) -> None:
    """Wait until the server has done something."""
    assert eventually(holds), "it does not happen"


def test_wrong_tokens_leave_no_traceback(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    table = new_table(client, "durak", persons=1)
    with caplog.at_level(logging.WARNING):
        for _ in range(5):
            with client.websocket_connect(f"/ws/{table['table']}") as socket:
                socket.send_json({"type": "hello", "token": "wrong"})
                socket.close()
    assert not caplog.records


@pytest.mark.parametrize("path", ["/api/tables", "/api/records"])
def test_a_request_that_breaks_off_leaves_no_traceback(path: str, caplog: pytest.LogCaptureFixture) -> None:
    parts: list[dict[str, object]] = [
        {"type": "http.disconnect"},
        {"type": "http.request", "body": b'{"game"', "more_body": True},
    ]
    with caplog.at_level(logging.WARNING):
        status, _ = asyncio.run(request(make_app(Store()), "POST", path, parts=parts))
    assert status == 400 and not caplog.records


def test_old_tables_are_forgotten(tmp_path: Path) -> None:
    store = Store(tmp_path / "tables.sqlite")
    tables = [Table.create("durak", [{"kind": "person"}, {"kind": "person"}]) for _ in range(2)]
    for table in tables:
        store.save(table)
    store._db.execute("update rooms set touched = ? where id = ?", (time() - 40 * 86_400, tables[0].id))
    assert store.forget(days=30) == [tables[0].id]
    assert store.load(tables[0].id) is None and store.load(tables[1].id) is not None
    store.close()


def test_old_tables_are_forgotten_while_the_server_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also those at hand, but not where somebody sits; a move there is written as before."""
    monkeypatch.setattr(pruning, "EVERY", 0.01)
    store = Store()
    with TestClient(make_app(store, names=["testserver"], keep=30)) as client:
        tables = [new_table(client, "durak", persons=2) for _ in range(3)]
        names = [table["table"] for table in tables]
        hall = client.app.state.hall  # type: ignore[attr-defined]
        with client.websocket_connect(f"/ws/{names[0]}") as socket:
            hello(socket, tables[0]["tokens"][0])
            old = [(time() - 40 * 86_400, name) for name in names[:2]]
            store._db.executemany("update rooms set touched = ? where id = ?", old)
            until(lambda: names[1] not in hall.tables)
            assert store.load(names[1]) is None
            assert set(hall.tables) == {names[0], names[2]} and store.load(names[0]) and store.load(names[2])


def test_the_remote_bot_of_the_docs_says_how_it_is_called() -> None:
    done = subprocess.run([sys.executable, str(REMOTE_BOT)], capture_output=True, text=True)
    assert done.returncode == 1 and done.stderr.startswith("A bot at a table, without Kiebitz: python ")


@pytest.mark.parametrize("link", ["nonsense", "http://127.0.0.1:9/table.html#a.b"])
def test_the_remote_bot_of_the_docs_ends_with_a_sentence(link: str) -> None:
    done = subprocess.run([sys.executable, str(REMOTE_BOT), link], capture_output=True, text=True)
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert done.stderr.startswith("The link of a seat is needed, as the table gives it; ")


def test_an_address_has_no_more_connections_than_it_may(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else one visitor could hold all tables that there can be."""
    monkeypatch.setattr(visitors, "LISTENING", 1)
    table = new_table(client, "durak", persons=1)
    with client.websocket_connect(f"/ws/{table['table']}") as socket:
        hello(socket, table["tokens"][0])
        with (
            client.websocket_connect(f"/ws/{table['table']}") as other,
            pytest.raises(WebSocketDisconnect) as end,
        ):
            other.receive_json()
        assert end.value.code == connection.TOO_MANY
    until(lambda: not client.app.state.visitors._listening)  # type: ignore[attr-defined]
    with client.websocket_connect(f"/ws/{table['table']}") as socket:
        hello(socket, table["tokens"][0])


def test_tables_of_agents_that_nobody_watches_make_way(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else whoever leaves slow agents behind shuts everybody out; they go on when somebody comes."""
    monkeypatch.setattr(hall_module, "MOST", 3)
    hall = client.app.state.hall  # type: ignore[attr-defined]
    left = [new_table(client, "durak", persons=0, pace=10) for _ in range(2)]
    with client.websocket_connect(f"/ws/{left[1]['table']}") as socket:
        hello(socket, left[1]["watch"])
        more = [new_table(client, "durak", persons=2) for _ in range(3)]
        assert len(hall.tables) == 3 and left[0]["table"] not in hall.tables
        assert left[1]["table"] in hall.tables and more[2]["table"] in hall.tables
        assert left[0]["table"] not in hall._driving
    with client.websocket_connect(f"/ws/{left[0]['table']}") as socket:
        hello(socket, left[0]["watch"])
        until(lambda: left[0]["table"] in hall._driving)


def test_whoever_asks_for_much_leaves_a_thread_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Formulas without end from one address: what another one asks is answered at once."""
    slowly, go_on = list[int](), Event()

    def formula(self: Panel, *asked: object) -> dict[str, bool]:
        slowly.append(1)
        return {"done": go_on.wait(60)}

    monkeypatch.setattr(Panel, "formula", formula)

    async def answered() -> list[int]:
        app = make_app(Store())
        seats = [{"kind": "person"}, {"kind": "agent", "spec": "random"}]
        _, body = await request(
            app, "POST", "/api/tables", body=dumps({"game": "durak", "seats": seats}).encode()
        )
        table = loads(body)
        about = f"/api/tables/{table['table']}"
        key = [(b"authorization", f"Bearer {table['tokens'][0]}".encode())]
        asked = [
            asyncio.create_task(request(app, "POST", f"{about}/formula", body=b"{}", headers=key))
            for _ in range(6)
        ]
        while len(slowly) < visitors.WORKED_OUT:
            await asyncio.sleep(0.01)
        status, _ = await request(app, "GET", f"{about}/matrix", headers=key, address="10.0.0.7")
        assert len(slowly) == visitors.WORKED_OUT
        go_on.set()
        return [status, *(status for status, _ in await asyncio.gather(*asked))]

    assert asyncio.run(asyncio.wait_for(answered(), 60)) == [200] * 7
    assert len(slowly) == 6
