"""``kiebitz power``: how many deals a comparison needs."""

from __future__ import annotations

from dataclasses import asdict

import typer

from kiebitz.amounts import tidy
from kiebitz.cli.common import JSON, announce_game, print_json
from kiebitz.cli.running import REDUCE, Comparison, with_settings
from kiebitz.sayings import say
from kiebitz.telling import tell


@with_settings
def power(
    settings: Comparison,
    game: str = typer.Argument(help="The game: see 'kiebitz games'."),
    one: str = typer.Argument(help="An agent."),
    other: str = typer.Argument(help="The agent that it is compared with."),
    difference: float | None = typer.Option(None, help="The difference to be shown, in points a game."),
    elo: float | None = typer.Option(None, help="The same in Elo."),
    wanted: float = typer.Option(0.9, "--power", help="How likely it is to be shown if it is there."),
    pilot: int = typer.Option(200, help="Deals that are played to see how much they differ."),
    reduce: str = REDUCE,
    as_json: bool = JSON,
) -> None:
    """Say how many deals show a difference between two agents, and how long they take."""
    announce_game(game, settings.options, one, other)
    from kiebitz.lab.power import power as ask

    found = ask(
        game, one, other, difference=difference, elo=elo, power=wanted, pilot=pilot, reduce=reduce,
        **settings.arguments(),
    )  # fmt: skip
    if as_json:
        print_json(asdict(found))
        return
    what = (
        say("{n} points a game", n=tidy(found.difference))
        if found.quantity == "points"
        else say("{n} Elo", n=tidy(found.difference))
    )
    said = say(
        "A difference of {what} is shown with probability {power:.0%} in {deals:,} deals ({games:,} games).",
        what=what,
        power=found.power,
        deals=found.deals,
        games=found.games,
    )
    tell(said)
    if found.unreduced_deals is not None:
        tell(say("Without --reduce it takes {deals:,} deals.", deals=found.unreduced_deals))
    seconds = found.hours * 3600
    time = say("{n:.1f} hours", n=found.hours) if seconds >= 3600 else say("{n:.0f} seconds", n=seconds)
    if 60 <= seconds < 3600:
        time = say("{n:.0f} minutes", n=seconds / 60)
    if seconds < 1:
        time = say("a second")
    tell(say("One worker takes about {time} for them.", time=time))
    careful = say(
        "The pilot of {pilot:,} deals may have understated how much deals differ: {deals:,} deals are enough "
        "in nine of ten such cases.",
        pilot=found.pilot,
        deals=found.careful_deals,
    )
    tell(careful)
