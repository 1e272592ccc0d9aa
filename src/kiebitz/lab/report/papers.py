"""Tables and figures as papers take them, and a paragraph that says how it was measured."""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Iterator
from io import StringIO
from math import isfinite
from pathlib import Path

from kiebitz.files import write_new
from kiebitz.lab.report.canvas import Figure
from kiebitz.lab.report.effects import is_balanced
from kiebitz.lab.report.latex import table_latex
from kiebitz.lab.report.study import Study
from kiebitz.lab.report.tabular import Cell, Tabular, counted_deals, listed
from kiebitz.lab.runs.run import Run
from kiebitz.language.speaking import shown
from kiebitz.sayings import Saying, say


def table_csv(table: Tabular) -> str:
    """A table as CSV: keys as headings, numbers before rounding, texts as they are shown.

    Standard errors, the ends of intervals and what rates are of have columns of their own. A number that is
    missing is an empty field.

    >>> from kiebitz.lab.report.tabular import Cell, table
    >>> columns = [("agent", "agent"), ("rate", "rate")]
    >>> rows = [[Cell("a"), Cell("50%", 0.5, ends=(0.4, 0.6))]]
    >>> print(table_csv(table("t", "", columns, rows)))
    agent,rate,rate_low,rate_high
    a,0.5,0.4,0.6
    <BLANKLINE>
    """
    file = StringIO()
    found = list(_csv_columns(table))
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(key for key, _ in found)
    writer.writerows(zip(*(values for _, values in found), strict=True))
    return file.getvalue()


def _csv_columns(table: Tabular) -> Iterator[tuple[str, list[float | str | None]]]:
    """The columns of a table, each with its key; a column of nothing but intervals becomes its ends."""
    for place, column in enumerate(table.columns):
        key, cells = column.key, [row[place] for row in table.rows]
        ends = [cell.ends for cell in cells]
        if not any(ends) or any(cell.is_number for cell in cells):
            has_numbers = any(cell.is_number for cell in cells)
            yield key, [_csv_value(cell, has_numbers and not column.is_text) for cell in cells]
        if any(cell.among is not None for cell in cells):
            yield f"{key}_of", [cell.among for cell in cells]
        if any(cell.error is not None for cell in cells):
            yield f"{key}_error", [_known(cell.error) for cell in cells]
        if any(ends):
            yield f"{key}_low", [_known(both and both[0]) for both in ends]
            yield f"{key}_high", [_known(both and both[1]) for both in ends]


def _csv_value(cell: Cell, among_numbers: bool) -> float | str | None:
    """The number before rounding, else the text; a missing number is an empty field."""
    if cell.is_number:
        return cell.value
    is_missing = among_numbers or cell.value is not None
    return None if is_missing else shown(cell.text)


def _known(number: float | None) -> float | None:
    return number if number is not None and isfinite(number) else None


def write_figures(figures: tuple[Figure, ...], folder: Path) -> None:
    """Each figure as SVG, PDF and PNG, and its data as CSV."""
    folder.mkdir(parents=True, exist_ok=True)
    for figure in figures:
        for kind in ("svg", "pdf", "png"):
            (folder / f"{figure.name}.{kind}").write_bytes(figure.file(kind))
        write_new(folder / f"{figure.name}.csv", figure.csv())


def write_tables(tables: tuple[Tabular, ...], folder: Path, mark: str = "") -> None:
    """Each table as CSV and for LaTeX; ``mark`` goes into the labels."""
    folder.mkdir(parents=True, exist_ok=True)
    for table in tables:
        write_new(folder / f"{table.name}.csv", table_csv(table))
        write_new(folder / f"{table.name}.tex", table_latex(table, mark))


def mark_of(run: Run) -> str:
    """What tells a run's labels from those of others; the same wherever and whenever it is played."""
    said = " ".join(run.ledger["identities"] or [run.name])
    return hashlib.sha256(said.encode()).hexdigest()[:6]


def methods(run: Run, study: Study) -> list[Saying]:
    """How it was measured, as the paragraph of a paper: sentences that the run itself vouches for."""
    versions = run.ledger["versions"]
    found = [
        _played(study),
        _chance(study),
        _unit(study),
    ]
    if frozen := study.results[0].match.frozen:
        found.append(
            say(
                "Points were compared without the luck that can be told from play (AIVAT), by weights "
                "(number {hash}) that were fitted under another root and frozen before the first game.",
                hash=frozen.hash,
            )
        )
    if study.watched:
        test = say(
            "Because the run was looked at before its end, intervals and p-values are those of a confidence "
            "sequence (a normal mixture, narrowest at 500 deals)."
        )
    else:
        test = say(
            "Agents are compared by paired t-tests over deals, on a number of deals that was fixed before; "
            "intervals of points are Student's too."
        )
    found.append(test)
    if study.comparisons > 1:
        found.append(say("P-values of several comparisons are corrected after Holm."))
    found.append(
        say(
            "Played with Kiebitz {version} (run {run}), Python {python} and Numba {numba}.",
            version=versions["kiebitz"], run=run.name, python=versions["python"], numba=versions["numba"],
        )
    )  # fmt: skip
    return found


def _played(study: Study) -> Saying:
    """Who played what, and whether cards and seats fell on all alike."""
    agents, deals, seatings = listed(study.agents), counted_deals(study.deals), len(study.plans[0].lineups)
    if is_balanced(study):
        return say(
            "{agents} played {deals} of {game}, each in {n} {n:seating|seatings}, so that luck of the "
            "cards falls on everybody alike.",
            agents=agents, deals=deals, game=study.game.title, n=seatings,
        )  # fmt: skip
    return say(
        "{agents} played {deals} of {game}, each in {n} {n:seating|seatings}; not everybody had every seat "
        "equally often, so luck of the cards and of the seat is part of the result.",
        agents=agents, deals=deals, game=study.game.title, n=seatings,
    )  # fmt: skip


def _chance(study: Study) -> Saying:
    """Where random numbers come from, and who saw more than a player may."""
    seed = str(study.plans[0].seed)
    seeing = sorted({one.spec for result in study.results for one in result.match.players if one.cheats})
    if seeing:
        return say(
            "All random numbers come from the seed {seed} by names of deal, seat and move; an agent sees "
            "what its seat may know and nothing else, but for those that are marked as cheating: {agents}.",
            seed=seed,
            agents=listed(seeing),
        )
    return say(
        "All random numbers come from the seed {seed} by names of deal, seat and move; an agent sees "
        "what its seat may know and nothing else.",
        seed=seed,
    )


def _unit(study: Study) -> Saying:
    """What the statistics count."""
    return say(
        "The unit of all statistics is the deal: standard errors are those of means of deals, win rates "
        "have Wilson's interval with as many games as the deals are worth, and ratings after Bradley and "
        "Terry have intervals from a Bayesian bootstrap over deals."
    )
