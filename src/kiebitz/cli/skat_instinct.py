"""``kiebitz skat train-instinct``: the weights by which Skat players judge a card at a glance."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from kiebitz.cli.common import announce_compilation
from kiebitz.cli.skat import skat
from kiebitz.errors import BadOption

TEACHER = "skat-ai:worlds=32,solve=5,paranoia=off"


@skat.command("train-instinct")
def train_instinct(
    out: Path = typer.Argument(help="The file to write the weights to, like instinct.npz."),
    games: int = typer.Option(1500, "--games", help="Games to watch, passed-in deals not counted."),
    seed: int = typer.Option(1, "--seed", help="The seed of the deals."),
    teacher: str = typer.Option(
        TEACHER, "--teacher", help="Who plays them: skat-ai or pimc, with parameters."
    ),
    quiet: bool = typer.Option(False, "--quiet", "-q", help="Show no progress."),
) -> None:
    """Watch thinking players and learn which cards they like; the file says how it was made."""
    if games < 1:
        raise BadOption("The games must be at least 1.")
    if not out.resolve().parent.is_dir():
        raise BadOption(f"The folder of {out} does not exist.")
    announce_compilation("the Skat players")
    from kiebitz.agents.skat.instinct_training import fit, save, watch

    def progress(done: int) -> None:
        if not quiet:
            end = "\n" if done >= games else ""
            print(f"\r{done:,} of {games:,} games", end=end, file=sys.stderr, flush=True)

    choices = watch(teacher, games, seed, progress)
    weights, fitted = fit(choices)
    command = f"kiebitz skat train-instinct {out.name} --games {games} --seed {seed} --teacher {teacher}"
    save(weights, {"command": command, "decisions": len(choices.sizes)}, out)
    print(f"{out}: weights from {len(choices.sizes):,} decisions, log-likelihood {fitted:.3f} each.")
