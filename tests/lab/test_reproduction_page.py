"""The page of a reproduction: its table, its verdict, and the figures that an experiment asks for."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

import kiebitz as kb
from kiebitz.cli.report import report
from kiebitz.errors import BadNotation, UnknownName
from kiebitz.lab.experiments.page import read_experiment
from kiebitz.lab.experiments.reproduce import AGREES, FROM_A_BUG, compare
from kiebitz.lab.playing.executors import Threads
from kiebitz.lab.report.drawings import drawn
from kiebitz.lab.report.reproduction import compared, make_reproduction, summary
from kiebitz.lab.runs.run import Run
from tests.lab.page_reader import PageReader

MATCH = "random v random-python"
PAGE = """
title = "Equals"
game = "schnapsen"
seed = 3
deals = 100
pairs = [["random", "random-python"]]
[[cell]]
agent = "random"
quantity = "win_rate"
published = 0.5
games = 200
[[cell]]
name = "far away"
agent = "random"
quantity = "win_rate"
published = 0.9
games = 5000
bug = "counted twice"
[[figure]]
title = "Wins in tournaments"
kind = "tournaments"
matches = ["random v random-python"]
agent = "random"
games = 50
[[figure]]
title = "Wins of both"
kind = "totals"
matches = ["random v random-python"]
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    plans = tuple(read_experiment(PAGE, "equals").plans.values())
    made = Run.create("experiment", plans, tmp_path_factory.mktemp("equals"), "Equals")
    executor = Threads(1)
    made.play(executor)
    executor.close()
    return made


def test_the_page_has_every_figure_with_its_verdict(run: Run) -> None:
    page, results = read_experiment(PAGE, "equals"), {MATCH: run.result()}
    rows = compare(page, results)
    made = make_reproduction(run, page, rows, results)
    assert str(summary(rows)) == (
        "1 of 2 published figures that these deals could have refuted agrees and 1 comes from a bug "
        "that is named."
    )
    assert [row.verdict for row in rows] == [AGREES, FROM_A_BUG]
    shown = PageReader(made.html).tables["figures"].rows
    assert shown["far away"]["measured"].number == rows[1].measured
    assert shown["far away"]["note"].text == "1"
    assert PageReader(made.html).tables["notes"].rows["1"]["text"].text == "counted twice"
    assert {figure.name for figure in made.figures} == {"agreement-win_rate", "drawing1", "drawing2"}


def test_a_report_of_the_run_has_the_verdicts_too(tmp_path: Path) -> None:
    """Also as CSV and LaTeX, without the page, and only as long as it fits the games."""
    (tmp_path / "equals.toml").write_text(PAGE)
    found = kb.run(tmp_path / "equals.toml", out=tmp_path / "run", progress=False)
    (tmp_path / "equals.toml").unlink()
    places = ["--out", str(tmp_path / "page.html"), "--tables", str(tmp_path / "tables")]
    monkey = CliRunner().invoke(report_app(), [str(tmp_path / "run"), *places])
    assert monkey.exit_code == 0, monkey.output
    written = list(csv.DictReader((tmp_path / "tables" / "figures.csv").open()))
    assert [row["verdict"] for row in written] == [str(row.verdict) for row in found.rows]
    for row, given in zip(found.rows, written, strict=True):
        assert float(given["published"]) == row.published and float(given["measured"]) == row.measured
        assert (float(given["measured_low"]), float(given["measured_high"])) == (row.low, row.high)
    latex = (tmp_path / "tables" / "figures.tex").read_text()
    assert all(str(row.verdict) in latex.replace(r"\allowbreak{}", "") for row in found.rows)
    shown = PageReader((tmp_path / "page.html").read_text()).tables["figures"]
    assert shown.rows["far away"]["verdict"].text == str(FROM_A_BUG)
    assert "notes" in PageReader((tmp_path / "page.html").read_text()).tables
    more = replace(found.run.plans[0], deals=150)
    assert compared(found.run) and not compared(Run.create("experiment", (more,), tmp_path / "run"))


def report_app() -> typer.Typer:
    app = typer.Typer()
    app.command()(report)
    return app


@pytest.mark.parametrize("damage", [{"rows": 3}, {"rows": [{"cell": "a"}]}, {"deals": "x"}, 7])
def test_a_comparison_that_somebody_has_damaged_is_refused(damage: object, tmp_path: Path) -> None:
    (tmp_path / "equals.toml").write_text(PAGE)
    run = kb.run(tmp_path / "equals.toml", deals=5, out=tmp_path / "run", progress=False).run
    kept = run.ledger["compared"]
    run.note(compared=kept | damage if isinstance(damage, dict) else damage)
    with pytest.raises(BadNotation, match="In the manifest of"):
        compared(Run(run.folder))


def test_drawings_sum_what_was_played(run: Run) -> None:
    page, result = read_experiment(PAGE, "equals"), run.result()
    lines, bars = (drawn(drawing, {MATCH: result}, "f") for drawing in page.drawings)
    wins = result.scores()[0].wins
    assert [row[1] for row in lines.rows] == [1, 2, 3, 4]
    assert sum(row[2] for row in lines.rows) == wins
    assert [row[1:] for row in bars.rows] == [("random", wins), ("random-python", 200 - wins)]
    assert all(figure.svg().startswith("<svg") for figure in (lines, bars))


def test_a_figure_of_an_unknown_match_or_kind_is_refused() -> None:
    with pytest.raises(UnknownName, match="nobody v random"):
        read_experiment(PAGE.replace('["random v random-python"]', '["nobody v random"]'), "equals")
    with pytest.raises(UnknownName, match="cake"):
        read_experiment(PAGE.replace('"totals"', '"cake"'), "equals")
