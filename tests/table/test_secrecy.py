"""No message to a seat depends on what the seat may not know."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from kiebitz.errors import IllegalMove
from kiebitz.kernel.random import Stream
from kiebitz.rules.contract.blindness import permuted
from kiebitz.rules.registry import game_class, names
from kiebitz.rules.values import State
from kiebitz.table.server.connection import Talk
from kiebitz.table.server.outbox import Text
from kiebitz.table.tables import helping
from kiebitz.table.tables.hall import Hall
from kiebitz.table.tables.store import Store
from kiebitz.table.tables.table import Table

SEATS = {name: game_class(name)().seats for name in names()}
OPTIONS = {"boerenbridge": "schedule=2,3,2"}
SAID = ({"type": "sheet"}, {"type": "log"}, {"type": "play", "move": "nonsense"}, {"type": "undo"})


class Heard:
    """An outbox that keeps what is sent."""

    def __init__(self) -> None:
        self.messages: list[Any] = []

    async def send(self, message: dict[str, Any] | Text) -> None:
        self.messages.append(json.loads(message) if isinstance(message, Text) else message)


async def heard(room: Table, seat: int) -> list[Any]:
    """All that a seat is sent: from the hello on, what comes with the last move, and answers."""
    hall, outbox = Hall(Store()), Heard()
    hall.open(room)
    talk = Talk(hall, room.id, outbox)  # type: ignore[arg-type]
    await talk.hear({"type": "hello", "token": room.occupants[seat].token})
    await hall.tell(room)
    for message in SAID:
        await talk.hear(message)
    talk.end()
    hall.close()
    return outbox.messages


def looked(room: Table, seat: int) -> list[Any]:
    """Moments that the seat may look at; the panel's reasoning has its own test."""
    return [room.scene(seat, ply) for ply in {0, room.state.ply // 2, room.state.ply}]


def twin(room: Table, state: State, seat: int, rng: Stream) -> Table | None:
    """The same table with hidden cards dealt otherwise; None where the moves were not possible then."""
    deal, moves = permuted(state, seat, rng)
    data = room.as_dict() | {"start": deal.text}
    found = Table.from_dict(data, moves, [None] * len(moves))
    try:
        return found if found.state.turn == state.turn else None
    except IllegalMove:
        assert state.game.legality_tells
        return None  # who attacks first or which contract may be named depends on hidden cards


@pytest.mark.parametrize("name", SEATS)
def test_no_message_to_a_seat_depends_on_what_it_may_not_know(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Play a whole game; at each ply deal the hidden cards otherwise: every seat is sent the same."""
    monkeypatch.setattr(helping, "offered", lambda view: "")  # offers are proved from the view alone
    rng, compared, different = Stream.named("secrecy", name), 0, 0
    room = Table.create(name, [{"kind": "person"}] * SEATS[name], OPTIONS.get(name, ""), seed="7")
    while not room.is_over:
        for seat in range(SEATS[name]):
            other = twin(room, room.state, seat, rng)
            if other is None:
                continue
            here, there = asyncio.run(heard(room, seat)), asyncio.run(heard(other, seat))
            assert here == there, f"seat {seat}, ply {room.state.ply}"
            assert looked(room, seat) == looked(other, seat)
            compared += 1
            different += any(room.state.hand_of(n) != other.state.hand_of(n) for n in range(SEATS[name]))
        room.play(room.state.turn, str(rng.choice(room.state.moves)))
    assert compared > room.state.ply and different > compared / 4
