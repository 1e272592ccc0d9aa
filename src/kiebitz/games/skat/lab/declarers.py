"""What declarers do in the games of a Skat match: whether they win, and the score of a series.

``series_score`` is an agent's score of 36 games, ``series_lead`` how much that is above the scores of the
others at the same tables, ``declarer_wins`` the share of declarers' games that were won, and ``table_score``
a player's score of 36 games of which none is passed in. ``mcnemar`` compares declarers' wins in two matches.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kiebitz.errors import BadOption
from kiebitz.games.skat import DECLARER, VALUE
from kiebitz.lab.results.quantities import Measured, Quantity, values_of
from kiebitz.lab.results.result import Result
from kiebitz.lab.statistics.intervals import binomial_test
from kiebitz.sayings import say

SERIES = 36  # games


def declarer_wins(result: Result, agent: str = "") -> Any:
    """1 where the declarer won, 0 where he lost, nan where all passed; rows are deals, columns line-ups."""
    played = result.measures[:, :, :, DECLARER].any(axis=2)
    return np.where(played, result.measures[:, :, 0, VALUE] > 0, np.nan)


def table_scores(result: Result, agent: str = "") -> Any:
    """36 times the mean points of the three seats, nan where all passed: a player's score of a series."""
    played = ~np.isnan(declarer_wins(result))
    return np.where(played, SERIES * result.points.mean(axis=2), np.nan)


def series_scores(result: Result, agent: str) -> Any:
    """36 times an agent's points."""
    return SERIES * values_of(result, "points", agent).astype(float)


def series_leads(result: Result, agent: str) -> Any:
    """How much better the agent scores than the others at the same tables."""
    names = {player.spec for player in result.match.players}
    mine = values_of(result, "points", agent).astype(float)
    others = [values_of(result, "points", name).astype(float) for name in names - {agent}]
    if not others:
        raise BadOption(say("{agent} plays against itself: it has no lead.", agent=agent))
    return SERIES * (mine - sum(others) / len(others))


class McNemar(Quantity):
    """The p-value of McNemar's exact test for the declarers' wins of two matches.

    It takes all games as independent, so every deal must be played once.
    """

    def measure(self, result: Result, agent: str) -> Measured:
        raise BadOption(say("mcnemar compares two matches: it needs minus and paired = true."))

    def difference(self, one: Result, other: Result, agent: str, other_agent: str) -> Measured:
        if max(len(result.match.lineups) for result in (one, other)) > 1:
            raise BadOption(
                say("mcnemar takes all games as independent: its matches need seatings = 'fixed'.")
            )
        mine, theirs = self.values(one, agent), self.values(other, other_agent)
        gained, lost = int((mine > theirs).sum()), int((mine < theirs).sum())
        return Measured(binomial_test(gained, lost), 0.0, int((~np.isnan(mine + theirs)).sum()))


QUANTITIES = {
    "declarer_wins": Quantity(declarer_wins, is_rate=True, sometimes=True),
    "table_score": Quantity(table_scores, sometimes=True),
    "series_score": Quantity(series_scores),
    "series_lead": Quantity(series_leads),
    "mcnemar": McNemar(declarer_wins),
}
