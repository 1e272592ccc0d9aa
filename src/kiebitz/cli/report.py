"""``kiebitz report``: a stored run as one page."""

from __future__ import annotations

import os
from pathlib import Path

import typer

from kiebitz.cli.common import announce_compilation
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
        None, "--figures", help="Also write each figure as PNG and CSV into this folder."
    ),
    confidence: float = CONFIDENCE,
) -> None:
    """Write a run as one page that opens anywhere: who is better, how sure that is, how to repeat it."""
    from kiebitz.lab.report.page import make_page
    from kiebitz.lab.runs.run import find_run

    check_writable(out)
    announce_compilation()
    run = find_run(name)
    page = make_page(run, confidence)
    place = run.folder if os.access(run.folder, os.W_OK) else Path()
    file = out or place / "report.html"
    write_new(file, page.html)
    tell(say("The report is in {file}.", file=str(file)))
    if figures:
        figures.mkdir(parents=True, exist_ok=True)
        for figure in page.figures:
            (figures / f"{figure.name}.png").write_bytes(figure.png())
            write_new(figures / f"{figure.name}.csv", figure.csv())
        number = len(page.figures)
        tell(say("{n} figures as PNG and CSV are in {folder}.", n=number, folder=str(figures)))
