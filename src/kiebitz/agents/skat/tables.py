"""The winning tables: chances by features, as ``kiebitz skat train-tables`` made them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

FILE = Path(__file__).parent / "tables.npz"


@dataclass(frozen=True)
class Tables:
    """Chances in ten-thousandths: to win and to make ninety in suit games, then Grand; Null by holding."""

    win: Any
    schneider: Any
    null: Any
    made: dict[str, Any]
    """How they were made: command, seed, number of deals."""

    def save(self, file: Path) -> None:
        """Written aside and renamed, so that nothing half-written is ever read."""
        aside = file.with_suffix(".part.npz")
        np.savez_compressed(
            aside, win=self.win.astype(np.uint16), schneider=self.schneider.astype(np.uint16),
            null=self.null.astype(np.uint16), made=np.array(json.dumps(self.made)),
        )  # fmt: skip
        aside.replace(file)


@lru_cache
def load_tables(file: Path = FILE) -> Tables:
    """The tables of a file, by default those of the package."""
    with np.load(file) as stored:
        win, schneider, null = (stored[name].astype(np.int64) for name in ("win", "schneider", "null"))
        return Tables(win, schneider, null, json.loads(str(stored["made"])))
