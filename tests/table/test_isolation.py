"""A table of one game knows no other game."""

from __future__ import annotations

import sys

import pytest

from kiebitz.rules.registry import game_class, names
from tests.starter import run

PLAY = """
import sys
from kiebitz.rules.registry import game
from kiebitz.table.server import messages
from kiebitz.table.server.game_pages import page_file
from kiebitz.table.server.words import words
from kiebitz.table.tables.table import Table

name = sys.argv[1]
seats = [{"kind": "person"}] * game(name).seats
room = Table.create(name, seats, seed="1")
while not room.is_over:
    seat = room.state.turn
    messages.welcome(room, seat), messages.event(room, seat), messages.turn(room, seat)
    room.play(seat, str(room.state.moves[0]))
messages.end(room), messages.sheet(room)
words("de", (name,)), page_file(type(room.game), f"{name}.js")
print(*sys.modules)
"""


@pytest.mark.parametrize("name", names())
def test_a_table_loads_its_own_game_alone(name: str) -> None:
    answer = run([sys.executable, "-c", PLAY, name])
    assert answer.returncode == 0, answer.stderr
    modules = answer.stdout.split()
    assert [other for other in names() if game_class(other).__module__ in modules] == [name]
