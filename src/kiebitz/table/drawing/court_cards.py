"""Kings, queens and jacks: half a figure from simple shapes, and the same turned round below."""

from __future__ import annotations

from kiebitz.table.drawing.shapes import Style, suit_sign

SKIN, GOLD, DARK, WHITE, STEEL, WOOD, STALK = (
    "#f4d9b8", "#e6b93f", "#2b2622", "#fff", "#9aa3ad", "#7a5a34", "#3c7a3c",
)  # fmt: skip
HAIR = {"S": "#3a2a1c", "C": "#6a4424", "H": "#c98f2f", "D": "#a8612a"}
FRAME = 'x="54" y="36" width="142" height="278" rx="9"'


def court(style: Style, suit: str, rank: str) -> str:
    """The middle of a court card."""
    colour = style[suit].ink
    robe = {"K": _king_robe, "Q": _queen_robe, "J": _jack_robe}[rank]
    head = {"K": _king_head, "Q": _queen_head, "J": _jack_head}[rank]
    shoulders = _drawn("M60 176C62 146 92 128 125 128S188 146 190 176Z", colour)
    half = shoulders + robe(colour) + _face() + head(HAIR[suit], colour)
    half = f'<g clip-path="url(#h)">{half}{suit_sign(style, suit, 79, 66, 0.32)}</g>'
    return (
        '<clipPath id="h"><rect x="54" y="36" width="142" height="139"/></clipPath>'
        f'<rect {FRAME} fill="{colour}" fill-opacity=".07"/>'
        f'{half}<g transform="rotate(180 125 175)">{half}</g>'
        + _line("M54 175H196", GOLD, 6)
        + f'<rect {FRAME} fill="none" stroke="{colour}" stroke-width="2.5"/>'
    )


def _filled(path: str, colour: str) -> str:
    return f'<path d="{path}" fill="{colour}"/>'


def _drawn(path: str, colour: str) -> str:
    return f'<path d="{path}" fill="{colour}" stroke="{DARK}" stroke-width="1.5"/>'


def _line(path: str, colour: str, width: float) -> str:
    return f'<path d="{path}" stroke="{colour}" stroke-width="{width}" fill="none"/>'


def _dots(colour: str, radius: float, *places: tuple[float, float], edge: str = "none") -> str:
    circles = "".join(f'<circle cx="{x}" cy="{y}" r="{radius}"/>' for x, y in places)
    return f'<g fill="{colour}" stroke="{edge}" stroke-width=".8">{circles}</g>'


def _face() -> str:
    return (
        _filled("M113 108H137V134H113Z", SKIN)
        + f'<ellipse cx="125" cy="92" rx="24" ry="28" fill="{SKIN}" stroke="{DARK}" stroke-width="1.5"/>'
        + _dots(DARK, 2.8, (116, 89), (134, 89))
        + _line("M111 82Q116 79 121 82M129 82Q134 79 139 82M125 90V99", DARK, 1.6)
    )


def _king_robe(colour: str) -> str:
    """Ermine and a sceptre."""
    return (
        _drawn("M92 133 125 176 158 133 146 129 125 156 104 129Z", WHITE)
        + _filled("M104 140l2 6-4 0zM113 151l2 6-4 0zM146 140l2 6-4 0zM137 151l2 6-4 0z", DARK)
        + _line("M178 58V176", GOLD, 6)
        + _dots(GOLD, 9, (178, 56))
        + _line("M178 40V56M171 46H185", GOLD, 4)
    )


def _king_head(hair: str, colour: str) -> str:
    beard = (
        "M101 92C101 124 114 134 125 136 136 134 149 124 149 92"
        " 145 106 136 108 125 106 114 108 105 106 101 92Z"
    )
    return (
        _filled(beard, hair)
        + _line("M118 111H132", "#a33", 3)
        + _drawn("M98 74 92 44 109 58 125 38 141 58 158 44 152 74Z", GOLD)
        + _dots(colour, 4, (125, 64), (109, 67), (141, 67))
    )


def _queen_robe(colour: str) -> str:
    """A chain of pearls and a flower."""
    pearls = ((97, 135), (104, 145), (114, 152), (125, 155), (136, 152), (146, 145), (153, 135))
    return (
        _filled("M98 130Q125 166 152 130Q125 136 98 130Z", SKIN)
        + _dots(WHITE, 4, *pearls, edge=DARK)
        + _line("M176 74Q170 120 172 150", STALK, 4)
        + _dots(GOLD, 7, (176, 58), (167, 66), (185, 66), (176, 74))
        + _dots(colour, 5, (176, 66))
    )


def _queen_head(hair: str, colour: str) -> str:
    locks = (
        "M97 84C92 60 108 54 125 54S158 60 153 84C152 104 160 118 158 132L140 128V84"
        "Q125 70 110 84V128L92 132C90 118 98 104 97 84Z"
    )
    tiara = "M102 66Q104 50 113 56 118 40 125 40 132 40 137 56 146 50 148 66 125 54 102 66Z"
    return (
        _filled("M119 107Q125 112 131 107Q125 105 119 107Z", "#b8323f")
        + _filled(locks, hair)
        + _drawn(tiara, GOLD)
        + _dots(WHITE, 3.5, (125, 42), (111, 53), (139, 53), edge=DARK)
    )


def _jack_robe(colour: str) -> str:
    """A sash and a halberd."""
    return (
        _filled("M70 150 150 176H118L62 164Z", GOLD)
        + _filled("M103 130H147L125 150Z", WHITE)
        + _line("M178 46V176", WOOD, 5)
        + _drawn("M178 44 186 60C196 64 194 80 182 84H178Z", STEEL)
    )


def _jack_head(hair: str, colour: str) -> str:
    bob = "M99 108C94 84 100 66 125 66S156 84 151 108L143 110C145 96 142 84 138 80H112C108 84 105 96 107 110Z"
    return (
        _line("M119 108Q125 111 131 108", "#a5473f", 2)
        + _filled(bob, hair)
        + _drawn("M94 74C96 54 116 48 130 48 148 48 158 60 154 74Q125 64 94 74Z", colour)
        + _drawn("M146 60C160 58 166 48 164 40 154 40 144 48 140 58Z", GOLD)
    )
