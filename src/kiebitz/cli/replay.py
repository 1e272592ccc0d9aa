"""``kiebitz replay``: step through a record file, or check it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kiebitz.cli.common import JSON, announce_compilation, is_terminal, print_json
from kiebitz.cli.guarding import LOAD
from kiebitz.errors import BadOption, KiebitzError
from kiebitz.files import read_text
from kiebitz.language.speaking import spoken
from kiebitz.sayings import MoveText, Saying, say
from kiebitz.telling import tell

if TYPE_CHECKING:
    from kiebitz.rules.formats import AnyRecord


def replay(
    file: Path = typer.Argument(help="Records, in our own format or one that 'kiebitz games' names."),
    check: bool = typer.Option(False, "--check", help="Only say how many replay, and each that does not."),
    number: int = typer.Option(1, "--number", "-n", help="Which record of the file to show."),
    seat: int | None = typer.Option(None, help="Show it as this seat saw it."),
    load: list[str] = LOAD,
    as_json: bool = JSON,
) -> None:
    """Step through a recorded game, or check that all records of a file replay."""
    from kiebitz.rules.formats import read_file

    announce_compilation()
    records = read_file(read_text(file), str(file))
    if not records:
        raise KiebitzError(say("{file} contains no records.", file=str(file)))
    if check:
        raise typer.Exit(_check(records, as_json))
    if not 1 <= number <= len(records):
        raise no_record(file, len(records), number)
    _show(records[number - 1], seat, as_json)


def chosen(
    records: Sequence[AnyRecord], file: Path, number: int | None, first: int | None
) -> Sequence[AnyRecord]:
    """The records of a file that were asked for: one of them, so many from the beginning, or all."""
    if not records:
        raise KiebitzError(say("{file} contains no records.", file=str(file)))
    if first is not None and first < 1:
        raise BadOption(say("--first must be at least 1, not {n}.", n=first))
    if number is None:
        return records[:first]
    if not 1 <= number <= len(records):
        raise no_record(file, len(records), number)
    return records[number - 1 : number]


def no_record(file: Path, last: int, number: int) -> BadOption:
    """The refusal of a record that a file does not have."""
    said = say("{file} has the records 1 to {last}, not {n}.", file=str(file), last=last, n=number)
    return BadOption(said)


def not_replayed(record: AnyRecord) -> KiebitzError:
    """The refusal of a record whose deal cannot be read."""
    return KiebitzError(
        say("{record} cannot be replayed: {why}.", record=record.name, why=record.check() or "")
    )


def _check(records: list[AnyRecord], as_json: bool) -> int:
    problems = [(record.name, problem) for record in records if (problem := record.check())]
    good = len(records) - len(problems)
    if as_json:
        named = [{"record": str(name), "problem": str(problem)} for name, problem in problems]
        print_json({"records": len(records), "replay": good, "problems": named})
    else:
        for name, problem in problems:
            tell(Saying("{name}: {problem}", {"name": name, "problem": problem}))
        tell(say("{n} of {of} records replay with the right result.", n=good, of=len(records)))
    return 1 if problems else 0


def _show(record: AnyRecord, seat: int | None, as_json: bool) -> None:
    states, problem = record.states(), record.check()
    if not states:
        raise not_replayed(record)
    game = states[0].game
    if seat is not None and not 0 <= seat < game.seats:
        raise BadOption(say("The seat must be 0 to {last}, not {seat}.", last=game.seats - 1, seat=seat))
    if as_json:
        plies = [{"seat": who, "move": str(move)} for who, move in states[-1].history]
        print_json({"name": record.name, "game": game.name, "deal": states[0].deal.text,
                    "plies": plies, "points": list(states[-1].payoffs), "problem": problem})  # fmt: skip
        return
    for ply, state in enumerate(states):
        if ply:
            who, move = state.history[-1]
            values = {"ply": ply, "who": game.who(who), "move": MoveText(str(move), states[ply - 1].phase)}
            tell(Saying("\n{ply}. {who}: {move}", values))
        tell((state if seat is None else state.view(seat)).said)
        if is_terminal() and ply < len(states) - 1 and not _goes_on():
            return
    print()
    tell(say("Points: {points}", points=" ".join(map(str, states[-1].payoffs))))
    if problem:
        tell(say("But {problem}.", problem=problem))


def _goes_on() -> bool:
    """Whether the person wants to see more."""
    try:
        return input(spoken(say("Enter: next, q: quit "))).strip() != "q"
    except EOFError:
        print()
        return False
