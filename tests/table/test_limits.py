"""Limits: what is too long, too much, too slow or no message at all harms nobody else."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any

import pytest
from fastapi import WebSocketDisconnect
from fastapi.testclient import TestClient

from kiebitz.agents.base import Decision
from kiebitz.table.drawing import faces
from kiebitz.table.drawing.faces import draw_face
from kiebitz.table.tables import hall, helping
from kiebitz.table.tables.store import Store
from kiebitz.table.tables.table import Table
from tests.table.client import client_of
from tests.table.test_protocol import hello, new_table

ROOT = Path(__file__).parents[2]
LOOPING = """
from time import sleep
from kiebitz import Agent

class Loops(Agent):
    def act(self, view):
        while True:
            sleep(0.01)
"""


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with client_of(Store(tmp_path / "tables.sqlite")) as made:
        yield made


# -- bad input ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/api/tables", "/api/records"])
def test_a_body_that_is_too_long_is_not_read(client: TestClient, path: str) -> None:
    answer = client.post(path, content=b" " * 5_000_000)
    assert answer.status_code == 413 and "too long" in answer.json()["error"]


@pytest.mark.parametrize("body", ["", "[]", "{", '{"game": NaN}', '{"seed": "\\ud800"}', "[" * 50_000])
def test_a_body_that_is_no_object_is_refused(client: TestClient, body: str) -> None:
    answer = client.post("/api/tables", content=body.encode())
    assert answer.status_code == 400 and "JSON object" in answer.json()["error"]


@pytest.mark.parametrize("name", ["units", "pace", "limit"])
@pytest.mark.parametrize("value", ["1e999", '"many"', "null", "true", "[]"])
def test_numbers_that_are_none_are_refused(client: TestClient, name: str, value: str) -> None:
    seats = '[{"kind": "person"}, {"kind": "person"}]'
    answer = client.post("/api/tables", content=f'{{"game": "durak", "seats": {seats}, "{name}": {value}}}')
    assert answer.status_code == 400 and answer.json()["error"]


def test_a_missing_value_is_one_sentence(client: TestClient) -> None:
    table = new_table(client, "durak", persons=0)
    key = {"Authorization": "Bearer " + table["watch"]}
    answer = client.get(f"/api/tables/{table['table']}/mind?ply=x", headers=key)
    assert answer.status_code == 422 and answer.json()["error"].endswith("cannot be read: ply.")


def test_frames_that_are_no_messages_are_answered(client: TestClient) -> None:
    table = new_table(client, "durak", persons=1, pace=9)
    with client.websocket_connect(f"/ws/{table['table']}") as socket:
        socket.send_bytes(b'{"type": "ping"}')
        assert "JSON object" in socket.receive_json()["text"]
        socket.send_text('{"type": "hello", "token": "\\ud800"}')
        assert "JSON object" in socket.receive_json()["text"]
        hello(socket, table["tokens"][0])
        socket.send_text('{"type": "pace", "seconds": ' + "9" * 400 + "}")
        socket.send_text('{"type": "pace", "seconds": "fast"}')
        while (message := socket.receive_json())["type"] != "error":
            assert message["type"] in ("event", "turn")
        assert "must be a number" in message["text"]
    assert client.app.state.hall.tables[table["table"]].pace == 10  # type: ignore[attr-defined]


# -- too much -----------------------------------------------------------------------------------------


def test_letters_of_faces_do_not_fill_the_memory() -> None:
    draw_face("french", "AS")
    before = faces._draw.cache_info().currsize
    for number in range(50):
        assert draw_face("french", "AS", f"language {number}") == draw_face("french", "AS")
    assert faces._draw.cache_info().currsize == before


def test_one_hint_at_a_time(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, go_on = [], Event()

    def slowly(view: Any, aim: str) -> Decision:
        asked.append(view)
        go_on.wait(10)
        return Decision(view.moves[0], "at last")

    monkeypatch.setattr(helping, "advise", slowly)
    table = new_table(client, "durak")
    opened = client.websocket_connect(f"/ws/{table['table']}")
    mover = opened.__enter__()
    hello(mover, table["tokens"][0])
    while mover.receive_json()["type"] != "turn":
        pass
    for _ in range(5):
        mover.send_json({"type": "hint"})
    mover.send_json({"type": "ping"})
    kinds = []
    while (kind := mover.receive_json()["type"]) != "pong":
        kinds.append(kind)
    go_on.set()
    while (kind := mover.receive_json()["type"]) != "hint":
        kinds.append(kind)
    mover.send_json({"type": "ping"})
    assert mover.receive_json()["type"] == "pong" and "hint" not in kinds
    assert len(asked) == 1
    opened.__exit__(None, None, None)


def first_hint(monkeypatch: pytest.MonkeyPatch, advice: Decision, goes_on: bool) -> list[Any]:
    """What who is to move hears after a question, if the next deal begins meanwhile or not."""

    async def heard() -> list[Any]:
        made, room = hall.Hall(Store()), Table.create("durak", [{"kind": "person"}] * 2, seed="1")
        asked, go_on, messages = Event(), Event(), list[Any]()

        def slowly(view: Any, aim: str) -> Decision:
            asked.set()
            go_on.wait(10)
            return advice

        async def send(message: Any) -> None:
            messages.append(message)

        monkeypatch.setattr(helping, "advise", slowly)
        made.open(room)
        listener = hall.Listener(room.state.turn, send)
        made.helping.hint(room, listener)
        await asyncio.to_thread(asked.wait, 10)
        if goes_on:
            while not room.is_over:
                room.play(room.state.turn, str(room.state.moves[0]))
            await made.next_unit(room, again=False, rotate=False)
        go_on.set()
        while listener.waits_for_hint:
            await asyncio.sleep(0.01)
        await asyncio.gather(*made._answers)
        return messages

    return asyncio.run(heard())


def test_a_hint_for_an_earlier_deal_is_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    assert first_hint(monkeypatch, Decision("6S"), goes_on=True) == []
    assert [message["type"] for message in first_hint(monkeypatch, Decision("6S"), goes_on=False)] == ["hint"]


def test_a_hint_has_finite_values_only(monkeypatch: pytest.MonkeyPatch) -> None:
    advice = Decision("6S", "why", {"6S": 1, "7S": float("nan"), "8S": float("inf")})
    (hint,) = first_hint(monkeypatch, advice, goes_on=False)
    assert hint == {"type": "hint", "ply": 0, "move": "6S", "because": "why", "values": {"6S": 1.0}}


def test_who_is_told_to_step_while_it_thinks_makes_one_move() -> None:
    async def moves_of_five_steps() -> int:
        made, room = hall.Hall(Store()), Table.create("durak", [{"kind": "agent", "spec": "random"}] * 2)
        made.pause(room, True)
        made.open(room)
        for _ in range(5):
            made.step(room)
        while made._driving:
            await asyncio.sleep(0.01)
        return room.state.ply

    assert asyncio.run(moves_of_five_steps()) == 1


def test_idle_tables_leave_the_memory_and_come_back(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall, "KEPT", 3)
    tables = [new_table(client, "durak", persons=2) for _ in range(6)]
    with client.websocket_connect(f"/ws/{tables[5]['table']}") as socket:
        hello(socket, tables[5]["tokens"][0])
        for table in tables[:5]:
            key = {"Authorization": "Bearer " + table["tokens"][1]}
            assert client.get(f"/api/tables/{table['table']}/scene?ply=0", headers=key).status_code == 200
        rooms = client.app.state.hall.tables  # type: ignore[attr-defined]
        assert len(rooms) == 3 and tables[5]["table"] in rooms, "who is listened to stays"


def test_there_are_not_more_tables_than_the_server_can_hold(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall, "KEPT", 1)
    monkeypatch.setattr(hall, "MOST", 2)
    body = {"game": "durak", "seats": [{"kind": "person"}] * 2}
    with ExitStack() as watching:
        for _ in range(2):
            table = new_table(client, "durak", persons=0, pace=10)  # agents are at work there
            hello(watching.enter_context(client.websocket_connect(f"/ws/{table['table']}")), table["watch"])
        answer = client.post("/api/tables", json=body)
    assert answer.status_code == 400 and "too many tables" in answer.json()["error"]


def test_only_a_refusal_for_good_has_the_code_of_one(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def damaged(*arguments: Any) -> None:
        raise OSError("The disk is damaged.")

    def code(name: str, token: str) -> int:
        with client.websocket_connect(f"/ws/{name}") as socket:
            assert hello(socket, token)["type"] == "error"
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_json()
        return closed.value.code

    table = new_table(client, "durak", persons=2)
    assert code("nowhere", "guess") == code(table["table"], "guess") == 4403
    client.app.state.hall.tables.clear()  # type: ignore[attr-defined]
    with monkeypatch.context() as full:
        full.setattr(hall, "MOST", 0)
        assert code(table["table"], table["tokens"][0]) == 4503
    with monkeypatch.context() as broken:
        broken.setattr(Store, "load", damaged)
        assert code(table["table"], table["tokens"][0]) == 4503
    with client.websocket_connect(f"/ws/{table['table']}") as socket:
        assert hello(socket, table["tokens"][0])["type"] == "welcome"


# -- too slow -----------------------------------------------------------------------------------------


def test_an_agent_that_never_answers_is_ended_and_played_for_and_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "loops.py"
    file.write_text(LOOPING)
    bot = f"{file}:Loops"
    monkeypatch.setattr(hall, "THINKING", 0.1)
    with client_of(Store(), bots=[bot]) as client, caplog.at_level(logging.WARNING):
        slow = [{"kind": "agent", "spec": bot}] * 2
        tables = [new_table(client, "durak", persons=2, seats=slow) for _ in range(3)]
        quick = new_table(client, "durak", persons=0)
        for table, last in ((quick, "end"), (tables[-1], "note")):
            with client.websocket_connect(f"/ws/{table['table']}") as socket:
                hello(socket, table["watch"])
                while (message := socket.receive_json())["type"] != last:
                    assert message["type"] in ("event", "note")
        studies = client.app.state.hall.studies  # type: ignore[attr-defined]
        assert studies.running <= 4, "late thoughts are ended, not left behind"
    assert "No answer came within 0.1 s." in caplog.text and "not answered yet" not in caplog.text
    until = monotonic() + 300
    while any(study.is_alive for study in (*studies._idle, *studies._busy)):  # one may just have been made
        assert monotonic() < until


def test_the_body_on_the_page_makes_a_table(client: TestClient) -> None:
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    part = page.partition("## Making a table")[2].partition("\n## ")[0]
    body, answer = ("".join(block) for block in re.findall(r"((?:^ {4}.*\n)+)", part, re.M))
    made = client.post("/api/tables", content=body)
    assert made.status_code == 200, made.text
    keys, told = made.json(), json.loads(answer)
    assert keys.keys() == told.keys() and len(keys["tokens"]) == len(told["tokens"])
    assert [token is None for token in keys["tokens"]] == [token is None for token in told["tokens"]]
    server = (ROOT / "src" / "kiebitz" / "table" / "server" / "app.py").read_text(encoding="utf-8")
    read = server.partition("def _new_table")[2].partition("\ndef ")[0]
    assert set(re.findall(r'body(?:\.get\(|, )"(\w+)"', read)) == set(re.findall(r"^\| `(\w+)`", part, re.M))
    wrong = client.post("/api/tables", json={"game": "durak"})
    assert wrong.status_code == 400 and wrong.json()["error"].startswith("A table needs its seats")
