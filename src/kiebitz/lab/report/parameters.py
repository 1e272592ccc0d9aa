"""The parameters of a grid: what varies, a table of all combinations, and how the score depends on them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product
from typing import Any

from matplotlib.figure import Figure as Canvas

from kiebitz.agents.specification import parameters
from kiebitz.lab.report.canvas import DASHED, SERIES, Figure, dots, percents, short, upright
from kiebitz.lab.report.study import Study
from kiebitz.lab.report.tabular import (
    Cell,
    Tabular,
    Text,
    mean_cells,
    milliseconds,
    percent,
    probability,
    rates,
    table,
)
from kiebitz.lab.report.verdict import rivals
from kiebitz.language.speaking import spoken
from kiebitz.sayings import say


def settings(study: Study) -> dict[str, dict[str, str]]:
    """The parameters of every combination, by its name."""
    return {
        result.match.players[0].name: parameters(plan.agents[0])
        for plan, result in zip(study.plans, study.results, strict=True)
    }


def varying(study: Study) -> dict[str, list[str]]:
    """The parameters that have more than one value, with their values from small to large."""
    found: dict[str, list[str]] = {}
    for chosen in settings(study).values():
        for name, value in chosen.items():
            found.setdefault(name, []).append(value)
    return {name: ordered(set(values)) for name, values in found.items() if len(set(values)) > 1}


def ordered(values: set[str]) -> list[str]:
    """Numbers by size, other values by the alphabet.

    >>> ordered({"100", "9", "10.5"}), ordered({"on", "off"})
    (['9', '10.5', '100'], ['off', 'on'])
    """
    try:
        return sorted(values, key=float)
    except ValueError:
        return sorted(values)


def grid_table(study: Study) -> Tabular:
    """All combinations, the best first."""
    compared = rivals(study)
    columns: list[tuple[str, Text]] = [
        ("agent", say("combination")), ("score", say("score")),
        ("interval", say("{p:.0%} interval", p=study.confidence)), ("points", say("points more")),
        ("p_holm", "p"), ("p_best", say("p to the best")), ("ms_per_move", say("time a move")),
    ]  # fmt: skip
    rows = []
    points = mean_cells([(meeting.points, meeting.error) for meeting in study.meetings()])
    for meeting, points_cell in zip(study.meetings(), points, strict=True):
        time = study.scores[meeting.one].ms_per_move
        best = compared.get(meeting.one)
        rows.append([
            Cell(meeting.one),
            Cell(percent(meeting.score), meeting.score, look="good" if meeting.score > 0.5 else "bad",
                 weight=abs(2 * meeting.score - 1) ** 0.5),
            rates(meeting.low, meeting.high),
            points_cell,
            Cell(probability(meeting.p_holm).removeprefix("= "), meeting.p_holm),
            Cell(say("best") if best is None else probability(best).removeprefix("= "), best),
            Cell(milliseconds(time), time),
        ])  # fmt: skip
    opponent = study.results[0].match.players[1].name
    caption = say(
        "All combinations against {opponent}, on the same deals: score (a draw is half a win), points a "
        "game more than the opponent ± standard error over deals, and p-values of paired tests with Holm's "
        "correction, against the opponent and against the best combination.",
        opponent=opponent,
    )
    return table("grid", caption, columns, rows)


def grid_figure(study: Study) -> Figure:
    """The score by the parameters: lines if there are few, else a row for each combination."""
    chosen, values = settings(study), varying(study)
    rows: list[tuple[Any, ...]] = []
    for meeting in study.meetings():
        own = [chosen[meeting.one].get(name, "") for name in values]
        rows.append((meeting.one, *own, meeting.score, meeting.low, meeting.high))
    columns = ("agent", *values, "score", "low", "high")
    opponent = study.results[0].match.players[1].name
    caption = say("Score against {opponent}, with {p:.0%} intervals.", opponent=opponent, p=study.confidence)
    across = max(values, key=lambda name: len(values[name]), default="")
    others = [name for name in values if name != across]
    lines = list(product(*(values[name] for name in others)))
    if not across or len(lines) > len(SERIES) or any("" in row for row in rows):
        return Figure("grid", caption, 0.75 + 0.3 * len(rows), partial(_rows, rows), columns, tuple(rows))

    def draw(canvas: Canvas) -> None:
        axes = canvas.subplots()
        for number, line in enumerate(lines):
            wanted = dict(zip(others, line, strict=True))
            own = [row for row in rows if wanted.items() <= chosen[row[0]].items()]
            own.sort(key=lambda row: values[across].index(chosen[row[0]][across]))
            nudge = 0.05 * (number - (len(lines) - 1) / 2)
            places = [values[across].index(chosen[row[0]][across]) + nudge for row in own]
            scores, lows, highs = zip(*(row[-3:] for row in own), strict=True)
            look: dict[str, Any] = {"color": SERIES[number], "linewidth": 1.2, "markersize": 5.5}
            axes.vlines(places, lows, highs, color=SERIES[number], linewidth=1.8)
            axes.plot(places, scores, "o-", label=", ".join(line), **look)
        if min(row[-2] for row in rows) < 0.6 and max(row[-1] for row in rows) > 0.4:
            axes.axhline(0.5, **DASHED)
        upright(axes, say("score"))
        axes.set_xticks(range(len(values[across])), values[across])
        axes.set_xlim(-0.4, len(values[across]) - 0.6)
        axes.set_xlabel(across)
        if others:
            canvas.legend(loc="outside right upper", title=", ".join(others))

    return Figure("grid", caption, 3.2, draw, columns, tuple(rows))


def _rows(rows: Sequence[tuple[Any, ...]], canvas: Canvas) -> None:
    axes = canvas.subplots()
    dots(axes, *([row[place] for row in rows] for place in (-3, -2, -1)))
    axes.axvline(0.5, **DASHED)
    axes.set_yticks(range(len(rows)), [short(row[0], 40) for row in rows])
    axes.tick_params(axis="y", labelleft=True)
    axes.xaxis.set_major_formatter(percents)
    axes.set_title(spoken(say("score")))
