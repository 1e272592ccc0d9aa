"""A run's games as one flat table, a row for each game and seat; and the files of its bots."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from kiebitz.errors import KiebitzError
from kiebitz.files import check_writable, replaced
from kiebitz.lab.results.frames import column_names
from kiebitz.lab.runs.bundles import write_out
from kiebitz.lab.runs.run import Run
from kiebitz.sayings import say

END = "\r\n"


def write_csv(run: Run, path: Path) -> int:
    """Write a CSV file, column by column: each value becomes text once; the number of rows."""
    number = 0
    with replaced(path) as aside, aside.open("w", newline="", encoding="utf-8") as file:
        file.write(",".join(map(_quoted, column_names(run.match(0)))) + END)
        for part in run.columns():
            rows = zip(*map(texts, part.values()), strict=True)
            lines = [",".join(row) for row in rows]
            file.write(END.join([*lines, ""]))
            number += len(lines)
    return number


def texts(column: Any) -> list[str]:
    """The values of a column as CSV has them.

    >>> import numpy as np
    >>> texts(np.array([7, -2, 7])), texts(np.array([0.5, 1.0])), texts(np.array(["a", "b,c"], object))
    (['7', '-2', '7'], ['0.5', '1.0'], ['a', '"b,c"'])
    """
    if column.dtype.kind in "iu" and len(column):
        low, high = int(column.min()), int(column.max())
        if high - low < len(column):  # each number that comes is written once
            known = np.array([str(value) for value in range(low, high + 1)], object)
            return list(known[column.astype(np.int64) - low])
    values = (column + 0.0 if column.dtype.kind == "f" else column).tolist()  # there is one zero only
    written = {value: _quoted(value) if isinstance(value, str) else str(value) for value in set(values)}
    return [written[value] for value in values]


def _quoted(text: str) -> str:
    """A text as CSV has it."""
    file = StringIO()
    csv.writer(file, lineterminator="").writerow([text])
    return file.getvalue()


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
