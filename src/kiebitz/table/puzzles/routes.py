"""Puzzles and exercises over HTTP; whoever shows a player's key has progress, everybody else just solves."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any

from fastapi import APIRouter, Depends, Header, Request, Response

from kiebitz.errors import KiebitzError
from kiebitz.sayings import say
from kiebitz.table.puzzles.desk import Data, PuzzleDesk, shown, shown_exercise
from kiebitz.table.server.edition import PAGES
from kiebitz.table.server.pages import OF_READER, page_for
from kiebitz.table.server.reader import reader_of
from kiebitz.table.server.reading import read_body
from kiebitz.table.tables.hall import Hall
from kiebitz.table.tables.history import player_of
from kiebitz.table.tables.thinkers import Thinkers

MOST = 20  # questions that wait
PATIENCE = 120.0  # seconds; the first puzzle of a game may have to be compiled


def player_in(authorization: str = Header("")) -> str:
    """The player whose key a request shows; empty if it shows none."""
    key = authorization.removeprefix("Bearer ")
    return player_of(key) if key else ""


def puzzle_router(hall: Hall, today: Callable[[], date]) -> APIRouter:
    """The pages, and the routes under /api/puzzles and /api/exercises."""
    desk = PuzzleDesk(hall.store.file, hall.results.history, today)
    router, thinkers = APIRouter(), Thinkers(1)
    sent, playing = Depends(read_body), Depends(player_in)

    waiting = 0

    async def think(work: Callable[..., Any], *arguments: Any) -> Any:
        nonlocal waiting
        if waiting >= MOST:
            raise KiebitzError(say("Too many are asking for puzzles at the moment; try again in a minute."))
        waiting += 1
        try:
            return await thinkers.ask(partial(work, *arguments), PATIENCE)
        finally:
            waiting -= 1

    @router.get("/puzzles")
    def page(request: Request) -> Response:
        return Response(page_for(PAGES / "puzzles.html", reader_of(request)), 200, OF_READER, "text/html")

    @router.get("/api/puzzles")
    async def one(game: str, seed: str) -> Data:
        return shown(await think(desk.puzzle, game, seed), seed)

    @router.get("/api/puzzles/today")
    async def of_today(game: str) -> Data:
        seed = desk.today()
        return shown(await think(desk.puzzle, game, seed), seed)

    @router.get("/api/puzzles/due")
    async def due(game: str = "", player: str = playing) -> Data:
        return await think(desk.due, player, game) or {"waiting": 0}

    @router.post("/api/puzzles/answer")
    async def answer(body: Data = sent, player: str = playing) -> Data:
        found: Data = await think(desk.answer, player, body)
        return found

    @router.get("/api/puzzles/progress")
    async def progress(game: str = "", player: str = playing) -> Data:
        found: Data = await think(desk.progress, player, game)
        return found

    @router.get("/api/puzzles/export")
    async def export(player: str = playing) -> Data:
        found: Data = await think(desk.trainer(player).export) if player else {}
        return found

    @router.delete("/api/puzzles/progress")
    async def forget(player: str = playing) -> Data:
        if player:
            await think(desk.trainer(player).forget)
        return {}

    @router.get("/api/exercises")
    async def exercise(game: str, seed: str, kind: str) -> Data:
        return shown_exercise(await think(desk.exercise, game, seed, kind), seed)

    @router.post("/api/exercises/answer")
    async def graded(body: Data = sent) -> Data:
        found: Data = await think(desk.graded, body)
        return found

    return router
