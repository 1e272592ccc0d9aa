"""The outbox of a connection: nobody waits for a slow reader, and what one hears is written once for all."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from fastapi import WebSocket

WAITING = 256  # messages for one who does not read them; beyond that he is dropped


class Text(str):
    """A message that is already JSON."""


def written(message: dict[str, Any]) -> Text:
    """A message as the text that is sent."""
    return Text(json.dumps(message, ensure_ascii=False, separators=(",", ":")))


class Outbox:
    """Messages on their way to one connection, in order; start it with ``async with``."""

    def __init__(self, connection: WebSocket) -> None:
        self._connection = connection
        self._queue: asyncio.Queue[str] = asyncio.Queue(WAITING)

    async def send(self, message: dict[str, Any] | Text) -> None:
        """Put a message into the queue; a full one raises, which ends the connection's part in a room."""
        self._queue.put_nowait(message if isinstance(message, Text) else written(message))

    async def flush(self) -> None:
        """Wait until everything is sent, but not for long."""
        await asyncio.wait_for(self._queue.join(), 5)

    async def __aenter__(self) -> Outbox:
        self._task = asyncio.get_running_loop().create_task(self._pump())
        return self

    async def __aexit__(self, *problem: object) -> None:
        self._task.cancel()

    async def _pump(self) -> None:
        while True:
            text = await self._queue.get()
            try:
                await self._connection.send_text(text)
            except Exception:  # gone; the reading side notices it
                return
            finally:
                self._queue.task_done()
