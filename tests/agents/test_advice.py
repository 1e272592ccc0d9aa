"""Whoever is asked for advice knows what it would know if it had played: every event, in order."""

from __future__ import annotations

import asyncio
import pickle
import re
from collections.abc import Mapping
from itertools import cycle
from typing import Any

import pytest

import kiebitz as kb
from kiebitz.agents import registry
from kiebitz.agents.advice import advise
from kiebitz.agents.base import Agent, Decision, Policy, PolicyAgent
from kiebitz.agents.contestant import Contestant
from kiebitz.agents.entry import Entry
from kiebitz.agents.registry import contestant, entries
from kiebitz.agents.roster import Roster
from kiebitz.cli.play import TerminalGame
from kiebitz.games.skat.lab.review import Reviewer
from kiebitz.kernel.random import Stream
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.game import Game
from kiebitz.rules.options import Options
from kiebitz.rules.parts import part
from kiebitz.rules.registry import game
from kiebitz.rules.values import Event, View
from kiebitz.table.panel.panel import Panel
from kiebitz.table.server.connection import Talk
from kiebitz.table.tables.hall import Hall
from kiebitz.table.tables.rights import WATCHER
from kiebitz.table.tables.store import Store
from kiebitz.table.tables.table import Table
from tests.contract.cases import random_game
from tests.table.test_secrecy import SEATS, Heard


class Counting(Agent):
    """Says what it has heard of, ply by ply; bids once and plays the first card."""

    heard = "nothing, and has not begun"

    def begin(self, seat: int, options: Mapping[str, str], rng: Stream) -> None:
        self.heard = f"from seat {seat}:"

    def observe(self, event: Event) -> None:
        self.heard += f" {event.ply}"

    def act(self, view: View) -> Decision:
        return Decision("pass" if view.phase == "answer" else view.moves[0], because=self.heard)


