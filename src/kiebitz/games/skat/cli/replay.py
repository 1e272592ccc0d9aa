"""``kiebitz skat replay``: recorded games gone over with an agent in every seat."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kiebitz.amounts import MOST_NODES, check_number
from kiebitz.cli.common import JSON, announce_compilation, print_json
from kiebitz.cli.interrupts import exit_code, listening
from kiebitz.cli.progress import progress
from kiebitz.errors import BadOption, KiebitzError
from kiebitz.files import check_writable, write_new
from kiebitz.telling import tell

if TYPE_CHECKING:
    from kiebitz.games.skat.lab.review import Review
    from kiebitz.rules.formats import AnyRecord


def replay_games(
    file: Path = typer.Argument(help="Records: ISS (.sgf), XSkat or our own format."),
    agent: str = typer.Option("skat-ai", help="Who sits in every seat and says what it would have done."),
    number: int | None = typer.Option(None, "--number", "-n", help="Only this record of the file."),
    first: int | None = typer.Option(None, "--first", help="Only so many records from the beginning."),
    nodes: int = typer.Option(100_000, help="Positions that the search for forced wins may look at."),
    details: bool = typer.Option(False, "--details", help="Every move on which the agent differs, and why."),
    html: Path | None = typer.Option(None, "--html", help="Write the report as a page to this file."),
    quiet: bool = typer.Option(False, "--quiet", "-q", help="Show no progress."),
    as_json: bool = JSON,
) -> None:
    """Go over recorded games: could they have been won, and what would the agent have done?

    A forced win is one that the player could know, against every distribution; what open cards would have
    allowed is told apart from that.
    """
    from kiebitz.rules.formats import read_file

    check_number("nodes", nodes, most=MOST_NODES)
    check_writable(html)
    records = _chosen(read_file(file.read_text(encoding="utf-8"), str(file)), file, number, first)
    announce_compilation("the Skat players")
    reviews, skipped = _reviews(records, agent, nodes, quiet)
    if not reviews:
        name, problem = skipped[0]
        raise KiebitzError(f"No record of {file} can be replayed; {name}: {problem}")
    from kiebitz.games.skat.lab.review_page import as_dict, page

    if html:
        write_new(html, page(reviews, agent, file.name, skipped))
    if as_json:
        print_json(as_dict(reviews, agent, skipped))
    elif html:
        print(f"{html}: {len(reviews)} games.")
    else:
        _print(reviews, agent, skipped, details)


def _chosen(
    records: Sequence[AnyRecord], file: Path, number: int | None, first: int | None
) -> Sequence[AnyRecord]:
    if not records:
        raise KiebitzError(f"{file} contains no records.")
    if first is not None and first < 1:
        raise BadOption(f"--first must be at least 1, not {first}.")
    if number is None:
        return records[:first]
    if not 1 <= number <= len(records):
        raise BadOption(f"{file} has the records 1 to {len(records)}, not {number}.")
    return records[number - 1 : number]


def _reviews(
    records: Sequence[AnyRecord], agent: str, nodes: int, quiet: bool
) -> tuple[list[Review], list[tuple[str, str]]]:
    """The reviews, and the records that could not be replayed with the reason; an interrupt ends it early."""
    from kiebitz.games.skat.lab.review import Reviewer, Unplayable

    reviewer, reviews, skipped = Reviewer(agent, nodes), [], []
    try:
        with listening(), progress("games", len(records), quiet=quiet) as show:
            for done, record in enumerate(records, 1):
                try:
                    reviews.append(reviewer.review(record))
                except Unplayable as problem:
                    skipped.append((str(record.name), str(problem)))
                show(done)
    except KeyboardInterrupt as interrupt:
        done = len(reviews) + len(skipped)
        print(f"Interrupted after {done} of {len(records)} games.", file=sys.stderr)
        if not done:
            raise typer.Exit(exit_code(interrupt)) from None
    return reviews, skipped


def _print(reviews: list[Review], agent: str, skipped: list[tuple[str, str]], details: bool) -> None:
    from rich.console import Console
    from rich.table import Column, Table

    from kiebitz.games.skat.lab.review_page import COLUMNS, agreement, summary, told

    for review in reviews:
        tell("\n".join(told(review, agent, details)) + "\n")
    for name, problem in skipped:
        tell(f"{name}: not replayed: {problem}")
    tell("\n".join(summary(reviews, agent)))
    table = Table(Column(f"agreement with {agent}", overflow="fold"), *COLUMNS, box=None)
    for who, stages in agreement(reviews).items():
        table.add_row(who, *(str(stages[column]) for column in COLUMNS))
    Console().print(table)
