"""Plans played as stored runs: with which settings, until when, and who watches.

The commands and the functions of the library play by this; they differ in how they show it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from kiebitz.amounts import check_number
from kiebitz.errors import BadOption, wrong_type
from kiebitz.lab.playing.executors import Executor, Here, executor
from kiebitz.lab.playing.match import Block, Keep
from kiebitz.lab.progress import progress
from kiebitz.lab.results.result import Result
from kiebitz.lab.runs.drawn import Question
from kiebitz.lab.runs.plan import Plan
from kiebitz.lab.runs.run import Progress, Run
from kiebitz.lab.runs.stopping import Verdict, stopping_rule
from kiebitz.lab.runs.verify import kept as kept_of
from kiebitz.lab.runs.written import check_same, write_games
from kiebitz.lab.statistics.shares import seat_shares, side_shares
from kiebitz.lab.statistics.watching import Sums
from kiebitz.language.speaking import spoken
from kiebitz.sayings import say
from kiebitz.telling import tell

MOST_WORKERS = 1024
WAITING = 1_000_000  # deals that may wait for further line-ups; those of an earlier session wait in vain
Watch = Callable[[Run, Executor], AbstractContextManager[Callable[[Progress], None]]]
"""Whoever watches a run: entered before the first game, told after every block, left at the end."""


@dataclass(frozen=True)
class Kept:
    """What is kept of a run's games while they are played."""

    keep: Keep
    file: Path | None = None
    """Where it is to be written."""
    force: bool = False
    """Also over a file that is not of the run."""
    found: dict[tuple[int, int, int], Any] = field(default_factory=dict)
    """By plan, deal and line-up."""

    def check(self, run: Run) -> None:
        """Refuse a file of anything else, before the first game."""
        check_same(self.file, run, self.force)

    def write(self, run: Run, result: Result) -> None:
        """Write the file."""
        if self.file:
            write_games(self.file, run, self.of(result), self.force)

    def add(self, news: Progress) -> None:
        for number, block, outcome in news.latest:
            for row, kept in enumerate(outcome.kept):
                self.found[number, block.first + row, block.lineup] = kept

    def of(self, result: Result) -> Iterator[Any]:
        """What is kept of each game, in order; if some were played before, all are played again."""
        match = result.match
        wanted = [(result.number, *game) for game in product(range(match.deals), range(len(match.lineups)))]
        if all(game in self.found for game in wanted):
            return (self.found[game] for game in wanted)
        return played_again(result, self.keep)


@dataclass(frozen=True)
class Settings:
    """How a run is played; none of it changes a result except the time limit, which slow agents feel."""

    out: Path | str | None = None
    workers: int = 1
    executor: str = "auto"
    time_limit: float | None = None
    progress: bool | Watch = True
    kept: Kept | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.out, str | Path | None):
            raise wrong_type(say("The run's folder"), say("a path"), self.out)
        check_number("workers", self.workers, most=MOST_WORKERS)
        if not isinstance(self.executor, str):
            raise wrong_type(say("The executor"), say("a name such as 'auto'"), self.executor)
        limit = self.time_limit
        if limit is not None and (isinstance(limit, bool) or not isinstance(limit, (int, float))):
            raise wrong_type(say("The time limit"), say("a number of seconds"), limit)
        if limit is not None and not 0 <= limit < 1e6:
            raise BadOption(say("The time limit must be 0 (none) or some seconds, not {given}.", given=limit))
        if not isinstance(self.progress, bool) and not callable(self.progress):
            raise wrong_type(
                say("Whoever watches (progress)"), say("True, False or a function"), self.progress
            )

    @property
    def folder(self) -> Path | None:
        """The run's folder; None for one in the usual place."""
        return None if self.out is None else Path(self.out)

    def make_executor(self, *plans: Plan) -> Executor:
        """Who plays these plans."""
        name, _, address = self.executor.partition(":")
        return executor(name, self.workers, plans, address or None)

    @property
    def watch(self) -> Watch:
        """Who watches."""
        if callable(self.progress):
            return self.progress
        return watching if self.progress else _unwatched


def execute(
    kind: str,
    plans: tuple[Plan, ...],
    settings: Settings,
    title: str = "",
    drawn: str = "",
    until: str = "",
    call: str = "",
) -> tuple[Run, list[Verdict]]:
    """Create or continue a run and play what is missing, or each plan until a rule has decided it.

    ``drawn`` is the seed if the user gave none, ``call`` what the user wrote in Python. The verdicts are
    those of the rule, if there is one.
    """
    rule = stopping_rule(until, plans[0]) if until else None
    chosen = settings.make_executor(*plans)
    run = open_run(kind, plans, settings, title, drawn, until, call)
    kept, limit = settings.kept, settings.time_limit
    if kept:
        kept.check(run)
    with closing(chosen), settings.watch(run, chosen) as watch:

        def show(news: Progress) -> None:
            watch(news)
            if kept:
                kept.add(news)

        keep = kept.keep if kept else None
        if rule:
            return run, run.play_each_until(rule, chosen, show, limit, keep)
        run.play(chosen, show, limit, keep=keep)
    return run, []


