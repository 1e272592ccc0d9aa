"""How public things travel: small, and never twice.

What is the same for all readers (pages, modules, styles, words, faces, the list of games, reports of runs) is
compressed and has a tag, so that a browser that has it already is told so; what is asked for by its edition
(``edition.py``) may be kept for good. What a seat may see is none of this and passes as it is: it is never
kept, and never compressed together with what somebody else chose.
"""

from __future__ import annotations

import re
import zlib
from functools import lru_cache
from hashlib import sha256

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kiebitz.table.server.edition import edition, split

PUBLIC = re.compile(
    r"/(|[\w-]+\.(html|js|webmanifest)|api/games|(js|css|bundles|faces|languages|games|icons|runs)(/.*)?)"
)
TEXT = re.compile(r"text/|application/(json|javascript|manifest)|image/svg")
SMALLEST = 300  # bytes: below that compressing gains nothing
LARGEST_KEPT = 250_000  # bytes: a longer answer is compressed anew each time
FOR_GOOD = "public, max-age=31536000, immutable"
GZIP = 31  # the window of zlib that writes the headers of gzip


class Delivery:
    """The layer around an application that compresses, tags and dates what is public."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        asked, path = split(scope["path"])
        if scope["method"] not in ("GET", "HEAD") or not PUBLIC.fullmatch(path):
            await self.app(scope, receive, send)
            return
        if asked:
            scope = {**scope, "path": path, "raw_path": path.encode(), "edition": asked}
        parcel = Parcel(Headers(scope=scope), bool(asked) and asked == edition(), send)
        await self.app(scope, receive, parcel.take)


class Parcel:
    """One answer: put together, then sent in the way that the reader can take."""

    def __init__(self, wishes: Headers, is_kept: bool, send: Send):
        self.wishes, self.is_kept, self.send = wishes, is_kept, send
        self.start: Message = {}
        self.body = bytearray()

    async def take(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.start = message
            return
        self.body += message.get("body", b"")
        if message.get("more_body"):
            return
        for each in self.packed():
            await self.send(each)

    def packed(self) -> tuple[Message, Message]:
        headers, body = MutableHeaders(raw=list(self.start["headers"])), bytes(self.body)
        status = self.start["status"]
        if status == 200:
            status, body = self.addressed(headers, body)
        if status != 304:
            headers["Content-Length"] = str(len(body))
        start = {**self.start, "status": status, "headers": headers.raw}
        return start, {"type": "http.response.body", "body": body}

    def addressed(self, headers: MutableHeaders, body: bytes) -> tuple[int, bytes]:
        """With its tag, and empty if the reader has it, else compressed if the reader can read that."""
        headers.setdefault("ETag", f'"{sha256(body).hexdigest()[:16]}"')
        headers.add_vary_header("Accept-Encoding")
        if self.is_kept:
            headers["Cache-Control"] = FOR_GOOD
        if headers["ETag"] in self.wishes.get("if-none-match", ""):
            del headers["Content-Length"]
            return 304, b""
        if self.takes_gzip() and len(body) >= SMALLEST and TEXT.match(headers.get("content-type", "")):
            headers["Content-Encoding"] = "gzip"
            return 200, squeezed(body)
        return 200, body

    def takes_gzip(self) -> bool:
        return "gzip" in self.wishes.get("accept-encoding", "")


def squeezed(body: bytes) -> bytes:
    """Compressed by gzip; browsers take nothing better over plain HTTP.

    >>> len(squeezed(b"lapwing " * 1000)) < 100
    True
    """
    return _kept(body) if len(body) <= LARGEST_KEPT else _squeeze(body, 6)


@lru_cache(maxsize=128)
def _kept(body: bytes) -> bytes:
    return _squeeze(body, 9)


def _squeeze(body: bytes, level: int) -> bytes:
    packer = zlib.compressobj(level, wbits=GZIP)
    return packer.compress(body) + packer.flush()
