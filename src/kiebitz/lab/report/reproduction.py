"""The report of a reproduction: every published figure beside the measured one, with its verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from kiebitz.lab.experiments.page import Experiment
from kiebitz.lab.experiments.reproduce import AGREES, DIFFERS, FROM_A_BUG, TOO_FEW, Row
from kiebitz.lab.report.drawings import agreement, drawn
from kiebitz.lab.report.page import Page, Part, render
from kiebitz.lab.report.sections import Section
from kiebitz.lab.report.tabular import Cell, Tabular, counted, listed, table
from kiebitz.lab.results.result import Result
from kiebitz.lab.runs.run import Run, describe


def make_reproduction(
    run: Run, experiment: Experiment, rows: Sequence[Row], results: dict[str, Result]
) -> Page:
    """The page of an experiment whose matches have been played."""
    about = describe(run)
    part = Part(
        experiment.title, [summary(rows), *experiment.notes], _facts(run, experiment),
        _sections(experiment, rows, results),
    )  # fmt: skip
    games = counted(about["games"], "game")
    return render(
        [part],
        about,
        title=experiment.title,
        subtitle=f"A reproduction: {counted(len(rows), 'figure')} from {games}",
        repeat=[("Command", about["command"]), ("Check", f"kiebitz verify {about['name']}")],
    )


def summary(rows: Sequence[Row]) -> str:
    """How many figures agree.

    >>> summary([])
    'No figure of it is published: these are measurements only.'
    """
    counts = Counter(row.verdict for row in rows)
    published = sum(counts[verdict] for verdict in (AGREES, FROM_A_BUG, DIFFERS, TOO_FEW))
    if not published:
        return "No figure of it is published: these are measurements only."
    parts = [f"{counts[AGREES]} of {counted(published, 'published figure')} agree"]
    if number := counts[FROM_A_BUG]:
        parts.append(f"{number} {'comes' if number == 1 else 'come'} from a bug that is named")
    if number := counts[DIFFERS]:
        parts.append(f"{number} {'differs' if number == 1 else 'differ'}")
    if number := counts[TOO_FEW]:
        parts.append(f"for {number} there are too few deals to tell")
    return f"{listed(parts)}."


def _sections(experiment: Experiment, rows: Sequence[Row], results: dict[str, Result]) -> list[Section]:
    notes = {note: n for n, note in enumerate(dict.fromkeys(row.note for row in rows if row.note), 1)}
    found = [Section("figures", "Every figure", blocks=[_table(rows, notes)])]
    if notes:
        found[0].blocks.append(_notes(notes))
    for word, several in experiment.sections.items():
        if several:
            kind = type(several[0])
            found.append(Section(f"{word}s", kind.title, blocks=[*kind.tables(several, results)]))
    pictures = agreement(rows)
    if pictures:
        found.append(Section("agreement", "Published and measured", blocks=[*pictures]))
    drawings = [
        drawn(drawing, results, f"drawing{number}") for number, drawing in enumerate(experiment.drawings, 1)
    ]
    if drawings:
        found.append(Section("drawings", "The published figures, drawn again", blocks=[*drawings]))
    return found


def _table(rows: Sequence[Row], notes: dict[str, int]) -> Tabular:
    columns = [
        ("cell", "figure"), ("quantity", "quantity"), ("published", "published"),
        ("original", "original program"), ("measured", "measured"), ("games", "games"),
        ("verdict", "verdict"), ("note", "note"),
    ]  # fmt: skip
    cells = [
        [
            Cell(row.cell),
            Cell(row.quantity.replace("_", " ")),
            _number(row.published),
            _number(row.original),
            Cell(f"{row.measured:.4g}", row.measured, _interval(row)),
            Cell(f"{row.games:,}", row.games),
            Cell(row.verdict),
            Cell(str(notes.get(row.note, ""))),
        ]
        for row in rows
    ]
    caption = (
        "Published figures, what the original program gives when it is run again where that is known, and "
        "what is measured here with its 95% interval over deals."
    )
    return table("figures", caption, columns, cells, texts=("quantity", "verdict", "note"))


def _interval(row: Row) -> str:
    return f"{row.low:.4g} to {row.high:.4g}" if row.low == row.low else ""


def _notes(notes: dict[str, int]) -> Tabular:
    """The notes once each, by the numbers that the table has for them."""
    rows = [[Cell(str(number)), Cell(note)] for note, number in notes.items()]
    return table("notes", "Notes to the figures.", [("note", "note"), ("text", "")], rows, texts=("text",))


def _number(value: float | None) -> Cell:
    return Cell("") if value is None else Cell(f"{value:.4g}", value)


def _facts(run: Run, experiment: Experiment) -> list[tuple[str, str]]:
    plans = experiment.plans
    first = next(iter(plans.values()))
    deals = dict.fromkeys(plan.deals for plan in plans.values())
    if len(deals) == 1:
        matches = f"{len(plans)}, of {first.deals:,} deals each"
    else:
        matches = "; ".join(f"{name} ({plan.deals:,} deals)" for name, plan in plans.items())
    return [
        ("Source", experiment.source or "not published"),
        ("Game", first.match.game.title),
        ("Matches", matches),
        ("Seed", ", ".join(dict.fromkeys(str(plan.seed) for plan in plans.values()))),
    ]
