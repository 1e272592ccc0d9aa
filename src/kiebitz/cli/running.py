"""What the commands that play many games share: settings, and how a run is shown while it is played."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial, wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_type_hints

import typer

from kiebitz.cli.common import DRAWN_SEED, OPTIONS, given_seed
from kiebitz.cli.guarding import ISOLATE, TRUST, obey
from kiebitz.cli.interrupts import interruptible
from kiebitz.language.speaking import spoken
from kiebitz.sayings import Saying, say
from kiebitz.telling import tell

if TYPE_CHECKING:
    from kiebitz.lab.playing.executors import Executor
    from kiebitz.lab.results.result import Result
    from kiebitz.lab.runs.line import Line
    from kiebitz.lab.runs.run import Progress, Run

STRICT = typer.Option(False, "--strict", help="Exit with 1 if an agent failed in any game.")


def _confidence(value: float) -> float:
    """Refuse a confidence before anything is played for it."""
    from kiebitz.lab.statistics.intervals import check_confidence

    check_confidence(value)
    return value


CONFIDENCE = typer.Option(0.95, callback=_confidence, help="Of the intervals.")
UNTIL = typer.Option("", help="Stop when this is decided: 'elo>10', 'points>0.1', or a game's own rule.")
REDUCE = typer.Option(
    "", help="Take luck from the points by frozen weights: a file (see 'kiebitz freeze'), or 'own'."
)
OPEN_WORLD = typer.Option(False, "--open-world", help="Every player sees everything.")
TIME_LIMIT = typer.Option(
    None, help="Seconds that an agent in Python has for a move; 0 for any. Bots from files: 30 if not given."
)
SETTINGS = {
    "seed": DRAWN_SEED,
    "options": OPTIONS,
    "open_world": OPEN_WORLD,
    "confidence": CONFIDENCE,
    "out": typer.Option(None, "--out", help="The run's folder; the same command goes on with what is there."),
    "workers": typer.Option(1, "--workers", "-w", help="How many threads or processes play."),
    "executor": typer.Option("auto", help="auto, threads, processes or dask (or dask:ADDRESS)."),
    "time_limit": TIME_LIMIT,
    "trust": TRUST,
    "isolate": ISOLATE,
    "quiet": typer.Option(False, "--quiet", "-q", help="Show no progress."),
}


@dataclass(frozen=True)
class Settings:
    """The options of a run as the user chose them."""

    out: Path | None = None
    workers: int = 1
    executor: str = "auto"
    time_limit: float | None = None
    trust: bool = False
    isolate: bool = False
    quiet: bool = False

    def arguments(self, lines: bool = False) -> dict[str, Any]:
        """The same as arguments of the library's functions; ``lines`` takes the place of the bar."""
        watch = partial(_playing, self.quiet, lines)
        return {
            "out": self.out,
            "workers": self.workers,
            "executor": self.executor,
            "time_limit": self.time_limit,
            "progress": watch,
        }


@dataclass(frozen=True)
class Comparison(Settings):
    """The options of a run that compares agents, and of what they play."""

    seed: str | None = None
    options: str = ""
    open_world: bool = False
    confidence: float = 0.95

    def arguments(self, lines: bool = False) -> dict[str, Any]:
        asked = {
            "seed": given_seed(self.seed),
            "options": self.options,
            "open_world": self.open_world,
            "confidence": self.confidence,
        }
        return {**super().arguments(lines), **asked}


def with_settings(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of a run: what the user chose comes as one value, ``settings``.

    Its type says which options these are.
    """
    asked = dict(signature(command, eval_str=True).parameters)
    kind = asked.pop("settings").annotation
    kinds = get_type_hints(kind)
    names = [name for name in SETTINGS if name in kinds]
    added = [Parameter(n, Parameter.KEYWORD_ONLY, default=SETTINGS[n], annotation=kinds[n]) for n in names]

    @wraps(command)
    def with_options(**chosen: object) -> None:
        settings = kind(**{name: chosen.pop(name) for name in names})
        obey(settings.trust, settings.isolate)
        command(settings=settings, **chosen)

    parameters = [*asked.values(), *added]
    with_options.__signature__ = signature(command).replace(parameters=parameters)  # type: ignore[attr-defined]
    with_options.__annotations__ = {one.name: one.annotation for one in parameters}
    return with_options


@contextmanager
def _playing(quiet: bool, lines: bool, run: Run, executor: Executor) -> Iterator[Callable[[Progress], None]]:
    """Show a run's progress; Ctrl-C and SIGTERM end it with one sentence, and what was played is kept.

    Lines for finished games, those of earlier sessions first, take the place of the bar.
    """

    def kept() -> Saying:
        return say("{n:,} of {of:,} games are stored; the same command goes on.", n=run.done, of=run.total)

    from kiebitz.lab.progress import progress
    from kiebitz.lab.running import Estimate

    with (
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


def tell_run(run: Run) -> None:
    """Say where the games are and how to make a page of them."""
    said = say(
        "The run is {run}, with seed {seed}: kiebitz report {run} makes a page of it.",
        run=run.name,
        seed=str(run.plans[0].seed),
    )
    tell(said)


def exit_on_failures(results: Sequence[Result], strict: bool = False) -> None:
    """End with 1 if an agent failed in most of its games, which is also said; if strict, in any."""
    for result in results:
        for sentence in result.mostly_failed():
            tell(sentence, sys.stderr)
            strict = True
    if strict and any(result.reasons for result in results):
        raise typer.Exit(1)
