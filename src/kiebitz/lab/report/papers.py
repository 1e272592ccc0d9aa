"""Tables and figures as papers take them, and a paragraph that says how it was measured."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

from kiebitz.files import write_new
from kiebitz.lab.report.canvas import Figure
from kiebitz.lab.report.effects import is_balanced
from kiebitz.lab.report.study import Study
from kiebitz.lab.report.tabular import Tabular, Text, counted_deals, listed
from kiebitz.lab.runs.run import Run
from kiebitz.language.speaking import shown
from kiebitz.sayings import Saying, say

SPECIAL = {"\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{",
           "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "−": "$-$", "±": r"$\pm$",
           "–": "--", "≤": r"$\le$", "<": "$<$", ">": "$>$", "µ": r"$\mu$", "…": r"\dots{}"}  # fmt: skip


def table_csv(table: Tabular) -> str:
    """A table as CSV: keys as headings, numbers before rounding, texts as they are shown.

    Standard errors, the ends of intervals and what rates are of have columns of their own.

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
            yield key, [cell.value if cell.is_number else shown(cell.text) for cell in cells]
        if any(cell.among is not None for cell in cells):
            yield f"{key}_of", [cell.among for cell in cells]
        if any(cell.error is not None for cell in cells):
            yield f"{key}_error", [cell.error for cell in cells]
        if any(ends):
            yield f"{key}_low", [both and both[0] for both in ends]
            yield f"{key}_high", [both and both[1] for both in ends]


def table_latex(table: Tabular) -> str:
    """A table for LaTeX with the package booktabs, its caption and a label.

    >>> from kiebitz.lab.report.tabular import Cell, table
    >>> rows = [[Cell("mcts_2"), Cell("50.0%", 0.5, "45–55%")]]
    >>> print(table_latex(table("pairs", "All.", [("agent", "agent"), ("rate", "win rate")], rows)))
    \\begin{table}
    \\centering
    \\caption{All.}\\label{tab:pairs}
    \\begin{tabular}{lr}
    \\toprule
    agent & win rate \\\\
    \\midrule
    mcts\\_2 & 50.0\\% (45--55\\%) \\\\
    \\bottomrule
    \\end{tabular}
    \\end{table}
    <BLANKLINE>
    """
    shape = "".join("l" if column.is_text else "r" for column in table.columns)
    lines = [
        r"\begin{table}", r"\centering", rf"\caption{{{_latex(table.caption)}}}\label{{tab:{table.name}}}",
        rf"\begin{{tabular}}{{{shape}}}", r"\toprule",
        " & ".join(_latex(column.heading) for column in table.columns) + r" \\", r"\midrule",
    ]  # fmt: skip
    for row in table.rows:
        cells = (f"{shown(c.text)} ({shown(c.detail)})" if c.detail else c.text for c in row)
        lines.append(" & ".join(map(_latex, cells)) + r" \\")
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", r"\end{table}", ""])


def _latex(text: Text) -> str:
    return "".join(SPECIAL.get(sign, sign) for sign in shown(text))


def write_figures(figures: tuple[Figure, ...], folder: Path) -> None:
    """Each figure as SVG, PDF and PNG, and its data as CSV."""
    folder.mkdir(parents=True, exist_ok=True)
    for figure in figures:
        for kind in ("svg", "pdf", "png"):
            (folder / f"{figure.name}.{kind}").write_bytes(figure.file(kind))
        write_new(folder / f"{figure.name}.csv", figure.csv())


def write_tables(tables: tuple[Tabular, ...], folder: Path) -> None:
    """Each table as CSV and for LaTeX."""
    folder.mkdir(parents=True, exist_ok=True)
    for table in tables:
        write_new(folder / f"{table.name}.csv", table_csv(table))
        write_new(folder / f"{table.name}.tex", table_latex(table))


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
