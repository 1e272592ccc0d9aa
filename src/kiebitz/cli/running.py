"""What the commands that play many games share: settings, live progress, and the run itself."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_type_hints

import typer

from kiebitz.amounts import check_number
from kiebitz.cli.interrupts import interruptible
from kiebitz.cli.progress import progress
from kiebitz.errors import BadOption
from kiebitz.language.speaking import spoken
from kiebitz.sayings import Saying, say
from kiebitz.telling import tell

if TYPE_CHECKING:
    from kiebitz.lab.playing.executors import Executor
    from kiebitz.lab.playing.match import Keep
    from kiebitz.lab.results.result import Result
    from kiebitz.lab.runs.line import Line
    from kiebitz.lab.runs.plan import Plan
    from kiebitz.lab.runs.run import Progress, Run
    from kiebitz.lab.runs.stopping import Verdict

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
    from kiebitz.lab.statistics.intervals import quantile

    quantile(value)
    return value


CONFIDENCE = typer.Option(0.95, callback=_confidence, help="Of the intervals.")
UNTIL = typer.Option("", help="Stop when this is decided: 'elo>10', 'points>0.1', or a game's own rule.")
OPEN_WORLD = typer.Option(False, "--open-world", help="Every player sees everything.")


@dataclass(frozen=True)
class Settings:
    """How a run is played; none of it changes a result except the time limit, which slow agents feel."""

    out: Path | None = None
    workers: int = 1
    executor: str = "auto"
    time_limit: float | None = None
    quiet: bool = False

    def __post_init__(self) -> None:
        check_number("workers", self.workers, most=MOST_WORKERS)
        if self.time_limit is not None and not 0 <= self.time_limit < 1e6:
            raise BadOption(
                say("The time limit must be 0 (none) or some seconds, not {given}.", given=self.time_limit)
            )

    def make_executor(self, *plans: Plan) -> Executor:
        """Who plays these plans."""
        from kiebitz.lab.playing.executors import executor

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


def execute(
    kind: str,
    plans: tuple[Plan, ...],
    settings: Settings,
    title: str = "",
    drawn: str = "",
    lines: bool = False,
) -> Run:
    """Create or continue a run and play what is missing; ``drawn`` is the seed if the user gave none."""
    chosen = settings.make_executor(*plans)
    run = open_run(kind, plans, settings, title, drawn)
    with _playing(run, chosen, settings.quiet, lines) as show:
        run.play(chosen, show, settings.time_limit)
    return run


def open_run(
    kind: str, plans: tuple[Plan, ...], settings: Settings, title: str = "", drawn: str = "", until: str = ""
) -> Run:
    """The run of these plans; where a seed was drawn, the unfinished one of the same command, if any."""
    from kiebitz.lab.runs.drawn import Question
    from kiebitz.lab.runs.run import Run

    if all(plan.seed != drawn for plan in plans):
        return Run.create(kind, plans, settings.out, title)
    question = Question.of(drawn, kind, plans, until).continued(plans[0].match.game.name, settings.out)
    seed = question.seed
    plans = tuple(replace(plan, seed=seed) if plan.seed == drawn else plan for plan in plans)
    run = Run.create(kind, plans, settings.out, title, question.as_dict())
    said = say(
        "The seed is {seed} (drawn); --seed {seed} gives the same games."
        if seed == drawn
        else "The seed is {seed} (that of the unfinished run); --seed {seed} gives the same games.",
        seed=seed,
    )
    tell(said, sys.stderr)
    return run


def execute_until(
    kind: str,
    plans: tuple[Plan, ...],
    settings: Settings,
    until: str,
    drawn: str = "",
    lines: bool = False,
) -> tuple[Run, list[Verdict]]:
    """Play matches of two agents, each until a rule has decided it; the run, and why each stopped."""
    from kiebitz.lab.runs.stopping import stopping_rule

    rule, chosen = stopping_rule(until, plans[0]), settings.make_executor(*plans)
    run = open_run(kind, plans, settings, drawn=drawn, until=until)
    with _playing(run, chosen, settings.quiet, lines) as show:
        return run, run.play_each_until(rule, chosen, show, settings.time_limit)


def played_again(plan: Plan, settings: Settings, keep: Keep) -> Iterator[Any]:
    """The games of a match, played again and written down."""
    from kiebitz.lab.runs.verify import kept

    with closing(settings.make_executor(plan)) as executor:
        yield from kept(plan, executor, keep, settings.time_limit)


@contextmanager
def _playing(run: Run, executor: Executor, quiet: bool, lines: bool) -> Iterator[Callable[[Progress], None]]:
    """Show a run's progress; Ctrl-C and SIGTERM end it with one sentence, and what was played is kept.

    Lines for finished games, those of earlier sessions first, take the place of the bar.
    """

    def kept() -> Saying:
        return say("{n:,} of {of:,} games are stored; the same command goes on.", n=run.done, of=run.total)

    with (
        closing(executor),
        interruptible(kept, at_once=lambda: executor.name == "threads"),
        progress("games", run.total, run.done, quiet or lines) as show,
    ):
        estimate = Estimate(run.plans[0])

        for line in run.games() if lines else ():
            _print_line(line)

        def follow(news: Progress) -> None:
            if lines:
                for line in news.lines(run.plans):
                    _print_line(line)
            elif not quiet:
                estimate.add(news)
                show(news.done, estimate)

        yield follow


def _print_line(line: Line) -> None:
    print(spoken(line.said), file=sys.stderr, flush=True)


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
        from kiebitz.lab.statistics.shares import seat_shares, side_shares

        for number, block, outcome in progress.latest:
            if number == 0:
                seats = seat_shares(self.match.game, outcome.points, outcome.losers)
                lineup, agents = self.match.lineups[block.lineup], len(self.match.players)
                shares = side_shares(seats, outcome.losers, lineup, agents)[:, 0]
                self.share += float(shares.sum())
                self.games += len(shares)

    def __str__(self) -> str:
        from kiebitz.lab.statistics.intervals import wilson

        low, high = wilson(self.share, self.games)
        said = say(
            "{share:.1%} [{low:.1%}, {high:.1%}] for {agent}",
            share=self.share / max(self.games, 1),
            low=low,
            high=high,
            agent=self.plan.agents[0],
        )
        return spoken(said)
