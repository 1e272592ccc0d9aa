"""The figures of a report."""

from __future__ import annotations

from collections import defaultdict
from math import isfinite
from typing import Any

import numpy as np
from matplotlib.figure import Figure as Canvas
from matplotlib.ticker import FuncFormatter, MaxNLocator, PercentFormatter

from kiebitz.lab.report.effects import agent_in_seat, seats
from kiebitz.lab.report.figures import GOOD, INK, LINE, SERIES, SOFT, Figure, dots, short
from kiebitz.lab.report.study import Study
from kiebitz.lab.report.tables import MINUS, milliseconds
from kiebitz.lab.statistics import interval
from kiebitz.lab.tournament import Meeting

PANELS = 6  # pairs whose deals are drawn


def strength(study: Study) -> Figure:
    """Ratings, win rates, points and time side by side, a row for each agent."""
    rows = []
    for agent in study.order:
        score, rating = study.scores[agent], study.ratings[agent]
        low, high = interval(score.points_mean, score.points_se, study.deals, study.confidence)
        rows.append((agent, rating.elo, rating.low, rating.high, score.win_rate, *score.wilson,
                     score.points_mean, low, high, score.ms_per_move))  # fmt: skip
    columns = ("agent", "elo", "elo_low", "elo_high", "win_rate", "win_rate_low", "win_rate_high",
               "points", "points_low", "points_high", "ms_per_move")  # fmt: skip
    titles = ("rating (Elo)", "win rate", "points a game", "time a move")
    chance = (0.0, 1 / study.game.seats if study.game.name != "skat" else None, None)

    def draw(canvas: Canvas) -> None:
        panels = canvas.subplots(1, 4, width_ratios=(1, 1, 1, 0.8))
        for number, axes in enumerate(panels):
            values = [row[1 + 3 * number] for row in rows]
            if number < 3:
                lows, highs = ([row[place + 3 * number] for row in rows] for place in (2, 3))
                dots(axes, values, lows, highs)
                axes.xaxis.set_major_locator(MaxNLocator(4))
                if chance[number] is not None:
                    axes.axvline(chance[number], color=SOFT, linewidth=0.9, linestyle=(0, (3, 3)))
            else:
                _times(axes, values)
            axes.set_title(titles[number])
        panels[1].xaxis.set_major_formatter(PercentFormatter(1, decimals=None))
        panels[0].set_yticks(range(len(rows)), [short(row[0]) for row in rows])
        panels[0].tick_params(axis="y", labelleft=True)

    caption = (
        f"Strength and cost of the agents. Bars are {study.confidence:.0%} intervals: ratings by bootstrap over "
        "deals (the average is 0), win rates by Wilson, points by the standard error over deals."
    )
    return Figure("strength", caption, 0.75 + 0.42 * len(rows), draw, columns, tuple(rows))


def _times(axes: Any, values: list[float]) -> None:
    known = [value for value in values if value > 0]
    low, high = (min(known) / 3, max(known) * 3) if known else (0.1, 10)
    axes.set_xscale("log")
    axes.hlines(range(len(values)), low, values, color=LINE, linewidth=2.2)
    axes.plot(values, range(len(values)), "o", color=SOFT, markersize=6.5)
    axes.set_xlim(low, high)
    axes.set_ylim(len(values) - 0.45, -0.55)
    axes.tick_params(axis="y", labelleft=False)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: milliseconds(value)))
    axes.xaxis.set_minor_formatter(FuncFormatter(lambda value, _: ""))


def seat_figure(study: Study) -> Figure:
    """The win rate of every seat: of all who sat there, and of each agent."""
    found = seats(study)
    shown = study.order if len(study.order) <= len(SERIES) else ()
    rows: list[tuple[Any, ...]] = [("all", seat.number, seat.share, seat.low, seat.high) for seat in found]
    for agent in study.order:
        rows += [(agent, seat.number, *agent_in_seat(study, agent, seat.number)) for seat in found]

    def draw(canvas: Canvas) -> None:
        axes = canvas.subplots()
        span = 0.6
        for number, agent in enumerate(shown):
            own = [row for row in rows if row[0] == agent]
            offset = span * ((number + 1) / (len(shown) + 1) - 0.5) if len(shown) > 1 else 0.15
            places = [seat + offset for _, seat, *_ in own]
            axes.vlines(places, [row[3] for row in own], [row[4] for row in own], color=SERIES[number], linewidth=1.8)
            axes.plot(places, [row[2] for row in own], "o", color=SERIES[number], markersize=5, label=short(agent))
        for seat in found:
            axes.fill_between([seat.number - 0.38, seat.number + 0.38], seat.low, seat.high, color=SOFT, alpha=0.18, linewidth=0)
            axes.hlines(seat.share, seat.number - 0.38, seat.number + 0.38, color=INK, linewidth=1.4, label="all" if seat.number == 0 else None)
        axes.grid(axis="x", visible=False)
        axes.grid(axis="y", visible=True)
        axes.set_xticks(range(len(found)), [seat.label for seat in found])
        axes.tick_params(axis="x", labelcolor=INK)
        axes.set_xlim(-0.6, len(found) - 0.4)
        axes.set_ylabel("win rate")
        axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=None))
        axes.yaxis.set_major_locator(MaxNLocator(5))
        canvas.legend(loc="outside right center")

    caption = (
        f"Win rate by seat, with {study.confidence:.0%} intervals over deals. The line and its band are all who "
        "sat there" + ("; dots are the agents." if shown else ".")
    )
    columns = ("agent", "seat", "win_rate", "low", "high")
    return Figure("seats", caption, 2.9, draw, columns, tuple(rows))


