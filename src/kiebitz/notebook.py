"""What values look like in a notebook: the pictures and tables that the pages have, as one piece of HTML.

``import kiebitz`` inside IPython does the rest; nothing is loaded before something is shown. Cards, hands,
states, views, records, decisions, knowledge, models and results show themselves:

>>> from kiebitz.cards import Deck
>>> html(Deck.of("HS", "QK").set(["QH"]))[:30]
'<div style="display:flex;gap:4'
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from html import escape
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kiebitz.agents.base import Decision
    from kiebitz.cards import Card, CardSet
    from kiebitz.knowledge.knowing import Knowledge
    from kiebitz.knowledge.pictures.diagram import Diagram
    from kiebitz.knowledge.pictures.projection import Projection
    from kiebitz.lab.report.tabular import Tabular
    from kiebitz.lab.results.result import Result
    from kiebitz.rules.records import Record
    from kiebitz.rules.values import State, View

CARD = 52  # pixels, the width of a face
COLOURS = {"H": "#c22a2a", "D": "#c22a2a"}
CELL = "padding:2px 10px;text-align:right"


def card(value: Card) -> str:
    """A card in its colour."""
    colour = COLOURS.get(value.suit, "inherit")
    return f'<span style="color:{colour};font-size:1.2em" title="{value.full_name}">{value.symbol}</span>'


def cards(value: CardSet) -> str:
    """A hand: the faces of its cards."""
    faces = "".join(_face(str(one)) for one in value) or "&#8709;"
    return f'<div style="display:flex;gap:4px;flex-wrap:wrap">{faces}</div>'


def _face(name: str) -> str:
    from kiebitz.table.drawing.faces import draw_face

    drawn = draw_face("french", name)
    return f'<svg width="{CARD}" {drawn.removeprefix("<svg ")}' if drawn else escape(name)


def view(value: View) -> str:
    """What a seat sees, as the table draws it."""
    from kiebitz.rules.parts import part
    from kiebitz.table.drawing.position import position_svg
    from kiebitz.table.stage import Stage

    return position_svg(part(value.game, Stage).scene(value).as_dict(value))


def state(value: State) -> str:
    """A state with all its cards."""
    from kiebitz.table.drawing.position import position_svg

    return position_svg(_open_scene(value))


def _open_scene(value: State) -> dict[str, Any]:
    from kiebitz.table.tables.rights import WATCHER, Rights

    return Rights(WATCHER, value.game.seats, sees_all=True).scene(value)


def record(value: Record) -> str:
    """A game with a slider; each face is drawn once, whatever the number of positions."""
    from kiebitz.table.drawing.faces import draw_face
    from kiebitz.table.drawing.position import position_svg

    used: dict[str, str] = {}

    def by_name(style: str, name: str, letters: str) -> str | None:
        drawn = draw_face(style, name, letters)
        if drawn is None:
            return None
        used[name] = drawn
        return f'<svg viewBox="0 0 250 350"><use href="#kiebitz-{name}"/></svg>'

    frames = [position_svg(_open_scene(one), face=by_name) for one in value.states()]
    moves = [_told(one) for one in value.states()]
    symbols = "".join(
        drawn.replace("<svg ", f'<symbol id="kiebitz-{name}" ', 1).removesuffix("</svg>") + "</symbol>"
        for name, drawn in used.items()
    )
    shown = "".join(
        f"<div{'' if number == 0 else ' hidden'}>{escape(moves[number])}<br>{frame}</div>"
        for number, frame in enumerate(frames)
    )
    slide = (
        "for (const [i, one] of [...this.nextElementSibling.children].entries()) one.hidden = i != this.value"
    )
    return (
        f'<svg width="0" height="0" style="position:absolute">{symbols}</svg>'
        f'<input type="range" min="0" max="{len(frames) - 1}" value="0" style="width:100%" '
        f'aria-label="ply" oninput="{slide}"><div>{shown}</div>'
    )


def _told(value: State) -> str:
    """The last move, in words."""
    if not value.history:
        return "The deal"
    seat, move = value.history[-1]
    return f"{value.ply}. {value.game.seat_name(seat)}: {move}"


def decision(value: Decision) -> str:
    """A move, why, and what the candidates are worth."""
    from kiebitz.language.speaking import shown

    parts = [f"<b>{escape(str(value.move))}</b> {escape(shown(value.because))}"]
    if value.values:
        best = sorted(value.values.items(), key=lambda pair: -pair[1])
        parts.append(_table(["", "value"], [(str(move), f"{worth:,.3f}") for move, worth in best]))
    parts += [
        f"<div>{escape(str(name))}: {escape(shown(text))}</div>" for name, text in value.details.items()
    ]
    return "<div>" + "".join(parts) + "</div>"


def knowledge(value: Knowledge) -> str:
    """What a seat knows: how many worlds, where each card may be, and what follows."""
    lines = "".join(f"<div>{escape(line)}</div>" for line in str(value).splitlines())
    rows: list[list[str | float]] = [[name, *places.values()] for name, places in value.probabilities.items()]
    return lines + _table(["", *value.places], rows, shade=True)


def diagram(value: Diagram | Projection) -> str:
    """A model as a picture."""
    return value.svg()


def result(value: Result) -> str:
    """Everybody's wins and points with intervals, and a plot of them."""
    from kiebitz.lab.report.agents import scores_table
    from kiebitz.lab.report.canvas import VARIABLES
    from kiebitz.lab.report.plots import strength
    from kiebitz.lab.report.study import Study
    from kiebitz.language.speaking import shown

    if not value.match.deals:
        return "<div>No deal has been played.</div>"
    study = Study.of(value)
    colours = ";".join(f"--{name}:{colour}" for colour, name in VARIABLES.items())
    plot = f'<div style="{colours};background:#fdfdfc;max-width:860px">{strength(study).svg()}</div>'
    faults = "".join(f"<div>{escape(shown(fault))}</div>" for fault in value.faults())
    return tabular(scores_table(study)) + faults + plot


