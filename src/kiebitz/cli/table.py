"""``kiebitz table``: play and watch in the browser."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import typer

from kiebitz.cli.common import announce_compilation
from kiebitz.cli.guarding import ISOLATE, TRUST, obey
from kiebitz.cli.interrupts import exit_code, listening
from kiebitz.errors import BadOption
from kiebitz.sayings import say


def table(
    host: str = typer.Option("127.0.0.1", help="The address to listen on; this one is for you alone."),
    port: int = typer.Option(8765, min=0, max=65535, help="The port; 0 takes a free one."),
    browser: bool = typer.Option(True, "--open/--no-open", help="Open the page in the browser."),
    store: Path | None = typer.Option(None, help="The file that keeps the tables [your data folder]."),
    keep: int = typer.Option(
        0, min=0, max=36_500, help="Forget tables untouched for this many days; 0: none."
    ),
    name: list[str] = typer.Option([], help="A further name under which browsers reach it; may be repeated."),
    bot: list[str] = typer.Option(
        [], help="A bot of yours that may be seated: my_bot.py:MyBot or exec:./mybot; may be repeated."
    ),
    trust: bool = TRUST,
    isolate: bool = ISOLATE,
) -> None:
    """Play and watch in the browser."""
    from kiebitz.table.server import warmup

    obey(trust, isolate)
    announce_compilation(say("the games"))
    try:
        with listening(), warmup.beside():
            open_table(host, port, browser, store, bot, name, keep)
    except KeyboardInterrupt as interrupt:  # that is how a table ends
        raise typer.Exit(exit_code(interrupt)) from None


def open_table(
    host: str,
    port: int,
    browser: bool,
    store: Path | None,
    bots: list[str],
    names: Sequence[str] = (),
    keep: int = 0,
) -> None:
    """Serve the tables of a store until interrupted."""
    from kiebitz.table.server.service import listen, serve

    try:
        listener = listen(host, port)
    except (OSError, TypeError, ValueError) as error:  # also letters that no address has
        why = getattr(error, "strerror", None) or str(error)
        said = say("Port {port} of {host} cannot be used: {why}. {option} takes a free one.",
                   port=port, host=host, why=why, option="--port 0")  # fmt: skip
        raise BadOption(said) from error
    from kiebitz.table.tables.bots import bots_by_game  # the games are compiled from here on
    from kiebitz.table.tables.store import Store, tables_home

    bots_by_game(bots)  # better to find out now that a bot is not there
    serve(listener, Store(store or tables_home()), host, browser, bots, names, keep)
