"""``kiebitz match``: agents against each other over many deals."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kiebitz.cli.common import JSON, announce_game, print_json, print_table
from kiebitz.cli.running import REDUCE, STRICT, UNTIL, Comparison, Settings, exit_on_failures, with_settings
from kiebitz.files import check_writable
from kiebitz.language.speaking import digits, shown, spoken
from kiebitz.sayings import Name, Saying, joined, plain, say
from kiebitz.telling import tell

if TYPE_CHECKING:
    from rich.table import Table

    from kiebitz.lab.playing.executors import Executor
    from kiebitz.lab.reduction.estimates import Estimate
    from kiebitz.lab.results.result import Result
    from kiebitz.lab.runs.run import Progress, Run


HARM = 0.8  # a saving below this is hardly an accident of few deals


@with_settings
def match(
    settings: Comparison,
    game: str = typer.Argument(help="The game: see 'kiebitz games'."),
    agents: list[str] = typer.Argument(help="One specification for each seat: see 'kiebitz agents'."),
    deals: int = typer.Option(1000, "--deals", "-d", help="Scoring units, each played in every seating."),
    seatings: str = typer.Option("rotate", help="rotate, all, fixed or mirror."),
    until: str = UNTIL,
    reduce: str = REDUCE,
    records: Path | None = typer.Option(
        None, help="Also write every game to this file: a new one, or one of the same run."
    ),
    lines: bool = typer.Option(False, "--lines", help="Print a line for every game when it is finished."),
    verbose: bool = typer.Option(False, "--verbose", "-v", help="Print every game ply by ply."),
    d1: bool = typer.Option(False, "--d1", help="With --verbose: what the agents thought of each move."),
    d2: bool = typer.Option(False, "--d2", help="With --verbose: everything the agents tell."),
    log: Path | None = typer.Option(None, help="Write the protocol to this file instead: as --records."),
    force: bool = typer.Option(False, "--force", help="Write over files of anything else, too."),
    strict: bool = STRICT,
    as_json: bool = JSON,
) -> None:
    """Play a match and say who is better."""
    check_writable(records, log)
    announce_game(game, settings.options, *agents, seated=True)
    from kiebitz.lab.matches import match as play
    from kiebitz.lab.runs.written import check_replaceable, check_same

    for file in (records, log):
        check_replaceable(file, force)
    arguments = settings.arguments(lines)
    watch = arguments.pop("progress")

    def checked(run: Run, executor: Executor) -> AbstractContextManager[Callable[[Progress], None]]:
        check_same(log, run, force)
        return watch(run, executor)  # type: ignore[no-any-return]

    result = play(
        game, *agents, deals=deals, seatings=seatings, until=until, reduce=reduce, records=records,
        force=force, progress=checked, **arguments,
    )  # fmt: skip
    if verbose or d1 or d2 or log:
        _transcript(result, settings, 2 if d2 else int(d1), log, force, as_json)
    if as_json:
        print_json({**result.as_dict(), "seatings": seatings, "stopped": result.stopped})
    else:
        print_result(result)
        print_verdict(result)
        if result.stopped:
            tell(result.stopped)
    exit_on_failures([result], strict)


def _transcript(
    result: Result, settings: Settings, level: int, log: Path | None, force: bool, as_json: bool
) -> None:
    """All games ply by ply: to a file, or to standard output, which with --json has the document alone."""
    from kiebitz.lab.results.colours import wants_colours
    from kiebitz.lab.results.transcript import transcript
    from kiebitz.lab.runs.written import write_games

    output = sys.stderr if as_json else sys.stdout
    in_colour = not log and wants_colours(output)
    texts = result.played_again(partial(transcript, level=level, in_colour=in_colour), settings.workers)
    lines = (line for text in texts for line in (spoken(text), ""))
    if log and result.run:
        write_games(log, result.run, lines, force)
    else:
        for line in lines:
            print(line, file=output)


def print_result(result: Result) -> None:
    """The result as a table for people."""
    from kiebitz.lab.statistics.watching import which_interval

    heading, table = result_table(result)
    print(spoken(heading))
    print_table(table)
    tell(averages(result))
    print_estimates(result)
    if result.watched:
        tell(which_interval(result.watched))
    if result.unlocked:
        from kiebitz.agents.cells.guarded import said_of_unlocked

        tell(said_of_unlocked(result.unlocked))
    for failure in result.failures[:3]:
        tell(say("Failure: {failure}", failure=failure))


def print_verdict(result: Result) -> None:
    """Who is better, if that is shown, as a report of the match begins."""
    from kiebitz.lab.report.study import Study
    from kiebitz.lab.report.verdict import verdict

    tell(joined(" ", verdict(Study.of(result))))


def result_table(result: Result) -> tuple[Saying, Table]:
    """A heading and the table of a result."""
    from rich.table import Table

    from kiebitz.lab.report.tabular import mean_cells, milliseconds

    match, scores = result.match, result.scores()
    options = f" ({match.game.options_text})" if match.game.options_text else ""
    title = say(
        "{game}\n{deals:,} {deals:deal|deals} in {seatings} {seatings:seating|seatings}: "
        "{games:,} {games:game|games} in {seconds:.2f} s; seed {seed}",
        game=match.game.title + options,
        deals=match.deals,
        seatings=len(match.lineups),
        games=match.games,
        seconds=result.seconds,
        seed=str(match.seed),
    )
    table = Table(spoken(say("agent")), box=None)
    interval = say("{p:.0%} interval", p=result.confidence)
    headings = [say("wins"), say("draws"), say("losses"), say("win rate"), interval, say("points ± s.e."),
                say("time/move")]  # fmt: skip
    failed = any(score.failures for score in scores)
    for heading in (*headings, say("failed")) if failed else headings:
        table.add_column(spoken(heading), justify="right", no_wrap=True)
    points = mean_cells([(score.points_mean, score.points_se) for score in scores])
    for score, mean in zip(scores, points, strict=True):
        low, high = score.wilson
        table.add_row(
            score.name, str(score.wins), str(score.draws), str(score.losses), digits(f"{score.win_rate:.1%}"),
            interval_text(low, high), shown(mean.text),
            milliseconds(score.ms_per_move), *([str(score.failures)] if failed else []),
        )  # fmt: skip
    return title, table


def print_estimates(*results: Result) -> None:
    """What luck was taken from the points, and what that saves: three estimates side by side."""
    from kiebitz.lab.reduction.estimates import side_by_side, told

    for result in results:
        for names, found in side_by_side(result) if result.match.frozen else ():
            value = say("lead ± s.e.") if len(names) == 2 else say("points ± s.e.")
            print_table(_estimates_table(told(names), value, found, result.confidence))
            if (times := found[-1].against_duplicate) < HARM:
                said = say(
                    "Here these weights do harm: without them {share:.0%} of the deals are enough. Freeze "
                    "some that fit these agents ('kiebitz freeze').",
                    share=times,
                )
                tell(said)


def _estimates_table(of: Saying, value: Saying, found: list[Estimate], confidence: float) -> Table:
    from rich.table import Table

    from kiebitz.lab.reduction.estimates import TOLD
    from kiebitz.lab.report.tabular import mean_cells, places_for, signed, times

    table = Table(box=None, title=spoken(of), title_justify="left")
    table.add_column(spoken(say("estimate")))
    for heading in (value, say("{p:.0%} interval", p=confidence), say("games saved"),
                    say("beyond duplicate")):  # fmt: skip
        table.add_column(spoken(heading), justify="right", no_wrap=True)
    means = mean_cells([(one.mean, one.error) for one in found])
    places = places_for(max(one.error for one in found))
    for one, mean in zip(found, means, strict=True):
        ends = f"{signed(one.low, places)}..{signed(one.high, places)}"
        saved = [times(value) for value in (one.against_single, one.against_duplicate)]
        table.add_row(spoken(TOLD[one.kind]), shown(mean.text), digits(ends), *saved)
    return table


def interval_text(low: float, high: float) -> str:
    """The ends of an interval of rates, for a table."""
    return f"{digits(f'{low:.1%}')}..{digits(f'{high:.1%}')}"


def averages(result: Result) -> Saying:
    """Moves a game, what the game measures, and draws, on average."""
    from kiebitz.lab.bench import Bench
    from kiebitz.rules.parts import part

    draws = float(result.drawn.mean())
    parts: list[Saying | str] = [say("{n:.1f} moves a game", n=float(result.plies.mean()))]
    for number, name in enumerate(result.match.game.measures):
        if name in result.match.game.nominal_measures:
            continue
        mean = float(result.measures[:, :, :, number].mean())
        parts.append(Saying("{name} {mean:.2f}", {"name": Name(name, "measure"), "mean": mean}))
    parts += part(result.match.game, Bench).averages(result)
    listed = joined(", ", (said if isinstance(said, Saying) else plain(said) for said in parts))
    return say("On average: {parts}; draws {draws:.1%}.", parts=listed, draws=draws)
