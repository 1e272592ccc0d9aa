"""The page *My games* and its data: for whoever shows a player's key, and for nobody else.

The key comes in a header, so that it stands in no address and in no log.
"""

from __future__ import annotations

import json
from typing import Any

from fastapi import APIRouter, Depends, Header, Request, Response

from kiebitz.table.server.edition import PAGES
from kiebitz.table.server.pages import OF_READER, page_for
from kiebitz.table.server.reader import reader_of
from kiebitz.table.tables.history import History, player_of
from kiebitz.table.tables.overview import export, export_csv, overview

PRIVATE = {"Cache-Control": "no-store"}


def player(authorization: str = Header("")) -> str:
    """The player whose key a request shows."""
    return player_of(authorization.removeprefix("Bearer "))


def my_games_router(history: History) -> APIRouter:
    """The page, and a player's own history: to read, to take away, to delete."""
    router, who = APIRouter(), Depends(player)

    @router.api_route("/my-games", methods=["GET", "HEAD"])
    def page(request: Request) -> Response:
        found = page_for(PAGES / "my-games.html", reader_of(request))
        return Response(found, 200, OF_READER, "text/html")

    @router.get("/api/my-games")
    def read(player: str = who) -> Response:
        return _private(json.dumps(overview(history, player)), "application/json")

    @router.get("/api/my-games/export.json")
    def as_json(player: str = who) -> Response:
        return _private(json.dumps(export(history, player), indent=1), "application/json")

    @router.get("/api/my-games/export.csv")
    def as_csv(player: str = who) -> Response:
        return _private(export_csv(history, player), "text/csv")

    @router.delete("/api/my-games")
    def delete(player: str = who) -> dict[str, Any]:
        return {"deleted": history.delete(player)}

    return router


def _private(body: str, kind: str) -> Response:
    """An answer that no browser or proxy keeps."""
    return Response(body, 200, PRIVATE, kind)
