"""What everybody hears of an agent that fails says nothing about its cards; who may see them hears more."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from kiebitz.agents import registry
from kiebitz.agents.base import Agent
from kiebitz.agents.entry import Entry
from kiebitz.errors import KiebitzError
from kiebitz.kernel.random import Stream
from kiebitz.rules.options import Option
from kiebitz.rules.values import View
from kiebitz.table.panel.panel import Panel
from kiebitz.table.server.connection import Talk
from kiebitz.table.tables import helping, studies
from kiebitz.table.tables import table as table_module
from kiebitz.table.tables.hall import Hall, Listener
from kiebitz.table.tables.rights import WATCHER
from kiebitz.table.tables.store import Store
from kiebitz.table.tables.table import Table
from tests.table.test_secrecy import Heard, twin

PROGRAM = """
import json, sys
for line in sys.stdin:
    print(" ".join(json.loads(line)["view"]["hand"]), flush=True)
"""


class Fickle(str):
    """A text that is a legal move when it is looked at first, and none later."""

    looked = 0

    def __str__(self) -> str:
        self.looked += 1
        return str.__str__(self) if self.looked == 1 else "XX"


class Talkative(Agent):
    """Fails at every move, in one of several ways, and names its hand where it can."""

    def __init__(self, how: str) -> None:
        self.how = how

    def act(self, view: View) -> Any:
        if self.how == "refused":
            raise KiebitzError(f"With {view.hand} nothing can be done.")
        if self.how == "raised":
            raise type(f"Holding{view.hand.mask}", (Exception,), {})(f"My cards are {view.hand}")
        held = {str(move) for move in view.moves}
        illegal = next(str(card) for card in view.game.deck.cards if str(card) not in held)
        return {"illegal": illegal, "unread": str(view.hand), "fickle": Fickle(view.moves[0])}[self.how]


ILLEGAL, ERROR = "Its answer is not a legal move.", "Its program has made an error."
PUBLIC = {"illegal": ILLEGAL, "unread": ILLEGAL, "refused": ERROR, "raised": ERROR}


@pytest.fixture(autouse=True)
def talkative(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = Entry(
        "talkative",
        "fails",
        lambda game, parameters: lambda: Talkative(parameters["how"]),
        parameters=(Option("how", (*PUBLIC, "fickle")),),
    )
    monkeypatch.setattr(registry, "_installed", lambda: (entry,))
    for module in (studies, table_module):  # no other process knows this agent
        monkeypatch.setattr(module, "thinks_apart", lambda spec, game: False)
    monkeypatch.setattr(helping, "offered", lambda view: "")


async def notes_after_a_step(room: Table) -> dict[int, list[str]]:
    """What people and watchers are told besides the move when the agent to move has moved."""
    hall = Hall(Store())
    hall.pause(room, True)
    hall.open(room)
    outboxes = {seat: Heard() for seat in (WATCHER, 1 - room.state.turn)}
    for seat, outbox in outboxes.items():
        hall.listeners.setdefault(room.id, []).append(Listener(seat, outbox.send))
    await hall._step(room)
    hall.close()
    assert room.state.ply == 1, "another move is played for it"
    return {
        seat: [message["text"] for message in outbox.messages if message["type"] == "note"]
        for seat, outbox in outboxes.items()
    }


def program(tmp_path: Path) -> str:
    file = tmp_path / "program.py"
    file.write_text(PROGRAM)
    return f"exec:'{sys.executable}' '{file}'"


def table(name: str, spec: str, other: dict[str, str]) -> Table:
    """A table where the agent of a specification is to move."""
    turn = Table.create(name, [{"kind": "person"}] * 2, seed="7").state.turn
    seats = [{"kind": "agent", "spec": spec} if seat == turn else other for seat in range(2)]
    return Table.create(name, seats, seed="7")


@pytest.mark.parametrize("name", ["schnapsen", "durak"])
@pytest.mark.parametrize("how", [*PUBLIC, "program"])
def test_nobody_hears_the_cards_of_an_agent_that_fails(
    how: str, name: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Also with other hidden cards everybody hears the same sentence; the log tells the host more."""
    room = table(name, program(tmp_path) if how == "program" else f"talkative:how={how}", {"kind": "person"})
    turn, rng, logged = room.state.turn, Stream.named("failing"), list[str]()
    other = next(found for _ in range(30) if (found := twin(room, room.state, 1 - turn, rng)))
    for each in (room, other):
        caplog.clear()
        told = asyncio.run(asyncio.wait_for(notes_after_a_step(each), 60))
        text = f"{each.occupants[turn].name} failed: {PUBLIC.get(how, ERROR)}"
        assert told == {WATCHER: [text], 1 - turn: [text]}
        logged.append(caplog.text)
        assert str(each.states[0].hand_of(turn))[:5] in caplog.text.replace(",", "")
    assert logged[0].replace(room.id, "") != logged[1].replace(other.id, "")


def test_who_may_look_into_every_head_hears_why_an_agent_has_failed() -> None:
    room = table("schnapsen", "talkative:how=illegal", {"kind": "agent", "spec": "random"})
    told = asyncio.run(notes_after_a_step(room))
    (text,) = told[WATCHER]
    assert text.endswith(f"allowed are {', '.join(room.states[0].moves)}.")


def test_an_answer_is_read_once() -> None:
    """One that says something else the second time stops no table, and names no cards to anybody."""
    room = table("schnapsen", "talkative:how=fickle", {"kind": "person"})
    told = asyncio.run(notes_after_a_step(room))
    assert not any(told.values()) and room.moves == [str(room.states[0].moves[0])]


@pytest.mark.parametrize("other", [{"kind": "person"}, {"kind": "agent", "spec": "random"}])
@pytest.mark.parametrize("words", [PROGRAM, "import sys; sys.exit(3)", "raise SystemExit(__file__)"])
def test_nobody_hears_where_a_bot_is_or_how_it_is_started(
    words: str, other: dict[str, str], tmp_path: Path
) -> None:
    """Neither by what it is called, nor when it fails, nor in the record, whoever looks."""
    file = tmp_path / "secret-folder" / "bot.py"
    file.parent.mkdir()
    file.write_text(words)
    room = table("durak", f"exec:'{sys.executable}' '{file}' --key=secret", other)
    turn = room.state.turn

    async def heard() -> list[Any]:
        hall, outbox = Hall(Store()), Heard()
        hall.pause(room, True)
        hall.open(room)
        for seat in (WATCHER, 1 - turn):
            talk = Talk(hall, room.id, outbox)  # type: ignore[arg-type]
            token = room.watch if seat == WATCHER else room.occupants[seat].token or room.watch
            await talk.hear({"type": "hello", "token": token})
        await hall._step(room)
        hall.close()
        return outbox.messages

    told = asyncio.run(asyncio.wait_for(heard(), 60))
    everything = json.dumps(told) + room.record().text + json.dumps(Panel.of(room, WATCHER).names)
    assert "bot.py failed" in everything
    assert not [word for word in ("secret", sys.executable, str(tmp_path)) if word in everything]
