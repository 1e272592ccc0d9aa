"""The bots that a server is started with are tried and offered in the games that they can play."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from kiebitz.agents.registry import contestant
from kiebitz.agents.seated import Seated
from kiebitz.cli.table import open_table
from kiebitz.errors import KiebitzError
from kiebitz.kernel.random import Stream
from kiebitz.rules.registry import game_classes
from kiebitz.table.server import service
from kiebitz.table.tables.bots import bots_by_game
from kiebitz.table.tables.store import Store
from tests.table.client import client_of
from tests.table.test_protocol import hello

BOTS = Path(__file__).parents[1] / "bots"
STUDENT, PLAIN = f"{BOTS / 'student.py'}:Saver", f"{BOTS / 'patient.py'}:Patient"
RANDOM = {"kind": "agent", "spec": "random"}


@pytest.fixture
def client() -> Iterator[TestClient]:
    with client_of(Store(), bots=[STUDENT, PLAIN, "skat-ai:worlds=9"]) as made:
        yield made


def test_a_bot_is_offered_where_it_can_play(client: TestClient) -> None:
    offered = {each["name"]: each["bots"] for each in client.get("/api/games").json()}
    everywhere = {"spec": "patient.py:Patient", "options": {}}
    assert offered == {name: [everywhere] for name in game_classes()} | {
        "schnapsen": [{"spec": "student.py:Saver", "options": {"rules": "vu"}}, everywhere],
        "skat": [everywhere, {"spec": "skat-ai:worlds=9", "options": {}}],
    }


def test_a_name_that_means_another_agent_in_another_game_is_offered_where_it_fits() -> None:
    offered = bots_by_game(["pimc:nodes=100,playouts=2"])
    assert {name for name, bots in offered.items() if bots} == set(game_classes()) - {"schnapsen", "skat"}


def new_table(client: TestClient, game: str, options: str, spec: str) -> Any:
    seats = [RANDOM, {"kind": "agent", "spec": spec}]
    return client.post("/api/tables", json={"game": game, "options": options, "seats": seats, "pace": 0})


def test_a_students_bot_plays_by_its_rules_and_no_others(client: TestClient) -> None:
    table = new_table(client, "schnapsen", "rules=vu", STUDENT).json()
    with client.websocket_connect(f"/ws/{table['table']}") as socket:
        hello(socket, table["watch"])
        while (message := socket.receive_json())["type"] != "end":
            assert message["type"] == "event", message
    for game, options in (("schnapsen", "rules=full"), ("schnapsen", "rules=vu-old"), ("durak", "")):
        refused = new_table(client, game, options, STUDENT)
        assert refused.status_code == 400
        text = refused.json()["error"]
        assert text.endswith("schnapsen with rules=vu only.")


LOOKS = """
import os
from pathlib import Path
from kiebitz import Agent

class Looks(Agent):
    def act(self, view):
        if "KIEBITZ_TEST" in os.environ:
            Path(__file__).with_name("found").touch()
        return view.moves[0]
"""


def test_a_bot_at_the_table_has_a_cell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is trusted it finds what it looks for, which shows that the table keeps it from it."""
    monkeypatch.setenv("KIEBITZ_TEST", "1")
    bot, found = tmp_path / "looks.py", tmp_path / "found"
    bot.write_text(LOOKS)
    spec, game = f"{bot}:Looks", game_classes()["schnapsen"]()
    state = game.deal(seed=1)
    Seated(contestant(spec, game, trust=True), state.turn, Stream(1)).decide(state.view(state.turn))
    assert found.exists()
    found.unlink()
    with client_of(Store(), bots=[spec]) as client:
        table = new_table(client, "schnapsen", "", spec).json()
        with client.websocket_connect(f"/ws/{table['table']}") as socket:
            hello(socket, table["watch"])
            while (message := socket.receive_json())["type"] != "end":
                assert message["type"] == "event", message
    assert not found.exists()


def test_the_command_takes_bots_that_play_some_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    served: list[Any] = []
    monkeypatch.setattr(service, "serve", lambda *arguments: served.append(arguments[4]))
    open_table("127.0.0.1", 0, False, tmp_path / "tables", [STUDENT, PLAIN])
    assert served == [[STUDENT, PLAIN]]


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("skatai", "'skatai' plays no game here; 'kiebitz agents' lists who does."),
        ("skat-ai:roses=1", "'skat-ai' does not know a parameter in 'roses=1'; "),
        ("exec:./nothing", "'exec:./nothing' names no program that can be run."),
        (f"{BOTS / 'nothing.py'}:Bot", f"There is no file {BOTS / 'nothing.py'}."),
        (f"{BOTS / 'student.py'}:Nobody", "There is no agent in "),
    ],
)
def test_the_command_refuses_a_bot_that_can_play_nowhere(
    spec: str, sentence: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(service, "serve", lambda *arguments: pytest.fail("it is served"))
    with pytest.raises(KiebitzError) as refused:
        open_table("127.0.0.1", 0, False, tmp_path / "tables", [PLAIN, spec])
    assert str(refused.value).startswith(sentence)
