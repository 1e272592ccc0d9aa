"""A run's games as one flat table, a row for each game and seat; and the files of its bots."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kiebitz.errors import KiebitzError
from kiebitz.files import check_writable, replaced
from kiebitz.lab.bundles import unpack
from kiebitz.lab.run import Run


def columns(run: Run) -> list[str]:
    """The names of the columns."""
    measures = [name.replace(" ", "_") for name in run.match(0).game.measures]
    return ["plan", "deal", "lineup", "seat", "agent", "points", "share", "plies", "failed", *measures]


def rows(run: Run) -> Iterator[list[Any]]:
    """All rows, in the order of plan, deal, line-up and seat."""
    for number, plan in enumerate(run.plans):
        match = run.match(number)
        shares = run.result(number).shares
        width = len(match.game.measures)
        for deal, lineup, points, plies, loser, measures, _ in run.ledger.units(number, plan.deals):
            for seat, agent in enumerate(match.lineups[lineup]):
                own = measures[seat * width : (seat + 1) * width].tolist()
                share = float(shares[deal, lineup, seat])
                yield [number, deal, lineup, seat, match.players[agent].name, int(points[seat]), share,
                       plies, loser == seat, *own]  # fmt: skip


def write_csv(run: Run, path: Path) -> int:
    """Write a CSV file; the number of rows."""
    number = 0
    with replaced(path) as aside, aside.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(columns(run))
        for row in rows(run):
            writer.writerow(row)
            number += 1
    return number


def write_parquet(run: Run, path: Path) -> int:
    """Write a Parquet file; the number of rows."""
    try:
        import polars
    except ImportError:
        raise KiebitzError("Parquet needs the extra 'data': pip install 'kiebitz[data]'.") from None
    frame = polars.DataFrame(list(rows(run)), schema=columns(run), orient="row")
    with replaced(path) as aside:
        frame.write_parquet(aside)
    return int(frame.height)


def write_sources(run: Run, folder: Path) -> list[Path]:
    """Write the files that the run's bots and game came from into a new folder; where each of them is."""
    bundle = run.ledger.bundle
    if not bundle:
        raise KiebitzError(f"The run {run.name} has no files of bots.")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise KiebitzError(f"{folder} is there already; name a folder that is new or empty.")
    check_writable(folder if not folder.exists() else folder / "file")
    return [file for packed in bundle for file in unpack([packed], folder / packed.home)]
