"""What the commands that play many games share: settings, live progress, and the run itself."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import TYPE_CHECKING, get_type_hints

import typer

from kiebitz.amounts import check_number
from kiebitz.cli.interrupts import interruptible
from kiebitz.cli.progress import progress
from kiebitz.errors import BadOption
from kiebitz.telling import tell

if TYPE_CHECKING:
    from kiebitz.lab.executors import Executor
    from kiebitz.lab.match import Keep
    from kiebitz.lab.plan import Plan
    from kiebitz.lab.result import Result
    from kiebitz.lab.run import Progress, Run

TIME_LIMIT = typer.Option(
    None, help="Seconds that an agent in Python has for a move; 0 for any. Bots from files: 30 if not given."
)
SETTINGS = {
    "out": typer.Option(None, "--out", help="The run's folder; the same command goes on with what is there."),
    "workers": typer.Option(1, "--workers", "-w", help="How many threads or processes play."),
    "executor": typer.Option("auto", help="auto, threads, processes or dask (or dask:ADDRESS)."),
    "time_limit": TIME_LIMIT,
    "quiet": typer.Option(False, "--quiet", "-q", help="Show no progress."),
}
MOST_WORKERS = 1024
STRICT = typer.Option(False, "--strict", help="Exit with 1 if an agent failed in any game.")


def _confidence(value: float) -> float:
    """Refuse a confidence before anything is played for it."""
    from kiebitz.lab.statistics import quantile

    quantile(value)
    return value


CONFIDENCE = typer.Option(0.95, callback=_confidence, help="Of the intervals.")
OPEN_WORLD = typer.Option(False, "--open-world", help="Every player sees everything.")


@dataclass(frozen=True)
class Settings:
    """How a run is played; none of it changes a result but the time limit, which slow agents feel."""

    out: Path | None = None
    workers: int = 1
    executor: str = "auto"
    time_limit: float | None = None
    quiet: bool = False

    def __post_init__(self) -> None:
        check_number("workers", self.workers, most=MOST_WORKERS)
        if self.time_limit is not None and not 0 <= self.time_limit < 1e6:
            raise BadOption(f"The time limit must be 0 (none) or some seconds, not {self.time_limit}.")

    def player(self, *plans: Plan) -> Executor:
        """Who plays these plans."""
        from kiebitz.lab.executors import executor

        name, _, address = self.executor.partition(":")
        return executor(name, self.workers, plans, address or None)


def with_settings(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of a run: what the user chose comes as one value, ``settings``."""
    kinds = get_type_hints(Settings)
    own = [one for one in signature(command, eval_str=True).parameters.values() if one.name != "settings"]
    added = [Parameter(n, Parameter.KEYWORD_ONLY, default=SETTINGS[n], annotation=kinds[n]) for n in SETTINGS]

    @wraps(command)
    def with_options(**chosen: object) -> None:
        settings = Settings(**{name: chosen.pop(name) for name in SETTINGS})  # type: ignore[arg-type]
        command(settings=settings, **chosen)

    parameters = [*own, *added]
    with_options.__signature__ = signature(command).replace(parameters=parameters)  # type: ignore[attr-defined]
    with_options.__annotations__ = {one.name: one.annotation for one in parameters}
    return with_options


def with_open_world(options: str, open_world: bool) -> str:
    return ",".join(filter(None, [options, "open_world=on" if open_world else ""]))


def execute(kind: str, plans: tuple[Plan, ...], settings: Settings, title: str = "", drawn: str = "") -> Run:
    """Create or continue a run and play what is missing; ``drawn`` is the seed if the user gave none."""
    chosen = settings.player(*plans)
    run = open_run(kind, plans, settings, title, drawn)
    with _playing(run, chosen, settings.quiet) as show:
        run.play(chosen, show, settings.time_limit)
    return run


def open_run(
    kind: str, plans: tuple[Plan, ...], settings: Settings, title: str = "", drawn: str = "", until: str = ""
) -> Run:
    """The run of these plans; where a seed was drawn, the unfinished one of the same command, if any."""
    from kiebitz.lab.drawn import Question
    from kiebitz.lab.run import Run

    if all(plan.seed != drawn for plan in plans):
        return Run.create(kind, plans, settings.out, title)
    question = Question.of(drawn, kind, plans, until).continued(plans[0].match.game.name, settings.out)
    seed = question.seed
    plans = tuple(replace(plan, seed=seed) if plan.seed == drawn else plan for plan in plans)
    run = Run.create(kind, plans, settings.out, title, question.as_dict())
    how = "drawn" if seed == drawn else "that of the unfinished run"
    tell(f"The seed is {seed} ({how}); --seed {seed} gives the same games.", sys.stderr)
    return run


