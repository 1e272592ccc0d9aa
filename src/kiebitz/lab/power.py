"""How many deals do I need? From a small pilot: how much deals differ, and how long they take.

The pilot's deals are not those of the comparison that it plans; only their spread is used.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from pathlib import Path
from statistics import NormalDist
from typing import Any

from kiebitz.agents.session import AgentLike
from kiebitz.amounts import check_number
from kiebitz.errors import BadOption, wrong_type
from kiebitz.lab.asking import Asked, Comparison, agents_named
from kiebitz.lab.results.result import Result
from kiebitz.lab.running import Settings, Watch
from kiebitz.lab.runs.plan import Plan, tournament_plans
from kiebitz.lab.statistics.ratings import expected
from kiebitz.rules.game import Game
from kiebitz.rules.options import Options
from kiebitz.sayings import say

KIND = "pilot"  # of a run
CAREFUL = 0.9  # how sure the larger number of deals is to be enough, for all that a pilot tells of the spread


@dataclass(frozen=True)
class Power:
    """How many deals show a difference, and what they cost."""

    difference: float
    quantity: str  # "points" a game, or "elo"
    confidence: float
    power: float
    deals: int
    careful_deals: int
    """Enough even if the pilot's deals differed less than others do, as they may by chance."""
    games: int
    hours: float
    """On this machine with one worker."""
    spread: float
    """The standard deviation of a deal's difference: in points, or in score."""
    pilot: int
    seed: int | str
    unreduced_deals: int | None = None
    """How many deals it takes without the weights that take luck from the points, if there are some."""


def power(
    game: str | Game,
    one: AgentLike,
    other: AgentLike,
    *,
    difference: float | None = None,
    elo: float | None = None,
    power: float = 0.9,
    confidence: float = 0.95,
    pilot: int = 200,
    seed: int | str | None = None,
    options: Options = None,
    open_world: bool = False,
    reduce: Path | str = "",
    out: Path | str | None = None,
    workers: int = 1,
    executor: str = "auto",
    time_limit: float | None = None,
    trust: bool = False,
    progress: bool | Watch = True,
) -> Power:
    """How many deals two agents must play to show a given difference in points a game, or in Elo.

    ``power``: the probability that the comparison shows it, if it is there. ``pilot``: deals that are played
    now to see how much deals differ and how long they take. ``reduce``: say it for a comparison whose points
    are without the luck that frozen weights take away. The rest is as in ``match``.

    >>> found = power("durak", "smart", "greedy", elo=20, pilot=100, seed=1, progress=False)
    >>> found.deals > 100, found.careful_deals > found.deals
    (True, True)
    """
    check_number("deals of the pilot", pilot, least=10)
    quantity, wanted, target = _wanted(difference, elo)
    if not isinstance(power, float) or not 0.5 <= power < 1:
        raise BadOption(say("The power must lie between 0.5 and 1, such as 0.9, not {given}.", given=power))
    if reduce and quantity == "elo":
        said = say("Luck is taken from points, not from wins: give the difference in points (--difference).")
        raise BadOption(said)
    agents, settings = agents_named([one, other]), Settings(out, workers, executor, time_limit, progress)
    asked = Comparison(
        game, agents, pilot, seed, options, open_world, confidence, trust, settings, reduce=reduce
    )

    def plans(found: Asked) -> tuple[Plan, ...]:
        if len(set(found.agents)) == 1:
            raise BadOption(say("Name two different agents; an agent does not differ from itself."))
        return tournament_plans(*found.rules, found.places)

    run, (result,), _ = asked.played(
        KIND, plans, "power", deals=None, difference=difference, elo=elo, power=power, pilot=pilot
    )
    spread = _spread(result.shares_of(0) if quantity == "elo" else _lead(result, result.counted))
    deals = deals_needed(spread, target, power, confidence)
    careful = deals_needed(spread * _doubt(pilot), target, power, confidence)
    lineups, seed = len(result.match.lineups), run.plans[0].seed
    hours = result.seconds / pilot * deals / 3600
    plain = None
    if result.reduced is not None:
        plain = deals_needed(_spread(_lead(result, result.points)), target, power, confidence)
    return Power(
        wanted,
        quantity,
        confidence,
        power,
        deals,
        careful,
        deals * lineups,
        hours,
        spread,
        pilot,
        seed,
        plain,
    )


def deals_needed(spread: float, difference: float, power: float = 0.9, confidence: float = 0.95) -> int:
    """How many deals show a mean difference in a two-sided t-test with this probability.

    >>> deals_needed(1.0, 0.5, 0.8), deals_needed(1.0, 0.05, 0.8)
    (34, 3142)
    """
    sure, likely = NormalDist().inv_cdf((1 + confidence) / 2), NormalDist().inv_cdf(power)
    return ceil(
        ((sure + likely) * spread / difference) ** 2 + sure**2 / 2
    )  # the last part is Student's price


def _wanted(difference: float | None, elo: float | None) -> tuple[str, float, float]:
    """Which quantity, its difference as it was asked, and the same on the scale of a deal."""
    if (difference is None) == (elo is None):
        raise BadOption(
            say("Give a difference in points a game (--difference) or one in Elo (--elo), one of the two.")
        )
    quantity, given = ("points", difference) if elo is None else ("elo", elo)
    assert given is not None
    if isinstance(given, bool) or not isinstance(given, (int, float)):
        raise wrong_type(say("The difference"), say("a number"), given)
    if not 0 < given < 1e6:
        raise BadOption(say("The difference must be above 0, not {given}.", given=given))
    return quantity, float(given), float(given) if elo is None else expected(given) - 0.5


def _lead(result: Result, points: Any) -> Any:
    """The first agent's points less the other's; rows are deals, columns games."""
    return result.of_agent(0, points) - result.of_agent(1, points)


def _spread(values: Any) -> float:
    spread = float(values.mean(axis=1).std(ddof=1))
    if spread == 0:
        raise BadOption(
            say(
                "In all {n:,} deals of the pilot the agents came out alike, so it tells nothing: "
                "play a larger one (--pilot).",
                n=len(values),
            )
        )
    return spread


def _doubt(pilot: int) -> float:
    """How many times the pilot's spread the true one may be."""
    from scipy.stats import chi2

    return float(((pilot - 1) / chi2.ppf(1 - CAREFUL, pilot - 1)) ** 0.5)
