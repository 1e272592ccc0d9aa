"""``--trust`` and ``--isolate``: how bots from files and programs are guarded, in commands that play."""

from __future__ import annotations

import click
import typer

from kiebitz.errors import BadOption
from kiebitz.sayings import say

TRUST = typer.Option(False, "--trust", help="Bots from files and programs play with all your rights.")
ISOLATE = typer.Option(False, "--isolate", help="Play only if this system can lock such bots in.")


def obey(trust: bool, isolate: bool) -> None:
    """Trust everybody for as long as the command lasts, or refuse to go on where nobody can be locked in."""
    if trust and isolate:
        raise BadOption(say("Choose one of --trust and --isolate."))
    if trust:
        from kiebitz.agents.trust import trust as trusts

        trusts(everybody=True)
        click.get_current_context().call_on_close(lambda: trusts(everybody=False))
    if isolate:
        from kiebitz.agents.cells.nursery import demand_lock

        demand_lock()
