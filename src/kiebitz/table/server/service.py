"""The running server: a socket, the application, and the address it has."""

from __future__ import annotations

import gc
import socket
import threading
import webbrowser
from collections.abc import Callable, Collection
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from kiebitz.language.speaking import spoken
from kiebitz.table.server.reach import ANYWHERE, origin, where

if TYPE_CHECKING:
    import uvicorn

    from kiebitz.table.tables.store import Store


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 takes a free one.

    >>> listener = listen("127.0.0.1", 0)
    >>> listener.getsockname()[1] > 0
    True
    >>> listener.close()
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(256)
    except Exception:
        listener.close()
        raise
    return listener


def make_server(
    store: Store,
    bots: Collection[str] = (),
    names: Collection[str] = (),
    host: str = "127.0.0.1",
    keep: float = 0,
    today: Callable[[], date] | None = None,
) -> uvicorn.Server:
    """A server for the pages and the tables of a store; the rest as ``make_app`` has it."""
    import uvicorn

    from kiebitz.table.server.app import make_app  # compiles all games if nobody has before
    from kiebitz.table.server.arrivals import ACCEPTED, Arrivals, Arriving
    from kiebitz.table.server.connection import LONGEST

    application = make_app(store, bots, names, host, keep, today)
    gc.collect()
    gc.freeze()  # what is loaded stays: looking through all of it again would hold everybody up
    config = uvicorn.Config(
        application,
        http=partial(Arriving, Arrivals()),  # type: ignore[arg-type]  # all that it does is call it
        log_level="error",  # a warning for each thing that is no request would fill the log
        backlog=ACCEPTED,
        ws_max_size=4 * LONGEST,
        timeout_graceful_shutdown=1,
    )
    return uvicorn.Server(config)


def serve(
    listener: socket.socket,
    store: Store,
    host: str,
    browser: bool,
    bots: Collection[str] = (),
    names: Collection[str] = (),
    keep: float = 0,
) -> None:
    """Serve until interrupted; says where, and opens the page there if wanted."""
    port = listener.getsockname()[1]
    print(spoken(where(host, port)), flush=True)
    if browser:
        address = f"{origin('127.0.0.1' if host in ANYWHERE else host, port)}/"
        threading.Timer(0.7, webbrowser.open, (address,)).start()
    make_server(store, bots, [host, *names], host, keep).run(sockets=[listener])
