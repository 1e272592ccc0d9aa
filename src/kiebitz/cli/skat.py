"""``kiebitz skat``: what only Skat needs, such as making the tables that its players bid by."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from kiebitz.cli import app
from kiebitz.cli.common import announce_compilation
from kiebitz.errors import BadOption

skat = typer.Typer(help="For Skat: make the winning tables.", no_args_is_help=True)
app.add_typer(skat, name="skat")


@skat.callback()
def root() -> None:
    pass


@skat.command("train-tables")
def train_tables(
    out: Path = typer.Argument(help="The file to write the tables to, like tables.npz."),
    deals: int = typer.Option(1_000_000, "--deals", help="Declarer-like deals to play out."),
    seed: int = typer.Option(1, "--seed", help="The seed of the deals."),
    solve: int = typer.Option(
        5, help="Cards in hand from which open cards decide; before that, rules of thumb."
    ),
    quiet: bool = typer.Option(False, "--quiet", "-q", help="Show no progress."),
) -> None:
    """Make the tables of winning chances; an interrupted training goes on where it was.

    The counts are kept beside the tables in a file that ends in .counts.npz: more deals add to them.
    """
    if deals < 1 or not 1 <= solve <= 10:
        raise BadOption("The deals must be at least 1, and solve 1 to 10.")
    if not out.resolve().parent.is_dir():
        raise BadOption(f"The folder of {out} does not exist.")
    announce_compilation("the Skat players")
    from kiebitz.agents.skat.training import Training

    counts = out.with_suffix(".counts.npz")
    training = Training.resume(counts, seed, solve)

    def progress(done: int) -> None:
        if not quiet:
            end = "\n" if done >= deals else ""
            print(f"\r{done:,} of {deals:,} deals", end=end, file=sys.stderr, flush=True)

    training.run(deals, counts, progress)
    command = f"kiebitz skat train-tables {out.name} --deals {training.deals} --seed {seed} --solve {solve}"
    training.tables(command).save(out)
    print(f"{out}: tables from {training.deals:,} deals.")
