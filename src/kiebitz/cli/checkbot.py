"""``kiebitz check-bot``: what is wrong with a bot?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from kiebitz.cli.common import JSON, OPTIONS, SEED, announce_game, print_json, seed_of
from kiebitz.cli.guarding import ISOLATE, TRUST, obey
from kiebitz.errors import BadOption
from kiebitz.sayings import Name, Saying, joined, say
from kiebitz.telling import tell

if TYPE_CHECKING:
    from kiebitz.lab.checking.checkbot import Checkup, Finding


def check_bot(
    spec: str = typer.Argument(help="The bot: my_bot.py:MyBot, or any specification."),
    game: str = typer.Argument(help="The game: see 'kiebitz games'."),
    options: str = OPTIONS,
    games: int = typer.Option(60, help="How many games it plays, besides those that lead to each phase."),
    time_limit: float = typer.Option(10.0, help="Seconds that it has for a move; 0 for any."),
    seed: str = SEED,
    as_json: bool = JSON,
    trust: bool = TRUST,
    isolate: bool = ISOLATE,
) -> None:
    """Play a bot through many positions and say what is wrong with it."""
    from kiebitz.lab.checking.asked import check

    obey(trust, isolate)
    _check_order(spec, game)
    announce_game(game, options)
    checkup = check(spec, game, options=options, games=games, time_limit=time_limit, seed=seed_of(seed))
    if as_json:
        print_json(checkup.as_dict())
    else:
        print_checkup(checkup)
    if not checkup.ok:
        raise typer.Exit(1)


def _check_order(spec: str, game: str) -> None:
    """Refuse a game where the bot belongs, in words that name the mistake."""
    from kiebitz.rules.registry import names

    known = names()
    if spec in known and game not in known:
        raise BadOption(
            say("The bot comes first, then the game: kiebitz check-bot {bot} {game}.", bot=game, game=spec)
        )


def print_checkup(checkup: Checkup) -> None:
    """A check-up in plain sentences."""
    from kiebitz.lab.report.tabular import milliseconds

    sets: Saying | str = checkup.options[0] or say("the usual options")
    if len(checkup.options) > 1:
        sets = say("{n} sets of options", n=len(checkup.options))
    decided = say(
        "{bot} was asked {views:,} times in {games:,} games of {game} with {options}",
        bot=checkup.bot,
        views=checkup.views,
        games=checkup.games,
        game=checkup.game,
        options=sets,
    )
    phases = joined(", ", (_phase(*one) for one in checkup.phases.most_common()))
    text = "{decided} ({phases})." if checkup.phases else "{decided}."
    tell(Saying(text, {"decided": decided, "phases": phases}))
    if checkup.unseen:
        phases = joined(", ", (Name(phase, "phase") for phase in checkup.unseen))
        tell(say("It was never asked in: {phases}.", phases=phases))
    if checkup.slowest:
        tell(say("{time} a move; the slowest:", time=milliseconds(checkup.ms_per_move)))
        for slow in checkup.slowest:
            tell(Saying("    {time}: {where}", {"time": milliseconds(slow["ms"]), "where": slow["where"]}))
    for problem in checkup.problems:
        print_problem(problem)
    for hint in checkup.hints:
        tell(say("Hint: {hint}", hint=hint))
    if checkup.files:
        tell(say("These files belong to it: {files}.", files=joined(", ", checkup.files)))
    if checkup.guard:
        tell(checkup.guard)
    match len(checkup.problems):
        case 0:
            tell(say("Nothing is wrong with it."))
        case 1:
            tell(say("One thing is wrong with it."))
        case number:
            tell(say("{n} things are wrong with it.", n=number))


def _phase(name: str, number: int) -> Saying:
    return Saying("{phase} {number:,}", {"phase": Name(name, "phase"), "number": number})


def print_problem(problem: Finding) -> None:
    """A finding with the place where it showed first."""
    print()
    if problem.count > 1:
        tell(say("{what} ({n:,} times).", what=_lead(problem), n=problem.count))
    else:
        tell(Saying("{what}.", {"what": _lead(problem)}))
    for line in problem.lines:
        tell(Saying("    {line}", {"line": line}))
    tell(Saying("    {where}:", {"where": problem.where}))
    for row in problem.view.splitlines():
        tell(f"    | {row}")
    print()


def _lead(problem: Finding) -> Saying:
    match problem.kind:
        case "nondeterminism":
            return say("It does not always do the same: it {what}", what=problem.sentence)
        case "state":
            return say("It does not begin every game afresh: it {what}", what=problem.sentence)
    return say("It {what}", what=problem.sentence)
