"""``kiebitz match``: agents against each other over many deals."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kiebitz.cli import app
from kiebitz.cli.common import JSON, OPTIONS, SEED, game_of, print_json, write_new
from kiebitz.cli.running import (
    CONFIDENCE,
    EXECUTOR,
    OPEN_WORLD,
    OUT,
    QUIET,
    STRICT,
    TIME_LIMIT,
    WORKERS,
    Settings,
    execute,
    seed_of,
    with_open_world,
)

if TYPE_CHECKING:
    from rich.table import Table

    from kiebitz.lab.result import Result


@app.command()
def match(
    game: str = typer.Argument(help="The game: see 'kiebitz games'."),
    agents: list[str] = typer.Argument(help="One specification for each seat: see 'kiebitz agents'."),
    deals: int = typer.Option(1000, "--deals", "-d", help="Scoring units, each played in every seating."),
    seed: str = SEED,
    options: str = OPTIONS,
    seatings: str = typer.Option("rotate", help="rotate, all, fixed or mirror."),
    open_world: bool = OPEN_WORLD,
    out: Path | None = OUT,
    workers: int = WORKERS,
    executor: str = EXECUTOR,
    time_limit: float | None = TIME_LIMIT,
    confidence: float = CONFIDENCE,
    records: Path | None = typer.Option(None, help="Also write every game to this file."),
    strict: bool = STRICT,
    quiet: bool = QUIET,
    as_json: bool = JSON,
) -> None:
    """Play a match and say who is better."""
    from kiebitz.lab.match import records as all_records
    from kiebitz.lab.plan import match_plan

    settings = Settings(out, workers, executor, time_limit, quiet)
    options = with_open_world(options, open_world)
    game_of(game, options)
    plan = match_plan(game, agents, deals, seed_of(seed), options, seatings)
    result = execute("match", (plan,), settings).result()
    result.confidence = confidence
    if records:
        write_new(records, "\n".join(record.text for record in all_records(plan.match)))
    if as_json:
        print_json({**result.as_dict(), "seatings": seatings})
    else:
        print_result(result)
    if strict and result.reasons:
        raise typer.Exit(1)


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

    match, scores = result.match, result.scores()
    options = f" ({match.game.options_text})" if match.game.options_text else ""
    yield f"{match.game.title}{options}"
    yield (
        f"{match.deals:,} deals in {len(match.lineups)} seatings: "
        f"{match.games:,} games in {result.seconds:.2f} s"
    )
    table = Table("agent", box=None)
    interval = f"{result.confidence:.0%} interval"
    headings = ("wins", "draws", "losses", "win rate", interval, "points ± s.e.", "ms/move")
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