@pytest.fixture(autouse=True)
def counting(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is registered, and everybody's advisor."""
    entry = Entry("counting", "counts events", lambda game, parameters: Counting)
    monkeypatch.setattr(registry, "_installed", lambda: (entry,))
    for name in SEATS:
        monkeypatch.setattr(type(part(game(name), Roster)), "opponent", "counting")


def heard_by(seat: int, ply: int) -> str:
    return f"from seat {seat}: {' '.join(map(str, range(ply + 1)))}"


def heard_in(because: object) -> str:
    """What it said itself: behind that a hint tells of worlds."""
    return str(because).partition(";")[0]


def played(name: str) -> tuple[Table, list[str]]:
    """A table where it has played itself to the end, and what it said at each ply."""
    room = Table.create(name, [{"kind": "agent", "spec": "counting"}] * SEATS[name], seed="3")
    while not room.is_over:
        decision = room.think()
        room.play(room.state.turn, decision.move, mind=decision)
    said = [mind["because"] for mind in room.minds if mind]
    assert said == [heard_by(room.states[ply].turn, ply) for ply in range(room.state.ply)]
    return room, said


@pytest.mark.parametrize("name", SEATS)
def test_a_hint_is_what_the_agent_would_have_played(name: str) -> None:
    room, said = played(name)
    assert [heard_in(advise(state.view(state.turn)).because) for state in room.states[:-1]] == said


@pytest.mark.parametrize("name", SEATS)
def test_an_agent_that_is_asked_in_the_panel_has_heard_everything(name: str) -> None:
    room, said = played(name)
    panel = Panel.of(room, WATCHER)
    asked = [panel.mind(ply, "counting")["mind"] for ply in range(room.state.ply)]
    assert [mind["because"] for mind in asked] == said
    assert [mind["move"] for mind in asked] == room.moves


def test_a_hint_at_the_table_has_heard_everything() -> None:
    room, said = played("durak")
    ply = next(ply for ply in range(5, room.state.ply) if room.states[ply].turn == 0)
    table = Table.create("durak", [{"kind": "person"}, {"kind": "agent", "spec": "random"}], seed="3")
    for state, move in zip(room.states, room.moves[:ply], strict=False):
        table.play(state.turn, move)

    async def hint() -> Any:
        hall, outbox = Hall(Store()), Heard()
        hall.open(table)
        talk = Talk(hall, table.id, outbox)  # type: ignore[arg-type]
        await talk.hear({"type": "hello", "token": table.occupants[0].token})
        await talk.hear({"type": "hint"})
        while not (found := [each for each in outbox.messages if each["type"] == "hint"]):
            await asyncio.sleep(0.01)
        hall.close()
        return found[0]["because"]

    assert asyncio.run(asyncio.wait_for(hint(), 20)) == said[ply]


def test_a_hint_in_the_terminal_has_heard_everything(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = cycle(("h", "1"))
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    chosen = game("durak")
    session = TerminalGame(chosen, [None, contestant("counting", chosen)], ["you", "counting"], "3")
    session.run()
    hints = re.findall(r"Hint: \S+\. (.*)", capsys.readouterr().out)
    own = [ply for ply, state in enumerate(session.states) if state.turn == 0]
    assert len(own) > 10 and [heard_in(hint) for hint in hints] == [heard_by(0, ply) for ply in own]


def test_a_review_has_begun_and_heard_everything() -> None:
    room, said = played("skat")
    choices = Reviewer("counting", nodes=10).review(room.record()).choices
    reasons = [choice.because for choice in choices if choice.because]
    expected = [
        because
        for state, because in zip(room.states, said, strict=False)
        if len(state.moves) > 1 and state.phase in ("speak", "answer", "skat", "play")
    ]
    assert len(expected) > 20 and reasons == expected
    assert all(choice.agrees for choice in choices)


# -- made once -------------------------------------------------------------------------------------------


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is made: contestants by their specifications, and agents of policies."""
    made = list[str]()

    def registered(spec: str, chosen: Game) -> Contestant:
        made.append(spec)
        return plain(spec, chosen)

    def agent(self: PolicyAgent, policy: Policy, memory: Vector | None = None) -> None:
        made.append("agent")
        init(self, policy, memory)

    plain, init = registry._registered, PolicyAgent.__init__
    monkeypatch.setattr(registry, "_registered", registered)
    monkeypatch.setattr(PolicyAgent, "__init__", agent)
    return made


def test_an_agent_that_is_asked_often_is_made_once(built: list[str]) -> None:
    smart, views = kb.agent("smart"), some_views("durak")
    told = [smart.decide(view, seed=1) for view in views]
    assert len(told) > 10 and built == ["smart", "agent"]
    smart.decide(some_views("durak", {"start_rank": 9})[0])
    assert built == ["smart", "agent"] * 2, "other rules need another one"
    assert [kb.agent("smart").decide(view, seed=1) for view in views] == told, "a fresh one says the same"
    again = pickle.loads(pickle.dumps(smart))
    assert again.decide(views[0], seed=1) == told[0]


def test_hints_of_one_game_come_from_one_agent(built: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(part(game("durak"), Roster)), "opponent", "smart:salt=hints")
    for view in some_views("durak"):
        advise(view)
    assert built == ["smart", "agent"]


@pytest.mark.parametrize("name", SEATS)
def test_one_that_is_kept_says_what_a_fresh_one_says(name: str) -> None:
    """In whatever order it is asked: nothing of a decision carries over to the next."""
    views, quick = some_views(name)[::4], entries(game(name))
    for entry in quick.values():
        once = kb.agent(entry.quick)
        if entry.cheats:
            continue
        first = [once.decide(view, seed=1) for view in views]
        assert [once.decide(view, seed=1) for view in reversed(views)] == first[::-1], entry.name


def some_views(name: str, options: Options = None) -> list[View]:
    """Of one game, each of the seat to move."""
    states = random_game(game(name, options), 1)
    return [state.view(state.turn, Stream(1)) for state in states if not state.is_over]
