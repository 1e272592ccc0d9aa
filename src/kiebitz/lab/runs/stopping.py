"""Rules that stop a match early: how many deals to play before the next look, and what it says.

    run = Run.create("match", (plan,))
    result, why = run.play_until(stopping_rule("elo>10", plan), executor("auto", 2, run.plans))

General rules are sequential tests, ``elo>10`` or ``points>0.1`` (see sequential.py); a game may bring more.
Rules keep nothing between two looks: the result alone decides, however often a run was interrupted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from kiebitz.errors import BadOption
from kiebitz.lab.bench import Bench
from kiebitz.lab.results.result import Result
from kiebitz.lab.runs.plan import Plan
from kiebitz.lab.statistics.sequential import Sequential
from kiebitz.rules.parts import part
from kiebitz.sayings import Saying, joined, say


class Verdict(NamedTuple):
    """Why a match stops, and with how many of the deals that were played."""

    deals: int
    why: Saying | str
    caveat: Saying | str = ""
    """What to think of the rule, whatever it says."""

    @property
    def said(self) -> Saying | str:
        """All of it."""
        return joined(" ", (self.why, self.caveat)) if self.caveat else self.why


class Stopped(NamedTuple):
    """The result of a match that a rule has stopped, and why it did."""

    result: Result
    why: Saying | str


class StoppingRule(Protocol):
    """Decides when two agents have played enough."""

    def looks(self, plan: Plan) -> Iterator[range]:
        """The deals to play before each look, one range after the other, at most to the plan's end."""

    def judge(self, result: Result) -> Verdict | None:
        """The verdict on all deals so far; None to play on."""

    def undecided(self, result: Result) -> Verdict:
        """The verdict when all deals are played and none was found."""


def not_decided(result: Result) -> Verdict:
    """What most rules say at the end."""
    deals = result.match.deals
    return Verdict(deals, say("Not decided within {n:,} deals.", n=deals))


@dataclass(frozen=True)
class SequentialRule:
    """A sequential test that looks at one deal after the other: it always stops at the same one.

    >>> from kiebitz.lab.runs.plan import match_plan
    >>> plan = match_plan("durak", ["greedy", "random"], 1000, seed=1)
    >>> list(SequentialRule("elo>10").looks(plan))[:3]
    [range(0, 100), range(100, 200), range(200, 300)]
    """

    text: str
    reach: float | None = None

    def __post_init__(self) -> None:
        self.test()

    def test(self) -> Sequential:
        """The test at its beginning."""
        return Sequential.parse(self.text, reach=self.reach)

    def looks(self, plan: Plan) -> Iterator[range]:
        first = 0
        while first < plan.deals:
            last = min(plan.deals, first + max(100, first // 4))
            yield range(first, last)
            first = last

    def judge(self, result: Result) -> Verdict | None:
        test = self.test()
        points = result.of_agent(0, result.counted) - result.of_agent(1, result.counted)
        scores = result.shares_of(0) if test.quantity == "elo" else points
        test.update(scores.mean(axis=1))
        return Verdict(test.deals, test.because) if test.decision else None

    def undecided(self, result: Result) -> Verdict:
        return not_decided(result)


def stopping_rule(text: str, plan: Plan) -> StoppingRule:
    """The rule that a text names for a plan: a word of its game, or a sequential test.

    The plans of a tournament differ in their agents only, so one rule does for all of them.

    >>> from kiebitz.lab.runs.plan import match_plan
    >>> stopping_rule("points>0.1", match_plan("durak", ["greedy", "random"], 1000, seed=1))
    SequentialRule(text='points>0.1', reach=0.5)
    """
    game = plan.match.game
    if len(plan.agents) != 2:
        raise BadOption(say("A match that stops when it is decided ({rule}) compares two agents.", rule=text))
    if text in (own := part(game, Bench).stopping):
        return own[text]
    low, high = game.point_range
    try:
        return SequentialRule(text, reach=(high - low) / 4)
    except BadOption as error:
        if not own:
            raise
        words = say("In {game} there is also: {words}.", game=game.name, words=", ".join(own))
        raise BadOption(joined(" ", (error.said, words))) from error
