"""Replays: a record becomes a table where everybody sees everything, and from any moment play can go on."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from kiebitz.errors import BadNotation, BadOption, KiebitzError
from kiebitz.rules.formats import read_file
from kiebitz.rules.records import Record
from kiebitz.rules.registry import known_class
from kiebitz.rules.values import Deal, State
from kiebitz.sayings import say
from kiebitz.table.tables.table import RECORDED, Occupant, Table

LONGEST = 2_000_000  # characters of a file of records
LONGEST_NAME = 60


class TooLong(KiebitzError):
    """More was sent than anybody will read."""


def open_record(text: str, number: int = 1) -> tuple[Table, int, str | None]:
    """A table for a record of a text, how many records there are, and what is wrong with it if anything is.

    >>> from kiebitz.rules.registry import game
    >>> table, count, error = open_record(Record.of(game("durak").deal(seed=1)).text)
    >>> table.game.name, table.state.ply, count, error
    ('durak', 0, 1, None)
    """
    if len(text) > LONGEST:
        raise TooLong(say("A file of records may have {n:,} letters.", n=LONGEST))
    records = read_file(text, "This text")
    if not 1 <= number <= len(records):
        raise BadOption(say("There are the records 1 to {last}, not {n}.", last=len(records), n=number))
    record = records[number - 1]
    if isinstance(record, Record):
        known_class(record.game)  # no files are loaded from here
    states, problem = record.states(), record.check()
    if not states:
        raise BadNotation(say("{record} cannot be replayed: {why}.", record=record.name, why=problem))
    names = getattr(record, "players", ())  # XSkat writes none
    table = replay_table(states[-1], names)
    table.assumed = list(getattr(record, "assumed", ()))
    return table, len(records), str(problem) if problem else None


def replay_table(state: State, names: Sequence[str] = (), minds: Sequence[Any] = ()) -> Table:
    """A table that shows what was played up to a state."""
    game, moves = state.game, [str(move) for _, move in state.history]
    called = [*(name[:LONGEST_NAME] for name in names), *[""] * game.seats][: game.seats]
    table = Table(
        id=secrets.token_urlsafe(9),
        game_name=game.name,
        options=game.options_text,
        occupants=[Occupant(RECORDED, name or game.seat_name(seat)) for seat, name in enumerate(called)],
        seed="",
        watch=secrets.token_urlsafe(18),
        start=state.deal.text,
        moves=moves,
        minds=[*minds, *[None] * len(moves)][: len(moves)],
    )
    _ = table.states
    return table


def branch(
    state: State, minds: Sequence[Any], seats: Sequence[Mapping[str, str]], pace: float = 0.7
) -> Table:
    """A new table that goes on from a state: what if? ``minds`` are those of the moves that led there."""
    if state.is_over:
        raise BadOption(say("Nothing can be played on from ply {ply}.", ply=state.ply))
    made = Table.create(state.game.name, seats, state.game.options_text, pace=pace)
    # A record ends with the rounds that were reached; those that may follow are dealt anew.
    later = made.state.deal.layouts[len(state.deal.layouts) :]
    made.start = Deal(made.game, (*state.deal.layouts, *later)).text
    made.moves = [str(move) for _, move in state.history]
    made.minds = list(minds)
    del made.__dict__["states"]
    _ = made.states
    return made
