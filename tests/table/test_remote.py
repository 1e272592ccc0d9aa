"""Remote bots: over the network, over pipes, in time and out of it, and what the protocol's schema says."""

from __future__ import annotations

import asyncio
import json
import shlex
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
import uvicorn
from fastapi.testclient import TestClient

import kiebitz.table
from kiebitz.agents.base import Agent
from kiebitz.agents.contestant import Contestant
from kiebitz.agents.process import BotFailure, ProcessAgent, lasting
from kiebitz.agents.registry import contestant
from kiebitz.agents.turns import turn_data
from kiebitz.agents.wire import pack, unpack
from kiebitz.errors import BadNotation, BadOption, KiebitzError
from kiebitz.kernel.random import Stream
from kiebitz.lab.playing.match import Match
from kiebitz.rules.contract.tried import random_game
from kiebitz.rules.game import Game
from kiebitz.rules.records import Record
from kiebitz.rules.registry import game, game_class, names
from kiebitz.rules.values import Event, Move, State, View
from kiebitz.table.server.app import make_app
from kiebitz.table.server.messages import turn, welcome
from kiebitz.table.tables.remote import Refused, RemotePlayer, SeatLink, join
from kiebitz.table.tables.store import Store
from kiebitz.table.tables.table import Table
from tests.table.client import client_of

ROOT = Path(__file__).parents[2]
LINE_BOT = f"exec:{shlex.join([sys.executable, str(ROOT / 'tests' / 'bots' / 'line_bot.py')])}"
SEATS = {name: game_class(name)().seats for name in names()}


@pytest.fixture
def client(tmp_path: Path) -> Any:
    with client_of(Store(tmp_path / "tables.sqlite"), bots=[LINE_BOT]) as made:
        yield made


def new_table(client: TestClient, name: str, seats: list[dict[str, str]], **more: Any) -> dict[str, Any]:
    body = {"game": name, "seats": seats, "seed": "7", "pace": 0, **more}
    answer = client.post("/api/tables", json=body)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


# -- programs on a pipe -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SEATS)
def test_a_program_plays_whole_games_in_a_match(name: str) -> None:
    chosen = game(name)
    players = [contestant(LINE_BOT, chosen), *[contestant("random", chosen)] * (SEATS[name] - 1)]
    unit = Match(chosen, tuple(players), 1, seed=1).play(0, 0)
    assert unit.reason is None and unit.state().is_over


@pytest.mark.parametrize(
    ("manner", "reason"),
    [
        ("babble", "not a play message"),
        ("die", "exit code 3"),
        ("cheat", "the ace up my sleeve"),
        ("twice", "before it was asked"),
    ],
)
def test_a_program_that_misbehaves_loses_with_the_reason(manner: str, reason: str) -> None:
    chosen = game("durak")
    bad = contestant(f"{LINE_BOT} {manner}", chosen)
    unit = Match(chosen, (bad, bad), 1, seed=1).play(0, 0)
    assert unit.loser >= 0
    assert reason in str(unit.reason)
    assert unit.points == chosen.forfeit(unit.loser)


def test_a_program_that_sleeps_is_ended() -> None:
    view = game("durak").deal(1).view(game("durak").deal(1).turn)
    command = [sys.executable, str(ROOT / "tests" / "bots" / "line_bot.py"), "sleep"]
    agent = ProcessAgent(command, seconds=0.5)
    start = monotonic()
    with pytest.raises(BotFailure, match=r"no answer in 0\.5 s"):
        agent.act(view)
    assert monotonic() - start < 10
    assert agent.program._process.poll() is not None


def test_a_command_that_is_none_is_refused() -> None:
    for spec in ("exec:", "exec:./no-such-bot", "exec:'"):
        with pytest.raises(BadOption):
            contestant(spec, game("durak"))


def test_a_program_at_a_table(client: TestClient) -> None:
    table = new_table(client, "durak", [{"kind": "person"}, {"kind": "agent", "spec": LINE_BOT}])
    with client.websocket_connect(f"/ws/{table['table']}") as connection:
        connection.send_json({"type": "hello", "token": table["tokens"][0]})
        while (message := connection.receive_json())["type"] != "end":
            assert message["type"] != "note", message
            if message["type"] == "turn":
                connection.send_json({"type": "play", "move": message["view"]["moves"][-1]})
    assert Record.read(message["record"]).check() is None


# -- the schema ---------------------------------------------------------------------------------------


