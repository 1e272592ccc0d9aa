"""The figures of a report: how strong everybody is, what the seat does, how the deals are spread."""

from __future__ import annotations

from math import ceil, floor, log10
from typing import Any

import numpy as np
from matplotlib.figure import Figure as Canvas
from matplotlib.ticker import LogLocator, MaxNLocator

from kiebitz.lab.report.canvas import (
    DASHED,
    GOOD,
    INK,
    LINE,
    SERIES,
    SOFT,
    STEPS,
    Figure,
    dots,
    percents,
    short,
    upright,
)
from kiebitz.lab.report.effects import SeatEffect, agent_in_seat, seats
from kiebitz.lab.report.study import Study
from kiebitz.lab.report.tabular import MINUS, milliseconds
from kiebitz.lab.results.standings import Meeting
from kiebitz.lab.statistics.intervals import interval
from kiebitz.language.speaking import digits, spoken
from kiebitz.sayings import joined, say

PANELS = 6  # pairs whose deals are drawn
BINS = 44


def strength(study: Study) -> Figure:
    """Ratings, win rates, points and time side by side, a row for each agent."""
    columns = ("agent", "elo", "elo_low", "elo_high", "win_rate", "win_rate_low", "win_rate_high",
               "points", "points_low", "points_high", "ms_per_move")  # fmt: skip
    rows = tuple(_strength_row(study, agent) for agent in study.order)
    even = _even_rate(study)

    def draw(canvas: Canvas) -> None:
        panels = canvas.subplots(1, 4, width_ratios=(1, 1, 1, 0.8))
        for number, axes in enumerate(panels[:3]):
            dots(axes, *([row[place + 3 * number] for row in rows] for place in (1, 2, 3)))
            axes.xaxis.set_major_locator(MaxNLocator(4, steps=STEPS))
        _times(panels[3], [row[-1] for row in rows])
        panels[0].axvline(0, **DASHED)
        if even is not None:
            panels[1].axvline(even, **DASHED)
        panels[1].xaxis.set_major_formatter(percents)
        titles = say("rating (Elo)"), say("win rate"), say("points a game"), say("time a move")
        for axes, title in zip(panels, titles, strict=True):
            axes.set_title(spoken(title))
        panels[0].set_yticks(range(len(rows)), [short(row[0]) for row in rows])
        panels[0].tick_params(axis="y", labelleft=True)

    caption = say(
        "Strength and cost of the agents. Bars are {p:.0%} intervals: of ratings by "
        "bootstrap over deals (their average is 0), of win rates by Wilson over deals, of points by standard "
        "error over deals.",
        p=study.confidence,
    )
    if even is not None:
        caption = joined(" ", (caption, say("Dashed: all alike.")))
    return Figure("strength", caption, 0.75 + 0.42 * len(rows), draw, columns, rows)


def _strength_row(study: Study, agent: str) -> tuple[Any, ...]:
    score, rating = study.scores[agent], study.ratings[agent]
    low, high = interval(score.points_mean, score.points_se, study.deals, study.confidence, study.watched)
    return (agent, rating.elo, rating.low, rating.high, score.win_rate, *score.wilson,
            score.points_mean, low, high, score.ms_per_move)  # fmt: skip


def _even_rate(study: Study) -> float | None:
    """The win rate of everybody if all are alike; None where a game gives out more than one win."""
    agents = len(study.results[0].match.players)
    wins = sum(float(r.shares_of(agent).sum()) for r in study.results for agent in range(agents))
    games = sum(result.match.games for result in study.results)
    return 1 / agents if wins <= games + 1e-6 else None


def _times(axes: Any, values: list[float]) -> None:
    known = [log10(value) for value in values if value > 0] or [0.0]
    low, high = 10.0 ** floor(min(known)), 10.0 ** (floor(max(known)) + 1)
    axes.set_xscale("log")
    axes.hlines(range(len(values)), low, values, color=LINE, linewidth=2)
    axes.plot(values, range(len(values)), "o", color=SOFT, markersize=6)
    axes.set_xlim(low, high)
    axes.set_ylim(len(values) - 0.45, -0.55)
    axes.tick_params(axis="y", labelleft=False)
    axes.xaxis.set_major_locator(LogLocator(numticks=3))
    axes.xaxis.set_major_formatter(lambda value, _: milliseconds(value, tick=True))
    axes.xaxis.set_minor_formatter(lambda value, _: "")


