"""A strategy graph as a picture: questions from left to right, the plays at the ends."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from textwrap import wrap

from kiebitz.games.boerenbridge.agents import questions_and_plays as v
from kiebitz.games.boerenbridge.agents.graphs import NO, YES, Graph, Next, Spoken, elsewhere
from kiebitz.sayings import Saying

WIDTH, HEIGHT = 176, 48  # of a box
COLUMN, ROW = 216, 58  # from box to box
MARGIN, TITLE = 12, 34
LETTERS = 29  # in a line of a box


@dataclass
class Box:
    """A box of the picture with its place, in columns and rows."""

    text: str
    is_question: bool
    column: int
    row: float = 0.0
    children: list[tuple[Saying, Box]] = field(default_factory=list)


def _tree(graph: Graph, spoken: Spoken) -> tuple[list[Box], float]:
    """All boxes, the root first, and the number of rows; a node met twice becomes a reference."""
    by_name = {node.name: node for node in graph.nodes}
    boxes: list[Box] = []
    seen: set[str] = set()
    rows = 0

    def grow(follower: Next, column: int) -> Box:
        nonlocal rows
        if isinstance(follower, str) and follower not in seen:
            seen.add(follower)
            node = by_name[follower]
            box = Box(f"{node.name}. {spoken(v.QUESTIONS[node.question].text)}", True, column)
            boxes.append(box)
            box.children = [(YES, grow(node.yes, column + 1)), (NO, grow(node.no, column + 1))]
            box.row = sum(child.row for _, child in box.children) / 2
            return box
        said = elsewhere(follower) if isinstance(follower, str) else v.PLAYS[follower]
        box = Box(spoken(said), False, column, float(rows))
        boxes.append(box)
        rows += 1
        return box

    grow(graph.nodes[0].name, 0)
    return boxes, rows


def _corner(box: Box) -> tuple[float, float]:
    return MARGIN + box.column * COLUMN, TITLE + box.row * ROW


def _box(box: Box) -> str:
    x, y = _corner(box)
    fill, radius = ("#eef3fb", 4) if box.is_question else ("#e7f5e4", 22)
    lines = wrap(box.text, LETTERS)
    top = y + HEIGHT / 2 + 4 - 6.5 * (len(lines) - 1)
    words = "".join(
        f'<text x="{x + WIDTH / 2:g}" y="{top + 13 * i:g}" text-anchor="middle">{escape(line)}</text>'
        for i, line in enumerate(lines)
    )
    frame = f'<rect x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}" rx="{radius}" fill="{fill}"'
    return f'{frame} stroke="#456"/>{words}'


def _line(parent: Box, answer: str, child: Box) -> str:
    (x, y), (to_x, to_y) = _corner(parent), _corner(child)
    x, y, to_y = x + WIDTH, y + HEIGHT / 2, to_y + HEIGHT / 2
    bend = x + (to_x - x) / 3
    path = f'<path d="M{x:g} {y:g} H{bend:g} V{to_y:g} H{to_x:g}" fill="none" stroke="#456"/>'
    return f'{path}<text x="{to_x - 4:g}" y="{to_y - 4:g}" text-anchor="end">{escape(answer)}</text>'


def svg(graph: Graph, spoken: Spoken = str) -> str:
    """The picture of a graph."""
    boxes, rows = _tree(graph, spoken)
    width = 2 * MARGIN + max(box.column for box in boxes) * COLUMN + WIDTH
    height, title = TITLE + rows * ROW, escape(spoken(graph.title))
    lines = [_line(box, spoken(answer), child) for box in boxes for answer, child in box.children]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height:g}" '
            f'width="{width}" height="{height:g}" role="img" font-family="sans-serif" font-size="11">',
            f"<title>{title}</title>",
            f'<rect width="{width}" height="{height:g}" fill="white"/>',
            f'<text x="{MARGIN}" y="20" font-size="14" font-weight="bold">{title}</text>',
            *lines,
            *map(_box, boxes),
            "</svg>\n",
        ]
    )