def execute_until(plan: Plan, settings: Settings, rule: str, drawn: str = "") -> tuple[Result, str]:
    """Play a match of two agents until a sequential test has decided; the result and why it stopped.

    The test looks at one deal after the other, so it stops at the same deal at any number of workers.
    """
    from kiebitz.lab.sequential import Sequential

    if len(plan.agents) != 2:
        raise BadOption("--until compares two agents.")
    if rule == "published":
        return _execute_published(plan, settings, drawn)
    low, high = plan.match.game.point_range
    test = Sequential.parse(rule, reach=(high - low) / 4)
    chosen = settings.player(plan)
    run = open_run("match", (plan,), settings, drawn=drawn, until=rule)
    (plan,) = run.plans
    first = 0
    with _playing(run, chosen, settings.quiet) as show:
        while first < plan.deals and not test.decision:
            last = min(plan.deals, first + max(100, first // 4))
            run.play(chosen, show, settings.time_limit, (first, last))
            result = run.ledger.result(0, replace(plan, deals=last).match)
            points = result.of_agent(0, result.points) - result.of_agent(1, result.points)
            scores = result.shares_of(0) if test.quantity == "elo" else points
            test.update(scores[first:last].mean(axis=1))
            first = last
    why = test.because if test.decision else f"Not decided within {plan.deals:,} deals."
    run.settle(test.deals, why)
    return run.result(), why


def _execute_published(plan: Plan, settings: Settings, drawn: str) -> tuple[Result, str]:
    """Play on as the published Durak tournament does: 500 games more until 50 % is excluded."""
    from kiebitz.lab.sequential import LOOK, published_rule
    from kiebitz.lab.statistics import wilson

    chosen = settings.player(plan)
    run = open_run("match", (plan,), settings, drawn=drawn, until="published")
    (plan,) = run.plans
    last, undecided = 0, True
    with _playing(run, chosen, settings.quiet) as show:
        while undecided and last < plan.deals:
            first, last = last, min(plan.deals, last + LOOK // len(plan.lineups))
            run.play(chosen, show, settings.time_limit, (first, last))
            score = run.ledger.result(0, replace(plan, deals=last).match).scores()[0]
            undecided = published_rule(score.wins, score.losses, score.draws)
    low, high = wilson(score.wins, score.wins + score.losses, 0.98)
    if low <= 0.5 <= high:
        verdict = "the 98 % interval has 50 % in it, so they count as equally strong"
    else:
        verdict = f"50 % is outside of the 98 % interval, {plan.agents[int(high < 0.5)]} is better"
    why = (
        f"Stopped after {last * len(plan.lineups):,} games: {verdict}. One look after the other makes that "
        "interval too narrow: of equally strong agents one is called better in 11 % of such matches."
    )
    run.settle(last, why)
    return run.result(), why


def played_again(plan: Plan, settings: Settings, keep: Keep) -> Iterator[str]:
    """The games of a match, played again and written down."""
    from kiebitz.lab.verify import kept

    with closing(settings.player(plan)) as player:
        yield from kept(plan, player, keep, settings.time_limit)


@contextmanager
def _playing(run: Run, executor: Executor, quiet: bool) -> Iterator[Callable[[Progress], None]]:
    """Show how far a run is; Ctrl-C and SIGTERM end it with one sentence, and what was played is kept."""

    def kept() -> str:
        return f"{run.done:,} of {run.total:,} games are stored; the same command goes on."

    with (
        closing(executor),
        interruptible(kept, at_once=lambda: executor.name == "threads"),
        progress("games", run.total, run.done, quiet) as show,
    ):
        estimate = Estimate(run.plans[0])

        def follow(news: Progress) -> None:
            if not quiet:
                estimate.add(news)
                show(news.done, estimate)

        yield follow


def exit_on_failures(results: Sequence[Result], strict: bool = False) -> None:
    """End with 1 if an agent failed in most of its games, which is also said; if strict, in any."""
    for result in results:
        for sentence in result.mostly_failed():
            tell(sentence, sys.stderr)
            strict = True
    if strict and any(result.reasons for result in results):
        raise typer.Exit(1)


class Estimate:
    """How the first agent of a plan stands so far, with its interval."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.match = plan, plan.match
        self.share, self.games = 0.0, 0

    def add(self, progress: Progress) -> None:
        from kiebitz.lab.sides import seat_shares, side_shares

        for number, block, outcome in progress.latest:
            if number == 0:
                seats = seat_shares(self.match.game, outcome.points, outcome.losers)
                lineup, agents = self.match.lineups[block.lineup], len(self.match.players)
                shares = side_shares(seats, outcome.losers, lineup, agents)[:, 0]
                self.share += float(shares.sum())
                self.games += len(shares)

    def __str__(self) -> str:
        from kiebitz.lab.statistics import wilson

        low, high = wilson(self.share, self.games)
        return f"{self.share / max(self.games, 1):.1%} [{low:.1%}, {high:.1%}] for {self.plan.agents[0]}"
