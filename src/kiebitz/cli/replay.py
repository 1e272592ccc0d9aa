"""``kiebitz replay``: step through a record file, or check it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kiebitz.cli.common import JSON, announce_compilation, is_terminal, print_json
from kiebitz.errors import BadOption, KiebitzError
from kiebitz.telling import tell

if TYPE_CHECKING:
    from kiebitz.rules.formats import AnyRecord


def replay(
    file: Path = typer.Argument(help="Records, in our own format or one that 'kiebitz games' names."),
    check: bool = typer.Option(False, "--check", help="Only say how many replay, and each that does not."),
    number: int = typer.Option(1, "--number", "-n", help="Which record of the file to show."),
    seat: int | None = typer.Option(None, help="Show it as this seat saw it."),
    as_json: bool = JSON,
) -> None:
    """Step through a recorded game, or check that all records of a file replay."""
    from kiebitz.rules.formats import read_file

    announce_compilation()
    records = read_file(file.read_text(encoding="utf-8"), str(file))
    if not records:
        raise KiebitzError(f"{file} contains no records.")
    if check:
        raise typer.Exit(_check(records, as_json))
    if not 1 <= number <= len(records):
        raise BadOption(f"{file} has the records 1 to {len(records)}, not {number}.")
    _show(records[number - 1], seat, as_json)


def _check(records: list[AnyRecord], as_json: bool) -> int:
    problems = [(record.name, problem) for record in records if (problem := record.check())]
    good = len(records) - len(problems)
    if as_json:
        named = [{"record": str(name), "problem": str(problem)} for name, problem in problems]
        print_json({"records": len(records), "replay": good, "problems": named})
    else:
        for name, problem in problems:
            tell(f"{name}: {problem}")
        tell(f"{good} of {len(records)} records replay with the right result.")
    return 1 if problems else 0


def _show(record: AnyRecord, seat: int | None, as_json: bool) -> None:
    states, problem = record.states(), record.check()
    if not states:
        raise KiebitzError(f"{record.name} cannot be replayed: {problem}.")
    if seat is not None and not 0 <= seat < states[0].game.seats:
        raise BadOption(f"The seat must be 0 to {states[0].game.seats - 1}, not {seat}.")
    if as_json:
        plies = [{"seat": who, "move": str(move)} for who, move in states[-1].history]
        text = str(problem) if problem else None
        print_json({"name": str(record.name), "game": states[0].game.name, "deal": states[0].deal.text,
                    "plies": plies, "points": list(states[-1].payoffs), "problem": text})  # fmt: skip
        return
    for ply, state in enumerate(states):
        if ply:
            who, move = state.history[-1]
            tell(f"\n{ply}. {state.game.seat_name(who)}: {move}")
        print(state if seat is None else state.view(seat))
        if is_terminal() and ply < len(states) - 1 and not _goes_on():
            return
    tell(f"\nPoints: {' '.join(map(str, states[-1].payoffs))}" + (f"\nBut {problem}." if problem else ""))


def _goes_on() -> bool:
    """Whether the person wants to see more."""
    try:
        return input("Enter: next, q: quit ").strip() != "q"
    except EOFError:
        print()
        return False
