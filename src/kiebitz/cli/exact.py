"""``kiebitz reproduce NAME --exact``: the published counts, equal to the last game."""

from __future__ import annotations

from pathlib import Path

import typer

from kiebitz.cli.common import print_json, rich_table
from kiebitz.cli.interrupts import interruptible
from kiebitz.cli.progress import progress
from kiebitz.errors import BadOption

KEPT = "finished pairings are stored; the same command goes on."


def reproduce_exactly(
    name: str, deals: int | None, quick: bool, out: Path | None, quiet: bool, as_json: bool
) -> None:
    """Play all pairings by the published protocol; exit with 1 if a count is not the published one."""
    from rich.console import Console

    from kiebitz.lab.experiments.exact import find_exact

    exact = find_exact(name)
    if deals is not None or quick:
        raise BadOption("--exact plays the published deals; it goes without --deals and --quick.")
    with interruptible(lambda: KEPT), progress("games", exact.games, quiet=quiet) as show:
        found = exact.play(out, show)
    if as_json:
        print_json(found.document)
    else:
        console = Console()
        console.print(found.table.caption)
        console.print(rich_table(found.table))
        console.print(f"{found.equal} of {found.counts} published counts are equal to the last game.")
    if found.equal < found.counts:
        raise typer.Exit(1)