def neighbours(study: Study) -> list[Meeting]:
    """The meetings of those who stand next to each other; of a grid all, the best first."""
    if study.kind == "grid":
        return study.meetings()
    pairs = zip(study.order, study.order[1:], strict=False)
    return [found for one, other in pairs if (found := study.meeting(one, other))]


def deal_figure(study: Study) -> Figure:
    """How the difference of two agents is spread over the deals, and over single games."""
    pairs = study.meetings()
    if len(pairs) > PANELS:
        pairs = neighbours(study)[:PANELS]
    rows, bins = [], _bins(study, pairs)
    for meeting in pairs:
        differences = study.differences(meeting.one, meeting.other)
        for kind, values in (("deal", differences.mean(axis=1)), ("game", differences.ravel())):
            counts = np.histogram(values, bins)[0] / len(values)
            cells = zip(bins[:-1].tolist(), bins[1:].tolist(), counts.tolist(), strict=True)
            rows += [(meeting.one, meeting.other, kind, *cell) for cell in cells]
    across = min(3, len(pairs))
    down = -(-len(pairs) // across)

    def draw(canvas: Canvas) -> None:
        panels = canvas.subplots(down, across, sharex=True, sharey=True, squeeze=False).ravel()
        for axes, meeting in zip(panels, pairs, strict=False):
            heights: dict[str, list[float]] = defaultdict(list)
            for one, other, kind, _, _, part in rows:
                if (one, other) == (meeting.one, meeting.other):
                    heights[kind].append(part)
            axes.stairs(heights["deal"], bins, fill=True, color=GOOD, alpha=0.55, label="mean of a deal")
            axes.stairs(heights["game"], bins, color=SOFT, linewidth=1.1, label="single game")
            axes.axvline(0, color=SOFT, linewidth=0.9, linestyle=(0, (3, 3)))
            axes.axvline(meeting.points, color=INK, linewidth=1.4)
            axes.set_title(f"{short(meeting.one, 30)}\nless {short(meeting.other, 30)}", fontsize=9)
            axes.grid(axis="x", visible=False)
            axes.grid(axis="y", visible=True)
            axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
            axes.yaxis.set_major_locator(MaxNLocator(4))
            axes.xaxis.set_major_formatter(FuncFormatter(_signed))
        for axes in panels[len(pairs) :]:
            axes.set_visible(False)
        canvas.supxlabel("difference in points a game", color=SOFT, fontsize=9.5)
        panels[0].set_ylabel("share")
        canvas.legend(*panels[0].get_legend_handles_labels(), loc="outside lower right", ncols=2)

    caption = (
        "Difference in points between two agents: means of a deal over its seatings (filled), and single games "
        "(outline). The solid line is the mean; what the outline is wider, duplicate play has taken away."
    )
    if len(study.meetings()) > len(pairs):
        caption += " Shown are the best combinations." if study.kind == "grid" else " Shown are neighbours in the table."
    columns = ("one", "other", "unit", "from", "to", "share")
    return Figure("deals", caption, 0.9 + 1.75 * down, draw, columns, tuple(rows))


def _bins(study: Study, pairs: list[Meeting]) -> Any:
    """Some forty bins around zero that hold nearly everything."""
    values = np.concatenate([study.differences(one.one, one.other).ravel() for one in pairs])
    reach = float(np.quantile(abs(values), 0.995)) or 1.0
    step = _round_step(2 * reach / 32)
    half = int(np.ceil(max(abs(values).max(), reach) / step)) if abs(values).max() < 2 * reach else int(np.ceil(1.3 * reach / step))
    return (np.arange(-half, half + 2) - 0.5) * step


def _round_step(width: float) -> float:
    """The next number of the form 1, 2 or 5 times a power of ten."""
    power = 10.0 ** np.floor(np.log10(width))
    return float(next(power * part for part in (1, 2, 5, 10) if power * part >= width * 0.999))


def _signed(value: float, _: Any) -> str:
    return f"{value:+g}".replace("-", MINUS) if value else "0"