def pace(study: Study) -> Figure:
    """How strong everybody is for the time that a move takes."""
    columns = ("agent", "ms_per_move", "elo", "elo_low", "elo_high")
    found = [(agent, study.scores[agent].ms_per_move, study.ratings[agent]) for agent in study.agents]
    rows = tuple((agent, time, one.elo, one.low, one.high) for agent, time, one in found)
    timed = [row for row in rows if row[1] > 0]

    def draw(canvas: Canvas) -> None:
        axes = canvas.subplots()
        axes.grid(axis="y", visible=True)
        axes.set_xscale("log")
        axes.axhline(0, **DASHED)
        for number, (agent, time, elo, low, high) in enumerate(sorted(timed, key=lambda row: row[2])):
            axes.vlines(time, low, high, color=GOOD, linewidth=2)
            axes.plot(time, elo, "o", color=GOOD, markersize=6)
            left = number % 2 == 1 and len(timed) > 2  # neighbours on both sides, so that names seldom meet
            place, side = (-8, "right") if left else (8, "left")
            axes.annotate(short(agent), (time, elo), xytext=(place, 0), textcoords="offset points", ha=side,
                          va="center", fontsize=9)  # fmt: skip
        axes.margins(x=0.35, y=0.1)
        axes.xaxis.set_major_formatter(lambda value, _: milliseconds(value, tick=True))
        axes.xaxis.set_minor_formatter(lambda value, _: "")
        axes.yaxis.set_major_locator(MaxNLocator(6, steps=STEPS))
        axes.set_xlabel(spoken(say("time a move")))
        axes.set_ylabel(spoken(say("rating (Elo)")))

    caption = say(
        "Strength against time a move: ratings with their {p:.0%} intervals. Whoever stands above and to "
        "the left of another is stronger and quicker.",
        p=study.confidence,
    )
    return Figure("pace", caption, 3.4, draw, columns, rows)


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
        upright(axes, say("win rate"))
        axes.set_xticks(range(len(found)), [spoken(seat.label) for seat in found])
        axes.set_xlim(-0.6, len(found) - 0.4)
        if shown:
            canvas.legend(loc="outside right center")

    caption = say(
        "Win rate by seat, with {p:.0%} intervals over deals. "
        "Lines with bands: all who sat there; dots: the agents."
        if shown
        else "Win rate by seat, with {p:.0%} intervals over deals. Lines with bands: all who sat there.",
        p=study.confidence,
    )
    return Figure("seats", caption, 2.8, draw, ("agent", "seat", "win_rate", "low", "high"), tuple(rows))


def _band(axes: Any, seat: SeatEffect) -> None:
    ends = [seat.number - 0.38, seat.number + 0.38]
    axes.fill_between(ends, seat.low, seat.high, color=SOFT, alpha=0.18, linewidth=0)
    label = spoken(say("all agents")) if seat.number == 0 else None
    axes.hlines(seat.share, *ends, color=INK, linewidth=1.4, label=label)


def neighbours(study: Study) -> list[Meeting]:
    """The meetings of those who stand next to each other; of a grid all, the best first."""
    if study.kind == "grid":
        return study.meetings()
    pairs = zip(study.order, study.order[1:], strict=False)
    return [found for one, other in pairs if (found := study.meeting(one, other))]


