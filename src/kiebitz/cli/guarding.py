"""``--trust`` and ``--isolate``: how bots from files and programs are guarded, in commands that play."""

from __future__ import annotations

import sys

import typer

from kiebitz.errors import BadOption
from kiebitz.sayings import say

TRUST = typer.Option(False, "--trust", help="Bots from files and programs play with all your rights.")
ISOLATE = typer.Option(False, "--isolate", help="Play only if this system can lock such bots in.")


def obey(trust: bool, isolate: bool) -> None:
    """Trust everybody until the command ends, or refuse to go on where nobody can be locked in."""
    if trust and isolate:
        raise BadOption(say("Choose one of --trust and --isolate."))
    from kiebitz.agents.trust import trust as trusts

    trusts(everybody=trust)
    if isolate:
        from kiebitz.agents.cells.nursery import demand_lock

        demand_lock()


def forget() -> None:
    """The command is over: whoever else uses this process trusts nobody."""
    if module := sys.modules.get("kiebitz.agents.trust"):
        module.trust(everybody=False)
