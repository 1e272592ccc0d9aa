"""``kiebitz puzzle``: positions in which few moves are right; solved here, printed, and repeated."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kiebitz.cli.common import JSON, announce_compilation, is_terminal, print_json, seed_of
from kiebitz.cli.interrupts import interruptible
from kiebitz.cli.moves import listed, meant
from kiebitz.errors import BadOption, IllegalMove
from kiebitz.files import check_writable, write_new
from kiebitz.language.speaking import spoken
from kiebitz.sayings import MoveText, Saying, joined, say
from kiebitz.telling import tell

if TYPE_CHECKING:
    from kiebitz.lab.puzzles.trainer import Outcome, Trainer
    from kiebitz.search.puzzles.puzzle import Puzzle

MOST = 1000


def puzzle(
    game: str = typer.Argument(
        "", help="The game: see 'kiebitz games'; with --due, of all games if left out."
    ),
    seed: str = typer.Option("0", "--seed", "-s", help="The same seed gives the same puzzles."),
    count: int | None = typer.Option(
        None, "--count", "-n", help="How many puzzles [1; with --due all that are due]."
    ),
    kind: str = typer.Option(
        "", help="sure: proved for all hidden cards; open: with open cards; both if left out."
    ),
    options: str = typer.Option(
        "", "--options", "-o", help="The game's options [those that make good puzzles]."
    ),
    daily: bool = typer.Option(False, "--daily", help="The puzzle of today, the same for everybody."),
    day: str = typer.Option("", help="The puzzle of a day, such as 2026-03-01."),
    due: bool = typer.Option(False, "--due", help="Puzzles that you missed and that are due again."),
    mistakes: Path | None = typer.Option(
        None, help="Keep the knowable mistakes that --seat made in these records as puzzles that are due."
    ),
    seat: str = typer.Option("0", help="With --mistakes: whose, a number from 0 or a name."),
    booklet: Path | None = typer.Option(None, help="Write the puzzles as a page to print."),
    solutions: bool = typer.Option(False, "--solutions", help="Show the solutions; nothing is asked."),
    export: Path | None = typer.Option(None, help="Write your progress to this file."),
    forget: bool = typer.Option(False, "--forget", help="Delete your progress."),
    as_json: bool = JSON,
) -> None:
    """Solve puzzles: positions in which few moves are right, with the proof; those you miss come back."""
    from kiebitz.lab.puzzles.trainer import Trainer

    if count is not None and not 1 <= count <= MOST:
        raise BadOption(say("The number of puzzles must be 1 to {most:,}, not {n}.", most=MOST, n=count))
    check_writable(booklet, export)
    trainer = Trainer()
    if export or forget:
        _keep(trainer, export, forget)
        return
    if mistakes:
        _add(trainer, mistakes, seat)
        return
    if not game and not due:
        raise BadOption(say("Name a game; 'kiebitz games' lists them."))
    found = (
        trainer.due(game=game)[:count]
        if due
        else _made(game, _named(seed, daily, day), count or 1, kind, options)
    )
    if booklet:
        from kiebitz.table.puzzles.booklet import booklet as bound

        write_new(booklet, bound(found))
        tell(say("{n} {n:puzzle|puzzles} in {file}.", n=len(found), file=str(booklet)))
    elif as_json:
        print_json([one.as_dict() for one in found])
    elif not found:
        tell(say("Nothing is due now."))
    elif solutions or not is_terminal():
        _print(found)
    else:
        with interruptible(lambda: say("what was answered is kept.")):
            _ask(found, trainer)


def _keep(trainer: Trainer, export: Path | None, forget: bool) -> None:
    if export:
        write_new(export, json.dumps(trainer.export(), indent=1) + "\n")
        tell(say("Your progress is in {file}.", file=str(export)))
    if forget:
        trainer.forget()
        tell(say("Your progress is deleted."))


def _add(trainer: Trainer, file: Path, seat: str) -> None:
    """Review the games of a file, and keep what could have been known better."""
    announce_compilation(say("the searches"))
    from kiebitz.knowledge.knowing import seat_of
    from kiebitz.lab.puzzles.own import mistakes
    from kiebitz.lab.review.reviewing import review
    from kiebitz.rules.formats import read_records

    new = found = 0
    with interruptible(lambda: say("what was found is kept.")):
        for record in read_records(file):
            states = record.states()
            if states and states[-1].is_over:
                missed = list(mistakes(review(record, seat_of(states[0].game, seat))))
                found += len(missed)
                new += trainer.add(missed)
    if not found:
        tell(say("No knowable mistake of this seat was found."))
    elif not new:
        tell(say("{n} {n:mistake was|mistakes were} found, all of them kept before: see --due.", n=found))
    else:
        tell(say("{n} {n:mistake waits|mistakes wait} as puzzles: see --due.", n=new))


def _named(seed: str, daily: bool, day: str) -> int | str:
    """The seed, which may be that of a day."""
    from kiebitz.lab.puzzles import making

    if daily and not day:
        return making.day_seed(making.today())
    if not day:
        return seed_of(seed)
    try:
        return making.day_seed(date.fromisoformat(day))
    except ValueError:
        raise BadOption(say("{day} is not a day; write it as in 2026-03-01.", day=repr(day))) from None


def _made(game: str, seed: int | str, count: int, kind: str, options: str) -> list[Puzzle]:
    announce_compilation(say("the searches"))
    from kiebitz.lab.puzzles.making import puzzle_game, puzzles

    return list(islice(puzzles(puzzle_game(game, options or None), seed, kind), count))


# -- on paper ------------------------------------------------------------------------------------------


def _print(found: Sequence[Puzzle]) -> None:
    """All questions, then all solutions."""
    for number, one in enumerate(found, 1):
        _show(one, number)
    tell(f"{spoken(say('Solutions'))}\n")
    for number, one in enumerate(found, 1):
        tell(joined("\n", [say("{number}. {solved}", number=number, solved=one.solved), *_lines(one)]))


def _show(one: Puzzle, number: int) -> None:
    view = one.view
    stars = "*" * one.stars
    tell(say("{number}. {stars} {question}", number=number, stars=stars, question=one.question))
    tell(view.said)
    for line in one.seen:
        tell(line)
    tell(say("You may play: {moves}", moves=listed(view.moves, view.phase)))
    tell("")


def _lines(one: Puzzle, move: str = "") -> list[Saying]:
    return [say("   {line}", line=line) for line in one.reasons(move)]


# -- asked ---------------------------------------------------------------------------------------------


def _ask(found: Sequence[Puzzle], trainer: Trainer) -> None:
    """One after the other; an empty answer gives up."""
    for number, one in enumerate(found, 1):
        _show(one, number)
        if not _answered(one, trainer):
            return


def _answered(one: Puzzle, trainer: Trainer) -> bool:
    """Ask until a legal move or nothing is typed; False to stop altogether."""
    while True:
        try:
            text = input(spoken(say("Your move (Enter: show it, q: quit): "))).strip()
        except EOFError:
            return False
        if text.lower() == "q":
            return False
        if not text:
            tell(joined("\n", [one.solved, *_lines(one)]))
            return True
        try:
            move = one.read_move(meant(text, one.view.moves))
        except IllegalMove as error:
            tell(error.said)
            continue
        _judge(one, str(move), trainer.answer(one, str(move)))
        return True


def _judge(one: Puzzle, move: str, outcome: Outcome) -> None:
    said = MoveText(move, one.state.phase)
    verdict = (
        say("{move} is right.", move=said) if outcome.is_right else say("{move} is not right.", move=said)
    )
    tell(joined("\n", [verdict, *([] if outcome.is_right else [one.solved]), *_lines(one, move)]))
    if outcome.due:
        tell(say("It comes back on {date}.", date=outcome.due.astimezone().strftime("%Y-%m-%d %H:%M")))
