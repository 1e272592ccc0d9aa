"""The application called in this very event loop, thousands of times a second: requests and sockets."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from urllib.parse import quote

HOST = (b"host", b"127.0.0.1:8765")
Headers = list[tuple[bytes, bytes]]


async def request(
    app: Any,
    method: str,
    path: str,
    query: str = "",
    body: bytes = b"",
    headers: Headers | None = None,
    parts: list[Any] | None = None,
    address: str = "127.0.0.1",
) -> tuple[int, bytes]:
    """The status and the body of an answer; what the application raises is raised here.

    ``parts`` are those of a body that comes in several, the last of them first.
    """
    parts = parts or [{"type": "http.request", "body": body, "more_body": False}]
    status, found = 0, bytearray()

    async def receive() -> dict[str, Any]:
        return parts.pop() if parts else {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        nonlocal status
        if message["type"] == "http.response.start":
            status = message["status"]
        found.extend(message.get("body", b""))

    await app(_scope("http", path) | {
        "client": (address, 50_000),
        "method": method, "query_string": query.encode(), "headers": [HOST, *(headers or [])],
    }, receive, send)  # fmt: skip
    return status, bytes(found)


def _scope(kind: str, path: str) -> dict[str, Any]:
    scope: dict[str, Any] = {
        "type": kind,
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "http" if kind == "http" else "ws",
        "path": path,
        "raw_path": quote(path).encode(),
        "root_path": "",
        "client": ("127.0.0.1", 50_000),
        "server": ("127.0.0.1", 8765),
        "state": {},
        "extensions": {},
    }
    return scope


class Socket:
    """A WebSocket to the application; everything that it sent is kept until it is asked for."""

    def __init__(self, app: Any, name: str) -> None:
        self.sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.received: list[str] = []
        self.closed = False
        self.sent.put_nowait({"type": "websocket.connect"})
        scope = _scope("websocket", f"/ws/{name}") | {
            "query_string": b"",
            "headers": [HOST],
            "subprotocols": [],
        }
        self.task = asyncio.get_running_loop().create_task(app(scope, self.sent.get, self._send))

    async def _send(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            self.received.append(message["text"])
        elif message["type"] == "websocket.close":
            self.closed = True

    def say(self, message: Any) -> None:
        """A JSON message, or text or bytes as they are."""
        if isinstance(message, bytes):
            self.sent.put_nowait({"type": "websocket.receive", "bytes": message})
        else:
            text = message if isinstance(message, str) else json.dumps(message)
            self.sent.put_nowait({"type": "websocket.receive", "text": text})

    async def end(self) -> None:
        """Go away without a word; what the application raised is raised here."""
        self.sent.put_nowait({"type": "websocket.disconnect", "code": 1006})
        await asyncio.wait_for(self.task, 20)
