"""What only a replay tells: how many moves there were to choose from, and the plies that count.

Results keep points and lengths, not moves. Games are the same when they are played again, so the first
deals of a match are.
"""

from __future__ import annotations

from math import log
from typing import Any

import numpy as np

from kiebitz.errors import BadOption
from kiebitz.kernel.state import PHASE, TURN, WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.lab.playing.match import Match
from kiebitz.lab.playing.referee import unit_keys
from kiebitz.lab.results.result import Result
from kiebitz.sayings import say

REPLAYED = 500  # deals
LOGARITHMS, DECISIONS, PLIES = range(3)


def census(result: Result) -> Any:
    """``[deal, line-up, what]``: the logarithms of the choices, summed; the decisions; the plies."""
    match = result.match
    if not match.is_of_the_house:
        raise BadOption(
            say("Choices are counted by playing games again, which only our own compiled agents may do.")
        )
    deals = min(match.deals, REPLAYED)
    found = np.zeros((deals, len(match.lineups), 3))
    for deal in range(deals):
        for lineup in range(len(match.lineups)):
            found[deal, lineup] = _census_of(match, deal, lineup)
    return found


def _census_of(match: Match, deal: int, lineup: int) -> tuple[float, int, int]:
    unit = match.play(deal, lineup)
    kernels, vector = match.game.kernels, _start(match, deal)
    logarithms, decisions, plies = 0.0, 0, 0
    for code in unit.moves:
        choices, decided, counted = match.game.weigh(int(vector[PHASE]), int(kernels.legal(vector)), code)
        logarithms += log(choices)
        decisions += decided
        plies += counted
        kernels.play(vector, code)
    return logarithms, decisions, plies


def first_movers(match: Match) -> Vector:
    """The seat that makes the first move of each deal."""
    return np.array([int(_start(match, deal)[TURN]) for deal in range(match.deals)])


def _start(match: Match, deal: int) -> Vector:
    """The state before the first move of the agents."""
    if opening := match.opening(deal):
        return opening.vector(match.game)
    vector = np.zeros(WORDS, np.int64)
    key, _ = unit_keys(match.roots(0), deal, match.game.seats)
    match.game.machine.begin(vector, key, match.game.option_words)
    return vector
