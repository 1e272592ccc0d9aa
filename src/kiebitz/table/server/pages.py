"""The pages and what belongs to them, each with the addresses of the edition that it comes from."""

from __future__ import annotations

import json
import mimetypes
from contextlib import suppress
from html import escape
from pathlib import Path

from fastapi import APIRouter, HTTPException, Request, Response

from kiebitz.table.drawing.icon import draw_icon
from kiebitz.table.server.bundles import FOLDER, bundle, bundled, proxy
from kiebitz.table.server.edition import PAGES, edition
from kiebitz.table.server.reader import Reader, reader_of
from kiebitz.table.server.words import spoken

MODULE = "text/javascript"
KINDS = {".js": MODULE, ".webmanifest": "application/manifest+json"}
WORKER = "worker.js"  # it answers for the pages when there is no network


def pages_router() -> APIRouter:
    """Pages, modules and styles; the icons of the app; and what keeps it usable without a network."""
    router = APIRouter()

    @router.api_route("/icons/{name}", methods=["GET", "HEAD"])
    def icon(name: str) -> Response:
        drawn = draw_icon(name)
        if drawn is None:
            raise HTTPException(404)
        return Response(drawn, media_type="image/svg+xml" if name.endswith("svg") else "image/png")

    @router.api_route(f"/{FOLDER}/{{name}}", methods=["GET", "HEAD"])
    def together(name: str) -> Response:
        found = bundle(name)
        if found is None:
            raise HTTPException(404)
        return Response(found, media_type=MODULE if name.endswith("js") else "text/css")

    @router.api_route("/{path:path}", methods=["GET", "HEAD"])
    def page(path: str, request: Request) -> Response:
        file = _file(path or "index.html")
        if file is None:
            raise HTTPException(404)
        if file.suffix == ".html":
            return Response(page_for(file, reader_of(request)), 200, OF_READER, "text/html")
        if file.name == WORKER:
            return Response(_worker(file), media_type=MODULE)
        if path.startswith("js/") and not request.scope.get("edition"):
            return Response(proxy(f"/{path}"), media_type=MODULE)
        kind = KINDS.get(file.suffix) or mimetypes.guess_type(file.name)[0]
        return Response(file.read_bytes(), media_type=kind)

    return router


OF_READER = {"Vary": "Cookie, Accept-Language"}


def _file(path: str) -> Path | None:
    """A file of the pages; what is not in their folder is not found, whatever the path looks like."""
    if "\0" in path:
        return None
    with suppress(OSError):  # no file has a name as long as that
        found = (PAGES / path).resolve()
        return found if found.is_relative_to(PAGES.resolve()) and found.is_file() else None
    return None


def page_for(file: Path, reader: Reader) -> str:
    """A page with its addresses, which asks for its bundles and the words that it will need at once."""
    page, home = bundled(file.read_text(encoding="utf-8"), file.stem), f"/v/{edition()}"
    words = f'<link rel="preload" as="fetch" crossorigin href="{home}/languages/{reader.language}.json">'
    opening = (
        f'<html lang="{reader.language}" data-theme="{reader.theme}" data-languages="{escape(_languages())}">'
    )
    for folder in (FOLDER, "icons"):
        page = page.replace(f'"/{folder}/', f'"{home}/{folder}/')
    page = page.replace('<html lang="en">', opening, 1)
    return page if reader.language == "en" else page.replace("</title>", f"</title>\n  {words}", 1)


def _languages() -> str:
    return json.dumps(spoken(), separators=(",", ":"))


def _worker(file: Path) -> str:
    """The worker with what it is to keep: the pages, and what they load before they ask for anything."""
    pages = sorted(page.name for page in PAGES.glob("*.html"))
    home = f"/v/{edition()}"
    parts = [f"{home}/{FOLDER}/{Path(page).stem}.{kind}" for page in pages for kind in ("css", "js")]
    kept = {"edition": edition(), "pages": ["/", *(f"/{page}" for page in pages)], "parts": parts}
    return f"const KEPT = {json.dumps(kept)};\n{file.read_text(encoding='utf-8')}"
