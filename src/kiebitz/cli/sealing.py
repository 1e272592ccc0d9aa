"""``kiebitz seal`` and ``kiebitz unseal``: a claim that is registered before its games are played."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kiebitz.cli.common import JSON, announce_compilation, print_json
from kiebitz.cli.guarding import ISOLATE, LOAD, TRUST, obey
from kiebitz.cli.running import Settings, with_settings
from kiebitz.sayings import say
from kiebitz.telling import tell

if TYPE_CHECKING:
    from kiebitz.lab.sealing.opening import Opened


def seal(
    page: Path = typer.Argument(help="The claim: see docs/run-an-experiment.md."),
    out: Path | None = typer.Option(None, "--out", help="The seal to write; PAGE.seal if not given."),
    load: list[str] = LOAD,
    trust: bool = TRUST,
    isolate: bool = ISOLATE,
    as_json: bool = JSON,
) -> None:
    """Register a claim before its first game: agents, deals by a secret seed, measure and bound."""
    from kiebitz.lab.sealing.seal import seal as make
    from kiebitz.lab.sealing.seal import secret_file

    obey(trust, isolate)
    announce_compilation()
    found, file = make(page, out)
    if as_json:
        print_json({"number": found.number, "file": str(file), "secret": str(secret_file(file))})
        return
    tell(say("The seal {number} is in {file}: publish the number.", number=found.number, file=str(file)))
    said = say(
        "Its seed is in {secret}: show it to nobody, and to no bot. 'kiebitz unseal {file}' plays the games.",
        secret=str(secret_file(file)),
        file=str(file),
    )
    tell(said)


@with_settings
def unseal(
    settings: Settings,
    file: Path = typer.Argument(help="A seal that 'kiebitz seal' has written."),
    publish: bool = typer.Option(
        False, "--publish", help="Then write its seed beside it for everybody, to be played again."
    ),
    load: list[str] = LOAD,
    as_json: bool = JSON,
) -> None:
    """Play what a seal promises, and say of each promise whether it was kept."""
    from kiebitz.lab.sealing.opening import unseal as play
    from kiebitz.lab.sealing.seal import seed_file

    announce_compilation()
    found = play(file, publish=publish, **settings.arguments())
    if as_json:
        print_json(found.as_dict())
    else:
        print_opened(found)
        if publish:
            tell(say("The seed is in {file}: give it away with the seal.", file=str(seed_file(file))))
    if not found.stands:
        raise typer.Exit(1)


def print_opened(found: Opened) -> None:
    """Of each promise whether it was kept, for people."""
    tell(say("Seal {number} of {date}", number=found.seal.number, date=found.seal.sealed))
    for promise in found.promises:
        kept = say("kept: {said}", said=promise.said)
        tell(kept if promise.kept else say("not kept: {said}", said=promise.said))
    tell(found.verdict)
    said = say(
        "The seed was {seed}; kiebitz report {run} has the games.", seed=found.seed, run=found.run.name
    )
    tell(said)
