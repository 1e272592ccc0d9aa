"""The figures of a report: how strong everybody is, what the seat does, how the deals are spread."""

from __future__ import annotations

from math import floor, log10
from typing import Any

import numpy as np
from matplotlib.figure import Figure as Canvas
from matplotlib.ticker import LogLocator, MaxNLocator

from kiebitz.lab.report.effects import Seat, agent_in_seat, seats
from kiebitz.lab.report.figures import GOOD, INK, LINE, SERIES, SOFT, Figure, dots, percents, short
from kiebitz.lab.report.study import Study
from kiebitz.lab.report.tables import MINUS, milliseconds
from kiebitz.lab.statistics import interval
from kiebitz.lab.tournament import Meeting

PANELS = 6  # pairs whose deals are drawn
BINS = 44
STEPS = [1, 2, 5, 10]  # of ticks
DASHED = {"color": SOFT, "linewidth": 0.9, "linestyle": (0, (3, 3))}

Rows = tuple[tuple[Any, ...], ...]


def strength(study: Study) -> Figure:
    """Ratings, win rates, points and time side by side, a row for each agent."""
    columns = ("agent", "elo", "elo_low", "elo_high", "win_rate", "win_rate_low", "win_rate_high",
               "points", "points_low", "points_high", "ms_per_move")  # fmt: skip
    rows = tuple(_strength_row(study, agent) for agent in study.order)
    even = _even_rate(study)

    def draw(canvas: Canvas) -> None:
        panels = canvas.subplots(1, 4, width_ratios=(1, 1, 1, 0.8))
        canvas.get_layout_engine().set(wspace=0.06)
        for number, axes in enumerate(panels[:3]):
            dots(axes, *([row[place + 3 * number] for row in rows] for place in (1, 2, 3)))
            axes.xaxis.set_major_locator(MaxNLocator(4, steps=STEPS))
        _times(panels[3], [row[-1] for row in rows])
        panels[0].axvline(0, **DASHED)
        if even is not None:
            panels[1].axvline(even, **DASHED)
        panels[1].xaxis.set_major_formatter(percents)
        for axes, title in zip(
            panels, ("rating (Elo)", "win rate", "points a game", "time a move"), strict=True
        ):
            axes.set_title(title)
        panels[0].set_yticks(range(len(rows)), [short(row[0]) for row in rows])
        panels[0].tick_params(axis="y", labelleft=True)

    caption = (
        f"Strength and cost of the agents. Bars are {study.confidence:.0%} intervals: of ratings by bootstrap "
        "over deals (their average is 0), of win rates by Wilson, of points by the standard error over deals."
    )
    if even is not None:
        caption += " Dashed: all alike."
    return Figure("strength", caption, 0.75 + 0.42 * len(rows), draw, columns, rows)


def _strength_row(study: Study, agent: str) -> tuple[Any, ...]:
    score, rating = study.scores[agent], study.ratings[agent]
    low, high = interval(score.points_mean, score.points_se, study.deals, study.confidence)
    return (agent, rating.elo, rating.low, rating.high, score.win_rate, *score.wilson,
            score.points_mean, low, high, score.ms_per_move)  # fmt: skip


def _even_rate(study: Study) -> float | None:
    """The win rate of everybody if all are alike; None where a game gives out more wins than one."""
    wins = sum(float(shares.sum()) for shares in study.shares)
    games = sum(result.match.games - int((result.losers >= 0).sum()) for result in study.results)
    return 1 / study.game.seats if wins <= games + 1e-6 else None


def _times(axes: Any, values: list[float]) -> None:
    known = [log10(value) for value in values if value > 0] or [0.0]
    low, high = 10.0 ** floor(min(known)), 10.0 ** (floor(max(known)) + 1)
    axes.set_xscale("log")
    axes.hlines(range(len(values)), low, values, color=LINE, linewidth=2.2)
    axes.plot(values, range(len(values)), "o", color=SOFT, markersize=6.5)
    axes.set_xlim(low, high)
    axes.set_ylim(len(values) - 0.45, -0.55)
    axes.tick_params(axis="y", labelleft=False)
    axes.xaxis.set_major_locator(LogLocator(numticks=4))
    axes.xaxis.set_major_formatter(lambda value, _: milliseconds(value, tick=True))
    axes.xaxis.set_minor_formatter(lambda value, _: "")


def seat_figure(study: Study) -> Figure:
    """The win rate of every seat: of all who sat there, and of each agent."""
    found = seats(study)
    rows: list[tuple[Any, ...]] = [("all", seat.number, seat.share, seat.low, seat.high) for seat in found]
    for agent in study.order:
        rows += [(agent, seat.number, *agent_in_seat(study, agent, seat.number)) for seat in found]
    shown = study.order if len(study.order) <= len(SERIES) else ()

    def draw(canvas: Canvas) -> None:
        axes = canvas.subplots()
        for seat in found:
            _band(axes, seat)
        for number, agent in enumerate(shown):
            own = [row for row in rows if row[0] == agent]
            places = [row[1] + 0.6 * ((number + 1) / (len(shown) + 1) - 0.5) for row in own]
            lows, highs = ([row[place] for row in own] for place in (3, 4))
            axes.vlines(places, lows, highs, color=SERIES[number], linewidth=1.8)
            axes.plot(
                places, [row[2] for row in own], "o", color=SERIES[number], markersize=5.5, label=short(agent)
            )
        upright(axes, "win rate")
        axes.set_xticks(range(len(found)), [seat.label for seat in found])
        axes.set_xlim(-0.6, len(found) - 0.4)
        canvas.legend(loc="outside right center")

    caption = (
        f"Win rate by seat, with {study.confidence:.0%} intervals over deals. "
        "Lines with bands: all who sat there" + ("; dots: the agents." if shown else ".")
    )
    return Figure("seats", caption, 2.8, draw, ("agent", "seat", "win_rate", "low", "high"), tuple(rows))


