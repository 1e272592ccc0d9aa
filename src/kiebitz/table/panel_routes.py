"""The panel, replays and what-ifs over HTTP; all thinking happens in threads beside the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from fastapi import APIRouter, Header, Response

from kiebitz.errors import BadOption
from kiebitz.table.hall import Hall
from kiebitz.table.panel import Panel
from kiebitz.table.permits import check_seats
from kiebitz.table.pictures import position_svg
from kiebitz.table.replays import branch, open_record
from kiebitz.table.room import NotYours, Room
from kiebitz.table.timeline import Counts, timeline

Data = dict[str, Any]
THREADS = 2  # questions about knowledge that are worked out at a time


def panel_router(hall: Hall, bots: Collection[str] = ()) -> APIRouter:
    """The routes under /api/tables/{name} that look into heads, and those that open records.

    ``bots`` are agents beyond the registered ones that may be seated.
    """
    router, counts, pool = APIRouter(), Counts(), ThreadPoolExecutor(THREADS, "panel")

    def enter(name: str, authorization: str) -> Panel:
        room = hall.room(name)
        return Panel.of(room, room.seat_of(authorization.removeprefix("Bearer ")))

    async def think(work: Callable[..., Any], *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(pool, work, *arguments)

    @router.get("/api/tables/{name}/matrix")
    async def matrix(
        name: str, seat: int | None = None, ply: int | None = None, authorization: str = Header("")
    ) -> Data:
        return dict(await think(enter(name, authorization).matrix, seat, ply))

    @router.get("/api/tables/{name}/card/{card}")
    async def card(
        name: str,
        card: str,
        seat: int | None = None,
        ply: int | None = None,
        open: bool = False,
        authorization: str = Header(""),
    ) -> Data:
        return dict(await think(enter(name, authorization).card, card, seat, ply, open))

    @router.get("/api/tables/{name}/nested/{card}")
    async def nested(
        name: str,
        card: str,
        seat: int,
        other: int,
        ply: int | None = None,
        authorization: str = Header(""),
    ) -> Data:
        return dict(await think(enter(name, authorization).nested, card, seat, other, ply))

    @router.post("/api/tables/{name}/formula")
    async def formula(name: str, body: Data, authorization: str = Header("")) -> Data:
        panel = enter(name, authorization)
        seat, ply = _number(body.get("seat")), _number(body.get("ply"))
        text = str(body.get("formula", ""))
        return dict(await think(panel.formula, text, seat, ply, body.get("open") is True))

    @router.get("/api/tables/{name}/mind")
    async def mind(name: str, ply: int, agent: str = "", authorization: str = Header("")) -> Data:
        return dict(await think(enter(name, authorization).mind, ply, agent))

    @router.get("/api/tables/{name}/open")
    async def open_cards(name: str, ply: int, authorization: str = Header("")) -> Data:
        return dict(await think(enter(name, authorization).open_cards, ply))

    @router.get("/api/tables/{name}/timeline")
    async def line(name: str, authorization: str = Header("")) -> Data:
        return dict(await think(timeline, enter(name, authorization), counts))

    @router.get("/api/tables/{name}/position.svg")
    async def position(name: str, ply: int | None = None, authorization: str = Header("")) -> Response:
        panel = enter(name, authorization)
        scene = panel.room.scene(panel.viewer, panel.ply(ply))
        return Response(await think(position_svg, scene), media_type="image/svg+xml")

    @router.post("/api/records")
    async def records(body: Data) -> Data:
        number = _number(body.get("number"))
        text = str(body.get("text", ""))
        room, count, error = await think(open_record, text, 1 if number is None else number)
        hall.open(room)
        return {"table": room.id, "watch": room.watch, "records": count, "error": error}

    @router.post("/api/tables/{name}/branch")
    async def what_if(name: str, body: Data, authorization: str = Header("")) -> Data:
        panel = enter(name, authorization)
        if not panel.sees_all:
            raise NotYours("From here play can go on elsewhere when the game is over.")
        seats, ply = _seats(body), _number(body.get("ply"))
        check_seats(panel.room.game.name, seats, bots)
        made: Room = await think(branch, panel.room, panel.ply(ply), seats)
        hall.open(made)
        tokens = [occupant.token or None for occupant in made.occupants]
        return {"table": made.id, "watch": made.watch, "tokens": tokens}

    return router


def _number(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _seats(body: Data) -> list[dict[str, str]]:
    seats = body.get("seats")
    if not isinstance(seats, list) or not all(isinstance(seat, dict) for seat in seats):
        raise BadOption("To play on, say who sits where: a list of persons and agents.")
    return [{str(name): str(value) for name, value in seat.items()} for seat in seats]
