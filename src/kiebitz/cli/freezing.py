"""``kiebitz freeze``: weights that take luck out of results, fitted on games of their own."""

from __future__ import annotations

from pathlib import Path

import typer

from kiebitz.cli.common import DRAWN_SEED, JSON, OPTIONS, announce_game, given_seed, print_json
from kiebitz.cli.guarding import ISOLATE, TRUST, obey
from kiebitz.files import check_writable, write_new
from kiebitz.sayings import say
from kiebitz.telling import tell


def freeze(
    game: str = typer.Argument(help="The game: see 'kiebitz games'."),
    one: str = typer.Argument(help="An agent: best one of those to be compared, or a quick version of it."),
    other: str = typer.Argument(help="Its opponent."),
    out: Path = typer.Option(..., "--out", help="The file to write."),
    deals: int = typer.Option(1000, "--deals", "-d", help="Deals to fit the weights to."),
    draws: int = typer.Option(32, help="How often each chance event is drawn anew."),
    seed: str | None = DRAWN_SEED,
    options: str = OPTIONS,
    workers: int = typer.Option(1, "--workers", "-w", help="How many threads or processes play."),
    trust: bool = TRUST,
    isolate: bool = ISOLATE,
    quiet: bool = typer.Option(False, "--quiet", "-q", help="Show no progress."),
    as_json: bool = JSON,
) -> None:
    """Fit weights that take luck out of results, on games of their own, and freeze them in a file."""
    from kiebitz.kernel.random import fresh_seed
    from kiebitz.lab.reduction.fitting import freeze as fit

    obey(trust, isolate)
    check_writable(out)
    announce_game(game, options)
    root = given_seed(seed)
    drawn = fresh_seed() if root is None else root
    found = fit(
        game, one, other, deals=deals, seed=drawn, options=options, draws=draws, workers=workers,
        progress=not quiet,
    )  # fmt: skip
    write_new(out, found.text)
    if as_json:
        print_json({"file": str(out), "hash": found.hash, "root": found.root, "seed": drawn,
                    "saved": found.saved})  # fmt: skip
        return
    said = say(
        "Frozen in {file}, number {hash}. On deals held out, games taken singly need {saved:.2f} times as "
        "many without these weights.",
        file=str(out),
        hash=found.hash,
        saved=found.saved,
    )
    tell(said)
    if found.saved <= 1:
        tell(say("So they take no luck away: fit them to more deals, or to agents that play better."))
    tell(say("The seed was {seed}: no run with this seed accepts these weights.", seed=str(drawn)))
