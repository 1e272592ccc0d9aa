"""A run's games as one flat table, a row for each game and seat; and the files of its bots."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kiebitz.errors import KiebitzError
from kiebitz.files import check_writable, replaced
from kiebitz.lab.playing.match import Match
from kiebitz.lab.runs.bundles import unpack
from kiebitz.lab.runs.ledger import Batch
from kiebitz.lab.runs.run import Run
from kiebitz.lab.statistics.shares import seat_shares
from kiebitz.sayings import say


def columns(run: Run) -> list[str]:
    """The names of the columns."""
    measures = [name.replace(" ", "_") for name in run.match(0).game.measures]
    return ["plan", "deal", "lineup", "seat", "agent", "points", "share", "plies", "failed", *measures]


def batches(run: Run) -> Iterator[list[list[Any]]]:
    """All rows, in the order of plan, deal, line-up and seat, those of many games at a time."""
    for number in range(len(run.plans)):
        run.check_finished(number)
    for number, plan in enumerate(run.plans):
        match = run.match(number)
        for batch in run.ledger.batches(number, plan.deals):
            yield _rows(number, match, batch)


def _rows(number: int, match: Match, batch: Batch) -> list[list[Any]]:
    shares = seat_shares(match.game, batch.points, batch.losers).tolist()
    measures = batch.measures.reshape(*batch.points.shape, -1).tolist()
    games = zip(batch.deals.tolist(), batch.lineups.tolist(), batch.points.tolist(), shares,
                batch.plies.tolist(), batch.losers.tolist(), measures, strict=True)  # fmt: skip
    return [
        [number, deal, lineup, seat, match.players[agent].name, points[seat], share[seat],
         plies, loser == seat, *own[seat]]
        for deal, lineup, points, share, plies, loser, own in games
        for seat, agent in enumerate(match.lineups[lineup])
    ]  # fmt: skip


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
    number, names = 0, columns(run)
    with replaced(path) as aside, TemporaryDirectory(dir=aside.parent) as folder:
        parts: list[Path] = []
        for rows in batches(run):
            parts.append(Path(folder) / f"{len(parts)}.parquet")
            polars.DataFrame(rows, schema=names, orient="row").write_parquet(parts[-1])
            number += len(rows)
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
    return [file for packed in bundle for file in unpack([packed], folder / packed.home)]
