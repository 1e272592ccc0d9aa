"""What a cell of a report can measure, each with its standard error over deals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import exp, nan, sqrt
from typing import Any, NamedTuple

import numpy as np

from kiebitz.errors import BadOption, UnknownName
from kiebitz.lab.bench import Bench
from kiebitz.lab.results.census import DECISIONS, LOGARITHMS, PLIES, census, first_movers
from kiebitz.lab.results.result import Result
from kiebitz.lab.statistics.duplicate import paired
from kiebitz.lab.statistics.intervals import binomial_test, clustered, two_proportions
from kiebitz.rules.parts import part
from kiebitz.sayings import say

SCORE = ("score", "points")  # two words for the same
GENERAL = (
    "win_rate",
    "score",
    "draw_rate",
    "plies",
    "first_seat_wins",
    "won_rate",
    "decided_rate",
    "first_mover_wins",
    "first_mover_decided",
    "branching",
    "counted_plies",
    "abs_points=N",
    "significant_win",
    "p_value",
    "p_value_deals",
    "seconds_per_game",
    "ms_per_move",
)
RATES = frozenset(["win_rate", "draw_rate", "first_seat_wins", "won_rate", "decided_rate",
                   "first_mover_wins", "first_mover_decided"])  # fmt: skip
SIGNIFICANT = "significant_win"
P_VALUE = "p_value"
P_VALUE_DEALS = "p_value_deals"
ALPHA = 0.05  # below this p-value a difference is called significant
SPREAD = "_sd"  # after a quantity's name: its standard deviation over games


class Measured(NamedTuple):
    """A figure with its standard error and the games behind it."""

    value: float
    error: float
    games: int
    deals: int | None = None  # from whose spread the error comes; None for what is exact or has no error
    is_rate: bool = False  # is it a rate that a game brings?


@dataclass(frozen=True)
class Quantity:
    """A quantity that a game brings: its value in each game, rows are deals and columns line-ups."""

    values: Callable[[Result, str], Any]
    is_rate: bool = False
    """Does it lie between 0 and 1 in every game?"""
    sometimes: bool = False
    """Are there games that say nothing about it? Their value is nan."""

    def measure(self, result: Result, agent: str) -> Measured:
        """Its mean over the games."""
        return self._mean(self.values(result, agent))

    def difference(self, one: Result, other: Result, agent: str, other_agent: str) -> Measured:
        """One match minus another on the same deals, game by game."""
        return self._mean(self.values(one, agent) - self.values(other, other_agent))

    def _mean(self, values: Any) -> Measured:
        return (_played if self.sometimes else _mean)(values)._replace(is_rate=self.is_rate)


def is_rate(quantity: str) -> bool:
    """Does it lie between 0 and 1 in every game?"""
    return quantity in RATES or quantity.startswith("abs_points=")


def measure(result: Result, quantity: str, agent: str = "") -> Measured:
    """A quantity of a result.

    ``win_rate``, ``score`` (mean points) and the game's own measures belong to an agent; ``draw_rate``,
    ``plies``, ``first_seat_wins`` and ``abs_points=N`` (games decided by N points) to the match. With
    ``_sd`` appended, as in ``score_sd``, the standard deviation of a quantity over games is meant.
    ``significant_win`` is 1 if the agent has won significantly more than half of the games, else 0;
    ``p_value`` is that of the two-sided test behind it, as papers use it: all games count as independent,
    which games of one deal are not. ``p_value_deals`` is that of a test over deals.

    ``won_rate`` counts only whole wins, ``decided_rate`` those among the games that were not drawn, and
    ``first_mover_wins`` and ``first_mover_decided`` those of the seat that makes a deal's first move.
    ``branching`` (the geometric mean of the number of choices) and ``counted_plies`` come from playing the
    first deals again. ``seconds_per_game`` is the processor time of all players together, ``ms_per_move``
    that of an agent.

    A game may bring quantities of its own, as Skat brings ``declarer_wins``.
    """
    if quantity in (own := part(result.match.game, Bench).quantities):
        return own[quantity].measure(result, agent)
    if quantity in COMPOUND:
        return COMPOUND[quantity](result, agent)
    if quantity == SIGNIFICANT:
        return _significant(values_of(result, "win_rate", agent))
    if quantity == P_VALUE:
        return _p_value(values_of(result, "win_rate", agent))
    if quantity == P_VALUE_DEALS:
        return p_value_over_deals(result, agent)
    values = values_of(result, quantity.removesuffix(SPREAD), agent).astype(float)
    if quantity.endswith(SPREAD):
        return _spread(values)
    return _mean(values)


def _mean(values: Any) -> Measured:
    """The mean over games; rows are deals."""
    return Measured(*clustered(values), values.size, len(values))


def _decided(result: Result, agent: str) -> Measured:
    shares = values_of(result, "win_rate", agent)
    return _ratio(shares == 1, (shares == 1) | (shares == 0))


def _first_mover(result: Result, agent: str) -> Measured:
    won = _of_first_mover(result) == 1
    return _mean(won.astype(float))


def _first_mover_decided(result: Result, agent: str) -> Measured:
    shares = _of_first_mover(result)
    return _ratio(shares == 1, (shares == 1) | (shares == 0))


def _of_first_mover(result: Result) -> Any:
    """The share of the win of the seat that makes the first move, in each game."""
    return result.shares[np.arange(result.match.deals), :, first_movers(result.match)]


def _branching(result: Result, agent: str) -> Measured:
    found = census(result)
    mean, error, decisions, deals, _ = _ratio(found[:, :, LOGARITHMS], found[:, :, DECISIONS])
    return Measured(exp(mean), exp(mean) * error, decisions, deals)


def _counted_plies(result: Result, agent: str) -> Measured:
    return _mean(census(result)[:, :, PLIES])


def _ratio(over: Any, under: Any) -> Measured:
    """A ratio of sums over deals, with the error of the ratio of two means."""
    over, under = over.astype(float), under.astype(float)
    if not under.sum():
        return Measured(nan, nan, 0, 0)
    value = over.sum() / under.sum()
    _, error = clustered(over - value * under)
    deals = int(under.any(axis=1).sum())  # the others say nothing of the ratio
    return Measured(float(value), error / float(under.mean()), int(under.sum()), deals)


def _seconds(result: Result, agent: str) -> Measured:
    moves = max(int(result.moves.sum()), 1)
    games = result.plies.size
    return Measured(float(result.spent.sum()) / moves * float(result.plies.sum()) / games, nan, games)


def _milliseconds(result: Result, agent: str) -> Measured:
    place = result.number_of(agent)
    moves = int(result.moves[place])
    return Measured(1000 * float(result.spent[place]) / max(moves, 1), nan, result.plies.size)


def _played(values: Any) -> Measured:
    """The mean over the games that were played: nan marks the others."""
    return _ratio(np.nan_to_num(values), ~np.isnan(values))


def difference(one: Result, other: Result, quantity: str, agent: str, other_agent: str) -> Measured:
    """One match minus another on the same deals, game by game, so that what they share cancels."""
    if quantity in (own := part(one.match.game, Bench).quantities):
        return own[quantity].difference(one, other, agent, other_agent)
    values = values_of(one, quantity, agent).astype(float) - values_of(other, quantity, other_agent)
    return _mean(values)


def p_value_between(one: Result, other: Result, agent: str, other_agent: str) -> Measured:
    """The z-test that two agents win equally often in two matches, as papers use it: see ``_p_value``."""
    mine, theirs = values_of(one, "win_rate", agent), values_of(other, "win_rate", other_agent)
    value = two_proportions(float(mine.sum()), mine.size, float(theirs.sum()), theirs.size)
    return Measured(value, 0.0, min(mine.size, theirs.size))


COMPOUND = {
    "seconds_per_game": _seconds,
    "ms_per_move": _milliseconds,
    "decided_rate": _decided,
    "first_mover_wins": _first_mover,
    "first_mover_decided": _first_mover_decided,
    "branching": _branching,
    "counted_plies": _counted_plies,
}


def _p_value(shares: Any) -> Measured:
    """The exact two-sided binomial test, as papers use it: all games count as independent."""
    return Measured(binomial_test(int((shares == 1).sum()), int((shares == 0).sum())), 0.0, shares.size)


def p_value_over_deals(result: Result, agent: str) -> Measured:
    """The same question asked of deals, whose games are not independent: a paired test of the win rate."""
    shares = values_of(result, "win_rate", agent)
    return Measured(paired(shares, np.full(shares.shape, 0.5)).p, 0.0, shares.size)


def _significant(shares: Any) -> Measured:
    better = shares.mean() > 0.5 and _p_value(shares).value < ALPHA
    return Measured(float(better), 0.0, shares.size)


def _spread(values: Any) -> Measured:
    """The standard deviation; its error is that of the variance, carried over by the root's slope."""
    variance, error = clustered((values - values.mean()) ** 2)
    deviation = sqrt(variance)
    return Measured(deviation, error / (2 * deviation) if deviation else 0.0, values.size, len(values))


