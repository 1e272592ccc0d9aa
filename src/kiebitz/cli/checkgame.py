"""``kiebitz check-game``: does a game keep what every game must keep?"""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import typer

from kiebitz.cli.common import JSON, print_json
from kiebitz.cli.running import Settings
from kiebitz.lab.progress import Show, progress
from kiebitz.sayings import Saying, say
from kiebitz.telling import tell

if TYPE_CHECKING:
    from kiebitz.lab.checking.checkgame import Finding, GameCheckup


def check_game(
    game: str = typer.Argument(help="The game: my_game.py, my_game.py:MyGame, or an installed game's name."),
    options: str = typer.Option(
        None, "--options", "-o", help="Only with these options; by default with all, in turn."
    ),
    time_limit: float = typer.Option(60.0, help="Seconds after which a step has not come back; 0 for any."),
    as_json: bool = JSON,
) -> None:
    """Check a game from outside as ours are checked, and say what is wrong with it."""
    from kiebitz.lab.checking.checkgame import check_game as check

    Settings(time_limit=time_limit)
    with ExitStack() as stack:
        bars: list[Show] = []

        def show(done: int, total: int, what: str) -> None:
            if not bars:  # how many there are is known when the first one begins
                bars.append(stack.enter_context(progress("checks", total, quiet=as_json)))
            bars[0](done, what)

        found = check(game, time_limit, options, show)
    if as_json:
        print_json(found.as_dict())
    else:
        print_checkup(found)
    if not found.ok:
        raise typer.Exit(1)


def print_checkup(found: GameCheckup) -> None:
    """A check-up in plain sentences."""
    if found.options:
        tell(
            say(
                "{game}: {checks} checks with {n} {n:set|sets} of options.",
                game=found.game,
                checks=len(found.checks),
                n=len(found.options),
            )
        )
    for options, counted in found.perft.items():
        numbers = ", ".join(f"{number:,}" for number in counted.values())
        tell(
            say(
                "    {options}: {numbers} sequences of 1 to {n} moves from a deal",
                options=options or say("the usual options"),
                numbers=numbers,
                n=len(counted),
            )
        )
    for finding in found.findings:
        _print_finding(finding)
    match len(found.findings):
        case 0:
            tell(say("Nothing is wrong with it."))
        case 1:
            tell(say("One thing is wrong with it."))
        case number:
            tell(say("{n} things are wrong with it.", n=number))


def _print_finding(finding: Finding) -> None:
    print()
    tell(Saying("{what}", {"what": finding.sentence}))
    where = finding.options or say("the usual options")
    tell(say("    found by the check {check}, with {options}", check=finding.check, options=where))
    for row in finding.details:
        tell(f"    | {row}")
    print()