def open_run(
    kind: str,
    plans: tuple[Plan, ...],
    settings: Settings,
    title: str = "",
    drawn: str = "",
    until: str = "",
    call: str = "",
) -> Run:
    """The run of these plans; where a seed was drawn, the unfinished one of the same question, if any."""
    if settings.folder is None and any(plan.match.live for plan in plans):
        return _in_passing(kind, plans, title, call)
    if all(plan.seed != drawn for plan in plans):
        return Run.create(kind, plans, settings.folder, title, call=call)
    question = Question.of(drawn, kind, plans, until).continued(plans[0].match.game.name, settings.folder)
    seed = question.seed
    plans = tuple(replace(plan, seed=seed) if plan.seed == drawn else plan for plan in plans)
    run = Run.create(kind, plans, settings.folder, title, question.as_dict(), call)
    if settings.progress:
        tell_seed(seed, drawn)
    return run


def tell_seed(seed: int | str, drawn: str) -> None:
    """Say which seed is played where the user gave none."""
    said = say(
        "The seed is {seed} (drawn); the same seed gives the same games."
        if seed == drawn
        else "The seed is {seed} (that of the unfinished run); the same seed gives the same games.",
        seed=seed,
    )
    tell(said, sys.stderr)


def _in_passing(kind: str, plans: tuple[Plan, ...], title: str, call: str) -> Run:
    """A run that nobody can go on with, because only this process has its agents: it ends with its object."""
    folder: TemporaryDirectory[str] = TemporaryDirectory(prefix="kiebitz-", ignore_cleanup_errors=True)
    place = Path(folder.name) / f"{kind}-{plans[0].match.game.name}"
    run = Run.create(kind, plans, place, title, call=call)
    run.folder_of_its_own = folder
    return run


def call_text(function: str, *arguments: object, **options: object) -> str:
    """A call of the library as it is written, without what says nothing.

    >>> call_text("match", "durak", "greedy", "random", deals=200, seed=None, until="", open_world=False)
    "kiebitz.match('durak', 'greedy', 'random', deals=200)"
    """
    said = {name: value for name, value in options.items() if value is not None and value is not False}
    given = [f"{name}={value!r}" for name, value in said.items() if value != ""]
    return f"kiebitz.{function}({', '.join([*map(repr, arguments), *given])})"


def played_again(result: Result, keep: Keep, workers: int = 1) -> Iterator[Any]:
    """The games of a result played again, and of each what is to be kept."""
    run = result.run
    if run is None:
        raise BadOption(say("Only the games of a run can be played again, and this result is of none."))
    if not run.is_ours:
        run.check_streams()
    plan = replace((run.plans if run.is_ours else run.playable())[result.number], deals=result.match.deals)
    with closing(executor("auto", workers, [plan])) as chosen:
        yield from kept_of(plan, chosen, keep, run.time_limit)


# -- who watches ---------------------------------------------------------------------------------------------


@contextmanager
def _unwatched(run: Run, chosen: Executor) -> Iterator[Callable[[Progress], None]]:
    yield lambda news: None


@contextmanager
def watching(run: Run, chosen: Executor) -> Iterator[Callable[[Progress], None]]:
    """Show progress on standard error; an interrupt says what is kept."""
    with progress("games", run.total, run.done) as show:
        estimate = Estimate(run.plans[0])

        def follow(news: Progress) -> None:
            estimate.add(news)
            show(news.done, estimate)

        try:
            yield follow
        except KeyboardInterrupt:
            if not isinstance(chosen, Here):
                said = say(
                    "{n:,} of {of:,} games are stored; the same call goes on.", n=run.done, of=run.total
                )
                tell(said, sys.stderr)
            raise


class Estimate:
    """How the first agent of a plan stands so far, with an interval that holds at every look.

    Only deals that were played in all line-ups count: their games are not independent.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan, self.match = plan, plan.match
        self.sums = Sums(0.5)
        self._first = 0  # the first deal of those that wait for further line-ups
        self._shares, self._missing = np.zeros(0), np.zeros(0, np.int64)

    def add(self, progress: Progress) -> None:
        for number, block, outcome in progress.latest:
            if number == 0:
                seats = seat_shares(self.match.game, outcome.points, outcome.losers)
                lineup, agents = self.match.lineups[block.lineup], len(self.match.players)
                self._take(block, side_shares(seats, outcome.losers, lineup, agents)[:, 0])

    def _take(self, block: Block, shares: Any) -> None:
        """Take a block's shares of the win; deals that are complete with it are counted."""
        if block.first < self._first or block.lineup not in self._present:
            return  # of a deal that was given up, or without the agent
        where = slice(block.first - self._first, block.first - self._first + block.count)
        if (more := where.stop - len(self._shares)) > 0:
            self._shares = np.append(self._shares, np.zeros(more))
            self._missing = np.append(self._missing, np.full(more, len(self._present)))
        self._shares[where] += shares
        self._missing[where] -= 1
        complete = np.flatnonzero(self._missing[where] == 0) + where.start
        self.sums.add(self._shares[complete] / len(self._present))
        waiting = np.flatnonzero(self._missing > 0)
        passed = max(waiting[0] if len(waiting) else len(self._shares), len(self._shares) - WAITING)
        self._first += int(passed)
        self._shares, self._missing = self._shares[passed:], self._missing[passed:]

    @cached_property
    def _present(self) -> frozenset[int]:
        """The line-ups with the first agent and others."""
        lineups = enumerate(self.match.lineups)
        return frozenset(number for number, lineup in lineups if 0 in lineup and len(set(lineup)) > 1)

    def __str__(self) -> str:
        found, agent = self.sums.watched(), self.plan.agents[0]
        if not found.deals:
            return ""
        said = say(
            "{share:.1%} [{low:.1%}, {high:.1%}] for {agent}",
            share=found.mean,
            low=max(0.0, found.low),
            high=min(1.0, found.high),
            agent=agent,
        )
        return spoken(said)
