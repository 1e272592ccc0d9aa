"""A position as one SVG picture: everything that a scene shows, with the faces of the cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from typing import Any

from kiebitz.errors import UnknownName
from kiebitz.sayings import Saying
from kiebitz.table.drawing.faces import HEIGHT, WIDTH, draw_face
from kiebitz.table.drawing.shapes import COLOURS

CARD, TALL = 56, round(56 * HEIGHT / WIDTH)  # of a card in the picture
STEP = 38  # from a card of a row to the next
MARGIN, LINE = 20, 24
NAMES = 190  # the column of names
PAPER, INK, SOFT = "#1f5a43", "#ffffff", "#cfe3d8"


def position_svg(
    scene: dict[str, Any],
    style: str = "french",
    letters: str = "en",
    face: Callable[[str, str, str], str | None] = draw_face,
) -> str:
    """The picture of a scene, with the faces and letters that a person has chosen.

    >>> from kiebitz.rules.registry import game
    >>> from kiebitz.table.tables.rights import Rights
    >>> position_svg(Rights(0, seats=2, sees_all=False).scene(game("durak").deal(seed=1)))[:4]
    '<svg'
    """
    if style not in COLOURS:
        raise UnknownName("style of cards", style[:20], COLOURS)
    rows = _rows(scene)
    width = NAMES + 2 * MARGIN + max([len(cards) for _, _, cards in rows] + [8]) * STEP + CARD
    height = 2 * MARGIN + LINE + len(rows) * (TALL + 14)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" font-family="system-ui, sans-serif" font-size="15">',
        f"<title>{escape(_title(scene))}</title>",
        f'<rect width="{width}" height="{height}" rx="12" fill="{PAPER}"/>',
        _text(MARGIN, MARGIN + 14, _title(scene), INK, "bold"),
    ]
    for number, (name, note, cards) in enumerate(rows):
        top = MARGIN + LINE + number * (TALL + 14)
        parts.append(_text(MARGIN, top + 30, name, INK, "bold"))
        parts.append(_text(MARGIN, top + 52, note, SOFT))
        for place, card in enumerate(cards):
            parts.append(_card(face(style, card, letters), card, MARGIN + NAMES + place * STEP, top))
    return "\n".join([*parts, "</svg>"])


def _title(scene: dict[str, Any]) -> str:
    """The facts of a scene in a line."""
    facts = [str(Saying.of_json(fact["said"])) for fact in scene["facts"]]
    return ", ".join([scene["game"].capitalize(), *facts])


def _rows(scene: dict[str, Any]) -> list[tuple[str, str, list[str]]]:
    """Name, note and cards of each line: the hands, then what lies on the table."""
    rows = []
    for seat in scene["seats"]:
        cards = scene["hand"] if seat["seat"] == scene["viewer"] else seat["cards"]
        shown = [*cards, *["back"] * (seat["count"] - len(cards))]
        turn = "to move" if scene["turn"] == seat["seat"] else ""
        rows.append((seat["name"], turn, shown))
    trick = scene["trick"]
    if trick["cards"]:
        leader = scene["seats"][trick["cards"][0][0]]["name"]
        rows.append(("Trick", f"led by {leader}", [card for _, card in trick["cards"]]))
    for name, lying in scene["middle"].items():
        if cards := list(_cards(lying)):
            rows.append((name.capitalize(), "", cards))
    for pile in scene["piles"]:
        hidden = ["back"] if pile["count"] > len(pile["cards"]) else []
        if pile["count"] and pile["face"] != "down":
            rows.append((pile["kind"].capitalize(), f"{pile['count']} cards", [*hidden, *pile["cards"]]))
    return rows


def _cards(lying: Any) -> Iterator[str]:
    """The cards in what a game puts into the middle, however it arranges them."""
    if isinstance(lying, str):
        yield lying
    elif isinstance(lying, list | tuple):
        for part in lying:
            yield from _cards(part)


def _text(x: int, y: int, text: str, colour: str, weight: str = "normal") -> str:
    return f'<text x="{x}" y="{y}" fill="{colour}" font-weight="{weight}">{escape(text)}</text>'


def _card(drawn: str | None, card: str, x: int, y: int) -> str:
    if drawn is None:
        return _text(x, y + TALL // 2, card, INK)
    place = f'<svg x="{x}" y="{y}" width="{CARD}" height="{TALL}" '
    return place + drawn.removeprefix("<svg ")
