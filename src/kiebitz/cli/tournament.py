"""``kiebitz tournament`` and ``kiebitz grid``: many agents against each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan
from typing import TYPE_CHECKING

import typer

from kiebitz.cli.common import JSON, announce_game, print_json, print_table
from kiebitz.cli.match import interval_text, print_estimates
from kiebitz.cli.running import REDUCE, STRICT, UNTIL, Comparison, exit_on_failures, tell_run, with_settings
from kiebitz.language.speaking import digits, shown, spoken
from kiebitz.sayings import Saying, say
from kiebitz.telling import tell

if TYPE_CHECKING:
    from kiebitz.lab.matches import Combination
    from kiebitz.lab.results.standings import Standings
    from kiebitz.lab.runs.stopping import Verdict

DEALS = typer.Option(1000, "--deals", "-d", help="Deals for each pair, the same for all.")


@with_settings
def tournament(
    settings: Comparison,
    game: str = typer.Argument(help="The game: see 'kiebitz games'."),
    agents: list[str] = typer.Argument(help="Two or more specifications."),
    deals: int = DEALS,
    until: str = UNTIL,
    reduce: str = REDUCE,
    strict: bool = STRICT,
    as_json: bool = JSON,
) -> None:
    """Everybody against everybody, every pair on the same deals in all seatings."""
    announce_game(game, settings.options, *agents)
    from kiebitz.lab.matches import tournament as play

    found = play(game, *agents, deals=deals, until=until, reduce=reduce, **settings.arguments())
    if as_json:
        print_json(found.as_dict())
    else:
        print_standings(found.standings, settings.confidence)
        print_estimates(*found.results)
        titles = (plan.title for plan in found.run.plans)
        print_verdicts(dict(zip(titles, found.verdicts, strict=False)))
        tell_run(found.run)
    exit_on_failures(found.results, strict)


@with_settings
def grid(
    settings: Comparison,
    game: str = typer.Argument(help="The game: see 'kiebitz games'."),
    pattern: str = typer.Argument(
        help="A specification with choices and ranges: 'mcts:limit=10|100,c=0.6..2.2..0.2'."
    ),
    against: str = typer.Option("random", help="The opponent of every combination."),
    deals: int = DEALS,
    reduce: str = REDUCE,
    as_json: bool = JSON,
) -> None:
    """Every combination of parameters against one opponent, on the same deals."""
    announce_game(game, settings.options, against)
    from kiebitz.lab.matches import grid as play

    found = play(game, pattern, against, deals=deals, reduce=reduce, **settings.arguments())
    if as_json:
        print_json(found.as_dict())
    else:
        seed_text = str(found.run.plans[0].seed)
        title = say("{game} against {agent}, seed {seed}", game=game, agent=against, seed=seed_text)
        print_grid(title, found.cells, settings.confidence)
        print_estimates(*found.results)
    exit_on_failures(found.results)


def print_verdicts(verdicts: Mapping[str, Verdict]) -> None:
    """Why each pair stopped; what holds for the rule itself is said once."""
    for pair, verdict in verdicts.items():
        tell(Saying("{pair}: {why}", {"pair": pair, "why": verdict.why}))
    for caveat in {str(verdict.caveat): verdict.caveat for verdict in verdicts.values()}.values():
        if caveat:
            tell(caveat)


def print_grid(title: Saying, cells: Sequence[Combination], confidence: float) -> None:
    """The combinations of a grid for people, in the order of the rows."""
    from rich.table import Table

    from kiebitz.lab.report.tabular import mean_cells, milliseconds

    table = Table(spoken(say("agent")), box=None, title=spoken(title), title_justify="left")
    interval = say("{p:.0%} interval", p=confidence)
    for heading in (say("score"), interval, say("points ± s.e."), say("time/move")):
        table.add_column(spoken(heading), justify="right", no_wrap=True)
    means = mean_cells([(cell.meeting.points, cell.meeting.error) for cell in cells])
    for cell, mean in zip(cells, means, strict=True):
        met, time = cell.meeting, milliseconds(cell.ms_per_move)
        ends = interval_text(met.low, met.high)
        table.add_row(met.one, digits(f"{met.score:.1%}"), ends, shown(mean.text), time)
    print_table(table)


def print_standings(table: Standings, confidence: float) -> None:
    """Ratings and cross table for people."""
    from rich.table import Table

    from kiebitz.lab.report.tabular import with_error

    cross = Table(spoken(say("agent")), box=None)
    cross.add_column("Elo", justify="right")
    cross.add_column(spoken(say("{p:.0%} interval", p=confidence)), justify="right", no_wrap=True)
    for number in range(1, len(table.agents) + 1):
        cross.add_column(spoken(say("v {n}", n=number)), justify="right", no_wrap=True)
    for number, rating in enumerate(table.ratings, 1):
        scores = [table.score(rating.name, other.name) for other in table.ratings]
        cells = ["–" if score is None else digits(f"{score:.1%}") for score in scores]
        cross.add_row(
            f"{number} {rating.name}", f"{rating.elo:+.0f}", f"{rating.low:+.0f}..{rating.high:+.0f}", *cells
        )
    print_table(cross)
    for meeting in table.meetings:
        if isnan(meeting.p):
            tell(say("{one} and {other}: too few deals to tell.", one=meeting.one, other=meeting.other))
        elif meeting.p_holm > 0.05:
            said = say(
                "{one} and {other}: no difference shown ({points} points a game, p = {p:.2f}, Holm).",
                one=meeting.one,
                other=meeting.other,
                points=with_error(meeting.points, meeting.error),
                p=meeting.p_holm,
            )
            tell(said)
