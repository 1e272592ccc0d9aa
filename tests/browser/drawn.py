"""Two hundred puzzles of each game, drawn once and kept as text, to look at how the page shows them.

Run with `python -m tests.browser.drawn` to draw them again.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path

from kiebitz.lab.puzzles.making import puzzle_game, puzzles
from kiebitz.search.puzzles.puzzle import Puzzle

FOLDER = Path(__file__).parent / "puzzles"
GAMES = ("boerenbridge", "durak", "schnapsen", "skat")
SEED = "positions"
COUNT = 200


def drawn(game: str) -> list[Puzzle]:
    """The puzzles of a game in the order in which they were drawn, without their reasons."""
    text = (FOLDER / f"{game}.txt").read_text(encoding="utf-8")
    return [Puzzle.read(each) for each in text.split("\n\n")]


def draw(game: str) -> None:
    """Draw the puzzles of a game and write them down."""
    found = islice(puzzles(puzzle_game(game), SEED), COUNT)
    texts = [replace(one, why=(), tempting="").text for one in found]
    (FOLDER / f"{game}.txt").write_text("\n".join(texts), encoding="utf-8")


if __name__ == "__main__":
    for each in GAMES:
        draw(each)
