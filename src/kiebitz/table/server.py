"""The server: pages, a small HTTP interface, and one WebSocket for browsers and bots alike."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import Any

from fastapi import FastAPI, Header, HTTPException, Request, WebSocket, WebSocketDisconnect
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from fastapi.staticfiles import StaticFiles

from kiebitz.errors import KiebitzError
from kiebitz.table import messages
from kiebitz.table.catalogue import catalogue
from kiebitz.table.faces import draw_face
from kiebitz.table.hall import Hall, Listener
from kiebitz.table.lab_pages import lab_router
from kiebitz.table.outbox import Outbox
from kiebitz.table.panel_routes import panel_router
from kiebitz.table.permits import check_game, check_seats
from kiebitz.table.room import NotYours, Room
from kiebitz.table.store import Store

PAGES = Path(__file__).parent / "pages"
LONGEST = 16_384  # bytes of a message to the server
RATE, BURST = 20.0, 60.0  # messages a second of one connection, and how many may come at once
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


def make_app(store: Store, bots: Collection[str] = ()) -> FastAPI:
    """The application around a store of rooms; ``bots`` are files and commands that may be seated."""
    hall = Hall(store)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        for name in store.names():
            room = hall.room(name)
            if room.persons and not room.is_over:
                hall.resume(room)
        yield
        hall.close()

    app = FastAPI(title="Kiebitz", lifespan=life, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.hall = hall

    @app.middleware("http")
    async def guard(request: Request, call_next: Any) -> Response:
        if not _same_origin(request.headers.get("origin"), request.headers.get("host")):
            return JSONResponse({"error": "This page comes from another site."}, 403)
        response: Response = await call_next(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    @app.exception_handler(KiebitzError)
    async def refuse(request: Request, error: KiebitzError) -> JSONResponse:
        return JSONResponse({"error": str(error)}, 403 if isinstance(error, NotYours) else 400)

    @app.get("/api/games")
    def games() -> list[dict[str, Any]]:
        return catalogue()

    @app.post("/api/tables")
    async def create(body: dict[str, Any]) -> dict[str, Any]:
        # New rules may have to be compiled: not in the event loop.
        room = await asyncio.get_running_loop().run_in_executor(hall.pool, _new_room, body, bots)
        hall.open(room)
        return _keys(room)

    @app.get("/faces/{style}/{card}.svg")
    def face(style: str, card: str, letters: str = "en") -> Response:
        drawn = draw_face(style, card, letters)
        if drawn is None:
            raise HTTPException(404)
        return Response(drawn, 200, {"Cache-Control": "max-age=86400"}, "image/svg+xml")

    @app.get("/api/tables/{name}/scene")
    def scene(name: str, ply: int, authorization: str = Header("")) -> dict[str, Any]:
        room, seat = _enter(hall, name, authorization)
        if not 0 <= ply <= room.state.ply:
            raise HTTPException(404)
        return room.scene(seat, ply)

    @app.get("/api/tables/{name}/record")
    def record(name: str, authorization: str = Header("")) -> PlainTextResponse:
        room, seat = _enter(hall, name, authorization)
        if not room.sees_all(seat):
            raise NotYours("The record shows all cards; it can be had when the game is over.")
        return PlainTextResponse(room.record().text)

    @app.websocket("/ws/{name}")
    async def socket(connection: WebSocket, name: str) -> None:
        headers = connection.headers
        if not _same_origin(headers.get("origin"), headers.get("host")):
            await connection.close(4403)
            return
        await connection.accept()
        await _serve(hall, connection, name)

    app.include_router(panel_router(hall, bots))
    app.include_router(lab_router(hall))
    app.mount("/", StaticFiles(directory=PAGES, html=True), "pages")
    return app


def _same_origin(origin: str | None, host: str | None) -> bool:
    """Bots send no origin; a browser must come from our own pages."""
    return origin is None or origin.split("//")[-1] == host


def _enter(hall: Hall, name: str, authorization: str) -> tuple[Room, int]:
    room = hall.room(name)
    return room, room.seat_of(authorization.removeprefix("Bearer "))


def _new_room(body: dict[str, Any], bots: Collection[str]) -> Room:
    seats = body.get("seats")
    if not isinstance(seats, list) or not all(isinstance(seat, dict) for seat in seats):
        raise KiebitzError("A new table needs its seats: a list of persons and agents.")
    game, wanted = str(body.get("game", "")), [{str(k): str(v) for k, v in seat.items()} for seat in seats]
    check_game(game)
    check_seats(game, wanted, bots)
    try:
        return Room.create(
            game,
            wanted,
            str(body.get("options", "")),
            str(body.get("seed", ""))[:100],
            max(1, min(int(body.get("units", 1)), 1000)),
            max(0.0, min(float(body.get("pace", 0.7)), 10.0)),
            max(0.0, min(float(body.get("limit", 0)), 86_400.0)),
        )
    except (TypeError, ValueError):
        raise KiebitzError("The numbers of a new table must be numbers.") from None


def _keys(room: Room) -> dict[str, Any]:
    """The tokens of a new room, for whoever made it."""
    return {
        "table": room.id,
        "watch": room.watch,
        "tokens": [occupant.token or None for occupant in room.occupants],
    }


class Bucket:
    """How fast a connection may talk."""

    def __init__(self) -> None:
        self.left, self.at = BURST, monotonic()

    def take(self) -> bool:
        now = monotonic()
        self.left = min(BURST, self.left + (now - self.at) * RATE)
        self.at = now
        self.left -= 1
        return self.left >= 0

    def give(self) -> None:
        self.left = min(BURST, self.left + 1)


async def _serve(hall: Hall, connection: WebSocket, name: str) -> None:
    """One connection from its hello to its end."""
    bucket, listener, room = Bucket(), None, None
    async with Outbox(connection) as outbox:
        send = outbox.send
        try:
            while True:
                message = _read(await connection.receive_text())
                if not bucket.take():
                    await connection.close(4429, "Too many messages.")
                    return
                if message is None:
                    await send(messages.error("A message is a JSON object with a type."))
                elif message["type"] == "ping":
                    await send({"type": "pong"})
                elif message["type"] == "hello":
                    room = hall.room(name)
                    token = str(message.get("token", ""))
                    seat = room.seat_of(token)
                    if listener:
                        hall.leave(room, listener)
                    listener = Listener(seat, send, token)
                    await _greet(hall, room, listener)
                elif room is None or listener is None:
                    await send(messages.error("Say hello with your token first."))
                else:
                    state = room.state
                    await _obey(hall, room, listener, message)
                    if message["type"] == "play" and room.state is not state:
                        bucket.give()  # a quick bot that plays legal moves is welcome
        except KiebitzError as error:
            await send(messages.error(str(error)))
            await outbox.flush()
            await connection.close(4403)
        except (WebSocketDisconnect, RuntimeError, asyncio.QueueFull, asyncio.CancelledError):
            pass
        finally:
            if room and listener:
                hall.leave(room, listener)


def _read(text: str) -> dict[str, Any] | None:
    if len(text) > LONGEST:
        return None
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) and isinstance(message.get("type"), str) else None


async def _greet(hall: Hall, room: Room, listener: Listener) -> None:
    await listener.send(messages.welcome(room, listener.seat))
    await listener.send(messages.event(room, listener.seat))
    if room.is_over:
        await listener.send(messages.end(room))
    elif room.state.turn == listener.seat:
        await listener.send(messages.turn(room, listener.seat))
    hall.join(room, listener)
    hall.offer(room, listener)


async def _obey(hall: Hall, room: Room, listener: Listener, message: dict[str, Any]) -> None:
    """A message of somebody who sits or watches; what is not allowed is answered and harms nobody."""
    try:
        if message["type"] == "hint" and room.state.turn == listener.seat >= 0:
            hall.hint(room, listener)
        elif answer := _ask(room, listener.seat, message["type"]):
            await listener.send(answer)
        else:
            await _act(hall, room, listener.seat, message)
    except KiebitzError as error:
        await listener.send(messages.error(str(error)))
        if not room.is_over and room.state.turn == listener.seat:
            await listener.send(messages.turn(room, listener.seat))


def _ask(room: Room, seat: int, kind: str) -> dict[str, Any] | None:
    """The answer to a question that changes nothing."""
    if kind == "sheet":
        return messages.sheet(room)
    if kind == "log":
        return messages.log(room, seat)
    return None


async def _act(hall: Hall, room: Room, seat: int, message: dict[str, Any]) -> None:
    kind = message["type"]
    if kind == "play" and seat >= 0:
        ply = message.get("ply")
        await hall.play(room, seat, str(message.get("move", ""))[:50], ply if isinstance(ply, int) else None)
    elif kind == "claim" and seat >= 0:
        await hall.claim(room, seat)
    elif kind == "undo" and seat >= 0:
        room.undo(seat)
        await hall.change(room)
    elif kind == "next" and (seat >= 0 or room.persons == 0):
        room.next_unit(bool(message.get("again")), bool(message.get("rotate")))
        await hall.reseat(room)
        await hall.change(room)
    elif kind == "pause" and (seat >= 0 or room.persons == 0):
        hall.pause(room, bool(message.get("paused", True)))
    elif kind == "step" and room.persons == 0 and not room.is_over and not room.is_replay:
        await hall.step(room)
    elif kind == "pace" and (seat >= 0 or room.persons == 0):
        pace = message.get("seconds", 0.7)
        room.pace = max(0.0, min(float(pace), 10.0)) if isinstance(pace, int | float) else room.pace
    else:
        raise NotYours(f"From your seat {kind[:20]!r} is not possible.")
