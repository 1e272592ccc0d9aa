"""Do the winning tables tell the truth? Their chances beside what came of games that were bid by them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kiebitz.games.skat.agents.bidding.chances import chance_to_win
from kiebitz.games.skat.agents.bidding.tables import Tables
from kiebitz.games.skat.agents.memory import PARAMETERS, make_memory
from kiebitz.games.skat.agents.training import selfplay as p
from kiebitz.games.skat.contracts import GAMES, SUITS
from kiebitz.games.skat.tables import BIDS, NULL
from kiebitz.sayings import Saying, Suit, say

PARTS = 10


@dataclass(frozen=True)
class Row:
    """A group of games: what the tables expected and what happened."""

    label: Saying
    games: int
    expected: float
    won: float
    error: float
    """The standard error of the share that was won."""
    score: float
    """The declarer's mean points of Seeger and Fabian."""


def calibrate(tables: Tables, records: Any) -> list[Row]:
    """Rows by kind of game, then by tenths of the games in the order of their chance."""
    played = records[records[:, p.CHOSEN] >= 0]
    chances = chances_of(tables, played)
    kinds = [*(say("{game}", game=Suit(letter)) for letter in SUITS), GAMES["G"], GAMES["N"]]
    rows = [_row(kind, chances, played, played[:, p.CHOSEN] == i) for i, kind in enumerate(kinds)]
    rows.append(_row(say("all"), chances, played, np.ones(len(played), bool)))
    order = np.argsort(np.argsort(chances, kind="stable"), kind="stable")
    for part in range(PARTS):
        chosen = order * PARTS // max(len(played), 1) == part
        if chosen.any():
            low, high = (100 * float(end) for end in (chances[chosen].min(), chances[chosen].max()))
            label = say("{low:.0f} to {high:.0f} %", low=low, high=high)
            rows.append(_row(label, chances, played, chosen))
    return [row for row in rows if row.games]


def chances_of(tables: Tables, played: Any) -> Any:
    """The chance to win that the tables give to each game."""
    memory = make_memory([0] * PARAMETERS, tables)
    words = played[:, [p.CARDS, p.AWAY, p.CHOSEN, p.SEAT, p.TOOK]]
    return np.array([chance_to_win(memory, *row, int(BIDS[at]))
                     for row, at in zip(words.tolist(), played[:, p.AT], strict=True)])  # fmt: skip


def _row(label: Saying, chances: Any, played: Any, chosen: Any) -> Row:
    games, part = int(chosen.sum()), played[chosen]
    if not games:
        return Row(label, 0, 0.0, 0.0, 0.0, 0.0)
    won = np.where(part[:, p.CHOSEN] == NULL, part[:, p.RESULT] > 0, part[:, p.MADE] >= 61).mean()
    score = (part[:, p.RESULT] + np.where(part[:, p.RESULT] > 0, 50, -50)).mean()
    error = (won * (1 - won) / games) ** 0.5
    return Row(label, games, float(chances[chosen].mean()), float(won), float(error), float(score))
