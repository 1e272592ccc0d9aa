"""``kiebitz puzzle skat``: positions in which one card wins whatever the others hold."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import typer

from kiebitz.cli.common import JSON, SEED, announce_compilation, print_json
from kiebitz.errors import BadOption
from kiebitz.files import check_writable, write_new
from kiebitz.language.speaking import spoken
from kiebitz.sayings import joined, say
from kiebitz.telling import tell


def puzzle(
    seed: str = SEED,
    count: int = typer.Option(1, "--count", "-n", help="How many puzzles."),
    cards: int = typer.Option(5, help="How many cards a hand has, 3 to 6."),
    svg: Path | None = typer.Option(None, help="Also write the booklet as a picture."),
    as_json: bool = JSON,
) -> None:
    """Make puzzles: exactly one card wins for sure, and with open cards another looks better on average."""
    if not 1 <= count <= 1000:
        raise BadOption(say("A booklet has 1 to 1000 puzzles, not {n}.", n=count))
    check_writable(svg)
    announce_compilation(say("the searches"))
    from kiebitz.games.skat.search.puzzles.puzzle import puzzles

    found = list(islice(puzzles(seed, cards), count))
    if svg:
        from kiebitz.games.skat.search.puzzles.booklet import booklet

        write_new(svg, booklet(found))
    if as_json:
        print_json(
            [{**p.fields, "killer": p.killer, "tempting": p.tempting, "means": p.means} for p in found]
        )
        return
    numbered = list(enumerate(found, 1))
    tell(joined("\n\n", (puzzle.text(number) for number, puzzle in numbered)))
    tell(f"\n{spoken(say('Solutions'))}\n")
    tell(joined("\n\n", (puzzle.solution(number) for number, puzzle in numbered)))
