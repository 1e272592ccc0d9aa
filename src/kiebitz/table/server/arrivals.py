"""Connections on which a request is still to come, or has only begun: for a limited time, and not too many.

A request that does not arrive whole within ``PATIENCE`` ends with its connection. Of each address, and of all
together, only so many connections may wait for a request at a time; whenever there are more, the one that
has waited longest is ended. An honest request is there within moments and therefore never the oldest, so
pages stay reachable even from the address that the flood comes from. Connections that are being answered,
and sockets of tables, are counted elsewhere (``visitors.py``).
"""

from __future__ import annotations

import asyncio
import errno
import logging
from collections import Counter
from contextlib import suppress
from time import monotonic
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 15.0  # seconds for the head and the body of a request
EACH = 250  # connections of one address that may wait: a school behind one address
ACCEPTED = 100  # connections that are taken before those that are too many are ended
SHARE = 2  # of the files that this process may open, connections that wait take at most one in two
USUAL_FILES = 1024  # that a process may open where the system does not tell
SILENCE = 60.0  # seconds between two complaints that no more files can be opened
FULL = (errno.EMFILE, errno.ENFILE)


class Arrivals:
    """The connections that wait for a request, the one that has waited longest first."""

    def __init__(self) -> None:
        self.most = most_files() // SHARE
        self._waiting: dict[Arriving, None] = {}
        self._counts: Counter[str] = Counter()

    def add(self, connection: Arriving) -> None:
        """One more waits; if that is one too many, the oldest of this or of the busiest address is ended."""
        if connection in self._waiting:
            return
        self._waiting[connection] = None
        self._counts[connection.address] += 1
        if self._counts[connection.address] > EACH:
            self._end_oldest(connection.address)
        elif len(self._waiting) > self.most:
            self._end_oldest(self._counts.most_common(1)[0][0])

    def discard(self, connection: Arriving) -> None:
        """It waits no longer."""
        if connection in self._waiting:
            del self._waiting[connection]
            self._counts[connection.address] -= 1
            if not self._counts[connection.address]:
                del self._counts[connection.address]

    def _end_oldest(self, address: str) -> None:
        oldest = next(each for each in self._waiting if each.address == address)
        self.discard(oldest)
        oldest.transport.abort()


class Arriving(H11Protocol):
    """A connection of HTTP that waits for whole requests only for a while."""

    def __init__(self, arrivals: Arrivals, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.arrivals, self.address = arrivals, ""
        self._end: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self._wait()
        self.arrivals.add(self)

    def data_received(self, data: bytes) -> None:
        if not self._end:
            self._wait()
        super().data_received(data)
        is_ours = self.transport.get_protocol() is self  # it may have become the socket of a table
        if not is_ours or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._forget()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.transport.is_closing():
            self.arrivals.add(self)  # for the next request; uvicorn ends it when none begins

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._forget()

    def _wait(self) -> None:
        self._end = self.loop.call_later(PATIENCE, self.transport.abort)

    def _forget(self) -> None:
        self.arrivals.discard(self)
        if self._end:
            self._end.cancel()
            self._end = None


def most_files() -> int:
    """How many files and connections this process may have open at a time."""
    with suppress(ImportError):
        import resource

        return resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return USUAL_FILES


def complain_rarely(loop: asyncio.AbstractEventLoop) -> None:
    """Say once a minute that no more connections can be taken; the loop would say it for each, at length."""
    last = -SILENCE

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        nonlocal last
        error = context.get("exception")
        if not (isinstance(error, OSError) and error.errno in FULL):
            loop.default_exception_handler(context)
        elif monotonic() - last >= SILENCE:
            last = monotonic()
            logging.getLogger("uvicorn.error").error("No more connections can be taken: %s.", error.strerror)

    loop.set_exception_handler(handle)
