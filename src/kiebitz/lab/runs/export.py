"""A run's games as one flat table, a row for each game and seat; and the files of its bots."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kiebitz.errors import KiebitzError
from kiebitz.files import check_writable, replaced
from kiebitz.lab.results.frames import column_names
from kiebitz.lab.runs.bundles import write_out
from kiebitz.lab.runs.run import Run
from kiebitz.sayings import say


def columns(run: Run) -> list[str]:
    """The names of the columns."""
    return column_names(run.match(0))


def batches(run: Run) -> Iterator[list[list[Any]]]:
    """The rows of all games so far, in the order of plan, deal, line-up and seat, many games at a time."""
    for part in run.columns():
        rows = zip(*(column.tolist() for column in part.values()), strict=True)
        yield [list(row) for row in rows]


def write_csv(run: Run, path: Path) -> int:
    """Write a CSV file; the number of rows."""
    number = 0
    with replaced(path) as aside, aside.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(columns(run))
        for rows in batches(run):
            writer.writerows(rows)
            number += len(rows)
    return number


def write_parquet(run: Run, path: Path) -> int:
    """Write a Parquet file; the number of rows."""
    try:
        import polars
    except ImportError:
        raise KiebitzError(say("Parquet needs the extra 'data': pip install 'kiebitz[data]'.")) from None
    number = 0
    with replaced(path) as aside, TemporaryDirectory(dir=aside.parent) as folder:
        parts: list[Path] = []
        for part in run.columns():
            parts.append(Path(folder) / f"{len(parts)}.parquet")
            frame = polars.DataFrame(part)
            frame.write_parquet(parts[-1])
            number += len(frame)
        polars.scan_parquet(parts).sink_parquet(aside)  # one after the other, never all in memory
    return number


def write_sources(run: Run, folder: Path) -> list[Path]:
    """Write the files that the run's bots and game came from into a new folder; where each of them is."""
    bundle = run.ledger.bundle
    if not bundle:
        raise KiebitzError(say("The run {run} has no files of bots.", run=run.name))
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise KiebitzError(
            say("{folder} is there already; name a folder that is new or empty.", folder=str(folder))
        )
    check_writable(folder if not folder.exists() else folder / "file")
    return write_out(bundle, folder)
