"""Draws the example of skat-search.md. ``python docs/make_skat_search.py``"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from kiebitz.games.skat.search.paranoia.proof import Branch, proof
from kiebitz.games.skat.search.paranoia.text import paranoid_problem
from kiebitz.games.skat.search.puzzles.booklet import FAINT, MARGIN, draw_puzzle, picture, write
from kiebitz.games.skat.search.puzzles.puzzle import Puzzle, puzzles

FILE = Path(__file__).with_name("skat-paranoia.svg")
SEED, NUMBER = "docs", 1
WIDTH, TOP, ROW, COLUMN = 640, 230, 24, 120
NAMES = ("you", "left", "right")


def example() -> Puzzle:
    """The puzzle of the page."""
    return next(islice(puzzles(SEED, 4), NUMBER - 1, None))


def rows(branches: tuple[Branch, ...], level: int = 0) -> Iterator[tuple[int, Branch]]:
    """The tree from top to bottom, each branch with its level."""
    for branch in branches:
        yield level, branch
        yield from rows(branch.then, level + 1)


def drawing() -> str:
    """The position, and below it the tree of its proof: one card of yours against all of theirs."""
    puzzle = example()
    tree = list(rows(proof(paranoid_problem(puzzle.fields), 4)))
    parts = draw_puzzle(puzzle, NUMBER, MARGIN)
    last: dict[int, float] = {}
    for place, (level, branch) in enumerate(tree):
        y = TOP + MARGIN + place * ROW
        x = MARGIN + level * COLUMN
        if level:
            line = f"M{x - COLUMN + 12} {last[level - 1] + 6:g} V{y - 5} H{x - 6}"
            parts.append(f'<path d="{line}" fill="none" stroke="{FAINT}"/>')
        last[level] = y
        cards = " ".join(card.symbol for card in branch.cards)
        parts.append(write(x, y, f"{NAMES[branch.seat]}: {cards}", 14))
    return picture(parts, WIDTH, TOP + 2 * MARGIN + len(tree) * ROW)


def main() -> None:
    FILE.write_text(drawing(), encoding="utf-8")


if __name__ == "__main__":
    main()
