"""One connection from its hello to its end: messages in, and what they may do."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from time import monotonic
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect

from kiebitz.agents.advice import USUAL
from kiebitz.errors import KiebitzError
from kiebitz.sayings import say
from kiebitz.table.server import messages
from kiebitz.table.server.outbox import Outbox
from kiebitz.table.server.reading import number, read_object
from kiebitz.table.server.visitors import Bucket
from kiebitz.table.tables.company import Wish
from kiebitz.table.tables.hall import Hall, Listener, NoSuchTable
from kiebitz.table.tables.history import player_of
from kiebitz.table.tables.rights import NotYours
from kiebitz.table.tables.table import Table

LONGEST = 16_384  # characters of a message to the server
REFUSED = 4403  # the code of a connection that ends because the token opens nothing, now and later
TOO_MANY = 4429  # because of too many messages
NOT_NOW = 4503  # because the table cannot be had at the moment
SILENT = 4408  # because nothing was said for too long
GREETING, SILENCE = 30.0, 3600.0  # seconds until the hello, and between two messages after it
RATE, BURST = 20.0, 60.0  # messages a second of one connection, and how many may come at once


class Talk:
    """What one connection has said so far: hello, or not yet."""

    def __init__(self, hall: Hall, name: str, outbox: Outbox) -> None:
        self.hall, self.name, self.send = hall, name, outbox.send
        self.bucket = Bucket(RATE, BURST)
        self.table: Table | None = None
        self.listener: Listener | None = None

    async def hear(self, message: dict[str, Any] | None) -> None:
        """Answer a message, or do what it says; None is something that is not a message."""
        if message is None:
            await self.send(messages.error(say("A message is a JSON object with a type.")))
        elif message["type"] == "ping":
            await self.send({"type": "pong"})
        elif message["type"] == "hello":
            await self._greet(message)
        elif not self.table or not self.listener or not self.hall.hears(self.table, self.listener):
            await self.send(messages.error(say("Say hello with your token first.")))
        else:
            state = self.table.state
            await obey(self.hall, self.table, self.listener, message)
            if message["type"] == "play" and self.table.state is not state:
                self.bucket.give()  # a quick bot that plays legal moves is welcome

    async def _greet(self, message: dict[str, Any]) -> None:
        token, host, player = (str(message.get(name, "")) for name in ("token", "host", "player"))
        table = await self.hall.table(self.name)
        seat = table.seat_of(token)
        if player and seat >= 0:
            table.occupants[seat].player = player_of(player)
        self.end()
        is_page = message.get("page") is True
        self.table, self.listener = table, Listener(seat, self.send, token, table.is_host(host), is_page)
        await self.send(messages.welcome(table, seat, self.listener.is_host))
        await self.send(messages.event(table, seat))
        if table.is_over:
            await self.send(messages.end(table))
        elif table.state.turn == seat:
            await self.send(messages.turn(table, seat))
        self.hall.join(table, self.listener)
        self.hall.helping.offer(table, self.listener)

    def end(self) -> None:
        """The connection listens no longer."""
        if self.table and self.listener:
            self.hall.leave(self.table, self.listener)


async def serve(hall: Hall, connection: WebSocket, name: str) -> None:
    """One connection from its hello to its end."""
    async with Outbox(connection) as outbox:
        talk, until = Talk(hall, name, outbox), monotonic() + GREETING
        try:
            while True:
                patience = SILENCE if talk.listener else max(0.0, until - monotonic())
                message = await asyncio.wait_for(_receive(connection), patience)
                if not talk.bucket.take():
                    await _close(connection, TOO_MANY, "Too many messages.")
                    return
                await talk.hear(message)
        except TimeoutError:
            await _close(connection, SILENT, "Nothing was said for a long time.")
        except KiebitzError as error:
            with suppress(TimeoutError, asyncio.QueueFull):  # whoever does not read does not hear it
                await outbox.send(messages.error(error.said))
                await outbox.flush()
            await _close(connection, REFUSED if isinstance(error, NotYours | NoSuchTable) else NOT_NOW)
        except (WebSocketDisconnect, RuntimeError, asyncio.QueueFull, asyncio.CancelledError):
            pass
        finally:
            talk.end()


async def _close(connection: WebSocket, code: int, why: str = "") -> None:
    """End a connection that may have ended already."""
    with suppress(RuntimeError, WebSocketDisconnect):
        await connection.close(code, why)


async def _receive(connection: WebSocket) -> dict[str, Any] | None:
    """The next message; None if it is not one, such as bytes in place of text."""
    received = await connection.receive()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received.get("code", 1000))
    text = received.get("text")
    message = read_object(text) if text and len(text) <= LONGEST else None
    return message if message and isinstance(message.get("type"), str) else None


async def obey(hall: Hall, table: Table, listener: Listener, message: dict[str, Any]) -> None:
    """A message of somebody who sits or watches; what is not allowed is answered and harms nobody."""
    try:
        if message["type"] == "hint" and table.state.turn == listener.seat >= 0:
            table.check_help()
            hall.helping.hint(table, listener, str(message.get("aim", USUAL)))
        elif answer := _ask(table, listener.seat, message["type"]):
            await listener.send(answer)
        else:
            await _act(hall, table, listener, message)
    except KiebitzError as error:
        await listener.send(messages.error(error.said))
        if not table.is_over and table.state.turn == listener.seat:
            await listener.send(messages.turn(table, listener.seat))


def _ask(table: Table, seat: int, kind: str) -> dict[str, Any] | None:
    """The answer to a question that changes nothing."""
    if kind == "sheet":
        return messages.sheet(table)
    if kind == "log":
        return messages.log(table, seat)
    return None


async def _act(hall: Hall, table: Table, listener: Listener, message: dict[str, Any]) -> None:
    kind, seat = message["type"], listener.seat
    if kind == "play" and seat >= 0:
        ply = message.get("ply")
        await hall.play(table, seat, str(message.get("move", ""))[:50], ply if isinstance(ply, int) else None)
    elif kind == "claim" and seat >= 0:
        await hall.claim(table, seat)
    elif kind == "concede" and seat >= 0:
        await hall.concede(table, seat)
    elif kind == "undo" and seat >= 0:
        await hall.undo(table, seat)
    elif kind == "next" and (seat >= 0 or table.persons == 0):
        wish = Wish(bool(message.get("again")), bool(message.get("rotate")))
        await hall.attendance.wish(table, seat, wish)
    elif kind == "name" and seat >= 0 and table.occupants[seat].token:
        await hall.attendance.rename(table, seat, str(message.get("name", "")))
    elif kind == "phrase" and seat >= 0 and table.occupants[seat].token:
        await hall.attendance.speak(table, seat, str(message.get("phrase", ""))[:20])
    elif kind == "pause" and (seat >= 0 or table.persons == 0):
        hall.pause(table, bool(message.get("paused", True)))
    elif kind == "step" and table.persons == 0 and not table.is_over and not table.is_replay:
        hall.step(table)
    elif kind == "pace" and table.sets_pace(seat, listener.is_host):
        table.pace = number(message, "seconds", 0.7, 0, 10)
    else:
        raise NotYours(say("From your seat {wish} is not possible.", wish=repr(kind[:20])))
