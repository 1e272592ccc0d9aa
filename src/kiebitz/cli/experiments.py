"""``kiebitz run`` and ``kiebitz reproduce``: experiments from pages, and published figures."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kiebitz.cli.common import JSON, announce_compilation, print_json, rich_table
from kiebitz.cli.running import Settings, execute, exit_on_failures, with_settings
from kiebitz.files import write_new
from kiebitz.language.speaking import digits, spoken
from kiebitz.sayings import joined, say
from kiebitz.telling import tell

if TYPE_CHECKING:
    from kiebitz.lab.experiments.page import Experiment
    from kiebitz.lab.experiments.reproduce import Row
    from kiebitz.lab.results.result import Result
    from kiebitz.lab.runs.run import Run

DEALS = typer.Option(None, "--deals", "-d", help="Deals for every match, in place of the page's number.")
EXACT = typer.Option(False, "--exact", help="The published protocol, game by game, where it is known.")
RECORDS = typer.Option(
    None, "--records", help="Games to begin from, in place of made-up ones; for formats see 'kiebitz games'."
)
OTHER_COLUMNS = 58  # characters beside the name of a figure
QUICK = typer.Option(False, "--quick", help="A tenth of the page's deals, for a first look.")


@with_settings
def run_experiment(
    settings: Settings,
    experiment: Path = typer.Argument(help="An experiment's page: see docs/run-an-experiment.md."),
    deals: int | None = DEALS,
    quick: bool = QUICK,
    records: Path | None = RECORDS,
    as_json: bool = JSON,
) -> None:
    """Play the matches of an experiment's page."""
    from kiebitz.cli.match import print_result

    page, run, results = _play(str(experiment), deals, quick, settings, records)
    if page.cells:
        _show(page, run, results, as_json)
    elif as_json:
        print_json({"name": page.name, "matches": {name: r.as_dict() for name, r in results.items()}})
    else:
        for name, result in results.items():
            print(f"\n{name}")
            print_result(result)
    exit_on_failures(list(results.values()))


@with_settings
def reproduce(
    settings: Settings,
    name: str = typer.Argument("", help="An experiment; without it they are listed."),
    deals: int | None = DEALS,
    quick: bool = QUICK,
    records: Path | None = RECORDS,
    exact: bool = EXACT,
    as_json: bool = JSON,
) -> None:
    """Play a published experiment again and compare every figure."""
    from kiebitz.lab.experiments.page import experiments, find_experiment

    announce_compilation()
    if exact:
        from kiebitz.cli.exact import reproduce_exactly

        reproduce_exactly(name, deals, quick, settings.out, settings.quiet, as_json)
        return
    if not name:
        found = [find_experiment(known) for known in experiments()]
        if as_json:
            print_json([{"name": e.name, "title": e.title, "cells": len(e.cells)} for e in found])
        for one in [] if as_json else found:
            said = say(
                "{name}: {title} ({matches} matches, {figures} figures)",
                name=one.name, title=one.title, matches=len(one.plans), figures=len(one.cells),
            )  # fmt: skip
            tell(said)
        return
    page, run, results = _play(name, deals, quick, settings, records)
    _show(page, run, results, as_json)
    exit_on_failures(list(results.values()))


def _play(
    name: str, deals: int | None, quick: bool, settings: Settings, records: Path | None = None
) -> tuple[Experiment, Run, dict[str, Result]]:
    from kiebitz.lab.experiments.page import find_experiment
    from kiebitz.lab.experiments.reproduce import check_figures

    announce_compilation()
    page = find_experiment(name, deals, quick, str(records.resolve()) if records else "")
    check_figures(page)
    run = execute("experiment", tuple(page.plans.values()), settings, page.title, page.drawn)
    page = replace(page, plans=dict(zip(page.plans, run.plans, strict=True)))
    return page, run, dict(zip(page.plans, run.results(), strict=True))


def _show(page: Experiment, run: Run, results: dict[str, Result], as_json: bool) -> None:
    from kiebitz.lab.experiments.reproduce import as_dict, compare
    from kiebitz.lab.report.reproduction import summary

    rows = compare(page, results)
    report = _report(page, run, rows, results)
    if as_json:
        print_json(as_dict(page, rows, results, run.ledger.seconds))
    else:
        print_rows(page, rows)
        print_sections(page, results)
        where = say("The report with the plots is in {file}.", file=str(report))
        tell(joined(" ", (summary(rows), where)))


def _report(page: Experiment, run: Run, rows: list[Row], results: dict[str, Result]) -> Path:
    from kiebitz.lab.report.reproduction import make_reproduction

    file = run.folder / "report.html"
    write_new(file, make_reproduction(run, page, rows, results).html)
    return file


def print_rows(page: Experiment, rows: list[Row]) -> None:
    """The comparison for people."""
    from rich.console import Console
    from rich.table import Column, Table

    from kiebitz.lab.report.tabular import figures

    console = Console()
    console.print(f"{page.title}\n{page.source}", markup=False)
    longest = max((len(word) for row in rows for word in row.cell.split()), default=0)
    room = max(console.width - OTHER_COLUMNS, 10)
    figure = Column(spoken(say("figure")), overflow="fold", min_width=min(longest, room))  # names are not cut
    table = Table(figure, box=None, pad_edge=False, collapse_padding=True)
    for heading in (say("published"), say("measured"), say("95 % interval"), say("games")):
        table.add_column(spoken(heading), justify="right", no_wrap=True)
    table.add_column(spoken(say("verdict")))
    for row in rows:
        published = "" if row.published is None else figures(row.published)
        interval = f"{figures(row.low)}..{figures(row.high)}" if row.low == row.low else ""
        games = digits(f"{row.games:,}")
        table.add_row(row.cell, published, figures(row.measured), interval, games, spoken(row.verdict))
    console.print(table)
    for note in dict.fromkeys([row.note for row in rows if row.note] + list(page.notes)):
        tell(say("Note: {note}", note=note))


def print_sections(page: Experiment, results: dict[str, Result]) -> None:
    """The tables of the sections that a game adds to its pages."""
    from rich.console import Console

    console = Console()
    for several in page.sections.values():
        for table in type(several[0]).printed(several, results) if several else ():
            console.print(rich_table(table, title=table.caption))
