"""Card faces drawn from simple shapes: French suits in two or four colours, German suits, and a back.

>>> draw_face("french", "AS").startswith("<svg"), draw_face("french", "XY"), draw_face("tarot", "AS")
(True, None, None)
>>> draw_face("german", "H").startswith("<svg")
True
"""

from __future__ import annotations

from functools import cache

from kiebitz.table.drawing.court_cards import court
from kiebitz.table.drawing.shapes import COLOURS, FONT, LAPWING, Style, suit_sign

SVG = "http://www.w3.org/2000/svg"
WIDTH, HEIGHT = 250, 350
RANKS = "AKQJT98765432"
LETTERS = {
    "en": {"K": "K", "Q": "Q", "J": "J"},
    "de": {"K": "K", "Q": "D", "J": "B"},
    "nl": {"K": "H", "Q": "V", "J": "B"},
    "ru": {"A": "Т", "K": "К", "Q": "Д", "J": "В"},
    "german": {"K": "K", "Q": "O", "J": "U"},
}
LEFT, MIDDLE, RIGHT = 88, 125, 162
TOP, BOTTOM, HALF = 74, 276, 175
FOUR = (74, 141, 209, 276)
PAIRS = {2: (), 3: (), 4: (TOP, BOTTOM), 5: (TOP, BOTTOM), 9: FOUR, 10: FOUR}
CENTRES = {
    2: (TOP, BOTTOM), 3: (TOP, HALF, BOTTOM), 5: (HALF,), 7: (125,), 8: (125, 225), 9: (HALF,),
    10: (108, 242),
}  # fmt: skip


def draw_face(style: str, card: str, letters: str = "en") -> str | None:
    """The picture of a card (rank and suit in either order), a suit or the ``back``; None for all else."""
    if style not in COLOURS:
        return None
    if card == "back":
        return _document(_back())
    if card in COLOURS[style]:
        return (
            f'<svg xmlns="{SVG}" viewBox="-54 -54 108 108">{suit_sign(COLOURS[style], card, 0, 0, 1)}</svg>'
        )
    suit, rank = _read(card)
    if not suit:
        return None
    return _draw(style, suit, rank, "german" if style == "german" else _known(letters))


def letter_of(rank: str, language: str) -> str:
    """What stands for a rank in the corner of a French card; in English where a language has no letters."""
    return _letter(rank, LETTERS[_known(language)])


def _known(language: str) -> str:
    return language if language in LETTERS else "en"


def _letter(rank: str, letters: dict[str, str]) -> str:
    return "10" if rank == "T" else letters.get(rank, rank)


@cache
def _draw(style: str, suit: str, rank: str, language: str) -> str:
    """A picture that is drawn once; there are no more than styles, cards and languages allow."""
    chosen: Style = COLOURS[style]
    table = LETTERS[language]
    return _document(_paper() + _corners(chosen, suit, rank, table) + _middle(chosen, suit, rank))


def _read(card: str) -> tuple[str, str]:
    if len(card) != 2:
        return "", ""
    suit, rank = (card[0], card[1]) if card[0] in "CSHD" else (card[1], card[0])
    return (suit, rank) if suit in "CSHD" and rank in RANKS else ("", "")


def _document(content: str) -> str:
    return f'<svg xmlns="{SVG}" viewBox="0 0 {WIDTH} {HEIGHT}">{content}</svg>'


def _paper() -> str:
    sheet = 'x="1" y="1" width="248" height="348" rx="17"'
    return f'<rect {sheet} fill="#fffdf7" stroke="#b9b3a5" stroke-width="2"/>'


def _corners(style: Style, suit: str, rank: str, letters: dict[str, str]) -> str:
    """The index, large enough to be read when the cards overlap."""
    text = _letter(rank, letters)
    squeeze = ' textLength="46" lengthAdjust="spacingAndGlyphs"' if text == "10" else ""
    corner = (
        f'<text x="31" y="53" {FONT} font-size="54" font-weight="700" text-anchor="middle"'
        f' fill="{style[suit].ink}"{squeeze}>{text}</text>' + suit_sign(style, suit, 31, 83, 0.42)
    )
    return f'{corner}<g transform="rotate(180 125 175)">{corner}</g>'


def _middle(style: Style, suit: str, rank: str) -> str:
    if rank in "KQJ":
        return court(style, suit, rank)
    if rank == "A":
        ring = f'<circle cx="125" cy="175" r="80" fill="none" stroke="{style[suit].ink}" stroke-opacity=".22"'
        return f'{ring} stroke-width="2" stroke-dasharray="2 7"/>' + suit_sign(style, suit, 125, 175, 1.12)
    count = 10 if rank == "T" else int(rank)
    places = [(x, y) for y in PAIRS.get(count, (TOP, HALF, BOTTOM)) for x in (LEFT, RIGHT)]
    places += [(MIDDLE, y) for y in CENTRES.get(count, ())]
    return "".join(suit_sign(style, suit, x, y, 0.46, turned=y > HALF) for x, y in places)


def _back() -> str:
    lattice = (
        '<defs><pattern id="l" width="22" height="22" patternUnits="userSpaceOnUse"'
        ' patternTransform="rotate(45)"><rect width="22" height="22" fill="#1f4f63"/>'
        '<path d="M0 0H22M0 0V22" stroke="#5fa3b3" stroke-width="2.4"/>'
        '<circle cx="11" cy="11" r="2.6" fill="#e6c15a"/></pattern></defs>'
    )
    inside = 'x="14" y="14" width="222" height="322" rx="10"'
    frame = f'<rect {inside} fill="url(#l)" stroke="#173b4a" stroke-width="3"/>'
    medallion = (
        '<circle cx="125" cy="175" r="62" fill="#f6f0df" stroke="#e6c15a" stroke-width="6"/>'
        '<circle cx="125" cy="175" r="54" fill="none" stroke="#1f4f63" stroke-width="1.5"/>'
    )
    return _paper() + lattice + frame + medallion + f'<g transform="translate(125 175)">{LAPWING}</g>'
