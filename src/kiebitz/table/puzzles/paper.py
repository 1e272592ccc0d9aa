"""Sheets of exercises as pages to print: the questions, and the solutions on a page of their own."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from kiebitz.knowledge.exercises.exercise import Exercise
from kiebitz.knowledge.exercises.grading import explained
from kiebitz.lab.exercises.sheets import Sheet
from kiebitz.language.speaking import speaker, spoken
from kiebitz.sayings import say
from kiebitz.table.drawing.position import position_svg
from kiebitz.table.puzzles.booklet import rendered
from kiebitz.table.puzzles.printed import printed
from kiebitz.table.tables.rights import Rights

SYNTAX = (
    "has(East, QH)",
    "count(N, hearts) >= 2",
    "K[N] a",
    "Kw[N] a",
    "M[N] a",
    "E a",
    "C a",
    "D[N, S] a",
    "[!a] b",
    "~a",
    "a & b",
    "a | b",
    "a >> b",
    "a <-> b",
)


def scene_of(exercise: Exercise) -> dict[str, Any]:
    """What the student sees: one player's view, or all cards of the finished game."""
    seat, seats = exercise.seat, exercise.state.game.seats  # whoever sees all cards sits nowhere
    return Rights(seat, seats, sees_all=seat < 0).scene(exercise.state)


def sheet_page(sheet: Sheet) -> str:
    """The questions as one page of HTML.

    >>> from kiebitz.lab.exercises.sheets import exercises
    >>> page = sheet_page(exercises("boerenbridge", seed=7, count=2))
    >>> page.count('class="exercise"'), "Solution" in page
    (2, False)
    """
    rows = [_row(number, each) for number, each in enumerate(sheet, 1)]
    texts = {
        "title": spoken(say("Exercises in epistemic logic")),
        "about": spoken(
            say("Moments of finished games of {game}; answers are graded by the program:", game=sheet.game)
        ),
        "signs": spoken(say("Formulas are written with")),
        "answer": spoken(say("Answer:")),
    }
    return rendered("sheet", exercises=rows, head=sheet.head, syntax=SYNTAX, **texts)


def solutions_page(sheet: Sheet) -> str:
    """The solutions with their reasons as one page of HTML."""
    rows = [
        {
            "number": number,
            "question": printed(each.question),
            "lines": [printed(line) for line in explained(each)],
        }
        for number, each in enumerate(sheet, 1)
    ]
    title = spoken(say("Solutions of the exercises"))
    return rendered("solutions", title=title, exercises=rows, head=sheet.head, key=sheet.key)


def _row(number: int, each: Exercise) -> dict[str, Any]:
    pairs = zip(each.letters, each.items, strict=True)
    return {
        "number": number,
        "question": printed(each.question),
        "how": spoken(each.how),
        "seen": [printed(line) for line in each.seen],
        "items": [(letter, printed(item.said)) for letter, item in pairs],
        "picture": Markup(position_svg(scene_of(each), letters=speaker().language, speak=spoken)),
    }
