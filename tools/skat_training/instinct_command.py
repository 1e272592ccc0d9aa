"""``train-instinct``: the weights by which Skat players judge a card at a glance."""

from __future__ import annotations

from pathlib import Path

import typer

from kiebitz.amounts import check_number
from kiebitz.cli.common import announce_compilation
from kiebitz.cli.interrupts import interruptible
from kiebitz.files import check_writable
from kiebitz.lab.progress import progress
from kiebitz.sayings import say
from kiebitz.telling import tell
from tools.skat_training import COMMAND
from tools.skat_training.spreading import EXECUTOR, WORKERS, spread_by

TEACHER = "skat-ai:worlds=32,solve=5,paranoia=off"


def train_instinct(
    out: Path = typer.Argument(help="The file to write the weights to, like instinct.npz."),
    games: int = typer.Option(1500, "--games", help="Games to watch, passed-in deals not counted."),
    seed: int = typer.Option(1, "--seed", help="The seed of the deals."),
    teacher: str = typer.Option(
        TEACHER, "--teacher", help="Who plays them: skat-ai or pimc, with parameters."
    ),
    workers: int = WORKERS,
    executor: str = EXECUTOR,
    quiet: bool = typer.Option(False, "--quiet", "-q", help="Show no progress."),
) -> None:
    """Watch thinking players and learn which cards they like; the file says how it was made."""
    check_writable(out)
    check_number("games", games)
    spread = spread_by(workers, executor)
    announce_compilation(say("the Skat players"))
    from tools.skat_training.watching import fit, save, watch

    with interruptible(lambda: say("{file} was not written.", file=str(out))):
        with progress("games", games, quiet=quiet) as show:
            choices = watch(teacher, games, seed, show, spread=spread)
        weights, fitted = fit(choices)
        command = f"{COMMAND} train-instinct {out.name} --games {games} --seed {seed} --teacher {teacher}"
        save(weights, {"command": command, "decisions": len(choices.sizes)}, out)
    tell(
        say(
            "{file}: weights from {n:,} decisions, log-likelihood {fitted:.3f} each.",
            file=str(out),
            n=len(choices.sizes),
            fitted=fitted,
        )
    )
