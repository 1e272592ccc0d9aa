"""``--trust`` and ``--isolate``: how bots from files and programs are guarded, in commands that play."""

from __future__ import annotations

import typer

from kiebitz.errors import BadOption
from kiebitz.sayings import say


def _trust(context: typer.Context, value: bool) -> bool:
    """Trust everybody for as long as the command lasts."""
    from kiebitz.agents.trust import trust

    if value:
        if context.params.get("isolate"):
            raise _both()
        trust(everybody=True)
        context.call_on_close(lambda: trust(everybody=False))
    return value


def _isolate(context: typer.Context, value: bool) -> bool:
    """Refuse to go on where bots cannot be sealed off."""
    if value:
        if context.params.get("trust"):
            raise _both()
        from kiebitz.agents.cells.nursery import demand_seal

        demand_seal()
    return value


def _both() -> BadOption:
    return BadOption(say("Choose one of --trust and --isolate."))


TRUST = typer.Option(
    False, "--trust", callback=_trust, help="Bots from files and programs play with all your rights."
)
ISOLATE = typer.Option(
    False,
    "--isolate",
    callback=_isolate,
    help="Play only if this system can seal such bots off.",
)
