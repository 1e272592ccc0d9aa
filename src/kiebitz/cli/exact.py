"""``kiebitz reproduce schnapsen-pu --exact``: the published counts, equal to the last game."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kiebitz.cli.common import print_json
from kiebitz.errors import BadOption

if TYPE_CHECKING:
    from kiebitz.lab.exact_pu import Count, Pairing, Progress


def reproduce_exactly(
    name: str, deals: int | None, quick: bool, out: Path | None, quiet: bool, as_json: bool
) -> None:
    """Play all pairings by the published protocol; exit with 1 if a count is another than published."""
    from kiebitz.lab.exact_pu import EXPERIMENT, as_dict, play_all

    if name != EXPERIMENT:
        raise BadOption(f"--exact is for {EXPERIMENT} only: of no other experiment is every game known.")
    if deals is not None or quick:
        raise BadOption("--exact plays the published deals; it goes without --deals and --quick.")
    counts: list[tuple[Pairing, Count]] = []
    try:
        with _progress(quiet) as show:
            counts.extend(play_all(out, show))
    except KeyboardInterrupt:
        print("Interrupted: finished pairings are stored; the same command goes on.", file=sys.stderr)
        raise typer.Exit(130) from None
    if as_json:
        print_json(as_dict(counts))
    else:
        _print(counts)
    if any(count.wins(pairing.counted) != pairing.published for pairing, count in counts):
        raise typer.Exit(1)


def _print(counts: list[tuple[Pairing, Count]]) -> None:
    from rich.console import Console
    from rich.table import Table

    from kiebitz.lab.exact_pu import PAIRS, SEED

    console = Console()
    table = Table("pairing", "wins of", box=None)
    for heading in ("published", "measured", "game points"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("verdict")
    for pairing, count in counts:
        measured = count.wins(pairing.counted)
        verdict = "equal" if measured == pairing.published else "differs"
        points = f"{count.points[0]}:{count.points[1]}"
        table.add_row(pairing.name, pairing.winner, str(pairing.published), str(measured), points, verdict)
    console.print(f"The published protocol: {2 * PAIRS:,} games a pairing, both bots seeded with {SEED}.")
    console.print(table)
    equal = sum(count.wins(pairing.counted) == pairing.published for pairing, count in counts)
    console.print(f"{equal} of {len(counts)} published counts are equal to the last game.")


@contextmanager
def _progress(quiet: bool) -> Iterator[Progress | None]:
    """A live line on standard error."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from kiebitz.lab.exact_pu import PAIRINGS, PAIRS

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} games"),
        TimeRemainingColumn(),
    )
    places = {pairing.name: 2 * PAIRS * n for n, pairing in enumerate(PAIRINGS)}
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=2 * PAIRS * len(PAIRINGS))

        def show(name: str, games: int) -> None:
            if games % 20 == 0:
                bar.update(task, description=name, completed=places[name] + games)

        yield show
