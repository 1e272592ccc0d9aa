"""What ``make demo`` shows: of every game a match and what else it has to show, and then the table."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING

from kiebitz.sayings import say
from kiebitz.telling import tell

if TYPE_CHECKING:
    from kiebitz.lab.bench import Demo

PORT = 8765


def main() -> None:
    """Show it all; Ctrl+C ends it at any moment."""
    from kiebitz.__main__ import start

    start(show)


def show() -> None:
    """Show every game; then, if somebody is watching, serve the table until Ctrl+C."""
    start = perf_counter()
    tell(say("Kiebitz: a match in every game, what players know, a published table and a sure win."))
    for name, demo in demos():
        show_match(name, demo)
        show_commands(demo)
    seconds = perf_counter() - start
    print()
    tell(say("Done in {seconds:.0f} s. Next: .venv/bin/kiebitz table, or read docs/.", seconds=seconds))
    if sys.stdout.isatty():
        open_table()


def demos() -> Iterator[tuple[str, Demo]]:
    """The games that have something to show, and what."""
    from kiebitz.lab.bench import Bench
    from kiebitz.rules.parts import part
    from kiebitz.rules.registry import game_classes

    for name, game in game_classes().items():
        if demo := part(game, Bench).demo:
            yield name, demo


def show_match(name: str, demo: Demo) -> None:
    """A match and its result, as the command beside it gives them."""
    from kiebitz.cli.common import announce_compilation
    from kiebitz.cli.match import print_result
    from kiebitz.lab.playing.match import play_match
    from kiebitz.lab.runs.plan import match_plan

    options = f" --options {demo.options}" if demo.options else ""
    command = f"kiebitz match {name} {' '.join(demo.agents)} --deals {demo.deals} --seed 1{options}"
    tell(f"\n== {name}: {command}")
    announce_compilation(say("what {game} needs", game=name))
    print_result(play_match(match_plan(name, list(demo.agents), demo.deals, 1, demo.options).match))


def show_commands(demo: Demo) -> None:
    """Run the commands of a game's demonstration as they would be typed."""
    from kiebitz.cli import app

    with TemporaryDirectory() as folder:
        record = Path(folder, "record.txt")
        record.write_text(demo.record, encoding="utf-8")
        for command in demo.commands:
            tell(f"\n== kiebitz {command.format(record=record.name)}")
            app(shlex.split(command.format(record=shlex.quote(str(record)))), standalone_mode=False)


def open_table() -> None:
    """The table in the browser; on a free port if the usual one is taken."""
    from kiebitz.cli.interrupts import listening
    from kiebitz.table.server import warmup
    from kiebitz.table.server.service import listen, serve
    from kiebitz.table.tables.store import Store, StoreInUse, tables_home

    try:
        listener = listen("127.0.0.1", PORT)
    except OSError:
        listener = listen("127.0.0.1", 0)
    try:
        store = Store(tables_home())
    except StoreInUse:
        print()
        tell(say("Another table is open already; this one keeps its games only until it ends."))
        store = Store()
    print()
    tell(say("Open the address in a browser and play:"))
    with suppress(KeyboardInterrupt), listening(), warmup.beside():
        serve(listener, store, "127.0.0.1", browser=True)


if __name__ == "__main__":
    main()
