"""``kiebitz match``: agents against each other over many deals."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kiebitz.cli import app
from kiebitz.cli.common import JSON, OPTIONS, SEED, game_of, print_json, write_new
from kiebitz.errors import BadOption

if TYPE_CHECKING:
    from rich.table import Table

    from kiebitz.lab.match import Plan, Result


@app.command()
def match(
    game: str = typer.Argument(help="The game: see 'kiebitz games'."),
    agents: list[str] = typer.Argument(help="One specification for each seat: see 'kiebitz agents'."),
    deals: int = typer.Option(1000, "--deals", "-d", help="Scoring units, each played in every seating."),
    seed: str = SEED,
    options: str = OPTIONS,
    seatings: str = typer.Option("rotate", help="rotate, all, fixed or mirror."),
    workers: int = typer.Option(1, "--workers", "-w", help="Threads for compiled agents."),
    records: Path | None = typer.Option(None, help="Also write every game to this file."),
    as_json: bool = JSON,
) -> None:
    """Play a match and say who is better."""
    from kiebitz.lab.match import play_match

    plan = plan_of(game, agents, deals, seed, options, seatings)
    if workers < 1:
        raise BadOption(f"The number of workers must be at least 1, not {workers}.")
    result = play_match(plan, workers)
    if records:
        _write_records(plan, records)
    if as_json:
        print_json(result.as_dict())
    else:
        print_result(result)


def plan_of(game: str, agents: list[str], deals: int, seed: str, options: str, seatings: str) -> Plan:
    """The plan that the arguments describe; every mistake in them is found before anything is played."""
    from kiebitz.agents.registry import player
    from kiebitz.lab.match import Plan
    from kiebitz.lab.seatings import seatings as known_seatings

    chosen = game_of(game, options)
    known_seatings(seatings, chosen.seats)
    if len(agents) != chosen.seats:
        raise BadOption(f"{chosen.name} needs {chosen.seats} agents here, not {len(agents)}.")
    if deals < 1:
        raise BadOption(f"The number of deals must be at least 1, not {deals}.")
    players = tuple(player(spec, chosen) for spec in agents)
    return Plan(chosen, players, deals, int(seed) if seed.lstrip("-").isdecimal() else seed, seatings)


def _write_records(plan: Plan, path: Path) -> None:
    from kiebitz.lab.match import records

    write_new(path, "\n".join(record.text for record in records(plan)))


def print_result(result: Result) -> None:
    """The result as a table for people."""
    from rich.console import Console

    console = Console()
    for part in result_table(result):
        console.print(part)
    for reason in result.reasons[:3]:
        console.print(f"Failure: {reason}", markup=False)


def result_table(result: Result) -> Iterator[str | Table]:
    """A heading and the table of a result."""
    from rich.table import Table

    plan, scores = result.plan, result.scores()
    options = f" ({plan.game.options_text})" if plan.game.options_text else ""
    yield f"{plan.game.title}{options}"
    yield (
        f"{plan.deals:,} deals in {len(plan.seatings)} seatings: "
        f"{plan.games:,} games in {result.seconds:.2f} s"
    )
    table = Table("agent", box=None)
    headings = ("wins", "draws", "losses", "win rate", "95 % interval", "points ± s.e.", "ms/move")
    failed = any(score.failures for score in scores)
    for heading in (*headings, "failed") if failed else headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for score in scores:
        low, high = score.wilson
        table.add_row(
            score.name, str(score.wins), str(score.draws), str(score.losses), f"{score.win_rate:.1%}",
            f"{low:.1%}..{high:.1%}", f"{score.points_mean:+.2f} ± {score.points_se:.2f}",
            f"{score.ms_per_move:.2g}", *([str(score.failures)] if failed else []),
        )  # fmt: skip
    yield table
