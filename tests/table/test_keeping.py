"""What is in memory is on disk, and what is on disk can be read, or is no trouble for the rest."""

from __future__ import annotations

import asyncio
import json
import math
import sqlite3
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient

from kiebitz import demo
from kiebitz.agents.base import Decision
from kiebitz.errors import KiebitzError
from kiebitz.sayings import Cards, Saying, Suit, say
from kiebitz.table.tables.decisions import keep_mind
from kiebitz.table.tables.hall import Hall, Listener
from kiebitz.table.tables.store import Store, StoreInUse
from kiebitz.table.tables.table import Table
from tests.starter import run
from tests.table.client import client_of
from tests.table.test_absence import unheard
from tests.table.test_protocol import hello, new_table
from tests.table.test_service import COMMAND

SEATS = [{"kind": "person"}, {"kind": "agent", "spec": "random"}]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite"


@pytest.fixture
def client(file: Path) -> Iterator[TestClient]:
    with client_of(Store(file)) as made:
        yield made


def test_the_seed_of_a_table_cannot_be_guessed() -> None:
    assert len(Table.create("durak", SEATS).seed) == 32


# -- reading ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "damage",
    [
        "update plies set move = 'nonsense'",
        "update rooms set data = '{'",
        "update rooms set data = '{}'",
        "update rooms set data = replace(data, '\"durak\"', '\"whist\"')",
    ],
)
def test_one_unreadable_table_is_no_trouble_for_the_others(file: Path, damage: str) -> None:
    with client_of(Store(file)) as client:
        tables = [new_table(client, "durak", persons=2) for _ in range(2)]
        room = client.app.state.hall.tables[tables[0]["table"]]  # type: ignore[attr-defined]
        room.play(room.state.turn, str(room.state.moves[0]))
        client.app.state.hall.store.add_moves(room, 0)  # type: ignore[attr-defined]
    with sqlite3.connect(file) as base:
        where = {"p": "room", "r": "id"}[damage.split()[1][0]]
        base.execute(f"{damage} where {where} = ?", (tables[0]["table"],))
    base.close()
    with client_of(Store(file)) as client:
        for table, status in zip(tables, (400, 200), strict=True):
            key = {"Authorization": "Bearer " + table["tokens"][0]}
            answer = client.get(f"/api/tables/{table['table']}/scene?ply=0", headers=key)
            assert answer.status_code == status
            assert status == 200 or "cannot be read" in answer.json()["error"]


def test_a_table_is_read_when_somebody_comes_and_its_agents_go_on(file: Path) -> None:
    with client_of(Store(file)) as client:
        table = new_table(client, "durak", pace=10)
    with client_of(Store(file)) as client:
        rooms = client.app.state.hall.tables  # type: ignore[attr-defined]
        assert not rooms
        with client.websocket_connect(f"/ws/{table['table']}") as socket:
            hello(socket, table["tokens"][0])
            assert list(rooms) == [table["table"]]


# -- minds --------------------------------------------------------------------------------------------


class Odd:
    def __str__(self) -> str:
        raise RuntimeError

    def __float__(self) -> float:
        return math.nan


class Broken(dict[Any, Any]):
    """Everything that looks into it fails."""

    def items(self) -> Any:
        raise RuntimeError

    def __iter__(self) -> Any:
        raise RuntimeError


class BrokenList(list[Any]):
    def __iter__(self) -> Any:
        raise RuntimeError


class Unpaired(dict[Any, Any]):
    def items(self) -> Any:
        return [1, 2]


class Endless(tuple[Any, ...]):
    def __iter__(self) -> Any:
        return count()


class BrokenArray:
    ndim = 0

    def item(self) -> float:
        raise RuntimeError


class Unready:
    def __getattr__(self, name: str) -> Any:
        raise RuntimeError

    def __float__(self) -> float:
        raise RuntimeError


@pytest.mark.parametrize(
    "decision",
    [
        Decision("m", values=Broken(m=1), details=Broken(m=1)),
        Decision("m", values=Unpaired(m=1), details=Unpaired(m=1)),
        Decision("m", values={"m": Unready()}, details={"a": Unready(), "b": BrokenArray()}),  # type: ignore[dict-item]
        Decision("m", details={"a": BrokenList([1]), "b": Endless()}),
        Decision("m", values={"m": "high"}),  # type: ignore[dict-item]
        Decision("m", values={"m": math.nan, "n": math.inf, "o": 10**400, "p": Odd(), "q": None}),  # type: ignore[dict-item]
        Decision("m", values=[1, 2]),  # type: ignore[arg-type]
        Decision("m", because="\ud800", details={"\ud800": ["\udfff", Odd(), {Odd(): 1}]}),
        Decision("m", because=7, details=Odd()),  # type: ignore[arg-type]
        Decision(
            "m", Saying("{n} of {x}", {"n": math.nan, "x": Odd()}), details={"a": Saying("{n}", {"n": {1}})}
        ),
        Decision("m", Saying("{missing}"), details={"a": Saying("{n}", 7)}),  # type: ignore[arg-type]
        Decision("m", details={"a": np.float64("nan"), "b": np.arange(3), "c": math.inf, "d": 10**400}),
    ],
)
def test_whatever_an_agent_thinks_can_be_kept_and_sent(decision: Decision) -> None:
    kept = keep_mind(decision)
    json.dumps(kept, ensure_ascii=False, allow_nan=False).encode()
    assert kept["values"] == {}


