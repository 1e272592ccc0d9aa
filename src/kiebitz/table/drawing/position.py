"""A position as one SVG picture: everything that a scene shows, with the faces of the cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from typing import Any

from kiebitz.errors import UnknownName
from kiebitz.sayings import Name, Saying, Seat, say
from kiebitz.table.drawing.faces import HEIGHT, WIDTH, draw_face
from kiebitz.table.drawing.shapes import COLOURS

CARD, TALL = 56, round(56 * HEIGHT / WIDTH)  # of a card in the picture
STEP = 38  # from a card of a row to the next
MARGIN, LINE = 20, 24
NAMES = 190  # the column of names, at least
LETTER = 9.2  # pixels of a bold letter, at most
PAPER, INK, SOFT = "#1f5a43", "#ffffff", "#cfe3d8"
Speak = Callable[[Saying], str]


def position_svg(
    scene: dict[str, Any],
    style: str = "french",
    letters: str = "en",
    face: Callable[[str, str, str], str | None] = draw_face,
    speak: Speak = str,
) -> str:
    """The picture of a scene, with the faces, letters and language that a person has chosen.

    >>> from kiebitz.rules.registry import game
    >>> from kiebitz.table.tables.rights import Rights
    >>> position_svg(Rights(0, seats=2, sees_all=False).scene(game("durak").deal(seed=1)))[:4]
    '<svg'
    """
    if style not in COLOURS:
        raise UnknownName("style of cards", style[:20], COLOURS)
    rows, title = _rows(scene, speak), _title(scene, speak)
    longest = max([len(cards) for _, _, cards in rows] + [8])
    names = max([NAMES] + [round(len(name) * LETTER) + MARGIN for name, _, _ in rows])
    width = 2 * MARGIN + max(names + longest * STEP + CARD, round(len(title) * LETTER))
    height = 2 * MARGIN + LINE + len(rows) * (TALL + 14)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" font-family="system-ui, sans-serif" font-size="15">',
        f"<title>{escape(title)}</title>",
        f'<rect class="felt" width="{width}" height="{height}" rx="12" fill="{PAPER}"/>',
        _text(MARGIN, MARGIN + 14, title, INK, "bold"),
    ]
    for number, (name, note, cards) in enumerate(rows):
        top = MARGIN + LINE + number * (TALL + 14)
        parts.append(_text(MARGIN, top + 30, name, INK, "bold"))
        parts.append(_text(MARGIN, top + 52, note, SOFT))
        for place, card in enumerate(cards):
            parts.append(_card(face(style, card, letters), card, MARGIN + names + place * STEP, top))
    return "\n".join([*parts, "</svg>"])


def _title(scene: dict[str, Any], speak: Speak) -> str:
    """The facts of a scene in a line."""
    facts = [speak(Saying.of_json(fact["said"])) for fact in scene["facts"]]
    return ", ".join([scene["game"].capitalize(), *facts])


def _rows(scene: dict[str, Any], speak: Speak) -> list[tuple[str, str, list[str]]]:
    """Name, note and cards of each line: the hands, then what lies on the table."""
    rows = []
    for seat in scene["seats"]:
        cards = scene["hand"] if seat["seat"] == scene["viewer"] else seat["cards"]
        shown = [*cards, *["back"] * (seat["count"] - len(cards))]
        turn = speak(say("to move")) if scene["turn"] == seat["seat"] else ""
        rows.append((speak(_place(seat)), turn, shown))
    trick = scene["trick"]
    if trick["cards"]:
        led = say("led by {who}", who=_place(scene["seats"][trick["cards"][0][0]]))
        rows.append((speak(say("Trick")), speak(led), [card for _, card in trick["cards"]]))
    for name, lying in scene["middle"].items():
        if cards := list(_cards(lying)):
            said = speak(Saying("{it}", {"it": Name(name, "place")}))
            rows.append((said[:1].upper() + said[1:], "", cards))
    for pile in scene["piles"]:
        hidden = ["back"] if pile["count"] > len(pile["cards"]) else []
        if pile["count"] and pile["face"] != "down":
            said = speak(Saying.of_json(pile["said"]))
            rows.append((said[:1].upper() + said[1:], "", [*hidden, *pile["cards"]]))
    return rows


def _place(seat: dict[str, Any]) -> Saying:
    return Saying("{it}", {"it": Seat.named(seat["seat"], seat["name"])})


def _cards(lying: Any) -> Iterator[str]:
    """The cards in what a game puts into the middle, however it arranges them."""
    if isinstance(lying, str):
        yield lying
    elif isinstance(lying, list | tuple):
        for part in lying:
            yield from _cards(part)


def _text(x: int, y: int, text: str, colour: str, weight: str = "normal") -> str:
    return f'<text class="ink" x="{x}" y="{y}" fill="{colour}" font-weight="{weight}">{escape(text)}</text>'


def _card(drawn: str | None, card: str, x: int, y: int) -> str:
    if drawn is None:
        return _text(x, y + TALL // 2, card, INK)
    place = f'<svg x="{x}" y="{y}" width="{CARD}" height="{TALL}" '
    return place + drawn.removeprefix("<svg ")
