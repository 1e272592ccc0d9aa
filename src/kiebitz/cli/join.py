"""``kiebitz join``: an agent takes a seat at a table on another server."""

from __future__ import annotations

import typer

from kiebitz.cli.common import announce_compilation
from kiebitz.cli.guarding import ISOLATE, TRUST, obey
from kiebitz.cli.interrupts import interruptible
from kiebitz.sayings import say


def join(
    link: str = typer.Argument(help="The link of a seat, as the table's invitation shows it."),
    agent: str = typer.Option(..., "--agent", help="Who plays, for example mcts:limit=200 or exec:./mybot."),
    seed: str = typer.Option("", help="Names the agent's random numbers; without it new ones."),
    units: int | None = typer.Option(None, min=1, help="Leave after this many deals; without it, by Ctrl+C."),
    trust: bool = TRUST,
    isolate: bool = ISOLATE,
) -> None:
    """Let an agent play in a seat of a table; a lost connection is made again."""
    import asyncio

    from kiebitz.table.tables.remote import RemotePlayer, SeatLink
    from kiebitz.table.tables.remote import join as sit

    obey(trust, isolate)
    place = SeatLink.read(link)
    announce_compilation()
    with interruptible(lambda: say("the seat is free again.")):
        asyncio.run(sit(place, RemotePlayer(agent, seed), units=units))
