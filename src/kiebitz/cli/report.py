"""``kiebitz report``: a stored run as one page."""

from __future__ import annotations

import os
from pathlib import Path

import typer

from kiebitz.cli.common import announce_compilation
from kiebitz.cli.guarding import LOAD
from kiebitz.cli.running import CONFIDENCE
from kiebitz.files import check_writable, write_new
from kiebitz.sayings import say
from kiebitz.telling import tell


def report(
    name: str = typer.Argument(help="A run: its name, the beginning of it, or its folder."),
    out: Path | None = typer.Option(
        None,
        "--out",
        help="The page to write; if not given, report.html in the run's folder, or here if it is read-only.",
    ),
    figures: Path | None = typer.Option(
        None, "--figures", help="Also write each figure as SVG, PDF, PNG and CSV into this folder."
    ),
    tables: Path | None = typer.Option(
        None, "--tables", help="Also write each table as CSV and for LaTeX into this folder."
    ),
    confidence: float = CONFIDENCE,
    load: list[str] = LOAD,
) -> None:
    """Write a run as one page that opens anywhere: who is better, how sure that is, how to repeat it."""
    from kiebitz.lab.report.page import make_page
    from kiebitz.lab.report.papers import mark_of, write_figures, write_tables
    from kiebitz.lab.report.reproduction import compared
    from kiebitz.lab.runs.stored import find_run

    check_writable(out)
    announce_compilation()
    run = find_run(name)
    page = make_page(run, confidence, compared(run))
    place = run.folder if os.access(run.folder, os.W_OK) else Path()
    file = out or place / "report.html"
    write_new(file, page.html)
    tell(say("The report is in {file}.", file=str(file)))
    if figures:
        write_figures(page.figures, figures)
        number = len(page.figures)
        tell(say("{n} figures as SVG, PDF, PNG and CSV are in {folder}.", n=number, folder=str(figures)))
    if tables:
        write_tables(page.tables, tables, mark_of(run))
        number = len(page.tables)
        tell(say("{n} tables as CSV and LaTeX are in {folder}.", n=number, folder=str(tables)))
