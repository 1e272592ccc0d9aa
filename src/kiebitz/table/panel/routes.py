"""The panel, replays and what-ifs over HTTP; all thinking happens in threads beside the event loop."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection
from functools import partial
from typing import Any

from fastapi import APIRouter, Depends, Header, HTTPException, Request
from fastapi.responses import PlainTextResponse, Response

from kiebitz.knowledge.budget import within
from kiebitz.language.speaking import ENGLISH
from kiebitz.rules.records import Record
from kiebitz.table.drawing.position import position_svg
from kiebitz.table.panel.announced import announced
from kiebitz.table.panel.panel import Panel
from kiebitz.table.panel.pencil import Pencil
from kiebitz.table.panel.reviews import Reviews
from kiebitz.table.panel.timeline import Counts, timeline
from kiebitz.table.panel.whatifs import offers, play_on
from kiebitz.table.server.permits import read_seats
from kiebitz.table.server.reading import read_body
from kiebitz.table.server.visitors import address_of
from kiebitz.table.tables.hall import Hall
from kiebitz.table.tables.replays import LONGEST, open_record
from kiebitz.table.tables.studies import MAKING
from kiebitz.table.tables.table import Table
from kiebitz.table.tables.thinkers import Thinkers

Data = dict[str, Any]
THREADS = 3  # questions about knowledge that are worked out at a time: one more than one visitor may have
PATIENCE = 120.0  # seconds for an answer
ASKING = 30.0  # of these for a question about knowledge, which ends by itself


class Desk:
    """Where questions about the tables of a hall are asked.

    A route reads its body before it enters (dependencies are met in the order of the parameters): a body
    may take its time, and what the viewer may see changes meanwhile.
    """

    def __init__(self, hall: Hall) -> None:
        self.hall, self.counts, self.reviews = hall, Counts(), Reviews(hall)
        self._thinkers = Thinkers(THREADS)
        self._askers = Thinkers(1)  # agents may think long: they do not keep other questions waiting

    async def enter(self, name: str, authorization: str = Header("")) -> Panel:
        """The panel of a table for whoever shows a token."""
        table = await self.hall.table(name)
        return Panel.of(table, table.seat_of(authorization.removeprefix("Bearer ")))

    async def enter_to_know(self, name: str, authorization: str = Header("")) -> Panel:
        """The same for questions about what can be known, which not everybody may ask among people."""
        panel = await self.enter(name, authorization)
        if not panel.rights.sees_all:
            panel.table.check_aids()
        return panel

    async def think(self, work: Callable[..., Any], *arguments: Any) -> Any:
        return await self._thinkers.ask(partial(_in_time, work, *arguments), PATIENCE)

    async def ask_agent(self, work: Callable[..., Any], *arguments: Any) -> Any:
        return await self._askers.ask(partial(work, *arguments), MAKING + PATIENCE)


def panel_router(hall: Hall, bots: Collection[str] = ()) -> APIRouter:
    """The routes under /api/tables/{name}, and the one that opens records.

    ``bots`` are agents beyond the registered ones that may be seated.
    """
    desk, router = Desk(hall), APIRouter()
    router.include_router(_knowledge(desk), prefix="/api/tables/{name}")
    router.include_router(_moments(desk, bots), prefix="/api/tables/{name}")

    async def read_long_body(request: Request) -> Data:
        return await read_body(request, 2 * LONGEST)  # a line's end is two characters there

    sent = Depends(read_long_body)

    @router.post("/api/records")
    async def records(body: Data = sent) -> Data:
        number = _number(body.get("number"))
        text = str(body.get("text", ""))
        table, count, error = await desk.think(open_record, text, 1 if number is None else number)
        hall.open(table)
        return {"table": table.id, "watch": table.watch, "records": count, "error": error}

    return router


def _knowledge(desk: Desk) -> APIRouter:
    """What can be known at a moment of a table."""
    router, entered, sent = APIRouter(), Depends(desk.enter_to_know), Depends(read_body)
    drawn, turn = Depends(_pencil), [Depends(_take_turn)]

    @router.get("/matrix", dependencies=turn)
    async def matrix(panel: Panel = entered, seat: int | None = None, ply: int | None = None) -> Data:
        return dict(await desk.think(panel.matrix, seat, ply))

    @router.get("/card/{card}", dependencies=turn)
    async def card(
        card: str,
        panel: Panel = entered,
        seat: int | None = None,
        ply: int | None = None,
        open: bool = False,
        sets: bool = False,
        pencil: Pencil = drawn,
    ) -> Data:
        return dict(await desk.think(panel.card, card, seat, ply, open, pencil, sets))

    @router.get("/announcements/{card}", dependencies=turn)
    async def announcement(
        card: str,
        panel: Panel = entered,
        number: int | None = None,
        seat: int | None = None,
        ply: int | None = None,
        open: bool = False,
        pencil: Pencil = drawn,
    ) -> Data:
        return dict(await desk.think(announced, panel, card, number, seat, ply, open, pencil))

    @router.get("/nested/{card}", dependencies=turn)
    async def nested(
        card: str, seat: int, other: int, panel: Panel = entered, ply: int | None = None
    ) -> Data:
        return dict(await desk.think(panel.nested, card, seat, other, ply))

    @router.post("/formula", dependencies=turn)
    async def formula(body: Data = sent, panel: Panel = entered) -> Data:
        seat, ply = _number(body.get("seat")), _number(body.get("ply"))
        text = str(body.get("formula", ""))
        return dict(await desk.think(panel.formula, text, seat, ply, body.get("open") is True))

    @router.get("/mind")
    async def mind(ply: int, panel: Panel = entered, agent: str = "") -> Data:
        return dict(await (desk.ask_agent if agent else desk.think)(panel.mind, ply, agent))

    @router.get("/open", dependencies=turn)
    async def open_cards(ply: int, panel: Panel = entered) -> Data:
        return dict(await desk.think(panel.open_cards, ply))

    @router.get("/timeline", dependencies=turn)
    async def line(panel: Panel = entered) -> Data:
        return dict(await desk.think(timeline, panel, desk.counts))

    return router


def _moments(desk: Desk, bots: Collection[str]) -> APIRouter:
    """A moment of a table as a scene or a picture, its record, and play that goes on from there."""
    router, entered, sent = APIRouter(), Depends(desk.enter), Depends(read_body)
    pencils = Depends(_pencil)

    @router.get("/scene")
    async def scene(ply: int, panel: Panel = entered) -> Data:
        if not 0 <= ply < len(panel.states):
            raise HTTPException(404)
        return panel.scene(ply)

    @router.get("/position.svg")
    async def position(
        panel: Panel = entered,
        ply: int | None = None,
        style: str = "french",
        letters: str = "en",
        pencil: Pencil = pencils,
    ) -> Response:
        scene, speak = panel.scene(panel.ply(ply)), pencil.speech(panel.table.game)
        drawn = await desk.think(partial(position_svg, scene, style, letters, speak=speak))
        return Response(drawn, media_type="image/svg+xml")

    @router.get("/record")
    async def record(panel: Panel = entered) -> PlainTextResponse:
        panel.rights.check_record()
        return PlainTextResponse(Record.of(panel.states[-1], panel.names).text)

    @router.get("/review")
    async def review(panel: Panel = entered, seat: int | None = None, by_itself: bool = False) -> Data:
        return desk.reviews.look(panel, seat, by_itself)

    @router.get("/whatifs")
    async def what_ifs(panel: Panel = entered, ply: int | None = None) -> Data:
        return dict(await desk.think(offers, panel, ply))

    @router.post("/branch")
    async def what_if(body: Data = sent, panel: Panel = entered) -> Data:
        panel.rights.check_branch()
        seats = read_seats(body.get("seats"), panel.table.game, bots)
        made: Table = await desk.think(play_on, panel, body, seats)
        desk.hall.open(made)
        return made.keys()

    return router


async def _take_turn(request: Request) -> AsyncIterator[None]:
    async with request.app.state.visitors.turn(address_of(request)):
        yield


def _in_time(work: Callable[..., Any], *arguments: Any) -> Any:
    with within(ASKING):
        return work(*arguments)


def _pencil(language: str = ENGLISH, compass: bool = False) -> Pencil:
    return Pencil(language, compass)


def _number(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
