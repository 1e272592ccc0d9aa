"""Printable pages: the questions with their positions drawn, and the solutions on pages of their own."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from kiebitz.language.speaking import speaker, spoken
from kiebitz.sayings import say
from kiebitz.search.puzzles.puzzle import STARS, Puzzle
from kiebitz.table.drawing.position import position_svg
from kiebitz.table.puzzles.printed import printed
from kiebitz.table.tables.rights import Rights


def booklet(puzzles: Sequence[Puzzle], title: str = "") -> str:
    """Puzzles as one page of HTML that opens anywhere and prints well.

    >>> from kiebitz.lab.puzzles.making import puzzle
    >>> page = booklet([puzzle("durak", seed=1)])
    >>> page.count("<svg") > 0, page.index("Solutions") > page.index('class="puzzle"')
    (True, True)
    """
    heading = title or spoken(say("Puzzles"))
    rows = [_row(number, puzzle) for number, puzzle in enumerate(puzzles, 1)]
    return rendered("booklet", title=heading, solutions=spoken(say("Solutions")), puzzles=rows)


def _row(number: int, puzzle: Puzzle) -> dict[str, Any]:
    scene = Rights(puzzle.seat, puzzle.state.game.seats, sees_all=False).scene(puzzle.state)
    return {
        "number": number,
        "stars": "★" * puzzle.stars + "☆" * (STARS - puzzle.stars),
        "question": printed(puzzle.question),
        "seen": [printed(line) for line in puzzle.seen],
        "picture": Markup(position_svg(scene, letters=speaker().language, speak=spoken)),
        "solution": printed(puzzle.solved),
        "why": [printed(line) for line in puzzle.reasons()],
    }


def rendered(template: str, **values: Any) -> str:
    """A page from one of our templates, in the language of the terminal."""
    environment = Environment(autoescape=True, trim_blocks=True, undefined=StrictUndefined)
    text = files("kiebitz.table").joinpath("templates", f"{template}.html.j2").read_text(encoding="utf-8")
    return environment.from_string(text).render(language=speaker().language, **values)
