"""The server: pages, a small HTTP interface, and one WebSocket for browsers and bots alike."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from datetime import date
from pathlib import PurePosixPath
from typing import Any

from fastapi import APIRouter, Depends, FastAPI, Query, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from kiebitz.errors import KiebitzError
from kiebitz.lab.puzzles import making
from kiebitz.rules.registry import game_class, names
from kiebitz.sayings import Saying, say
from kiebitz.table.drawing.faces import draw_face
from kiebitz.table.panel.routes import panel_router
from kiebitz.table.puzzles.routes import puzzle_router
from kiebitz.table.server.arrivals import complain_rarely
from kiebitz.table.server.catalogue import catalogue
from kiebitz.table.server.connection import REFUSED, TOO_MANY, serve
from kiebitz.table.server.delivery import Delivery
from kiebitz.table.server.game_pages import KINDS, page_file
from kiebitz.table.server.lab_pages import NoSuchRun, lab_router, refusal_page, told
from kiebitz.table.server.messages import refusal
from kiebitz.table.server.my_games import my_games_router
from kiebitz.table.server.pages import OF_READER, pages_router
from kiebitz.table.server.permits import check_game, read_seats
from kiebitz.table.server.reach import Reach
from kiebitz.table.server.reader import reader_of
from kiebitz.table.server.reading import number, read_body
from kiebitz.table.server.visitors import Names, Visitors, address_of
from kiebitz.table.server.words import spoken, words
from kiebitz.table.tables.bots import bots_by_game
from kiebitz.table.tables.hall import Hall
from kiebitz.table.tables.pruning import keep_pruning
from kiebitz.table.tables.replays import TooLong
from kiebitz.table.tables.rights import NotYours
from kiebitz.table.tables.store import Store
from kiebitz.table.tables.table import Table

NO_GAMES = Query(default=[])
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
DATA = "/api/"  # where programs ask
ASKED = "/api/tables/"  # where the panel's questions are
MAKING = ("/api/tables", "/api/records", "/branch")  # what makes tables
REFUSALS: dict[type[KiebitzError], int] = {NotYours: 403, NoSuchRun: 404, TooLong: 413}


def make_app(
    store: Store,
    bots: Collection[str] = (),
    names: Collection[str] = (),
    host: str = "127.0.0.1",
    keep: float = 0,
    today: Callable[[], date] | None = None,
) -> FastAPI:
    """The application around a store of tables.

    ``bots`` are files and commands that may be seated; to ``names`` the server answers besides its own; on
    ``host`` it listens; tables that were not touched for ``keep`` days are forgotten, if it is not 0;
    ``today`` returns the day whose puzzle is today's, else that is the date in UTC.
    """
    hall = Hall(store)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        complain_rarely(asyncio.get_running_loop())
        pruning = asyncio.create_task(keep_pruning(hall, keep))
        yield
        pruning.cancel()
        hall.close()

    app = FastAPI(title="Kiebitz", lifespan=life, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.hall = hall
    app.state.names, app.state.visitors = Names(names), Visitors()
    app.add_middleware(Delivery)
    app.middleware("http")(_guard)
    app.exception_handler(HTTPException)(_refuse_address)
    app.exception_handler(KiebitzError)(_refuse)
    app.exception_handler(RequestValidationError)(_refuse_values)
    app.exception_handler(ClientDisconnect)(_nobody_there)
    app.include_router(_tables(hall, bots, Reach(host)))
    app.include_router(panel_router(hall, bots))
    app.include_router(lab_router(hall))
    app.include_router(my_games_router(hall.results.history))
    app.include_router(puzzle_router(hall, today or making.today))
    app.include_router(pages_router())  # the last: it answers to any path
    return app


async def _guard(request: Request, call_next: Any) -> Response:
    if not request.app.state.names.has(request.headers.get("host")):
        return JSONResponse(refusal(_misnamed(request.headers.get("host", ""))), 421)
    if request.method == "POST" and request.url.path.endswith(MAKING) and not _may_make(request):
        said = say("Too many tables were made from here of late; wait a minute.")
        return JSONResponse(refusal(said), 429)
    if not _same_origin(request.headers.get("origin"), request.headers.get("host")):
        return JSONResponse(refusal(say("This page comes from another site.")), 403)
    response = await _answered(request, call_next)
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


async def _answered(request: Request, call_next: Any) -> Response:
    """The answer; whoever asks for too much at a time about tables must wait for answers first."""
    if not request.url.path.startswith(ASKED):
        return await call_next(request)  # type: ignore[no-any-return]
    with request.app.state.visitors.asking(address_of(request)) as may_ask:
        if may_ask:
            return await call_next(request)  # type: ignore[no-any-return]
    said = say("Too many questions were asked from here at once; wait for the answers.")
    return JSONResponse(refusal(said), 429)


def _misnamed(host: str) -> Saying:
    return say(
        "This server does not answer to the name {name}; it can be started with {option}.",
        name=repr(host[:60]),
        option="--name",
    )


def _may_make(request: Request) -> bool:
    return bool(request.app.state.visitors.may_make(address_of(request)))


async def _nobody_there(request: Request, error: Exception) -> Response:
    return Response(status_code=400)  # whoever asked has gone before the question was complete


async def _refuse(request: Request, error: KiebitzError) -> Response:
    return await _refused(request, error.said, REFUSALS.get(type(error), 400))


async def _refuse_values(request: Request, error: RequestValidationError) -> Response:
    names = ", ".join(sorted({str(each["loc"][-1]) for each in error.errors()}))
    said = say("These values are missing or cannot be read: {names}.", names=names)
    return await _refused(request, said, 422)


async def _refuse_address(request: Request, error: HTTPException) -> Response:
    if error.status_code == 405:
        said = say("This address is asked in another way.")
    else:
        said = say("There is no page at this address.")
    answer = await _refused(request, said, error.status_code)
    answer.headers.update(error.headers or {})
    return answer


async def _refused(request: Request, said: Saying, status: int) -> Response:
    """A page for those who asked for a page, data for programs."""
    if request.url.path.startswith(DATA):
        return JSONResponse(refusal(said), status)
    page = await asyncio.to_thread(told, reader_of(request), refusal_page, said)
    return HTMLResponse(page, status, OF_READER)


def _same_origin(origin: str | None, host: str | None) -> bool:
    """Bots send no origin; a browser must come from our own pages."""
    return origin is None or origin.split("//")[-1] == host


def _tables(hall: Hall, bots: Collection[str], reach: Reach) -> APIRouter:
    """The lobby, new tables, the faces of cards, and the socket of a table."""
    router, sent, offered = APIRouter(), Depends(read_body), bots_by_game(bots)

    @router.get("/api/games")
    def games() -> list[dict[str, Any]]:
        return [game | {"bots": offered.get(game["name"], [])} for game in catalogue()]

    @router.get("/api/reach")
    def reached(request: Request) -> dict[str, Any]:
        return reach.answer(request.headers.get("host", ""))

    @router.post("/api/tables")
    async def create(body: dict[str, Any] = sent) -> dict[str, Any]:
        table = await asyncio.to_thread(_new_table, body, bots)  # new rules may have to be compiled
        hall.open(table)
        return table.keys()

    @router.get("/faces/{style}/{card}.svg")
    def face(style: str, card: str, letters: str = "en") -> Response:
        drawn = draw_face(style, card, letters)
        if drawn is None:
            raise HTTPException(404)
        return Response(drawn, media_type="image/svg+xml")

    @router.get("/games/{name}/{file}")
    def page(name: str, file: str) -> Response:
        found = page_file(game_class(name), file) if name in names() else None
        if found is None:
            raise HTTPException(404)
        return Response(found.read_bytes(), media_type=KINDS[PurePosixPath(file).suffix])

    @router.get("/languages")
    def languages() -> dict[str, list[str]]:
        return spoken()

    @router.get("/languages/{language}.json")
    def language(language: str, game: list[str] = NO_GAMES, alone: bool = False) -> Response:
        found = words(language, tuple(name for name in names() if name in game), alone)
        if found is None:
            raise HTTPException(404)
        return Response(found, media_type="application/json")

    @router.websocket("/ws/{name}")
    async def socket(connection: WebSocket, name: str) -> None:
        headers = connection.headers
        is_ours = connection.app.state.names.has(headers.get("host"))
        if not is_ours or not _same_origin(headers.get("origin"), headers.get("host")):
            await connection.close(REFUSED)
            return
        await connection.accept()
        with connection.app.state.visitors.listening(address_of(connection)) as may_listen:
            if may_listen:
                await serve(hall, connection, name)
            else:
                await connection.close(TOO_MANY, "Too many connections.")

    return router


def _new_table(body: dict[str, Any], bots: Collection[str]) -> Table:
    game = str(body.get("game", ""))
    check_game(game)
    return Table.create(
        game,
        read_seats(body.get("seats"), game_class(game), bots),
        str(body.get("options", "")),
        str(body.get("seed", ""))[:100],
        int(number(body, "units", 1, 1, 1000)),
        number(body, "pace", 0.7, 0, 10),
        number(body, "limit", 0, 0, 86_400),
        body.get("aids") is True,
    )
