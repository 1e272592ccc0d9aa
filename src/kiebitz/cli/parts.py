"""``kiebitz part`` and ``kiebitz merge``: a run that is played in several places."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kiebitz.cli.common import announce_compilation
from kiebitz.cli.guarding import LOAD
from kiebitz.cli.running import Settings, with_settings
from kiebitz.errors import BadOption
from kiebitz.sayings import say
from kiebitz.telling import tell

if TYPE_CHECKING:
    from kiebitz.lab.runs.run import Run


@with_settings
def part(
    settings: Settings,
    name: str = typer.Argument(help="A run that was begun: its name, the beginning of it, or its folder."),
    share: str = typer.Argument(help="Which part of how many: 2/4 is the second quarter of the deals."),
    load: list[str] = LOAD,
) -> None:
    """Play a part of a run's deals into a folder of its own, on any machine."""
    from kiebitz.lab.parts import play_part

    if settings.out is None:
        raise BadOption(say("Say with --out in which folder the part is kept."))
    announce_compilation()
    arguments = settings.arguments()
    _tell_stored(play_part(name, share, arguments.pop("out"), **arguments))


def merge(
    parts: list[str] = typer.Argument(help="Two or more parts of a run: their folders or names."),
    out: Path = typer.Option(..., "--out", help="The folder of the merged run."),
    load: list[str] = LOAD,
) -> None:
    """Make one run of parts that were played in several places."""
    from kiebitz.lab.parts import merge_runs

    _tell_stored(merge_runs(parts, out))


def _tell_stored(run: Run) -> None:
    said = say(
        "{folder} holds {n:,} of the run's {of:,} games.", folder=str(run.folder), n=run.done, of=run.total
    )
    tell(said)
