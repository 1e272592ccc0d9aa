"""``kiebitz review``: what could the players of recorded games have known?"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kiebitz.cli.common import JSON, announce_compilation, print_json, seed_of
from kiebitz.cli.guarding import LOAD
from kiebitz.cli.interrupts import exit_code, listening
from kiebitz.cli.replay import chosen
from kiebitz.errors import BadOption, KiebitzError
from kiebitz.files import check_writable, read_text, write_new
from kiebitz.lab.progress import Show, progress
from kiebitz.language.speaking import spoken
from kiebitz.sayings import Saying, say
from kiebitz.telling import tell

if TYPE_CHECKING:
    from kiebitz.lab.review.judged import Review
    from kiebitz.lab.review.reviewing import Effort
    from kiebitz.rules.formats import AnyRecord
    from kiebitz.rules.values import State


def review(
    file: Path = typer.Argument(help="Records, in our own format or one that 'kiebitz games' names."),
    seat: str = typer.Option("", help="Whose decisions: a number from 0, or a name; without it everybody's."),
    number: int | None = typer.Option(None, "--number", "-n", help="Only this record of the file."),
    first: int | None = typer.Option(None, "--first", help="Only this many records from the beginning."),
    worlds: int | None = typer.Option(
        None, help="Worlds for each decision; without it what is usual in the game."
    ),
    nodes: int = typer.Option(20_000, help="Positions that a proof, or a look at open cards, may take."),
    aim: str = typer.Option("usual", help="match: count in chances to win a game of several rounds."),
    seed: str = typer.Option("0", "--seed", "-s", help="The same seed gives the same review."),
    every: bool = typer.Option(False, "--every", help="Tell every mistake, not only the costliest three."),
    html: Path | None = typer.Option(None, "--html", help="Write the reviews as a page to this file."),
    quiet: bool = typer.Option(False, "--quiet", "-q", help="Show no progress."),
    load: list[str] = LOAD,
    as_json: bool = JSON,
) -> None:
    """Go over recorded games: what could each player have known, and what only open cards show?

    A loss that is within its error is no mistake. What was knowable and what nobody could know are two lists.
    """
    from kiebitz.lab.review.page import page
    from kiebitz.lab.review.reviewing import Effort
    from kiebitz.rules.formats import read_file

    effort = Effort(worlds, nodes, aim=aim)
    check_writable(html)
    records = chosen(read_file(read_text(file), str(file)), file, number, first)
    announce_compilation()
    reviews, skipped = _reviews(records, seat, effort, seed_of(seed), quiet)
    if not reviews:
        raise KiebitzError(say("No record of {file} can be replayed; {why}", file=str(file), why=skipped[0]))
    if html:
        write_new(html, page(reviews, file.name))
    if as_json:
        document = [{"name": name, **found.as_dict()} for name, found in reviews]
        print_json({"reviews": document, "skipped": skipped})
    elif html:
        tell(say("{file}: {n} {n:review|reviews}.", file=str(html), n=len(reviews)))
    else:
        _print(reviews, skipped, every)


def _reviews(
    records: Sequence[AnyRecord], seat: str, effort: Effort, seed: int | str, quiet: bool
) -> tuple[list[tuple[Saying | str, Review]], list[Saying]]:
    """The reviews with the names of their records, and why others have none; an interrupt ends it early."""
    from kiebitz.lab.review.reviewing import review as go_over

    reviews: list[tuple[Saying | str, Review]] = []
    skipped = []
    try:
        with listening(), progress("games", len(records), quiet=quiet) as show:
            for done, record in enumerate(records, 1):
                states = record.states()
                if not states:
                    skipped.append(say("{name}: {why}", name=record.name, why=record.check() or ""))
                for one in _seats(seat, states[0]) if states else ():
                    within = partial(_tell_decisions, show, done - 1)
                    reviews.append((record.name, go_over(record, one, effort, seed, within)))
                show(done)
    except KeyboardInterrupt as interrupt:
        done = len({str(name) for name, _ in reviews}) + len(skipped)
        tell(say("Interrupted after {n} of {of} games.", n=done, of=len(records)), sys.stderr)
        if not reviews:
            raise typer.Exit(exit_code(interrupt)) from None
    return reviews, skipped


def _tell_decisions(show: Show, games: int, done: int, of: int) -> None:
    """Say how far the review of one seat is."""
    show(games, say("{n} of {of} moves of a seat", n=done, of=of))


def _seats(text: str, state: State) -> Sequence[int]:
    """The seats whose decisions are judged."""
    game = state.game
    names = {game.seat_name(number).lower(): number for number in range(game.seats)}
    if not text:
        return range(game.seats)
    if text.isdecimal() and int(text) < game.seats:
        return [int(text)]
    if text.lower() not in names:
        raise BadOption(
            say("There is no seat {seat}; choose 0 to {last} or one of: {names}.", seat=repr(text),
                last=game.seats - 1, names=", ".join(map(game.seat_name, range(game.seats))))
        )  # fmt: skip
    return [names[text.lower()]]


def _print(reviews: Sequence[tuple[Saying | str, Review]], skipped: Sequence[Saying], every: bool) -> None:
    from kiebitz.lab.review.telling import headline, told

    for name, found in reviews:
        lines = [spoken(headline(found, name))]
        lines += ["  " * level + spoken(said) for level, said in told(found, every)]
        tell("\n".join(lines) + "\n")
    if any(found.mistakes or found.open_losses for _, found in reviews):
        said = say(
            "A loss is how much more a better move was worth, counted as in the first line: a mean over "
            "the hidden cards that were possible, with its standard error (±), or exact where cards are open."
        )
        tell(said)
    for said in skipped:
        tell(said)