def test_reasons_are_kept_as_sayings_and_those_of_old_stay_texts(file: Path) -> None:
    seats = [{"kind": "person"}, {"kind": "person"}]
    said = say("{cards} {cards:is|are} high", cards=Cards("AS KS"))
    table, store = Table.create("durak", seats, seed="1"), Store(file)
    store.save(table)
    table.play(
        table.state.turn, str(table.state.moves[0]), mind=Decision("m", said, details={"why": Suit("H")})
    )
    store.add_moves(table, 0)
    store.close()
    kept = (Store(file).load(table.id) or table).minds[0]
    assert kept is not None and kept["because"] == "AS KS are high"
    assert Saying.of_json(kept["because_said"]) == said
    assert kept["details"] == {"why": {"saying": ["{it}", {"it": {"suit": "H"}}]}}
    assert "because_said" not in keep_mind(Decision("m", "it is high"))


def test_values_that_are_numbers_are_kept() -> None:
    kept = keep_mind(Decision("m", "why", {"m": 1, "n": np.float64(0.5)}, {"path": ["a", np.int64(3)]}))
    assert kept == {"because": "why", "values": {"m": 1.0, "n": 0.5}, "details": {"path": ["a", 3]}}


def test_a_move_with_an_odd_mind_is_a_move() -> None:
    room = Table.create("durak", SEATS, seed="1")
    move = str(room.state.moves[0])
    room.play(room.state.turn, move, mind=Decision(move, values={move: "high"}))  # type: ignore[dict-item]
    assert len(room.states) - 1 == len(room.moves) == len(room.minds) == 1


# -- writing ------------------------------------------------------------------------------------------


def test_what_cannot_be_written_has_not_happened(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    table = new_table(client, "durak", persons=2)
    room = client.app.state.hall.tables[table["table"]]  # type: ignore[attr-defined]

    def full(*arguments: Any) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    sockets = [client.websocket_connect(f"/ws/{table['table']}") for _ in range(2)]
    opened = [socket.__enter__() for socket in sockets]
    for socket, token in zip(opened, table["tokens"], strict=True):
        hello(socket, token)
    mover = opened[room.state.turn]
    while (asked := mover.receive_json())["type"] != "turn":
        pass
    for place in ("_write_moves", "_write"):
        with monkeypatch.context() as broken:
            broken.setattr(Store, place, full)
            kind = {"type": "play", "move": asked["view"]["moves"][0]} if "m" in place else {"type": "next"}
            while place == "_write" and not room.is_over:
                room.play(room.state.turn, str(room.state.moves[0]))
            before = room.as_dict(), list(room.states), list(room.moves), list(room.minds)
            mover.send_json(kind)
            while (message := mover.receive_json())["type"] != "error":
                assert message["type"] in ("turn", "offer", "people")
            assert "cannot be written to disk: database or disk is full" in message["text"]
            assert (room.as_dict(), room.states, room.moves, room.minds) == before
    for socket in sockets:
        socket.__exit__(None, None, None)


def test_an_agents_move_that_cannot_be_written_is_made_later(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, failing = Store.add_moves, [True]

    def sometimes(self: Store, room: Table, first: int) -> None:
        if failing[0]:
            raise KiebitzError("The table cannot be written to disk: it is full.")
        real(self, room, first)

    monkeypatch.setattr(Store, "add_moves", sometimes)
    table = new_table(client, "durak", persons=0, pace=0.05)
    with client.websocket_connect(f"/ws/{table['table']}") as socket:
        hello(socket, table["watch"])
        while (message := socket.receive_json())["type"] != "note":
            assert message["ply"] == 0
        assert "it is full" in message["text"]
        failing[0] = False
        socket.send_json({"type": "pause", "paused": False})
        while (message := socket.receive_json())["type"] != "end":
            pass


def test_the_clock_goes_on_after_a_move_that_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*arguments: Any) -> None:
        raise KiebitzError("The table cannot be written to disk: it is full.")

    async def moves() -> None:
        hall, room = Hall(Store()), Table.create("durak", [{"kind": "person"}] * 2, seed="1", limit=0.05)
        with monkeypatch.context() as broken:
            broken.setattr(Store, "add_moves", full)
            hall.open(room)
            for seat, occupant in enumerate(room.occupants):  # the clock starts when all have sat down
                hall.join(room, Listener(seat, unheard, occupant.token))
            await asyncio.sleep(0.2)
            assert room.state.ply == 0 and not hall.is_idle(room) and hall.attendance.clocks
        while not room.state.ply:
            await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(moves(), 10))


def test_an_illegal_move_leaves_agents_as_they_are() -> None:
    room = Table.create("durak", SEATS, seed="1")
    room._agents[1] = seated = object()  # type: ignore[assignment]
    with pytest.raises(KiebitzError), room.changing():
        room.play(room.state.turn, "nonsense")
    assert room._agents[1] is seated


# -- two servers --------------------------------------------------------------------------------------


def test_two_servers_do_not_share_their_tables(file: Path) -> None:
    store = Store(file)
    with pytest.raises(StoreInUse, match="Another server has its tables in"):
        Store(file)
    done = run([*COMMAND, "--port", "0", "--store", file])
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == (
        f"Another server has its tables in {file}: end it, or name another file with --store."
    )
    store.close()
    Store(file).close()


def test_a_second_demo_has_tables_of_its_own(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    served: list[Any] = []
    monkeypatch.setenv("KIEBITZ_TABLES", str(file))
    monkeypatch.setattr("kiebitz.table.server.service.serve", lambda *given, **more: served.append(given))
    store = Store(file)
    demo.open_table()
    assert "only until it ends" in capsys.readouterr().out
    listener, own, _ = served[0]
    listener.close()
    own.close()
    store.close()


def test_a_file_that_is_no_store_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no database, but long enough to be looked at" * 100)
    for place in (tmp_path / "text", tmp_path, tmp_path / "text" / "below"):
        with pytest.raises(KiebitzError, match="cannot be kept in"):
            Store(place)