def _band(axes: Any, seat: Seat) -> None:
    ends = [seat.number - 0.38, seat.number + 0.38]
    axes.fill_between(ends, seat.low, seat.high, color=SOFT, alpha=0.18, linewidth=0)
    label = "all agents" if seat.number == 0 else None
    axes.hlines(seat.share, *ends, color=INK, linewidth=1.4, label=label)


def upright(axes: Any, label: str) -> None:
    """Rates upwards, names below."""
    axes.grid(axis="x", visible=False)
    axes.grid(axis="y", visible=True)
    axes.tick_params(axis="x", labelcolor=INK, labelsize=9.5)
    axes.tick_params(axis="y", labelcolor=SOFT, labelsize=9)
    axes.set_ylabel(label)
    axes.yaxis.set_major_formatter(percents)
    axes.yaxis.set_major_locator(MaxNLocator(6, steps=STEPS))


def neighbours(study: Study) -> list[Meeting]:
    """The meetings of those who stand next to each other; of a grid all, the best first."""
    if study.kind == "grid":
        return study.meetings()
    pairs = zip(study.order, study.order[1:], strict=False)
    return [found for one, other in pairs if (found := study.meeting(one, other))]


def deal_figure(study: Study) -> Figure:
    """How the difference of two agents is spread over the deals, and over single games."""
    pairs = study.meetings()
    caption = (
        "Difference in points between two agents: mean of a deal over its seatings (filled) and single games "
        "(outline), as shares of a bin of one point. The solid line is the mean. What the outline is wider, "
        "duplicate play has taken away."
    )
    if len(pairs) > PANELS:
        pairs = neighbours(study)[:PANELS]
        caption += f" Shown: {'the best' if study.kind == 'grid' else 'neighbours in the table'}."
    rows: list[tuple[Any, ...]] = []
    for meeting in pairs:
        differences = study.differences(meeting.one, meeting.other)
        for unit, values in (("deal", differences.mean(axis=1)), ("game", differences.ravel())):
            rows += [(meeting.one, meeting.other, unit, *cell) for cell in histogram(values)]
    across = min(3, len(pairs))
    down = -(-len(pairs) // across)

    def draw(canvas: Canvas) -> None:
        panels = canvas.subplots(down, across, sharex=True, sharey=True, squeeze=False).ravel()
        for axes, meeting in zip(panels, pairs, strict=False):
            own = [row[2:] for row in rows if row[:2] == (meeting.one, meeting.other)]
            _spread(axes, own, meeting)
        for axes in panels[len(pairs) :]:
            axes.set_visible(False)
        canvas.supxlabel("difference in points a game", color=SOFT, fontsize=9.5)
        panels[0].legend(loc="upper left", fontsize=8.5, handlelength=1.2, borderaxespad=0.1)

    columns = ("one", "other", "unit", "from", "to", "share_per_point")
    return Figure("deals", caption, 0.75 + 1.8 * down, draw, columns, tuple(rows))


def histogram(values: Any) -> list[tuple[float, float, float]]:
    """Bins (from, to, share for one point) that fit the values: multiples of their smallest step.

    >>> histogram(np.array([-2, 0, 0, 4]))
    [(-3.0, -1.0, 0.125), (-1.0, 1.0, 0.25), (1.0, 3.0, 0.0), (3.0, 5.0, 0.125)]
    """
    kinds = np.unique(np.round(values, 9))
    step = float(np.diff(kinds).min()) if len(kinds) > 1 else 1.0
    wanted = float(np.ptp(kinds)) / step / BINS
    step *= next(times for times in (1, 2, 3, 4, 5, 6, 8, *range(10, 10**6, 5)) if times >= wanted)
    first, last = (round(float(end) / step) for end in (kinds[0], kinds[-1]))
    edges = (np.arange(first, last + 2) - 0.5) * step
    shares = np.histogram(values, edges)[0] / len(values) / step
    return list(zip(edges[:-1].tolist(), edges[1:].tolist(), shares.tolist(), strict=True))


def _spread(axes: Any, rows: list[tuple[Any, ...]], meeting: Meeting) -> None:
    for unit, look in (
        ("deal", {"fill": True, "color": GOOD, "alpha": 0.55, "label": "deals"}),
        ("game", {"color": SOFT, "linewidth": 1.1, "label": "games"}),
    ):
        cells = [row[1:] for row in rows if row[0] == unit]
        axes.stairs([cell[2] for cell in cells], [cells[0][0], *(cell[1] for cell in cells)], **look)
    axes.axvline(0, **DASHED)
    axes.axvline(meeting.points, color=INK, linewidth=1.4)
    axes.set_title(f"{short(meeting.one, 30)}\nminus {short(meeting.other, 30)}", fontsize=9)
    axes.grid(axis="x", visible=False)
    axes.grid(axis="y", visible=True)
    axes.yaxis.set_major_formatter(percents)
    axes.yaxis.set_major_locator(MaxNLocator(4, steps=STEPS))
    axes.tick_params(axis="y", labelcolor=SOFT, labelsize=9)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:+g}".replace("-", MINUS) if value else "0")
