"""``kiebitz reproduce schnapsen-pu --exact``: the published counts, equal to the last game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kiebitz.cli.common import print_json
from kiebitz.cli.interrupts import interruptible
from kiebitz.cli.progress import progress
from kiebitz.errors import BadOption

if TYPE_CHECKING:
    from kiebitz.lab.exact_pu import Count, Pairing

KEPT = "finished pairings are stored; the same command goes on."


def reproduce_exactly(
    name: str, deals: int | None, quick: bool, out: Path | None, quiet: bool, as_json: bool
) -> None:
    """Play all pairings by the published protocol; exit with 1 if a count is another than published."""
    from kiebitz.lab.exact_pu import EXPERIMENT, PAIRINGS, PAIRS, as_dict, play_all

    if name != EXPERIMENT:
        raise BadOption(f"--exact is for {EXPERIMENT} only: of no other experiment is every game known.")
    if deals is not None or quick:
        raise BadOption("--exact plays the published deals; it goes without --deals and --quick.")
    counts: list[tuple[Pairing, Count]] = []
    places = {pairing.name: 2 * PAIRS * number for number, pairing in enumerate(PAIRINGS)}
    with interruptible(lambda: KEPT), progress("games", 2 * PAIRS * len(PAIRINGS), quiet=quiet) as show:
        counts.extend(play_all(out, lambda name, games: show(places[name] + games, name)))
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