def deal_figure(study: Study) -> Figure:
    """How the difference of two agents is spread over the deals, and over single games."""
    pairs = study.meetings()
    caption = say(
        "Difference in points between two agents: means over the seatings of a deal (filled), and over as "
        "many games of different deals (outline). Where the filled shape is narrower, duplicate play has "
        "taken luck away. The solid line is the mean."
    )
    if len(study.plans[0].lineups) == 1:
        caption = say("Difference in points between two agents by deal. The solid line is the mean.")
    if len(pairs) > PANELS:
        pairs = neighbours(study)[:PANELS]
        which = say("Shown: the best." if study.kind == "grid" else "Shown: neighbours in the table.")
        caption = joined(" ", (caption, which))
    rows: list[tuple[Any, ...]] = []
    for meeting in pairs:
        differences = study.differences(meeting.one, meeting.other)
        rows += [(meeting.one, meeting.other, *cell) for cell in spread(differences)]
    across = 2 if len(pairs) in (2, 4) else min(3, len(pairs))
    down = -(-len(pairs) // across)

    def draw(canvas: Canvas) -> None:
        panels = canvas.subplots(down, across, sharex=True, sharey=True, squeeze=False).ravel()
        for axes, meeting in zip(panels, pairs, strict=False):
            _spread(axes, [row[2:] for row in rows if row[:2] == (meeting.one, meeting.other)], meeting)
        for axes in panels[len(pairs) - across : len(pairs)]:
            axes.tick_params(axis="x", labelbottom=True)
        for axes in panels[len(pairs) :]:
            axes.set_visible(False)
        canvas.supxlabel(spoken(say("difference in points a game")), color=SOFT, fontsize=9.5)
        canvas.legend(*panels[0].get_legend_handles_labels(), loc="outside upper right", ncols=2)

    columns = ("one", "other", "from", "to", "share_same_deal", "share_different_deals")
    return Figure("deals", caption, 1.0 + 1.8 * down, draw, columns, tuple(rows))


def spread(differences: Any) -> list[tuple[float, float, float, float]]:
    """Bins (from, to, share of deals, share of means over different deals) that fit the values.

    >>> spread(np.array([[-2, 2], [-2, 2], [2, 2], [2, 2]]))
    [(-1.0, 1.0, 0.5, 0.5), (1.0, 3.0, 0.5, 0.5)]
    """
    deals, seatings = differences.shape
    # Each seating is shifted against the others, so that no two games of a mean share a deal.
    shifted = [np.roll(column, number * deals // seatings) for number, column in enumerate(differences.T)]
    means, mixed = differences.mean(axis=1), np.mean(shifted, axis=0)
    kinds = np.unique(np.round(np.concatenate((means, mixed)), 6))
    step = float(np.diff(kinds).min()) if len(kinds) > 1 else 1.0
    wanted = float(np.ptp(kinds)) / step / BINS
    step *= 2 * ceil(max(wanted - 1, 0) / 2) + 1  # odd: values lie in the middle of bins
    centre = float(kinds[abs(kinds).argmin()])
    first, last = (round((float(end) - centre) / step) for end in (kinds[0], kinds[-1]))
    edges = centre + (np.arange(first, last + 2) - 0.5) * step
    shares = [np.histogram(values, edges)[0] / deals for values in (means, mixed)]
    columns = (edges[:-1], edges[1:], *shares)
    return list(zip(*(column.tolist() for column in columns), strict=True))


def _spread(axes: Any, cells: list[tuple[Any, ...]], meeting: Meeting) -> None:
    edges = [cells[0][0], *(cell[1] for cell in cells)]
    same, different = spoken(say("same deal")), spoken(say("different deals"))
    axes.stairs([cell[2] for cell in cells], edges, fill=True, color=GOOD, alpha=0.55, label=same)
    if any(cell[2] != cell[3] for cell in cells):
        axes.stairs([cell[3] for cell in cells], edges, color=SOFT, linewidth=1.1, label=different)
    axes.axvline(0, **DASHED)
    axes.axvline(meeting.points, color=INK, linewidth=1.4)
    title = say("{one}\nminus {other}", one=short(meeting.one, 34), other=short(meeting.other, 34))
    axes.set_title(spoken(title), fontsize=9)
    axes.grid(axis="x", visible=False)
    axes.grid(axis="y", visible=True)
    axes.yaxis.set_major_formatter(percents)
    axes.yaxis.set_major_locator(MaxNLocator(4, steps=STEPS))
    axes.tick_params(axis="y", labelcolor=SOFT, labelsize=9)
    axes.xaxis.set_major_formatter(lambda x, _: digits(f"{x:+g}".replace("-", MINUS)) if x else "0")
