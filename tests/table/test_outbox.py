"""Who does not read is dropped: the connection ends, and whoever has left a room does nothing there."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from kiebitz.errors import KiebitzError
from kiebitz.sayings import plain
from kiebitz.table.server import outbox
from kiebitz.table.server.connection import Talk, serve
from kiebitz.table.server.outbox import Text
from kiebitz.table.tables import hall as hall_module
from kiebitz.table.tables.hall import Hall
from kiebitz.table.tables.store import Store
from kiebitz.table.tables.table import Table

SEATS = [{"kind": "person"}] * 2


class Deaf:
    """A connection that says hello and then neither reads nor speaks."""

    def __init__(self, token: str) -> None:
        self.said = [json.dumps({"type": "hello", "token": token})]
        self.closed: list[int] = []

    async def receive(self) -> dict[str, Any]:
        while not self.said:
            await asyncio.sleep(60)
        return {"type": "websocket.receive", "text": self.said.pop()}

    async def send_text(self, text: str) -> None:
        await asyncio.sleep(60)

    async def close(self, code: int = 1000, reason: str = "") -> None:
        self.closed.append(code)


class Slow:
    """An outbox that can be full."""

    def __init__(self) -> None:
        self.messages: list[Any] = []
        self.is_full = False

    async def send(self, message: dict[str, Any] | Text) -> None:
        if self.is_full:
            raise asyncio.QueueFull
        self.messages.append(json.loads(message) if isinstance(message, Text) else message)


def test_the_connection_of_who_does_not_read_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "WAITING", 5)

    async def closed() -> list[int]:
        hall, room = Hall(Store()), Table.create("durak", SEATS, seed="1")
        hall.open(room)
        connection = Deaf(room.occupants[0].token)
        serving = asyncio.create_task(serve(hall, connection, room.id))  # type: ignore[arg-type]
        while room.id not in hall.listeners:
            await asyncio.sleep(0.01)
        for _ in range(10):
            await hall.note(room, plain("Hello?"))
        await asyncio.wait_for(serving, 5)
        assert not hall.listeners
        return connection.closed

    assert asyncio.run(closed()) == [4408]


def test_who_was_dropped_does_not_act_in_a_room_that_was_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall_module, "KEPT", 1)

    async def plays() -> tuple[str, list[str], list[str]]:
        hall, old, slow = Hall(Store()), Table.create("durak", SEATS, seed="1"), Slow()
        hall.open(old)
        talk = Talk(hall, old.id, slow)  # type: ignore[arg-type]
        seat, move = old.state.turn, str(old.state.moves[0])
        await talk.hear({"type": "hello", "token": old.occupants[seat].token})
        slow.is_full = True
        await hall.note(old, plain("Hello?"))
        slow.is_full = False
        hall.open(Table.create("durak", SEATS, seed="2"))
        new = await hall.table(old.id)
        assert new is not old
        await hall.play(new, seat, move)
        await talk.hear({"type": "play", "move": str(old.state.moves[-1])})
        for change in (hall.play(old, seat, move), hall.next_unit(old, again=True, rotate=False)):
            with pytest.raises(KiebitzError, match="Say hello"):
                await change
        kept = hall.store.load(old.id)
        assert kept is not None
        return slow.messages[-1]["text"], kept.moves, new.moves

    said, kept, moves = asyncio.run(plays())
    assert said.startswith("Say hello") and kept == moves and len(moves) == 1
