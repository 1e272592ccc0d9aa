"""``train-all``: winning tables and instinct's weights from nothing."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import typer

from kiebitz.cli.common import announce_compilation
from kiebitz.cli.interrupts import interruptible
from kiebitz.errors import BadOption
from kiebitz.lab.progress import progress
from kiebitz.sayings import say
from kiebitz.telling import tell
from tools.skat_training.spreading import EXECUTOR, WORKERS, spread_by


def train_all(
    folder: Path = typer.Argument(help="The folder for what is made, and for the steps to it."),
    seed: int = typer.Option(1, "--seed", help="The seed of all deals and games."),
    share: float = typer.Option(
        1.0, "--share", help="How many of the usual deals and games: 0.01 to try it out, more to learn more."
    ),
    workers: int = WORKERS,
    executor: str = EXECUTOR,
    quiet: bool = typer.Option(False, "--quiet", "-q", help="Show no progress."),
) -> None:
    """Make winning tables and instinct's weights from nothing; an interrupted training goes on where it was.

    Rules of thumb play for the first tables, a player with these teaches the first weights, and so on up to
    tables.npz and instinct.npz. Their digests are in trained.json.
    """
    if not 0 < share <= 100:
        raise BadOption(say("The share must be more than 0 and at most 100, not {n}.", n=share))
    if folder.exists() and not folder.is_dir():
        raise BadOption(say("{file} is a file: the training needs a folder.", file=str(folder)))
    spread = spread_by(workers, executor)
    announce_compilation(say("the Skat players"))
    from tools.skat_training.chain import Chain

    show = partial(progress, quiet=quiet)
    chain = Chain(folder, seed, share, show, spread=spread)
    kept = say("{folder} keeps what was made; the same command goes on.", folder=str(folder))
    with interruptible(lambda: kept):
        tell(
            say(
                "Training in {n} steps; what each of them makes stays in {folder}.",
                n=len(chain.steps),
                folder=str(folder),
            )
        )
        digests = chain.run()
    for name, digest in digests.items():
        tell(say("{file}: SHA-256 {digest}", file=str(folder / name), digest=digest))