def validators() -> tuple[Any, Any]:
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
    schema = json.loads((Path(kiebitz.table.__file__).parent / "server" / "protocol.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    made = []
    for side in ("to_server", "from_server"):
        made.append(jsonschema.Draft202012Validator({**schema, "oneOf": [{"$ref": f"#/$defs/{side}"}]}))
    return made[0], made[1]


@pytest.mark.parametrize("name", SEATS)
def test_all_messages_are_as_the_schema_says(client: TestClient, name: str) -> None:
    said, heard = validators()
    agents = [{"kind": "agent", "spec": "random"}] * (SEATS[name] - 1)
    table = new_table(client, name, [{"kind": "person"}, *agents])
    with client.websocket_connect(f"/ws/{table['table']}") as connection:

        def send(message: dict[str, Any]) -> None:
            said.validate(message)
            connection.send_json(message)

        send({"type": "hello", "token": table["tokens"][0]})
        send({"type": "ping"})
        send({"type": "sheet"})
        send({"type": "play", "move": "nonsense"})
        kinds = set()
        while (message := connection.receive_json())["type"] != "end":
            heard.validate(message)
            kinds.add(message["type"])
            if message["type"] == "turn":
                send({"type": "play", "move": message["view"]["moves"][0], "ply": message["ply"]})
        heard.validate(message)
    assert kinds >= {"welcome", "event", "turn", "error", "pong", "sheet"}


def test_the_line_to_a_program_is_a_turn_of_the_schema(tmp_path: Path) -> None:
    _, heard = validators()
    script = tmp_path / "echo.py"
    script.write_text("import sys\nopen(sys.argv[1], 'w').write(sys.stdin.readline())\n")
    state = game("skat").deal(1)
    with pytest.raises(BotFailure):
        ProcessAgent([sys.executable, str(script), str(tmp_path / "line")]).act(state.view(state.turn))
    heard.validate(json.loads((tmp_path / "line").read_text()))


def test_a_program_sees_an_open_hand_without_unpacking_anything(tmp_path: Path) -> None:
    """The declarer of an ouvert game lays his hand on the table: the scene has it, with unit and seed."""
    _, heard = validators()
    state = ouvert()
    view = state.view(state.turn)
    turn = json.loads(json.dumps(turn_data(view, 3)))
    heard.validate(turn)
    declarer = next(seat for seat in turn["scene"]["seats"] if seat["seat"] != view.seat and seat["cards"])
    assert declarer["cards"] == [str(card) for card in state.hand_of(declarer["seat"])]
    assert (turn["unit"], turn["ply"]) == (3, state.ply)
    assert turn["seed"] == turn_data(state.view(state.turn), 3)["seed"], "the same in the same game"


def others(state: State) -> list[int]:
    return [seat for seat in range(state.game.seats) if seat != state.turn]


def ouvert() -> State:
    """A random game of Skat in which an opponent of an ouvert declarer is to move."""
    for seed in range(200):
        for state in random_game(game("skat"), seed):
            announced = [str(move) for _, move in state.history]
            if "ouvert" in announced and state.phase == "play" and state.history[-1][1] != "ouvert":
                shown = [
                    seat for seat in range(3) if seat != state.turn and state.view(state.turn).hand_of(seat)
                ]
                if shown:
                    return state
    raise AssertionError("no ouvert game")


def test_a_program_lives_on_from_unit_to_unit_at_its_seat() -> None:
    chosen = game("durak")
    players = (lasting(contestant(LINE_BOT, chosen), 0), contestant("random", chosen))
    match = Match(chosen, players, 3, seed=1)
    agents = [players[0].make() for _ in range(2)]
    assert isinstance(agents[0], ProcessAgent) and isinstance(agents[1], ProcessAgent)
    assert agents[0].program is agents[1].program
    assert all(match.play(deal, 0).reason is None for deal in range(3))
    assert players[0].make().program is agents[0].program  # type: ignore[attr-defined]
    agents[0].close()
    assert players[0].make().program is not agents[0].program, "a dead one is replaced"  # type: ignore[attr-defined]


# -- packed views -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SEATS)
def test_a_packed_view_is_the_view(name: str) -> None:
    state = game(name).deal("7")
    for _ in range(6):
        state = state.play(state.moves[0])
    view = state.view(state.turn)
    same = unpack(view.game, pack(view), Stream(1))
    assert (same.vector == view.vector).all()
    assert same.events == view.events and same.moves == view.moves
    for wrong in ("", "no letters!", pack(view)[:40], "AAAA"):
        with pytest.raises(BadNotation):
            unpack(view.game, wrong, Stream(1))


# -- over the network ---------------------------------------------------------------------------------


@contextmanager
def server(store: Store) -> Iterator[str]:
    """A real server on a free port of this machine."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    running = uvicorn.Server(uvicorn.Config(make_app(store), log_level="warning"))
    thread = threading.Thread(target=partial(running.run, sockets=[listener]), daemon=True)
    thread.start()
    while not running.started:
        sleep(0.01)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        running.should_exit = True
        thread.join(10)


def post(address: str, body: dict[str, Any]) -> dict[str, Any]:
    from urllib.request import Request, urlopen

    request = Request(
        f"{address}/api/tables", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urlopen(request) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


def test_an_agent_and_the_example_bot_play_each_other(tmp_path: Path) -> None:
    with server(Store(tmp_path / "tables.sqlite")) as address:
        table = post(address, {"game": "durak", "seats": [{"kind": "person"}] * 2, "seed": "7"})
        links = [f"{address}/table.html#{table['table']}.{token}" for token in table["tokens"]]
        example = subprocess.Popen(
            [sys.executable, str(ROOT / "docs" / "remote_bot.py"), links[1]],
            stdout=subprocess.PIPE,
            text=True,
        )
        said: list[str] = []
        asyncio.run(
            asyncio.wait_for(join(SeatLink.read(links[0]), RemotePlayer("greedy"), said.append, units=1), 60)
        )
        assert example.wait(20) == 0
        assert example.stdout and "over" in example.stdout.read()
        assert said[-1].startswith("Unit 1:")
        returning = RemotePlayer("greedy")
        returning.seat = 0  # it sat there before the connection was lost
        for bot in (RemotePlayer("greedy"), returning):
            with pytest.raises(Refused, match="opens no seat"):
                asyncio.run(asyncio.wait_for(join(SeatLink.read(links[0] + "x"), bot, said.append), 20))
        watching = f"{address}/table.html#{table['table']}.{table['watch']}"
        with pytest.raises(Refused, match="watching"):
            asyncio.run(join(SeatLink.read(watching), RemotePlayer("greedy"), said.append))


class Remembers(Agent):
    """Tells how many events it has heard of in its life."""

    heard = 0

    def observe(self, event: Event) -> None:
        self.heard += 1

    def act(self, view: View) -> Move:
        assert self.heard == len(view.events), "nothing of an earlier unit, and nothing twice"
        return view.moves[0]


def test_a_table_that_is_not_there_was_never_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kiebitz.table.tables.remote.PAUSES", (0, 0))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        link = f"http://127.0.0.1:{free.getsockname()[1]}/table.html#a.b"
    told: list[str] = []
    with pytest.raises(KiebitzError, match="cannot be reached"):
        asyncio.run(join(SeatLink.read(link), RemotePlayer("random", "1"), told.append))
    assert len(told) == 2 and all(each.startswith("Nobody answers at ") for each in told)


def test_a_bot_forgets_when_the_same_deal_begins_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def seated(spec: str, chosen: Game) -> Contestant:
        return Contestant(chosen, spec, Remembers)

    monkeypatch.setattr("kiebitz.table.tables.remote.contestant", seated)
    seats = [{"kind": "person"}, {"kind": "agent", "spec": "random"}]
    room, bot = Table.create("durak", seats, seed="7"), RemotePlayer("remembers")
    for _ in range(2):
        bot.welcome(welcome(room, 0))
        for _ in range(12):
            answer = bot.answer(turn(room, 0))["move"] if room.state.turn == 0 else room.think().move
            room.play(room.state.turn, answer)
        room.next_unit(again=True)


def test_who_comes_back_gets_the_open_turn_again(client: TestClient) -> None:
    table = new_table(client, "durak", [{"kind": "person"}] * 2)
    turns = []
    for _ in range(2):
        for token in table["tokens"]:
            with client.websocket_connect(f"/ws/{table['table']}") as connection:
                connection.send_json({"type": "hello", "token": token})
                connection.send_json({"type": "ping"})
                while (message := connection.receive_json())["type"] != "pong":
                    if message["type"] == "turn":
                        turns.append(message)
    assert len(turns) == 2 and turns[0] == turns[1]


def test_who_is_late_is_played_for_and_may_go_on(client: TestClient) -> None:
    table = new_table(client, "durak", [{"kind": "person"}] * 2, limit=0.2)
    with (
        client.websocket_connect(f"/ws/{table['table']}") as connection,
        client.websocket_connect(f"/ws/{table['table']}") as other,
    ):
        connection.send_json({"type": "hello", "token": table["tokens"][0]})
        assert connection.receive_json()["limit"] == 0.2
        other.send_json({"type": "hello", "token": table["tokens"][1]})  # the clock starts when all sit
        while (message := connection.receive_json())["type"] != "note":
            assert message.get("ply", 0) == 0
        assert "did not move" in message["text"]
        while (message := connection.receive_json())["type"] != "event":
            pass
        assert message["ply"] == 1
