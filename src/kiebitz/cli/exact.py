"""``kiebitz reproduce NAME --exact``: the published counts, equal to the last game."""

from __future__ import annotations

from pathlib import Path

import typer

from kiebitz.cli.common import print_json, print_table, rich_table
from kiebitz.cli.interrupts import interruptible
from kiebitz.sayings import say
from kiebitz.telling import tell

KEPT = say("finished pairings are stored; the same command goes on.")


def reproduce_exactly(
    name: str, deals: int | None, quick: bool, out: Path | None, quiet: bool, as_json: bool
) -> None:
    """Play all pairings by the published protocol; exit with 1 if a count is not the published one."""
    from kiebitz.lab.experiments.playing import reproduce

    with interruptible(lambda: KEPT):
        found = reproduce(name, exact=True, deals=deals, quick=quick, out=out, progress=not quiet)
    if as_json:
        print_json(found.document)
    else:
        tell(found.table.caption)
        print_table(rich_table(found.table))
        tell(say("{n} of {of} published counts are equal to the last game.", n=found.equal, of=found.counts))
    if found.equal < found.counts:
        raise typer.Exit(1)
