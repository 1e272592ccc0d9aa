"""The outbox of a connection: nobody waits for a slow reader, and a message to all is written out once."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any

from fastapi import WebSocket

WAITING = 256  # messages for a reader who does not read them; beyond that the reader is dropped
NOT_READ = 4408  # the code of a connection that ends because of that
GOODBYE = 5.0  # seconds for the last words to a connection


class Text(str):
    """A message that is already JSON."""


def written(message: dict[str, Any]) -> Text:
    """A message as the text that is sent."""
    return Text(json.dumps(message, ensure_ascii=False, separators=(",", ":")))


class Outbox:
    """Messages on their way to one connection, in order.

    Start it with ``async with`` in the task that reads from the connection: where messages are not read, that
    task is cancelled and the connection closed.
    """

    def __init__(self, connection: WebSocket) -> None:
        self._connection = connection
        self._queue: asyncio.Queue[str] = asyncio.Queue(WAITING)
        self._end: asyncio.Handle | None = None

    async def send(self, message: dict[str, Any] | Text) -> None:
        """Put a message into the queue; a full one raises, and ends the connection."""
        try:
            self._queue.put_nowait(message if isinstance(message, Text) else written(message))
        except asyncio.QueueFull:
            if self._end is None:
                self._end = asyncio.get_running_loop().call_soon(self._reader.cancel)
            raise

    async def flush(self) -> None:
        """Wait until everything is sent, but not for long."""
        await asyncio.wait_for(self._queue.join(), GOODBYE)

    async def __aenter__(self) -> Outbox:
        reader = asyncio.current_task()
        assert reader is not None
        self._reader = reader
        self._task = asyncio.get_running_loop().create_task(self._pump())
        return self

    async def __aexit__(self, *problem: object) -> None:
        self._task.cancel()
        if self._end:
            self._end.cancel()  # the reader has come to its end
            with suppress(Exception):  # whoever still does not read, or has gone, does not hear it
                await asyncio.wait_for(self._connection.close(NOT_READ, "Messages were not read."), GOODBYE)

    async def _pump(self) -> None:
        while True:
            text = await self._queue.get()
            try:
                await self._connection.send_text(text)
            except Exception:  # gone; the reading side notices it
                return
            finally:
                self._queue.task_done()
