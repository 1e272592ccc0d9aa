"""The figures that an experiment's page asks for, and the one that every reproduction has."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from math import isfinite
from typing import Any

from matplotlib.figure import Figure as Canvas
from matplotlib.ticker import MaxNLocator

from kiebitz.lab.experiments.page import Drawing
from kiebitz.lab.experiments.reproduce import Row
from kiebitz.lab.report.canvas import BAD, GOOD, INK, SERIES, SOFT, STEPS, Figure, dots, short
from kiebitz.lab.results.quantities import P_VALUE, values_of
from kiebitz.lab.results.result import Result
from kiebitz.language.speaking import spoken
from kiebitz.sayings import say


def drawn(drawing: Drawing, results: dict[str, Result], name: str) -> Figure:
    """A figure of an experiment's page."""
    return (_tournaments if drawing.kind == "tournaments" else _totals)(drawing, results, name)


def _tournaments(drawing: Drawing, results: dict[str, Result], name: str) -> Figure:
    """A line for each match: the quantity summed over a number of games at a time."""
    series = {}
    for match in drawing.matches:
        values = values_of(results[match], drawing.quantity, drawing.agent).astype(float).ravel()
        whole = len(values) // drawing.games * drawing.games
        series[match] = values[:whole].reshape(-1, drawing.games).sum(axis=1)
    rows = tuple(
        (match, number, float(total))
        for match, sums in series.items()
        for number, total in enumerate(sums, 1)
    )

    def draw(canvas: Canvas) -> None:
        axes = canvas.subplots()
        axes.grid(axis="y", visible=True)
        for number, (match, sums) in enumerate(series.items()):
            colour = SERIES[number % len(SERIES)]
            axes.plot(range(1, len(sums) + 1), sums, "o-", color=colour, markersize=3, linewidth=1.2)
            if len(sums):
                axes.annotate(f" {short(match)}", (len(sums), sums[-1]), color=colour, va="center")
        axes.set_xlabel(spoken(say("tournament of {n:,} games", n=drawing.games)))
        axes.set_ylabel(drawing.quantity.replace("_", " "))
        axes.margins(x=0.02)
        axes.xaxis.set_major_locator(MaxNLocator(8, integer=True, steps=STEPS))

    columns = ("match", "tournament", drawing.quantity)
    return Figure(name, drawing.title, 3.2, draw, columns, rows)


def _totals(drawing: Drawing, results: dict[str, Result], name: str) -> Figure:
    """A bar for each side of each match: the sum of the quantity over all games."""
    rows: list[tuple[Any, ...]] = []
    for match in drawing.matches:
        for spec in dict.fromkeys(player.spec for player in results[match].match.players):
            total = values_of(results[match], drawing.quantity, spec).astype(float).sum()
            rows.append((match, spec, float(total)))

    def draw(canvas: Canvas) -> None:
        axes = canvas.subplots()
        for number, (_, _, total) in enumerate(rows):
            axes.barh(number + (number // 2) * 0.6, total, height=0.8, color=SERIES[number % 2])
        places = [number + (number // 2) * 0.6 for number in range(len(rows))]
        axes.set_yticks(places, [short(spec) for _, spec, _ in rows])
        axes.invert_yaxis()
        axes.set_xlabel(drawing.quantity.replace("_", " "))
        axes.tick_params(axis="y", labelcolor=INK)

    height = 0.9 + 0.26 * len(rows) * 1.3
    return Figure(name, drawing.title, height, draw, ("match", "agent", drawing.quantity), tuple(rows))


def agreement(rows: Sequence[Row]) -> list[Figure]:
    """Published figures beside measured ones, a figure for each quantity."""
    known = [row for row in rows if row.published is not None and isfinite(row.measured)]
    known = [row for row in known if row.quantity != P_VALUE]  # many powers of ten apart
    known.sort(key=lambda row: row.quantity)
    return [_agreement(quantity, list(group)) for quantity, group in groupby(known, lambda r: r.quantity)]


def _agreement(quantity: str, rows: list[Row]) -> Figure:
    measured, lows, highs, published = (
        [float(getattr(row, field)) for row in rows] for field in ("measured", "low", "high", "published")
    )

    def draw(canvas: Canvas) -> None:
        axes = canvas.subplots()
        places = range(len(rows))
        axes.hlines(places, measured, published, color=SOFT, linewidth=0.8)
        dots(axes, measured, lows, highs)
        axes.plot(published, places, "D", color="none", markeredgecolor=BAD, markersize=6)
        axes.set_yticks(places, [short(row.cell, 64) for row in rows])
        axes.tick_params(axis="y", labelleft=True)
        axes.set_xlabel(quantity.replace("_", " "))
        axes.plot([], [], "o", color=GOOD, label=spoken(say("measured, with its 95 % interval")))
        axes.plot([], [], "D", color="none", markeredgecolor=BAD, label=spoken(say("published")))
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)

    caption = say("Published and measured: {quantity}.", quantity=quantity.replace("_", " "))
    columns = ("figure", "published", "measured", "low", "high")
    data = tuple((row.cell, row.published, row.measured, row.low, row.high) for row in rows)
    return Figure(
        f"agreement-{quantity}".replace("=", "-"), caption, 1.1 + 0.27 * len(rows), draw, columns, data
    )
