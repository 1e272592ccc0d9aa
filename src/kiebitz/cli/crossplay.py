"""``kiebitz cross-play``: every agent beside every other as partner."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from kiebitz.cli.common import JSON, announce_game, print_json, print_table, rich_table
from kiebitz.cli.running import STRICT, Comparison, exit_on_failures, tell_run, with_settings
from kiebitz.sayings import say
from kiebitz.telling import tell

if TYPE_CHECKING:
    from kiebitz.lab.results.partners import Partners


@with_settings
def cross_play(
    settings: Comparison,
    game: str = typer.Argument(help="A game with partners: see 'kiebitz games'."),
    agents: list[str] = typer.Argument(help="Two or more specifications."),
    deals: int = typer.Option(1000, "--deals", "-d", help="Deals, each with every way to fill the table."),
    strict: bool = STRICT,
    as_json: bool = JSON,
) -> None:
    """Let every agent sit beside every other as partner, and say who fits beside whom."""
    announce_game(game, settings.options, *agents)
    from kiebitz.lab.crossplay import cross_play as play

    found = play(game, *agents, deals=deals, **settings.arguments())
    if as_json:
        print_json(found.as_dict())
    else:
        print_partners(found.table)
        tell_run(found.run)
    exit_on_failures([found.result], strict)


def print_partners(found: Partners) -> None:
    """Who fits beside whom, for people."""
    from kiebitz.lab.report.partners import partner_table
    from kiebitz.lab.report.tabular import probability, with_error

    print_table(rich_table(partner_table(found)))
    tell(say("Points a game more than the opponents, ± standard error over deals, with each partner."))
    for fit in found.fits:
        said = say(
            "{one} + {other}: {points} points a game against each of them with itself (p {p}, Holm).",
            one=fit.one,
            other=fit.other,
            points=with_error(fit.difference, fit.error),
            p=probability(fit.p_holm),
        )
        tell(said)
