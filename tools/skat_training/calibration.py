"""Do the winning tables tell the truth? Their chances beside what came of games that were bid by them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kiebitz.games.skat.agents.bidding.chances import chance_to_win, score_of
from kiebitz.games.skat.agents.bidding.tables import Tables
from kiebitz.games.skat.agents.memory import PARAMETERS, make_memory
from kiebitz.games.skat.contracts import GAMES, SUITS
from kiebitz.games.skat.tables import ACES, BIDS, GRAND, JACKS, NULL, TRUMPS
from kiebitz.sayings import Saying, Suit, say
from tools.skat_training import selfplay as p

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
    promised: float
    """The points of Seeger and Fabian that the tables expected of it."""
    score: float
    """The declarer's mean points of Seeger and Fabian."""
    deviation: float
    """The standard error of those."""


def calibrate(tables: Tables, records: Any) -> list[Row]:
    """Rows by kind of game, by kind of hand, then by tenths of the games in the order of their chance."""
    played = records[records[:, p.CHOSEN] >= 0]
    expected = expectations(tables, played)
    kinds = [*(say("{game}", game=Suit(letter)) for letter in SUITS), GAMES["G"], GAMES["N"]]
    rows = [_row(kind, expected, played, played[:, p.CHOSEN] == i) for i, kind in enumerate(kinds)]
    rows.append(_row(say("all"), expected, played, np.ones(len(played), bool)))
    rows += [_row(label, expected, played, chosen) for label, chosen in _kinds_of_hands(played)]
    chances = expected[:, 0]
    order = np.argsort(np.argsort(chances, kind="stable"), kind="stable")
    for part in range(PARTS):
        chosen = order * PARTS // max(len(played), 1) == part
        if chosen.any():
            low, high = (100 * float(end) for end in (chances[chosen].min(), chances[chosen].max()))
            label = say("{low:.0f} to {high:.0f} %", low=low, high=high)
            rows.append(_row(label, expected, played, chosen))
    return [row for row in rows if row.games]


def _kinds_of_hands(played: Any) -> list[tuple[Saying, Any]]:
    """Kinds that are easily judged wrongly, with the games of each."""
    hands, games = played[:, p.CARDS], played[:, p.CHOSEN]
    jacks, aces = (np.array([(int(hand) & cards).bit_count() for hand in hands]) for cards in (JACKS, ACES))
    trumps = np.array(
        [(int(hand) & int(TRUMPS[game])).bit_count() for hand, game in zip(hands, games, strict=True)]
    )
    grand, suit = games == GRAND, games < GRAND
    return [
        (say("Grand without an ace"), grand & (aces == 0)),
        (say("Grand with one ace"), grand & (aces == 1)),
        (say("Grand without a jack"), grand & (jacks == 0)),
        (say("Grand with four jacks and no ace"), grand & (jacks == 4) & (aces == 0)),
        (say("suit with five trumps or fewer"), suit & (trumps <= 5)),
        (say("suit with eight trumps or more"), suit & (trumps >= 8)),
        (say("Hand games"), (played[:, p.TOOK] == 0) & (games != NULL)),
    ]


def expectations(tables: Tables, played: Any) -> Any:
    """For each game the chance to win it that the tables give, and the points that they expect."""
    memory = make_memory([0] * PARAMETERS, tables)
    words = played[:, [p.CARDS, p.AWAY, p.CHOSEN, p.SEAT, p.TOOK]].tolist()
    found = [[ask(memory, *row, int(BIDS[at])) for ask in (chance_to_win, score_of)]
             for row, at in zip(words, played[:, p.AT], strict=True)]  # fmt: skip
    return np.array(found).reshape(-1, 2)


def won_by(played: Any) -> Any:
    """Which games were won, but for the bid: sixty-one points, or in Null no trick."""
    return np.where(played[:, p.CHOSEN] == NULL, played[:, p.RESULT] > 0, played[:, p.MADE] >= 61)


def _row(label: Saying, expected: Any, played: Any, chosen: Any) -> Row:
    games, part = int(chosen.sum()), played[chosen]
    if not games:
        return Row(label, 0, *[0.0] * 6)
    won = float(won_by(part).mean())
    scores = part[:, p.RESULT] + np.where(part[:, p.RESULT] > 0, 50, -50)
    error, deviation = (won * (1 - won) / games) ** 0.5, float(scores.std() / games**0.5)
    chance, promised = (float(mean) for mean in expected[chosen].mean(axis=0))
    return Row(label, games, chance, won, error, promised, float(scores.mean()), deviation)
