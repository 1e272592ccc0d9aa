"""``kiebitz run`` and ``kiebitz reproduce``: experiments from pages, and published figures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kiebitz.cli.common import JSON, announce_compilation, print_json, print_table, rich_table
from kiebitz.cli.guarding import LOAD
from kiebitz.cli.running import Settings, exit_on_failures, with_settings
from kiebitz.cli.sealing import print_opened
from kiebitz.language.speaking import digits, spoken
from kiebitz.sayings import joined, say
from kiebitz.telling import tell

if TYPE_CHECKING:
    from kiebitz.lab.experiments.page import Experiment
    from kiebitz.lab.experiments.playing import Reproduction
    from kiebitz.lab.experiments.reproduce import Row
    from kiebitz.lab.results.result import Result

DEALS = typer.Option(None, "--deals", "-d", help="Deals for every match, in place of the page's number.")
EXACT = typer.Option(False, "--exact", help="The published protocol, game by game, where it is known.")
RECORDS = typer.Option(
    None, "--records", help="Games to begin from, in place of made-up ones; for formats see 'kiebitz games'."
)
QUICK = typer.Option(False, "--quick", help="A tenth of the page's deals, for a first look.")


@with_settings
def run_experiment(
    settings: Settings,
    experiment: Path = typer.Argument(help="An experiment's page: see docs/run-an-experiment.md."),
    deals: int | None = DEALS,
    quick: bool = QUICK,
    records: Path | None = RECORDS,
    load: list[str] = LOAD,
    as_json: bool = JSON,
) -> None:
    """Play the matches of an experiment's page."""
    from kiebitz.cli.match import print_result
    from kiebitz.lab.experiments.playing import run

    announce_compilation()
    found = run(experiment, deals=deals, quick=quick, records=records, **settings.arguments())
    if found.page.cells or found.opened:
        _show(found, as_json)
    elif as_json:
        print_json(found.as_dict())
    else:
        for name, result in found.results.items():
            print(f"\n{name}")
            print_result(result)
    exit_on_failures(list(found.results.values()))


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
    if not name and not exact:
        _list(as_json)
        return
    announce_compilation()
    if exact:
        from kiebitz.cli.exact import reproduce_exactly

        reproduce_exactly(name, deals, quick, settings.out, settings.quiet, as_json)
        return
    from kiebitz.lab.experiments.playing import reproduce as play

    found = play(name, deals=deals, quick=quick, records=records, **settings.arguments())
    _show(found, as_json)
    exit_on_failures(list(found.results.values()))
    if found.opened and not found.opened.holds:  # code may have changed since
        raise typer.Exit(1)


def _list(as_json: bool) -> None:
    """The experiments that there are; nothing of them is made ready, so nothing is compiled."""
    from kiebitz.lab.experiments.listing import list_experiments

    found = list_experiments()
    if as_json:
        print_json([{"name": one.name, "title": one.title, "cells": one.figures} for one in found])
    for one in [] if as_json else found:
        said = say(
            "{name}: {title} ({matches} {matches:match|matches}, {figures} figures)",
            name=one.name, title=one.title, matches=one.matches, figures=one.figures,
        )  # fmt: skip
        tell(said)


def _show(found: Reproduction, as_json: bool) -> None:
    from kiebitz.lab.experiments.reproduce import caveats, exact_figures

    if as_json:
        print_json(found.as_dict())
    elif found.opened:
        print_opened(found.opened)
    else:
        print_rows(found.page, list(found.rows))
        print_sections(found.page, found.results)
        for caveat in (*exact_figures(found.page), *caveats(found.page, found.results)):
            tell(caveat)
        where = say("The report with the plots is in {file}.", file=str(found.report))
        tell(joined(" ", (found.summary, where)))


def print_rows(page: Experiment, rows: list[Row]) -> None:
    """The comparison for people."""
    from rich.table import Table

    from kiebitz.lab.report.tabular import figures

    tell(f"{page.title}\n{page.source}")
    table = Table(spoken(say("figure")), box=None, pad_edge=False, collapse_padding=True)
    for heading in (say("published"), say("measured"), say("95 % interval"), say("games")):
        table.add_column(spoken(heading), justify="right", no_wrap=True)
    table.add_column(spoken(say("verdict")))
    for row in rows:
        published = "" if row.published is None else figures(row.published)
        interval = f"{figures(row.low)}..{figures(row.high)}" if row.low == row.low else ""
        games = digits(f"{row.games:,}")
        table.add_row(row.cell, published, figures(row.measured), interval, games, spoken(row.verdict))
    print_table(table)
    for note in dict.fromkeys([row.note for row in rows if row.note] + list(page.notes)):
        tell(say("Note: {note}", note=note))


def print_sections(page: Experiment, results: dict[str, Result]) -> None:
    """The tables of the sections that a game adds to its pages."""
    for several in page.sections.values():
        for table in type(several[0]).printed(several, results) if several else ():
            print_table(rich_table(table, title=table.caption))
