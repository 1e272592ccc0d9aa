"""Draws the example of skat-search.md. ``python docs/make_skat_search.py``"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from kiebitz.games.skat.search.open_cards.problem import DECK
from kiebitz.games.skat.search.paranoia.proof import Branch, proof
from kiebitz.games.skat.search.paranoia.text import paranoid_problem

FILE = Path(__file__).with_name("skat-paranoia.svg")
EXAMPLE: dict[str, Any] = {
    "contract": "grand",
    "hand": ["HK", "HQ", "H7", "DA"],
    "pool": ["SA", "ST", "SQ", "HA", "DT", "DK", "D9", "D7"],
    "leader": "declarer",
    "points": 53,
}
"""The position of the page, as ``kiebitz solve skat --paranoid`` takes it."""
TOP, ROW, COLUMN = 230, 24, 120
NAMES = ("you", "left", "right")
WIDTH, CARD_WIDTH, CARD_HEIGHT, GAP, MARGIN = 640, 44, 62, 6, 20
COLOURS = {"C": "#1b1b1b", "S": "#1b1b1b", "H": "#c1121f", "D": "#c1121f"}
INK, PAPER, FELT, FAINT = "#1b1b1b", "#ffffff", "#f3f5f0", "#8a8f85"


def draw_cards(cards: Sequence[str], x: float, y: float, faint: bool = False) -> Iterator[str]:
    """A row of cards, one beside the other; faint for cards whose place is not known."""
    for place, text in enumerate(cards):
        card = DECK.read(text)
        left = x + place * (CARD_WIDTH + GAP)
        dashes = ' stroke-dasharray="4 3"' if faint else ""
        colour, middle = COLOURS[card.suit], left + CARD_WIDTH / 2
        yield (
            f'<rect x="{left:g}" y="{y:g}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="6" fill="{PAPER}" '
            f'stroke="{FAINT if faint else INK}"{dashes}/>'
        )
        rank = "10" if card.rank == "T" else card.rank
        yield write(middle, y + 26, rank, 19, colour, "middle")
        yield write(middle, y + 51, card.symbol[0], 21, colour, "middle")


def write(x: float, y: float, words: str, size: int = 13, colour: str = INK, anchor: str = "start") -> str:
    """A line of text."""
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="Georgia, serif" font-size="{size}" fill="{colour}" '
        f'text-anchor="{anchor}" xml:space="preserve">{escape(words)}</text>'
    )


def draw_position() -> list[str]:
    """The cards that one sees, and those that the others hold."""
    title = f"1. Grand: you lead, you have {EXAMPLE['points']} points and need 61"
    return [
        write(MARGIN, MARGIN + 18, title, 15),
        *draw_cards(EXAMPLE["hand"], MARGIN, MARGIN + 30),
        write(MARGIN, MARGIN + 112, "Your opponents hold, who knows which of them:", 13, FAINT),
        *draw_cards(EXAMPLE["pool"], MARGIN, MARGIN + 122, faint=True),
    ]


def picture(parts: Sequence[str], width: float, height: float) -> str:
    """A whole SVG on a quiet ground."""
    size = f'width="{width:g}" height="{height:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {width:g} {height:g}">'
    ground = f'<rect {size} fill="{FELT}"/>'
    return "\n".join([head, ground, *parts, "</svg>"]) + "\n"


def rows(branches: tuple[Branch, ...], level: int = 0) -> Iterator[tuple[int, Branch]]:
    """The tree from top to bottom, each branch with its level."""
    for branch in branches:
        yield level, branch
        yield from rows(branch.then, level + 1)


def drawing() -> str:
    """The position, and below it the tree of its proof: one card of yours against all of theirs."""
    tree = list(rows(proof(paranoid_problem(EXAMPLE), 4)))
    parts = draw_position()
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
