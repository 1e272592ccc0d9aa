"""The winning tables: chances by features, as ``tools/skat_training`` made them.

Compiled players have them as words of their memory, in the order that is written down here.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from kiebitz.errors import KiebitzError
from kiebitz.files import read_bytes, replaced
from kiebitz.games.skat.agents.bidding import refinement as f
from kiebitz.games.skat.agents.bidding.features import BID_GROUPS, CELLS, NULL_CELLS
from kiebitz.kernel.vectors import Vector
from kiebitz.sayings import say

FILE = Path(__file__).parent / "tables.npz"
SCALE = 10_000  # of the chances, which are kept as whole numbers

WIN = 0  # chances to win: for each bid group suit games, then Grand
SCHNEIDER = WIN + BID_GROUPS * CELLS  # chances to make ninety
NULL_SUITS = SCHNEIDER + BID_GROUPS * CELLS  # chances of a suit in Null: by cards put away and held
REFINEMENT = NULL_SUITS + NULL_CELLS  # thousandths of a logit by holding
HAND_GAME = REFINEMENT + f.WORDS  # what an unknown skat costs: thousandths of a logit by kind and aim
DEFENDING = HAND_GAME + f.KINDS * f.AIMS  # hundredths of points by seat and bid group
SIZE = DEFENDING + 3 * BID_GROUPS


@dataclass(frozen=True)
class Tables:
    """Chances in ten-thousandths and what refines them."""

    win: Any
    """By bid group and cell."""
    schneider: Any
    null: Any
    """By the cards of a suit put away and those held."""
    sides: Any
    """Weights of the further features of a suit: by kind of game, aim and feature."""
    trumps: Any
    """Weights of the further features of the trumps: by aim and feature."""
    hand: Any
    """In a Hand game: by kind of game and aim."""
    defending: Any
    """What is expected of passing, in points: by seat and bid group."""
    made: dict[str, Any]
    """How they were made: command, seed, number of deals and games."""

    def words(self) -> Vector:
        """The tables as compiled players have them."""
        return np.concatenate([
            self.win.ravel(), self.schneider.ravel(), self.null.ravel(),
            f.refinement_words(self.sides, self.trumps),
            np.rint(f.UNIT * self.hand).ravel(), np.rint(100 * self.defending).ravel(),
        ]).astype(np.int64)  # fmt: skip

    def save(self, file: Path) -> None:
        arrays = {field.name: getattr(self, field.name) for field in fields(self)}
        for name in ("win", "schneider", "null"):
            arrays[name] = arrays[name].astype(np.uint16)
        with replaced(file) as aside:
            np.savez_compressed(aside, **arrays | {"made": np.array(json.dumps(self.made))})


@lru_cache
def load_tables(file: Path = FILE) -> Tables:
    """The tables of a file, by default those of the package."""
    if not file.exists():
        raise KiebitzError(
            say("There are no winning tables in {file}: tools/skat_training makes them.", file=str(file))
        )
    try:
        found = _read(file)
        size = len(found.words())
    except (KiebitzError, OSError, ValueError, LookupError, TypeError, EOFError, BadZipFile):
        size = 0
    if size != SIZE:
        raise KiebitzError(
            say("{file} holds no winning tables: tools/skat_training makes such a file.", file=str(file))
        )
    return found


def _read(file: Path) -> Tables:
    with np.load(BytesIO(read_bytes(file))) as stored:
        arrays = {field.name: stored[field.name] for field in fields(Tables) if field.name != "made"}
        for name in ("win", "schneider", "null"):
            arrays[name] = arrays[name].astype(np.int64)
        return Tables(**arrays, made=json.loads(str(stored["made"])))
