"""Who does the work of a training: the executors that play matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from kiebitz.games.skat.agents.training.pieces import Spread

WORKERS = typer.Option(1, "--workers", "-w", help="How many threads or processes work; it changes nothing.")
EXECUTOR = typer.Option("auto", "--executor", help="auto, threads, processes or dask (or dask:ADDRESS).")


def spread_by(workers: int, executor: str) -> Spread:
    """How the work is spread; a wrong name or number is refused here."""
    from kiebitz.lab.playing.spreading import spreading
    from kiebitz.lab.running import Settings

    if (workers, executor) == (1, "auto"):
        return map
    return spreading(Settings(workers=workers, executor=executor).make_executor())
