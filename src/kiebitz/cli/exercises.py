"""``kiebitz exercises``: sheets for a course in epistemic logic, and their grading."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING

import typer

from kiebitz.cli.common import JSON, announce_compilation, print_json, seed_of
from kiebitz.errors import BadOption
from kiebitz.files import check_writable, read_text, write_new
from kiebitz.language.speaking import spoken
from kiebitz.sayings import joined, say
from kiebitz.telling import tell

if TYPE_CHECKING:
    from kiebitz.lab.exercises.sheets import Sheet


def exercises(
    game: str = typer.Argument(
        "", help="The game: see 'kiebitz games'; without one, the first of that list."
    ),
    seed: str = typer.Option("0", "--seed", "-s", help="The same seed gives the same sheet."),
    count: int = typer.Option(6, "--count", "-n", help="How many exercises."),
    kinds: str = typer.Option(
        "", help="Some of whether,places,deals,common,truth,write, in turn; all of them if left out."
    ),
    records: Path | None = typer.Option(
        None, help="Take finished games from this file, not games of agents."
    ),
    html: Path | None = typer.Option(None, help="Write the sheet as a page to print."),
    solutions: bool = typer.Option(
        False, "--solutions", help="Show the solutions; with --html, write them to NAME-solutions.html."
    ),
    grade: Path | None = typer.Option(None, "--grade", help="Grade this file of answers."),
    as_json: bool = JSON,
) -> None:
    """Make exercise sheets in epistemic logic from games, or grade a file of answers."""
    check_writable(html)
    announce_compilation()
    if grade:
        _grade(game, grade, records, as_json)
        return
    from kiebitz.lab.exercises.sheets import exercises as made
    from kiebitz.lab.exercises.sheets import read_kinds
    from kiebitz.rules.registry import names

    sheet = made(
        game or names()[0], seed=seed_of(seed), count=count, kinds=read_kinds(kinds), records=records
    )
    if html:
        _write(sheet, html, solutions)
    elif as_json:
        print_json([each.as_dict() | ({"solution": each.solution} if solutions else {}) for each in sheet])
    else:
        _print(sheet, solutions)


def _write(sheet: Sheet, html: Path, solutions: bool) -> None:
    from kiebitz.table.puzzles.paper import sheet_page, solutions_page

    write_new(html, sheet_page(sheet))
    tell(say("{n} {n:exercise|exercises} in {file}.", n=len(sheet), file=str(html)))
    if solutions:
        apart = html.with_name(f"{html.stem}-solutions{html.suffix}")
        check_writable(apart)
        write_new(apart, solutions_page(sheet))
        tell(say("The solutions are in {file}.", file=str(apart)))


def _print(sheet: Sheet, solutions: bool) -> None:
    from kiebitz.knowledge.exercises.grading import explained

    tell(sheet.head)
    for number, each in enumerate(sheet, 1):
        tell(say("\n{number}. {question}", number=number, question=each.question))
        tell(each.shown.said)
        for line in each.seen:
            tell(line)
        for letter, item in zip(each.letters, each.items, strict=True):
            tell(say("   {letter}) {what}", letter=letter, what=item.said))
        tell(each.how)
    if solutions:
        tell(f"\n{spoken(say('Solutions'))}\n")
        for number, each in enumerate(sheet, 1):
            tell(say("{number}. {lines}", number=number, lines=joined("\n   ", explained(each))))


def _grade(game: str, file: Path, records: Path | None, as_json: bool) -> None:
    from kiebitz.knowledge.exercises.grading import RIGHT
    from kiebitz.lab.exercises.sheets import graded, score

    text = read_text(file)
    if not text.strip():
        raise BadOption(say("{file} is empty.", file=str(file)))
    sheet, grades = graded(text, records, game)
    if as_json:
        print_json({"sheet": sheet.head, "grades": [each.as_dict() for each in grades]})
        return
    for number, each in enumerate(grades, 1):
        mark = say("right") if each.is_right else say("wrong")
        tell(say("{number}. {mark}", number=number, mark=mark))
        for line in each.said:
            if line != RIGHT:  # the mark says so already
                tell(indent(spoken(line), "   "))
    tell(score(grades))
