"""Thoughts that would take for ever, wherever they come from, end when the server says so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest
from fastapi.testclient import TestClient

from kiebitz.agents.seated import Failed
from kiebitz.kernel.random import Stream
from kiebitz.rules.registry import game
from kiebitz.sayings import Saying
from kiebitz.table.tables import studies as module
from kiebitz.table.tables.store import Store
from kiebitz.table.tables.studies import Apart, Studies, sit_here, thinks_apart
from kiebitz.table.tables.thinkers import Late
from tests.clocks import eventually
from tests.table.client import client_of
from tests.table.test_protocol import new_table

ENDLESS = "skat-ai:worlds=8000,solve=10,seconds=0"
BOTS = """
import os
from kiebitz import Agent, Decision

class Counts(Agent):
    seen = 0

    def act(self, view):
        Counts.seen += 1
        return Decision(view.moves[0], f"move {Counts.seen} of this process")

class Dies(Agent):
    def act(self, view):
        os._exit(3)

class Cheats(Agent):
    def act(self, view):
        return "the ace up my sleeve"
"""


@pytest.fixture
def studies() -> Iterator[Studies]:
    made = Studies(seconds=60.0)
    yield made
    made.close()
    assert not made._idle and not any(study.is_alive for study in made._busy)


@pytest.fixture
def bots(tmp_path: Path) -> str:
    file = tmp_path / "bots.py"
    file.write_text(BOTS)
    return str(file)


@pytest.mark.parametrize(
    ("name", "spec", "apart"),
    [
        ("skat", "skat-ai", False),
        ("skat", "skat-ai:worlds=10", False),
        ("skat", ENDLESS, True),
        ("skat", "skat-ai:seconds=0", True),
        ("durak", "minimax:pruning=off", True),
        ("durak", "mcts:limit=1000", True),
        ("durak", "exec:./bot", False),
        ("durak", "bots.py:Counts", True),
    ],
)
def test_who_may_think_long_thinks_where_it_can_be_ended(name: str, spec: str, apart: bool) -> None:
    assert thinks_apart(spec, game(name)) is apart


def test_an_agent_thinks_apart_as_it_would_here(studies: Studies) -> None:
    """The same move for the same reasons, from the same random numbers."""
    state = game("durak").deal(seed=1)
    spec, seat = "flat:playouts=150", state.turn
    answers = [
        sit(spec, state.game, seat, Stream.named("sit")).decide(state.view(seat, Stream.named("move")))
        for sit in (sit_here, studies.sit)
    ]
    assert answers[0].code == answers[1].code
    here, there = (answer.decision for answer in answers)
    assert dict(there.values) == dict(here.values) and str(there.because) == str(here.because)
    assert isinstance(there.because, Saying)


def test_a_late_thought_is_ended(studies: Studies) -> None:
    state = game("skat").deal(seed=1)
    for move in ("18", "pass", "pass", "skat", "SJ", "HJ", "C", "plain"):  # no cards are laid open
        state = state.play(move)
    seated = studies.sit(ENDLESS, state.game, state.turn, Stream(1))
    assert isinstance(seated, Apart)
    (study,) = studies._idle
    studies.seconds, start = 0.5, monotonic()
    with pytest.raises(Late, match=r"within 0\.5 s"):
        seated.decide(state.view(state.turn, Stream(2)))
    assert monotonic() - start < 10 and not study.is_alive and studies.running == 0


def test_a_bot_from_a_file_has_a_process_for_its_seat(studies: Studies, bots: str) -> None:
    state = game("durak").deal(seed=1)
    seats = [studies.sit(f"{bots}:Counts", state.game, seat, Stream(1), f"table/{seat}") for seat in (0, 1)]
    seats.append(studies.sit(f"{bots}:Counts", state.game, 0, Stream(1), "another table/0"))
    view = state.view(state.turn, Stream(2))
    said = [str(seat.decide(view).decision.because) for seat in (*seats, seats[0])]
    assert [text.split()[1] for text in said] == ["1", "1", "1", "2"]
    assert studies.running == 3
    seats.clear()
    assert eventually(lambda: studies.running == 0), "they end with their agents"


def test_no_more_processes_wait_than_are_wanted(
    studies: Studies, bots: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "KEPT", 2)
    state = game("durak").deal(seed=1)
    kept = [studies.sit(f"{bots}:Counts", state.game, 0, Stream(1), f"{n}/0") for n in range(4)]
    assert studies.running == 2
    view = state.view(state.turn, Stream(2))
    assert [kept[0].decide(view).code] == [view.moves[0].code], "whose process is gone gets another"


@pytest.mark.parametrize(("name", "kind"), [("Dies", "died"), ("Cheats", "illegal"), ("Missing", "raised")])
def test_what_goes_wrong_there_is_a_failure_here(studies: Studies, bots: str, name: str, kind: str) -> None:
    state = game("durak").deal(seed=1)
    with pytest.raises(Failed) as failed:
        seated = studies.sit(f"{bots}:{name}", state.game, state.turn, Stream(1), "table/0")
        seated.decide(state.view(state.turn, Stream(2)))
    assert failed.value.kind == kind


def test_the_panel_asks_agents_that_can_be_ended() -> None:
    """And while one thinks, others get their answers."""
    with client_of(Store()) as client:
        hall = client.app.state.hall  # type: ignore[attr-defined]
        hall.studies.seconds = 0.5
        table = new_table(client, "skat", persons=0, pace=10)
        answer = ask(client, table, ENDLESS)
        assert answer.status_code == 200 or "No answer came within 0.5 s." in answer.json()["error"]
        assert ask(client, table, "random").status_code == 200


def ask(client: TestClient, table: dict[str, str], spec: str):  # type: ignore[no-untyped-def]
    key = {"Authorization": "Bearer " + table["watch"]}
    return client.get(f"/api/tables/{table['table']}/mind", params={"ply": 0, "agent": spec}, headers=key)