def values_of(result: Result, quantity: str, agent: str) -> Any:
    """The quantity in each game: rows are deals, columns line-ups."""
    if quantity == "draw_rate":
        return result.drawn
    if quantity == "plies":
        return result.plies
    if quantity == "first_seat_wins":
        return result.shares_at(0)
    if quantity.startswith("abs_points="):
        return np.abs(result.points).max(axis=2) == _whole(quantity)
    measures, own = result.match.game.measures, part(result.match.game, Bench).quantities
    if quantity not in (*GENERAL, *SCORE, *measures, *own):
        raise _unknown(result, quantity)
    place = result.number_of(agent)
    if quantity == "win_rate":
        return result.shares_of(place)
    if quantity == "won_rate":
        return result.shares_of(place) == 1
    if quantity in SCORE:
        return result.of_agent(place, result.points)
    if quantity in measures:
        return result.of_agent(place, result.measures[:, :, :, measures.index(quantity)])
    if quantity in own:
        return own[quantity].values(result, agent)
    raise _unknown(result, quantity)


def _unknown(result: Result, quantity: str) -> UnknownName:
    game = result.match.game
    kind = say("quantity in {game}", game=game.name)
    return UnknownName(kind, quantity, (*GENERAL, *game.measures, *part(game, Bench).quantities))


def _whole(quantity: str) -> int:
    name, _, number = quantity.partition("=")
    if not number.isdecimal():
        raise BadOption(
            say("{name} needs a whole number behind the sign =, not {given}.", name=name, given=repr(number))
        )
    return int(number)