def tabular(value: Tabular) -> str:
    """A table of a report."""
    from kiebitz.language.speaking import shown

    rows = [[_cell(shown(cell.text), shown(cell.detail)) for cell in row] for row in value.rows]
    head = "".join(f'<th style="{CELL}">{escape(shown(column.heading))}</th>' for column in value.columns)
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(text: str, detail: str) -> str:
    small = f"<br><small>{escape(detail)}</small>" if detail else ""
    return f'<td style="{CELL}">{escape(text)}{small}</td>'


def _table(heading: Iterable[str], rows: Iterable[Iterable[str | float]], shade: bool = False) -> str:
    """A small table; numbers are shares, which may be shaded."""

    def cell(value: str | float) -> str:
        if isinstance(value, str):
            return f'<td style="{CELL}">{escape(value)}</td>'
        colour = f";background:rgba(31,111,180,{0.6 * value:.2f})" if shade else ""
        return f'<td style="{CELL}{colour}">{value:.1%}</td>'

    head = "".join(f'<th style="{CELL}">{escape(name)}</th>' for name in heading)
    body = "".join(f"<tr>{''.join(map(cell, row))}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


DRAWINGS: Mapping[str, Callable[[Any], str]] = {
    "kiebitz.cards.Card": card,
    "kiebitz.cards.CardSet": cards,
    "kiebitz.rules.values.State": state,
    "kiebitz.rules.values.View": view,
    "kiebitz.rules.records.Record": record,
    "kiebitz.agents.base.Decision": decision,
    "kiebitz.knowledge.knowing.Knowledge": knowledge,
    "kiebitz.knowledge.pictures.diagram.Diagram": diagram,
    "kiebitz.knowledge.pictures.projection.Projection": diagram,
    "kiebitz.lab.results.result.Result": result,
}
"""The classes that show themselves, by name so that none has to be loaded, and how."""


def html(value: object) -> str:
    """A value as a notebook shows it."""
    for name, draw in DRAWINGS.items():
        module, _, cls = name.rpartition(".")
        if module in sys.modules and isinstance(value, getattr(import_module(module), cls)):
            return draw(value)
    return f"<pre>{escape(repr(value))}</pre>"


def register() -> None:
    """Teach the running IPython how values look; nothing happens elsewhere."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is not None:
        formatter = shell.display_formatter.formatters["text/html"]
        for name, draw in DRAWINGS.items():
            module, _, cls = name.rpartition(".")
            formatter.for_type_by_name(module, cls, draw)
