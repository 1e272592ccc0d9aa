"""``--trust``, ``--isolate`` and ``--load``: how code from files and programs is guarded."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from kiebitz.errors import BadOption, KiebitzError
from kiebitz.files import of_file
from kiebitz.plugins import forget_files, name_files
from kiebitz.sayings import say


def _name(files: list[str]) -> list[str]:
    """Note the files that the user names; a class may stand behind one."""
    for file in (one.partition(":")[0] for one in files):
        if not Path(file).is_file():
            raise KiebitzError(of_file(FileNotFoundError(), file))
        name_files([file])
    return files


LOAD = typer.Option(
    [], "--load", callback=_name,
    help="A file with a game or bot that a run, page or record names; no other is loaded. May be repeated.",
)  # fmt: skip
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
    """The command is over: whoever else uses this process trusts nobody and has named no file."""
    forget_files()
    if module := sys.modules.get("kiebitz.agents.trust"):
        module.trust(everybody=False)
