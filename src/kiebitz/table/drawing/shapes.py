"""The signs on cards: suits as shapes around the origin, about a hundred units high."""

from __future__ import annotations

from typing import NamedTuple

FONT = "font-family=\"Georgia, 'DejaVu Serif', serif\""


class Sign(NamedTuple):
    """How a suit looks: its shape in SVG, with ``{c}`` for its colour, and the colour of its index."""

    shape: str
    colour: str
    ink: str


Style = dict[str, Sign]

_HEART = (
    '<path fill="{c}" d="M0 46C-16 28-48 8-48-18-48-35-36-45-23-45-11-45-3-37 0-27'
    ' 3-37 11-45 23-45 36-45 48-35 48-18 48 8 16 28 0 46Z"/>'
)
_SPADE = (
    '<path fill="{c}" d="M0-48C14-26 46-8 46 14 46 28 36 36 25 36 16 36 8 32 4 24 5 34 8 42 17 48'
    'H-17C-8 42-5 34-4 24-8 32-16 36-25 36-36 36-46 28-46 14-46-8-14-26 0-48Z"/>'
)
_DIAMOND = '<path fill="{c}" d="M0-49C9-31 24-13 38 0 24 13 9 31 0 49-9 31-24 13-38 0-24-13-9-31 0-49Z"/>'
_CLUB = (
    '<g fill="{c}"><circle cy="-25" r="22"/><circle cx="-25" cy="11" r="22"/><circle cx="25" cy="11" r="22"/>'
    '<circle r="13"/><path d="M-3 0H3C4 26 8 40 18 48H-18C-8 40-4 26-3 0Z"/></g>'
)
_ACORN = (
    '<path fill="#e0b04c" stroke="#7a4e14" stroke-width="3" d="M-25-8C-26 20-12 38 0 48 12 38 26 20 25-8Z"/>'
    '<path fill="{c}" d="M-33-4C-36-30-16-38-4-39V-50H4V-39C16-38 36-30 33-4 14-13-14-13-33-4Z"/>'
    '<path stroke="#e0b04c" stroke-width="2" fill="none" d="M-22-14-8-32M-8-16 8-35M8-16 20-30"/>'
)
_LEAF = (
    '<path fill="{c}" d="M0-48C16-38 42-12 38 12 35 30 14 34 4 26V48H-4V26'
    'C-14 34-35 30-38 12-42-12-16-38 0-48Z"/>'
    '<path stroke="#eaf4df" stroke-width="3" fill="none"'
    ' d="M0-36V24M0 8-20-4M0 8 20-4M0-12-13-21M0-12 13-21"/>'
)
_BELL = (
    '<circle cy="4" r="40" fill="{c}" stroke="#7a4e00" stroke-width="3"/>'
    '<rect x="-8" y="-49" width="16" height="14" rx="5" fill="#7a4e00"/>'
    '<path d="M-39-1H39M-39 9H39" stroke="#7a4e00" stroke-width="4"/>'
    '<path d="M-20 26H20M0 22V42" stroke="#7a4e00" stroke-width="5" stroke-linecap="round"/>'
    '<ellipse cx="-15" cy="-18" rx="9" ry="6" fill="#fff" fill-opacity=".6"/>'
)
BLACK, RED, BLUE, GREEN = "#1c2230", "#c2212f", "#1d5bb8", "#187a3a"


def _french(spades: str, hearts: str, clubs: str, diamonds: str) -> Style:
    return {
        "S": Sign(_SPADE, spades, spades),
        "H": Sign(_HEART, hearts, hearts),
        "C": Sign(_CLUB, clubs, clubs),
        "D": Sign(_DIAMOND, diamonds, diamonds),
    }


COLOURS: dict[str, Style] = {
    "french": _french(BLACK, RED, BLACK, RED),
    "french4": _french(BLACK, RED, GREEN, BLUE),
    "german": {
        "C": Sign(_ACORN, "#6b4413", "#6b4413"),
        "S": Sign(_LEAF, "#2c7a33", "#22662a"),
        "H": Sign(_HEART, RED, RED),
        "D": Sign(_BELL, "#efb324", "#9a6300"),
    },
}
"""The styles by name, their suits by letter: clubs are acorns, spades leaves, diamonds bells."""

LAPWING = (
    '<path fill="#173b4a" d="M-34 30C-38 4-22-12-4-16-6-30 4-38 16-36 24-35 28-30 29-25L42-21 29-17'
    'C27-8 20-4 20 4 19 22 4 32-10 32L-44 40Z"/>'
    '<path d="M10-36C2-44-10-47-24-44" stroke="#173b4a" stroke-width="4" fill="none" stroke-linecap="round"/>'
    '<path fill="#f6f0df" d="M16 2C16 18 4 27-8 28-2 20 2 12 2 2 6 6 12 5 16 2Z"/>'
    '<circle cx="19" cy="-26" r="3" fill="#e6c15a"/>'
    '<path d="M-6 32V46M4 30V46" stroke="#c2552f" stroke-width="3"/>'
)
"""The bird that gave the program its name, as it stands on the back of the cards."""


def suit_sign(style: Style, suit: str, x: float, y: float, scale: float, turned: bool = False) -> str:
    """A suit at a place."""
    sign = style[suit]
    turn = " rotate(180)" if turned else ""
    return f'<g transform="translate({x} {y}){turn} scale({scale})">{sign.shape.format(c=sign.colour)}</g>'
