"""A graph as an SVG picture: nodes on a circle, actual worlds with a double border.

Each seat has its own line style and writes its initial on its lines; colours only help. Every colour is an
attribute, which any program draws; browsers follow the reader's light or dark colour scheme, and a page may
put its own colours over them. For a page, each text has its saying beside it (``data-said``), so that the
page can say it in another language.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from html import escape
from itertools import pairwise
from textwrap import wrap

from kiebitz.knowledge.pictures.diagram import Diagram
from kiebitz.sayings import Name, Saying, say

DASHES = ("none", "9 5", "2 4", "9 4 2 4", "14 4", "5 3 5 9", "2 8")
COLOURS = ("#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#999999")
FONT, CHARACTER, LINE_HEIGHT = 14, 7.6, 18  # height and usual width of a letter, in pixels
PADDING, MARGIN, GAP = 10, 24, 26
TRANSLATED = 1.25  # how much longer the legend may be in another language
KEY = 70  # where in the legend the words begin, beside a sample of the line
SPREAD = 11  # between parallel lines
HALO = 8  # the paper around an initial on a line
SHARES = (
    0.36,
    0.64,
    0.42,
    0.58,
)  # where on a line its initial stands: not where lines cross, nor beside another

INK, PAPER, SOFT = "#222", "#fff", "#666"
STYLE = """
  @media (prefers-color-scheme: dark) {
    .kripke .paper, .kripke .box { fill: #1b1b1b; } .kripke .box { stroke: #eee; }
    .kripke text { fill: #eee; } .kripke .note { fill: #aaa; }
  }
""".rstrip()

TITLE, NOTE = ' class="title" font-weight="bold"', f' class="note" font-size="12" fill="{SOFT}"'
SIGN = ' class="sign" font-size="11" font-weight="bold" text-anchor="middle"'
MIDDLE = ' text-anchor="middle"'
Point = tuple[float, float]


def svg(graph: Diagram, spoken: Callable[[Saying | str], str] = str, for_page: bool = False) -> str:
    """The picture as a text that is a whole SVG file; ``spoken`` says its sayings, by default in English.

    >>> from kiebitz.knowledge.pictures.diagram import Node
    >>> svg(Diagram("One", ("Ann",), (Node("rain", is_actual=True),), ()))[:4]
    '<svg'
    """
    picture = Picture(graph, spoken, for_page)
    parts = [*picture.header(), *picture.lines(), *picture.nodes(), *picture.legend(), "</svg>"]
    return "\n".join(parts) + "\n"


class Picture:
    """A graph with the places of everything."""

    def __init__(self, graph: Diagram, spoken: Callable[[Saying | str], str], for_page: bool) -> None:
        self.graph, self.spoken, self.for_page = graph, spoken, for_page
        texts = [spoken(text) for node in graph.nodes for text in (node.label, node.note)]
        self.box_width = max(map(len, texts), default=0) * CHARACTER + 2 * PADDING
        rows = 2 if any(node.note for node in graph.nodes) else 1
        self.box_height = rows * LINE_HEIGHT + 2 * PADDING
        self.radius = self._radius()
        words = min(max(len(spoken(graph.title)), len(spoken(graph.note)), 20) * CHARACTER, 760)
        longest = max((len(spoken(self.meaning(seat))) for seat in range(len(graph.seats))), default=0)
        legend = KEY + longest * CHARACTER * TRANSLATED
        self.width = max(2 * self.radius + self.box_width, words, legend) + 2 * MARGIN
        self.notes = wrap(spoken(graph.note), int((self.width - 2 * MARGIN) / (CHARACTER * 0.85)))
        self.top = MARGIN + (LINE_HEIGHT + PADDING if graph.title else 0)
        self.bottom = self.top + 2 * self.radius + self.box_height + MARGIN
        self.height = self.bottom + (len(graph.seats) + 1 + len(self.notes)) * LINE_HEIGHT + MARGIN

    def _radius(self) -> float:
        """Of a circle on which the boxes of neighbours leave a gap."""
        radius, count = 130.0, self.graph.ring or len(self.graph.nodes)
        if count < 2:
            return 0.0
        angles = [2 * math.pi * node / count for node in range(count + 1)]
        steps = [
            (abs(math.sin(b) - math.sin(a)), abs(math.cos(b) - math.cos(a))) for a, b in pairwise(angles)
        ]
        wide, high = self.box_width + GAP, self.box_height + GAP
        while any(radius * dx < wide and radius * dy < high for dx, dy in steps):
            radius *= 1.05
        return radius

    def place(self, node: int) -> Point:
        """The middle of a node: on a ring, from the top, clockwise."""
        spot, ring = self.graph.spot(node)
        angle = 2 * math.pi * spot / ring
        middle = self.top + self.radius + self.box_height / 2
        return self.width / 2 + self.radius * math.sin(angle), middle - self.radius * math.cos(angle)

    def header(self) -> list[str]:
        width, height = round(self.width), round(self.height)
        title = self.graph.title
        what = say("Kripke model: {title}", title=title) if title else say("Kripke model")
        name = f"<title{self.value_of(what)}>{escape(self.spoken(what))}</title>"
        return [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="kripke" role="img" fill="{INK}" '
            f'font-family="system-ui, sans-serif" font-size="{FONT}" '
            f'viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
            f"{name}<style>{STYLE}\n</style>",
            f'<rect class="paper" width="{width}" height="{height}" fill="{PAPER}"/>',
            self.text(title, MARGIN, MARGIN + FONT, TITLE),
        ]

    def lines(self) -> list[str]:
        """Lines of several seats between the same nodes run side by side."""
        together: dict[tuple[int, int], list[int]] = {}
        for line in self.graph.lines:
            together.setdefault((line.first, line.second), []).append(line.seat)
        drawn, signs = [], []
        for (first, second), seats in together.items():
            for i, seat in enumerate(seats):
                shift = (i - (len(seats) - 1) / 2) * SPREAD
                start, end = beside(self.place(first), self.place(second), shift)
                drawn.append(stroke(start, end, seat))
                share = SHARES[i % len(SHARES)]
                x, y = (a + (b - a) * share for a, b in zip(start, end, strict=True))
                sign = escape(self.graph.initials[seat])
                signs.append(f'<circle class="paper" cx="{x:.1f}" cy="{y:.1f}" r="{HALO}" fill="{PAPER}"/>')
                signs.append(f'<text{SIGN} x="{x:.1f}" y="{y + 4:.1f}">{sign}</text>')
        return drawn + signs

    def nodes(self) -> list[str]:
        drawn = []
        for number, node in enumerate(self.graph.nodes):
            x, y = self.place(number)
            drawn.append(self.box(x, y, 0))
            if node.is_actual:
                drawn.append(self.box(x, y, 4))
            above = LINE_HEIGHT / 2 if node.note else 0
            drawn.append(self.text(node.label, x, y + 5 - above, MIDDLE))
            if node.note:
                drawn.append(self.text(node.note, x, y + 5 + above, MIDDLE + NOTE))
        return drawn

    def box(self, x: float, y: float, inset: float) -> str:
        width, height = self.box_width - 2 * inset, self.box_height - 2 * inset
        return (
            f'<rect class="box" rx="8" x="{x - width / 2:.1f}" y="{y - height / 2:.1f}" '
            f'width="{width:.1f}" height="{height:.1f}" fill="{PAPER}" stroke="{INK}" stroke-width="1.5"/>'
        )

    def text(self, said: Saying | str, x: float, y: float, style: str = "") -> str:
        """A text in its place."""
        words = escape(self.spoken(said))
        return f'<text{style} x="{x:.1f}" y="{y:.1f}"{self.value_of(said)}>{words}</text>'

    def value_of(self, said: Saying | str) -> str:
        """A saying as an attribute beside its words."""
        if not self.for_page or isinstance(said, str):
            return ""
        return f' data-said="{escape(json.dumps(said.as_json()))}"'

    def meaning(self, seat: int) -> Saying:
        """What the legend says about a seat's lines."""
        who = Name(self.graph.seats[seat], "place")
        return say("{sign}: {who} cannot tell these apart", sign=self.graph.initials[seat], who=who)

    def legend(self) -> list[str]:
        drawn, y = [], self.bottom
        for seat in range(len(self.graph.seats)):
            drawn.append(stroke((MARGIN, y), (MARGIN + KEY - PADDING, y), seat))
            drawn.append(self.text(self.meaning(seat), MARGIN + KEY, y + 5))
            y += LINE_HEIGHT
        if any(node.is_actual for node in self.graph.nodes):
            drawn.append(self.text(say("Double border: the actual world"), MARGIN, y + 5))
            y += LINE_HEIGHT
        whole = self.value_of(self.graph.note) if len(self.notes) == 1 else ""  # a page cannot break lines
        for line in self.notes:
            drawn.append(f'<text{NOTE} x="{MARGIN}" y="{y + 5:.1f}"{whole}>{escape(line)}</text>')
            y += LINE_HEIGHT
        return drawn


def beside(start: Point, end: Point, shift: float) -> tuple[Point, Point]:
    """A line moved sideways."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy) or 1.0
    across = (-dy / length * shift, dx / length * shift)
    return (start[0] + across[0], start[1] + across[1]), (end[0] + across[0], end[1] + across[1])


def stroke(start: Point, end: Point, seat: int) -> str:
    colour, dashes = COLOURS[seat % len(COLOURS)], DASHES[seat % len(DASHES)]
    return (
        f'<line class="line" x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}" '
        f'stroke="{colour}" stroke-width="2" stroke-dasharray="{dashes}"/>'
    )
