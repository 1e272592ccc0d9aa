"""``kiebitz check-bot``: what is wrong with a bot?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from kiebitz.cli.common import JSON, OPTIONS, SEED, game_of, print_json, seed_of
from kiebitz.cli.running import Settings
from kiebitz.telling import tell

if TYPE_CHECKING:
    from kiebitz.lab.checking.checkbot import Checkup, Finding

LEADS = {
    "illegal": "It {}",
    "exception": "It {}",
    "slow": "It {}",
    "death": "It {}",
    "nondeterminism": "It does not always do the same: it {}",
    "state": "It does not begin every game afresh: it {}",
}


def check_bot(
    spec: str = typer.Argument(help="The bot: my_bot.py:MyBot, or any specification."),
    game: str = typer.Argument(help="The game: see 'kiebitz games'."),
    options: str = OPTIONS,
    games: int = typer.Option(60, help="How many games it plays, under all options in turn."),
    time_limit: float = typer.Option(10.0, help="Seconds that it has for a move; 0 for any."),
    seed: str = SEED,
    as_json: bool = JSON,
) -> None:
    """Play a bot through many positions and say what is wrong with it."""
    from kiebitz.agents.registry import contestant
    from kiebitz.lab.checking.checkbot import check_bot as check

    Settings(time_limit=time_limit)
    contestant(spec, game_of(game, options))
    checkup = check(spec, game, options, games, time_limit, seed_of(seed))
    if as_json:
        print_json(checkup.as_dict())
    else:
        print_checkup(checkup)
    if not checkup.ok:
        raise typer.Exit(1)


def print_checkup(checkup: Checkup) -> None:
    """A check-up in plain sentences."""
    from kiebitz.lab.report.tabular import milliseconds

    sets = f"{len(checkup.options)} sets of options" if len(checkup.options) > 1 else checkup.options[0]
    where = f"{checkup.games:,} games of {checkup.game} with {sets or 'the usual options'}"
    phases = ", ".join(f"{phase} {number:,}" for phase, number in checkup.phases.most_common())
    tell(f"{checkup.bot} decided {checkup.views:,} times in {where}" + (f" ({phases})." if phases else "."))
    if checkup.slowest:
        tell(f"{milliseconds(checkup.ms_per_move)} a move; the slowest:")
        for slow in checkup.slowest:
            tell(f"    {milliseconds(slow['ms'])}: {slow['where']}")
    for problem in checkup.problems:
        print_problem(problem)
    for hint in checkup.hints:
        tell(f"Hint: {hint}")
    wrong = {0: "Nothing is", 1: "One thing is"}.get(
        len(checkup.problems), f"{len(checkup.problems)} things are"
    )
    tell(f"{wrong} wrong with it.")


def print_problem(problem: Finding) -> None:
    times = f" ({problem.count:,} times)" if problem.count > 1 else ""
    tell(f"\n{LEADS[problem.kind].format(problem.sentence)}{times}.")
    for line in problem.lines:
        tell(f"    {line}")
    tell(f"    {problem.where}:")
    for line in problem.view.splitlines():
        tell(f"    | {line}")
    print()
