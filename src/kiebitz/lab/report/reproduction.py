"""The report of a reproduction: every published figure beside the measured one, with its verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from kiebitz.lab.experiments.page import Experiment
from kiebitz.lab.experiments.reproduce import (
    AGREES,
    DIFFERS,
    FROM_A_BUG,
    NOT_PUBLISHED,
    TOO_FEW,
    Row,
    caveats,
    exact_figures,
    kept,
)
from kiebitz.lab.report.drawings import agreement, drawn
from kiebitz.lab.report.page import Page, Part, render
from kiebitz.lab.report.sections import Section
from kiebitz.lab.report.tabular import (
    Cell,
    Tabular,
    Text,
    counted_games,
    figures,
    listed,
    reaching,
    table,
    whole,
)
from kiebitz.lab.results.result import Result
from kiebitz.lab.runs.run import Run
from kiebitz.sayings import Saying, joined, say


def make_reproduction(
    run: Run, experiment: Experiment, rows: Sequence[Row], results: dict[str, Result]
) -> Page:
    """The page of an experiment whose matches have been played."""
    about = run.describe()
    part = Part(
        experiment.title,
        [summary(rows), *experiment.notes, *caveats(experiment, results)],
        _facts(run, experiment),
        _sections(experiment, rows, results),
    )  # fmt: skip
    subtitle = say(
        "A reproduction: {n:,} {n:figure|figures} from {games}",
        n=len(rows),
        games=counted_games(about["games"]),
    )
    return render(
        [part],
        about,
        title=experiment.title,
        subtitle=subtitle,
        repeat=[(say("Command"), about["command"]), (say("Check"), f"kiebitz verify {about['name']}")],
    )


def summary(rows: Sequence[Row]) -> Saying:
    """How many of the figures agree that this run could have refuted.

    >>> print(summary([]))
    No figure of it is published: these are measurements only.
    """
    counts = Counter(row.verdict for row in rows if row.published is not None)
    decided = sum(counts[verdict] for verdict in (AGREES, FROM_A_BUG, DIFFERS))
    few = counts[TOO_FEW]
    if not decided + few:
        return say("No figure of it is published: these are measurements only.")
    if not decided:
        return say("There are too few deals to tell for any of the {n} published {n:figure|figures}.", n=few)
    parts: list[Text] = [
        say(
            "{n} of {of:,} published {of:figure|figures} that these deals could have refuted "
            "{n:agrees|agree}",
            n=counts[AGREES],
            of=decided,
        )
    ]
    if number := counts[FROM_A_BUG]:
        parts.append(say("{n} {n:comes|come} from a bug that is named", n=number))
    if number := counts[DIFFERS]:
        parts.append(say("{n} {n:differs|differ}", n=number))
    if few:
        parts.append(say("for {n} there are too few deals to tell", n=few))
    return Saying("{parts}.", {"parts": listed(parts)})


def _sections(experiment: Experiment, rows: Sequence[Row], results: dict[str, Result]) -> list[Section]:
    found = [_every_figure(rows, exact_figures(experiment))]
    for word, several in experiment.sections.items():
        if several:
            kind = type(several[0])
            found.append(Section(f"{word}s", kind.title, blocks=[*kind.tables(several, results)]))
    pictures = agreement(rows)
    if pictures:
        found.append(Section("agreement", say("Published and measured"), blocks=[*pictures]))
    drawings = [
        drawn(drawing, results, f"drawing{number}") for number, drawing in enumerate(experiment.drawings, 1)
    ]
    if drawings:
        found.append(Section("drawings", say("The published figures, drawn again"), blocks=[*drawings]))
    return found


def compared(run: Run) -> list[Part]:
    """The comparison that a run keeps, as the first part of its report; none of most runs."""
    found = kept(run)
    if found is None:
        return []
    title, figures = run.ledger["title"], _every_figure(found.rows, found.exact)
    return [Part(title, [summary(found.rows), *found.notes], [], [figures])]


def _every_figure(rows: Sequence[Row], exact: Sequence[Saying]) -> Section:
    """The table of all figures with their notes."""
    notes = {note: n for n, note in enumerate(dict.fromkeys(row.note for row in rows if row.note), 1)}
    section = Section("figures", say("Every figure"), blocks=[_table(rows, notes, exact)])
    if notes:
        section.blocks.append(_notes(notes))
    return section


def _table(rows: Sequence[Row], notes: dict[str, int], exact: Sequence[Saying]) -> Tabular:
    columns: list[tuple[str, Text]] = [
        ("cell", say("figure")), ("quantity", say("quantity")), ("published", say("published")),
        ("original", say("original program")), ("measured", say("measured")), ("games", say("games")),
        ("verdict", say("verdict")), ("note", say("note")),
    ]  # fmt: skip
    cells = [
        [
            Cell(row.cell),
            Cell(row.quantity.replace("_", " ")),
            _number(row.published),
            _number(row.original),
            Cell(figures(row.measured), row.measured, _interval(row), ends=(row.low, row.high)),
            whole(row.games),
            Cell(row.verdict),
            Cell(str(notes.get(row.note, ""))),
        ]
        for row in rows
    ]
    caption = say(
        "Published figures, what the original program gives when it is run again where that is known, and "
        "what is measured here with its 95% interval over deals."
    )
    caption = joined(" ", (caption, *exact))
    return table("figures", caption, columns, cells, texts=("quantity", "verdict", "note"))


def _interval(row: Row) -> Text:
    return reaching(figures(row.low), figures(row.high)) if row.low == row.low else ""


def _notes(notes: dict[str, int]) -> Tabular:
    """The notes once each, by the numbers that the table has for them."""
    rows = [[Cell(str(number)), Cell(note)] for note, number in notes.items()]
    columns: list[tuple[str, Text]] = [("note", say("note")), ("text", "")]
    return table("notes", say("Notes to the figures."), columns, rows, texts=("text",))


def _number(value: float | None) -> Cell:
    return Cell("") if value is None else Cell(figures(value), value)


def _facts(run: Run, experiment: Experiment) -> list[tuple[Text, Text]]:
    plans = experiment.plans
    first = next(iter(plans.values()))
    deals = dict.fromkeys(plan.deals for plan in plans.values())
    if len(deals) == 1:
        matches = say("{n}, of {deals:,} deals each", n=len(plans), deals=first.deals)
    else:
        each = (say("{match} ({n:,} deals)", match=name, n=plan.deals) for name, plan in plans.items())
        matches = joined("; ", each)
    return [
        (say("Source"), experiment.source or NOT_PUBLISHED),
        (say("Game"), first.match.game.title),
        (say("Matches"), matches),
        (say("Seed"), ", ".join(dict.fromkeys(str(plan.seed) for plan in plans.values()))),
    ]
