"""Puzzles drawn: a booklet as one SVG, the questions first and the solutions at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from kiebitz.games.skat.search.open_cards.problem import DECK
from kiebitz.games.skat.search.puzzles.puzzle import Puzzle
from kiebitz.language.speaking import spoken
from kiebitz.sayings import say

WIDTH, CARD_WIDTH, CARD_HEIGHT, GAP, MARGIN, LINE = 640, 44, 62, 6, 20, 17
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


def draw_puzzle(puzzle: Puzzle, number: int, y: float) -> list[str]:
    """One puzzle without its solution; it is PUZZLE_HEIGHT high."""
    fields = puzzle.fields
    title = say(
        "{number}. {game}: you lead, you have {points} points and need 61",
        number=number,
        game=puzzle.game,
        points=fields["points"],
    )
    return [
        write(MARGIN, y + 18, spoken(title), 15),
        *draw_cards(fields["hand"], MARGIN, y + 30),
        write(MARGIN, y + 112, spoken(say("Your opponents hold, who knows which of them:")), 13, FAINT),
        *draw_cards(fields["pool"], MARGIN, y + 122, faint=True),
    ]


PUZZLE_HEIGHT = 210


def booklet(puzzles: Sequence[Puzzle], depth: int = 3) -> str:
    """All puzzles, then all solutions; of the proofs as many levels as wanted."""
    parts: list[str] = []
    y: float = MARGIN
    for number, puzzle in enumerate(puzzles, 1):
        parts += draw_puzzle(puzzle, number, y)
        y += PUZZLE_HEIGHT
    parts.append(write(MARGIN, y + 18, spoken(say("Solutions")), 17))
    y += 2 * LINE
    for number, puzzle in enumerate(puzzles, 1):
        for line in _solution(puzzle, number, depth):
            y += LINE
            parts.append(write(MARGIN, y, line))
        y += LINE
    height = y + MARGIN
    return picture(parts, WIDTH, height)


def picture(parts: Sequence[str], width: float, height: float) -> str:
    """A whole SVG on a quiet ground."""
    size = f'width="{width:g}" height="{height:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {width:g} {height:g}">'
    ground = f'<rect {size} fill="{FELT}"/>'
    return "\n".join([head, ground, *parts, "</svg>"]) + "\n"


def _solution(puzzle: Puzzle, number: int, depth: int) -> list[str]:
    """The solution in short lines, the tree no deeper than wanted."""
    head, means = spoken(puzzle.temptation), spoken(puzzle.means_said)
    shown = [spoken(line.indented(5)) for line in puzzle.proof if line.level < depth]
    return [spoken(puzzle.winner(number)), f"   {head}:", f"     {means}.", *shown]
