"""``kiebitz tournament`` and ``kiebitz grid``: many agents against each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import typer

from kiebitz.cli.common import DRAWN_SEED, JSON, OPTIONS, game_of, given_or_drawn, print_json, print_table
from kiebitz.cli.match import interval_text
from kiebitz.cli.running import (
    CONFIDENCE,
    OPEN_WORLD,
    STRICT,
    UNTIL,
    Settings,
    execute,
    execute_until,
    exit_on_failures,
    with_open_world,
    with_settings,
)
from kiebitz.errors import BadOption
from kiebitz.language.speaking import digits, shown, spoken
from kiebitz.sayings import Saying, say
from kiebitz.telling import tell

if TYPE_CHECKING:
    from kiebitz.lab.results.standings import Standings
    from kiebitz.lab.runs.stopping import Verdict

DEALS = typer.Option(1000, "--deals", "-d", help="Deals for each pair, the same for all.")


@with_settings
def tournament(
    settings: Settings,
    game: str = typer.Argument(help="The game: see 'kiebitz games'."),
    agents: list[str] = typer.Argument(help="Two or more specifications."),
    deals: int = DEALS,
    seed: str | None = DRAWN_SEED,
    options: str = OPTIONS,
    open_world: bool = OPEN_WORLD,
    confidence: float = CONFIDENCE,
    until: str = UNTIL,
    strict: bool = STRICT,
    as_json: bool = JSON,
) -> None:
    """Everybody against everybody, every pair on the same deals in all seatings."""
    from kiebitz.lab.results.standings import standings
    from kiebitz.lab.runs.plan import tournament_plans

    options = with_open_world(options, open_world)
    game_of(game, options)
    chosen, drawn = given_or_drawn(seed)
    plans = tournament_plans(game, agents, deals, chosen, options)
    verdicts: dict[str, Verdict] = {}
    if until:
        run, found = execute_until("tournament", plans, settings, until, drawn)
        verdicts = {plan.title: verdict for plan, verdict in zip(plans, found, strict=True)}
    else:
        run = execute("tournament", plans, settings, drawn=drawn)
    results, played_with = run.results(), run.plans[0].seed
    table = standings(results, confidence, played_with)
    if as_json:
        why = {"stopped": {pair: verdict.said for pair, verdict in verdicts.items()}} if until else {}
        facts = {"game": game, "run": run.name, "deals": deals, "seed": played_with}
        print_json({**facts, **why, **asdict(table)})
    else:
        print_standings(table, confidence)
        print_verdicts(verdicts)
        said = say(
            "The run is {run}, with seed {seed}: kiebitz report {run} makes a page of it.",
            run=run.name,
            seed=str(played_with),
        )
        tell(said)
    exit_on_failures(results, strict)


@with_settings
def grid(
    settings: Settings,
    game: str = typer.Argument(help="The game: see 'kiebitz games'."),
    pattern: str = typer.Argument(
        help="A specification with choices and ranges: 'mcts:limit=10|100,c=0.6..2.2..0.2'."
    ),
    against: str = typer.Option("random", help="The opponent of every combination."),
    deals: int = DEALS,
    seed: str | None = DRAWN_SEED,
    options: str = OPTIONS,
    open_world: bool = OPEN_WORLD,
    confidence: float = CONFIDENCE,
    as_json: bool = JSON,
) -> None:
    """Every combination of parameters against one opponent, on the same deals."""
    from kiebitz.lab.experiments.grid import expand
    from kiebitz.lab.results.standings import standings
    from kiebitz.lab.runs.plan import pair_plan

    options = with_open_world(options, open_world)
    game_of(game, options)
    specs = expand(pattern)
    if against in specs:
        raise BadOption(
            say("{agent} is one of the combinations; take another opponent with --against.", agent=against)
        )
    chosen, drawn = given_or_drawn(seed)
    plans = tuple(pair_plan(game, spec, against, deals, chosen, options) for spec in specs)
    run = execute("grid", plans, settings, drawn=drawn)
    rows, results = [], run.results()
    for result in results:
        meeting = standings([result], confidence).meetings[0]
        rows.append({**asdict(meeting), "ms_per_move": result.scores()[0].ms_per_move})
    rows.sort(key=lambda row: -row["score"])
    if as_json:
        facts = {"game": game, "run": run.name, "against": against, "deals": deals}
        print_json({**facts, "seed": run.plans[0].seed, "cells": rows})
    else:
        seed_text = str(run.plans[0].seed)
        title = say("{game} against {agent}, seed {seed}", game=game, agent=against, seed=seed_text)
        print_grid(title, rows, confidence)
    exit_on_failures(results)


def print_verdicts(verdicts: Mapping[str, Verdict]) -> None:
    """Why each pair stopped; what holds for the rule itself is said once."""
    for pair, verdict in verdicts.items():
        tell(Saying("{pair}: {why}", {"pair": pair, "why": verdict.why}))
    for caveat in {str(verdict.caveat): verdict.caveat for verdict in verdicts.values()}.values():
        if caveat:
            tell(caveat)


def print_grid(title: Saying, rows: list[dict[str, Any]], confidence: float) -> None:
    """The combinations of a grid for people, in the order of the rows."""
    from rich.table import Table

    from kiebitz.lab.report.tabular import mean_cells, milliseconds

    table = Table(spoken(say("agent")), box=None, title=spoken(title), title_justify="left")
    interval = say("{p:.0%} interval", p=confidence)
    for heading in (say("score"), interval, say("points ± s.e."), say("time/move")):
        table.add_column(spoken(heading), justify="right", no_wrap=True)
    means = mean_cells([(row["points"], row["error"]) for row in rows])
    for row, mean in zip(rows, means, strict=True):
        ends, time = interval_text(row["low"], row["high"]), milliseconds(row["ms_per_move"])
        table.add_row(row["one"], digits(f"{row['score']:.1%}"), ends, shown(mean.text), time)
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
        if meeting.p_holm > 0.05:
            said = say(
                "{one} and {other}: no difference shown ({points} points a game, p = {p:.2f}, Holm).",
                one=meeting.one,
                other=meeting.other,
                points=with_error(meeting.points, meeting.error),
                p=meeting.p_holm,
            )
            tell(said)
