"""Figures: drawn once by Matplotlib, shown as SVG in the colours of the page, saved as SVG, PDF, PNG and CSV.

The SVG names no colours: each colour of the drawing becomes a variable of the page's style sheet, so one
drawing serves light, dark and print. The same figure gives the same bytes.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO, StringIO
from typing import Any

import matplotlib
from matplotlib.figure import Figure as Canvas
from matplotlib.ticker import MaxNLocator

from kiebitz.language.speaking import digits, shown, spoken
from kiebitz.sayings import Saying

INK, SOFT, LINE, PAPER = "#1b1f24", "#5b646e", "#d5dade", "#fdfdfc"
GOOD, BAD = "#1f6fb4", "#c2571a"
SERIES = (GOOD, BAD, "#2a8a5f", "#8a4fa8", "#a68a00", "#b03a6f")
VARIABLES = {
    INK: "ink", SOFT: "soft", LINE: "line", PAPER: "paper",
    **{colour: f"series-{number}" for number, colour in enumerate(SERIES, 1)},
}  # fmt: skip
"""The light colours and the names that they have in the style sheet."""

STYLE: dict[str, Any] = {
    "axes.edgecolor": LINE,
    "axes.facecolor": "none",
    "axes.grid": True,
    "axes.grid.axis": "x",
    "axes.axisbelow": True,
    "axes.labelcolor": SOFT,
    "axes.labelsize": 9.5,
    "axes.linewidth": 0.8,
    "axes.spines.left": False,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlecolor": INK,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
    "axes.unicode_minus": True,
    "figure.constrained_layout.wspace": 0.05,
    "figure.facecolor": "none",
    "font.family": ["DejaVu Sans"],
    "font.size": 9.5,
    "grid.color": LINE,
    "grid.linewidth": 0.7,
    "legend.frameon": False,
    "legend.labelcolor": INK,
    "lines.solid_capstyle": "round",
    "svg.fonttype": "none",
    "svg.hashsalt": "kiebitz",
    "text.color": INK,
    "xtick.color": LINE,
    "xtick.labelcolor": SOFT,
    "xtick.labelsize": 9,
    "xtick.major.size": 0,
    "xtick.minor.size": 0,
    "ytick.color": LINE,
    "ytick.labelcolor": INK,
    "ytick.labelsize": 9.5,
    "ytick.major.size": 0,
}
NAMELESS: dict[str, dict[str, None]] = {
    "svg": dict.fromkeys(("Creator", "Date", "Format", "Type")),
    "pdf": dict.fromkeys(("Creator", "Producer", "CreationDate")),
    "png": {"Software": None},
}
"""What files say of themselves, left out: the same figure gives the same bytes."""
WIDTH = 8.6  # inches, of every figure
STEPS = [1, 2, 5, 10]  # of ticks
DASHED: dict[str, Any] = {"color": SOFT, "linewidth": 0.9, "linestyle": (0, (3, 3))}


@contextmanager
def style() -> Iterator[None]:
    """Draw in the style of the reports, whatever the user's own settings are."""
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        settings: Any = matplotlib.rcParams
        settings.update(STYLE)
        yield


@dataclass(frozen=True)
class Figure:
    """A figure with its data; ``draw`` fills an empty canvas."""

    name: str
    caption: Saying | str
    height: float
    draw: Callable[[Canvas], None]
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    def _canvas(self) -> Canvas:
        canvas = Canvas(figsize=(WIDTH, self.height), layout="constrained")
        self.draw(canvas)
        return canvas

    def svg(self) -> str:
        """The figure as an element of a page; its texts stay texts."""
        file = BytesIO()
        with style():
            self._canvas().savefig(file, format="svg", metadata=NAMELESS["svg"])
        return inline(file.getvalue().decode(), self.name, shown(self.caption))

    def file(self, kind: str) -> bytes:
        """The figure on white as a file of its own, for papers and slides: svg, pdf or png."""
        file = BytesIO()
        with style():
            canvas = self._canvas()
            canvas.savefig(file, format=kind, dpi=200, facecolor="white", metadata=NAMELESS[kind])
        return file.getvalue()

    def csv(self) -> str:
        """What the figure shows as numbers."""
        file = StringIO()
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows(self.rows)
        return file.getvalue()


def inline(svg: str, name: str, caption: str) -> str:
    """An SVG file as a part of a page: no prolog, no foreign names, unique ids, the page's colours.

    >>> print(inline('<?xml?><svg width="9pt" viewBox="0 0 9 9" xmlns="x"><g id="a" fill="#1b1f24"/></svg>',
    ...              "f", "Text"))
    <svg viewBox="0 0 9 9" role="img" aria-label="Text"><g id="f-a" fill="var(--ink)"/></svg>
    """
    svg = svg[svg.index("<svg") :].strip()
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
    head, body = re.split(r"(?<=>)", svg, maxsplit=1)
    box = re.search(r'viewBox="[^"]*"', head)
    label = caption.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
    head = f'<svg {box[0] if box else ""} role="img" aria-label="{label}">'
    body = re.sub(r'\bid="', f'id="{name}-', body)
    body = re.sub(r'(?:xlink:)?href="#', f'href="#{name}-', body)
    body = body.replace("url(#", f"url(#{name}-")
    body = re.sub(r"font: ([\d.]+px)[^;\"]*", r"font-size: \1", body)  # the page chooses the font
    for colour, variable in VARIABLES.items():
        body = body.replace(colour, f"var(--{variable})")
    return head + body


def short(label: str, width: int = 26) -> str:
    """A name that fits beside a plot, in two lines if it must be.

    >>> short("mcts:limit=100,simulation=greedy,samples=10")
    'mcts:limit=100,\\nsimulation=greedy,samples…'
    """
    if len(label) <= width:
        return label
    breaks = [place + 1 for place, sign in enumerate(label[:width]) if sign in ":,/"]
    place = breaks[-1] if breaks else width
    rest = label[place:]
    return f"{label[:place]}\n{rest if len(rest) <= width else rest[: width - 1] + '…'}"


def percents(value: float, _: object = None) -> str:
    """A tick of an axis of rates."""
    return digits(f"{round(100 * value, 6):g}%")


def dots(axes: Any, values: Sequence[float], lows: Sequence[float], highs: Sequence[float]) -> None:
    """Estimates with their intervals, one in each row from the top."""
    rows = range(len(values))
    axes.hlines(rows, lows, highs, color=GOOD, linewidth=2)
    axes.plot(values, rows, "o", color=GOOD, markersize=5.4, markeredgecolor=PAPER, markeredgewidth=1)
    axes.set_ylim(len(values) - 0.45, -0.55)
    axes.tick_params(axis="y", labelleft=False)
    axes.margins(x=0.08)


def upright(axes: Any, label: Saying) -> None:
    """Rates upwards, names below."""
    axes.grid(axis="x", visible=False)
    axes.grid(axis="y", visible=True)
    axes.tick_params(axis="x", labelcolor=INK, labelsize=9.5)
    axes.tick_params(axis="y", labelcolor=SOFT, labelsize=9)
    axes.set_ylabel(spoken(label))
    axes.yaxis.set_major_formatter(percents)
    axes.yaxis.set_major_locator(MaxNLocator(6, steps=STEPS))
