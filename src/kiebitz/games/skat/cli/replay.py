"""``kiebitz skat replay``: recorded games gone over with an agent in every seat."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kiebitz.amounts import MOST_NODES, check_number
from kiebitz.cli.common import JSON, announce_compilation, print_json, print_table
from kiebitz.cli.interrupts import exit_code, listening
from kiebitz.cli.replay import chosen
from kiebitz.errors import KiebitzError
from kiebitz.files import check_writable, read_text, write_new
from kiebitz.lab.progress import progress
from kiebitz.language.speaking import spoken
from kiebitz.sayings import Saying, say
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
    records = chosen(read_file(read_text(file), str(file)), file, number, first)
    announce_compilation(say("the Skat players"))
    reviews, skipped = _reviews(records, agent, nodes, quiet)
    if not reviews:
        name, problem = skipped[0]
        raise KiebitzError(
            say(
                "No record of {file} can be replayed; {name}: {problem}",
                file=str(file),
                name=name,
                problem=problem,
            )
        )
    from kiebitz.games.skat.lab.review_page import as_dict, page

    if html:
        write_new(html, page(reviews, agent, file.name, skipped))
    if as_json:
        print_json(as_dict(reviews, agent, skipped))
    elif html:
        tell(say("{file}: {n} {n:game|games}.", file=str(html), n=len(reviews)))
    else:
        _print(reviews, agent, skipped, details)


def _reviews(
    records: Sequence[AnyRecord], agent: str, nodes: int, quiet: bool
) -> tuple[list[Review], list[tuple[Saying | str, Saying]]]:
    """The reviews, and the records that could not be replayed with the reason; an interrupt ends it early."""
    from kiebitz.games.skat.lab.review import Reviewer, Unplayable

    reviewer, reviews, skipped = Reviewer(agent, nodes), [], []
    try:
        with listening(), progress("games", len(records), quiet=quiet) as show:
            for done, record in enumerate(records, 1):
                try:
                    reviews.append(reviewer.review(record))
                except Unplayable as problem:
                    skipped.append((record.name, problem.said))
                show(done)
    except KeyboardInterrupt as interrupt:
        done = len(reviews) + len(skipped)
        tell(say("Interrupted after {n} of {of} games.", n=done, of=len(records)), sys.stderr)
        if not done:
            raise typer.Exit(exit_code(interrupt)) from None
    return reviews, skipped


def _print(
    reviews: list[Review], agent: str, skipped: list[tuple[Saying | str, Saying]], details: bool
) -> None:
    from rich.table import Table

    from kiebitz.games.skat.lab.review_page import COLUMNS, rows, summary, told

    for review in reviews:
        lines = ["  " * level + spoken(said) for level, said in told(review, agent, details)]
        tell("\n".join(lines) + "\n")
    for name, problem in skipped:
        tell(say("{name}: not replayed: {problem}", name=name, problem=problem))
    for sentence in summary(reviews):
        tell(sentence)
    heading = spoken(say("agreement with {agent}", agent=agent))
    table = Table(heading, *map(spoken, COLUMNS.values()), box=None)
    for row in rows(reviews):
        table.add_row(*map(spoken, row))
    print_table(table)
