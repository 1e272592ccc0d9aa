"""The panel without a browser: what it says, and to whom it says nothing."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from kiebitz.agents.base import Decision
from kiebitz.errors import KiebitzError
from kiebitz.games.skat.records.iss import write
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import WORDS
from kiebitz.knowledge.pictures.one_card import published
from kiebitz.knowledge.places.locations import Locations
from kiebitz.rules.records import Record
from kiebitz.rules.registry import game
from kiebitz.rules.values import State
from kiebitz.sayings import Saying
from kiebitz.table.panel.announced import announced
from kiebitz.table.panel.panel import Panel
from kiebitz.table.panel.pencil import Pencil
from kiebitz.table.tables.hall import Hall
from kiebitz.table.tables.replays import branch, open_record
from kiebitz.table.tables.rights import NotYours
from kiebitz.table.tables.store import Store
from kiebitz.table.tables.table import Table
from tests.paths import XSKAT
from tests.table.client import client_of

GAMES = {"schnapsen": 2, "skat": 3, "durak": 2, "boerenbridge": 4}


@pytest.fixture
def client(tmp_path: Path) -> Any:
    with client_of(Store(tmp_path / "tables.sqlite")) as made:
        yield made


def played(name: str, seed: str = "7") -> State:
    """A whole game of first legal moves."""
    state = game(name).deal(seed)
    while not state.is_over:
        state = state.play(state.moves[0])
    return state


def seats(name: str, persons: int = 0) -> list[dict[str, str]]:
    people: list[dict[str, str]] = [{"kind": "person"}] * persons
    return people + [{"kind": "agent", "spec": "random"}] * (GAMES[name] - persons)


def replay(name: str) -> Panel:
    room, _, error = open_record(Record.of(played(name)).text)
    assert error is None
    return Panel.of(room, -1)


@pytest.mark.parametrize("name", GAMES)
def test_the_matrix_has_exact_chances_and_marks_what_is_sure(name: str) -> None:
    panel = replay(name)
    for ply in (0, len(panel.states) // 2, len(panel.states) - 2):
        for seat in range(GAMES[name]):
            found = panel.matrix(seat, ply)
            locations = Locations.of(panel.states[ply].view(seat))
            assert found["worlds"] == locations.count()
            for row in found["rows"]:
                chances = [cell["chance"] for cell in row["cells"]]
                assert sum(chances) == pytest.approx(1)
                marks = [cell["mark"] for cell in row["cells"]]
                assert marks.count("certain") == (chances.count(1.0) > 0)
                assert all((mark == "impossible") == (p == 0) for mark, p in zip(marks, chances, strict=True))
                assert chances[row["actual"]] > 0, "the actual place is always possible"


def test_what_the_last_event_changed_has_its_reason() -> None:
    panel = replay("boerenbridge")
    changes = [panel.matrix(0, ply)["change"] for ply in range(1, len(panel.states))]
    telling = [change for change in changes if change["reasons"]]
    assert telling, "somebody fails to follow suit in this game"
    assert all(change["after"] <= change["before"] for change in telling if change["before"])
    assert any("did not follow" in change["text"] for change in telling)


@pytest.mark.parametrize("name", GAMES)
def test_a_card_before_and_after_and_a_formula(name: str) -> None:
    panel = replay(name)
    ply = len(panel.states) - 3
    state = panel.states[ply]
    card = str(next(iter(state.hand_of(state.turn))))
    owner = game(name).seat_name(state.turn)
    found = panel.card(card, 0, ply, is_open=True)
    for moment in (found["after"], found["before"]):
        assert ET.fromstring(moment["svg"]).tag.endswith("svg")
        assert len(moment["considers"]) == GAMES[name]
    place = f"has({owner}, {card})"
    assert panel.formula(place, 0, ply, is_open=True)["holds"]
    assert panel.formula(f"K[{owner}] {place}", 0, ply, is_open=True)["holds"]
    denied = panel.formula(f"~{place}", 0, ply, is_open=True)
    assert not denied["holds"]


@pytest.mark.parametrize("text", ["~" * 396 + "true", "(" * 198 + "true" + ")" * 198])
def test_a_formula_that_is_too_deep_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(KiebitzError, match="nested too deeply"):
        replay("durak").formula(text, 0, 0)


def test_a_card_that_was_played_has_one_world_that_everybody_knows() -> None:
    panel = replay("boerenbridge")
    ply = next(n for n, move in enumerate(panel.table.moves, 1) if panel.states[n - 1].phase == "play")
    card = panel.table.moves[ply - 1]
    found = panel.card(card, 0, ply, is_open=True)
    owner = panel.states[ply - 1].game.seat_name(panel.states[ply - 1].turn)
    labels = [str(Saying.of_json(label)) for each in found["after"]["considers"] for label in each["places"]]
    assert labels == [f"{owner} has it"] * 4
    assert len(found["before"]["considers"][owner == "North"]["places"]) == 3
    assert panel.formula(f"C has({owner}, {card})", 0, ply, is_open=True)["holds"]
    gone = panel.card(card, 0, ply + 4, is_open=True)
    assert [str(Saying.of_json(each["places"][0])) for each in gone["after"]["considers"]] == [
        "nobody has it"
    ] * 4
    assert "nobody has it any more" in gone["after"]["svg"]
    everything = panel.matrix(0, 0)["cards"]
    assert panel.matrix(0, ply + 4)["cards"] == everything and card in everything


def test_announcements_are_stepped_through_with_models_before_and_after() -> None:
    panel = replay("boerenbridge")
    ply = next(n for n, state in enumerate(panel.states) if state.phase == "play") + 4
    card = panel.table.moves[ply - 1]
    seen = announced(panel, card, None, 0, ply, is_open=True)
    steps = [announced(panel, card, n, 0, ply, is_open=True) for n in range(1, seen["count"] + 1)]
    plies = [step["told"]["ply"] for step in steps]
    assert plies == sorted(plies) and plies[seen["number"] - 1] == ply < plies[-1], "the whole round is told"
    assert max(plies) == next(n for n, state in enumerate(panel.states) if state.round == 1)
    played = next(step["told"] for step in steps if step["told"]["ply"] == ply)
    assert f"plays {card}" in str(Saying.of_json(played["said"]))
    assert [len(each["places"]) for each in played["after"]["considers"]] == [1] * 4
    assert sorted(len(each["places"]) for each in played["before"]["considers"]) == [1, 3, 3, 3]
    assert {cards for lost in played["ruled_out"] for cards in lost["cards"]} == {card}
    assert all(count["after"] <= count["before"] for count in played["deals"])
    over = seen["told"]
    assert "The trick is over" in str(Saying.of_json(over["said"]))
    assert [str(Saying.of_json(each["places"][0])) for each in over["after"]["considers"]] == [
        "nobody has it"
    ] * 4
    assert announced(panel, card, None, 0, 0, is_open=True)["told"] is None
    with pytest.raises(KiebitzError, match=f"1 to {seen['count']}, not 99"):
        announced(panel, card, 99, 0, ply)


def test_announcements_of_a_live_game_show_only_what_a_viewer_may_know() -> None:
    room = Table.create("boerenbridge", seats("boerenbridge", persons=1), seed="7")
    while room.state.phase != "play" or room.state.view(-1).events[-1].phase != "play":
        room.play(room.state.turn, room.state.moves[0])
    panel, card = Panel.of(room, 0), str(next(iter(room.state.hand_of(1))))
    told = announced(panel, card)["told"]
    assert [count["seat"] for count in told["deals"]] == ["North"]
    assert told["after"]["considers"] == []
    for refused in ({"is_open": True}, {"seat": 1}):
        with pytest.raises(NotYours):
            announced(panel, card, **refused)


def test_pictures_are_drawn_as_the_viewer_has_chosen() -> None:
    panel = replay("boerenbridge")
    owner, state = next((s, state) for state in panel.states for s in range(4) if len(state.hand_of(s)) == 2)
    card, drawn = str(next(iter(state.hand_of(owner)))), set()
    for pencil in (Pencil(), Pencil("nl"), Pencil("xx"), Pencil(compass=True)):
        drawn.add(panel.card(card, 0, state.ply, True, pencil)["after"]["svg"])
    assert sum("Noord" in each for each in drawn) == 1 and len(drawn) <= 3


def test_possibility_sets_are_those_of_the_command_line() -> None:
    panel = replay("boerenbridge")
    ply = next(state.ply for state in panel.states if state.phase == "play" and len(state.hand_of(0)) == 2)
    card = next(str(card) for seat in range(4) for card in panel.states[ply].hand_of(seat))
    found = panel.card(card, 0, ply, sets=True)
    expected = published(panel.states[ply], card)
    shown = [[str(Saying.of_json(place)) for place in one["places"]] for one in found["after"]["considers"]]
    assert shown == [[str(expected.labels[node]) for node in sorted(nodes)] for nodes in expected.here]
    assert found["after"]["svg"] != panel.card(card, 0, ply, is_open=True)["after"]["svg"]


def test_a_card_of_another_round_is_refused() -> None:
    panel = replay("boerenbridge")
    missing = next(
        c for c in map(str, game("boerenbridge").deck.cards) if c not in panel.matrix(0, 0)["cards"]
    )
    assert "not in this round" in str(
        Saying.of_json(panel.card(missing, 0, 0, is_open=True)["after"]["said"])
    )


def test_nested_beliefs_share_out_all_deals_of_who_thinks() -> None:
    panel = replay("boerenbridge")
    ply = 10
    state = panel.states[ply]
    card = str(next(iter(state.hand_of(2))))
    found = panel.nested(card, 0, 1, ply)
    assert sum(belief["deals"] for belief in found["beliefs"]) == found["worlds"]
    assert found["worlds"] == panel.matrix(0, ply)["worlds"]
    own = panel.card(card, 1, ply, is_open=True)["after"]["considers"][1]["places"]
    names = [str(Saying.of_json(place)).removesuffix(" has it") for place in own]
    assert names in [belief["places"] for belief in found["beliefs"]]


def test_the_time_line_counts_what_each_event_ruled_out(client: TestClient) -> None:
    table = client.post("/api/records", json={"text": Record.of(played("boerenbridge")).text}).json()
    key = {"Authorization": "Bearer " + table["watch"]}
    line = client.get(f"/api/tables/{table['table']}/timeline", headers=key).json()
    assert [event["ply"] for event in line["lines"]] == list(range(line["plies"] + 1))
    panel = replay("boerenbridge")
    for event in line["lines"][1:30]:
        for deals in event["deals"]:
            seen = panel.matrix(deals["seat"], event["ply"])
            assert (deals["before"], deals["after"]) == (seen["change"]["before"], seen["worlds"])
    tricks = [event for event in line["lines"] if event["starts"] and event["phase"] == "play"]
    assert len(tricks) >= 3 + 4 + 5 + 4 + 3 - 5


def test_while_the_game_goes_on_only_the_own_head_is_open() -> None:
    room = Table.create("boerenbridge", seats("boerenbridge", 2), seed="7")
    panel = Panel.of(room, 0)
    assert panel.matrix(0)["rows"]
    assert all(row["actual"] is None for row in panel.matrix(0)["rows"])
    card = str(next(iter(room.state.hand_of(1))))
    refused: list[Callable[[], Any]] = [
        lambda: panel.matrix(1),
        lambda: panel.card(card, 1),
        lambda: panel.card(card, 0, is_open=True),
        lambda: panel.card(card, 0, sets=True),
        lambda: panel.formula("true", 0, is_open=True),
        lambda: panel.nested(card, 1, 0),
        lambda: Panel.of(room, -1).matrix(0),
    ]
    for ask in refused:
        with pytest.raises(NotYours):
            ask()
    if room.state.turn != 0:
        with pytest.raises(NotYours):
            panel.mind(0)


@pytest.mark.parametrize("name", GAMES)
def test_what_the_panel_says_depends_on_the_own_view_only(name: str) -> None:
    """With other hidden cards that look the same from the seat, the panel says the same."""
    room = Table.create(name, seats(name, GAMES[name]), seed="7")
    for _ in range(4):
        room.play(room.state.turn, room.state.moves[0])
    state, vector = room.state, np.zeros(WORDS, np.int64)
    state.game.kernels.complete(state.view(0).vector, Stream(5).word, vector)
    other = type(state)(state.game, vector, state.deal, state._log, state.ply)
    assert any(other.hand_of(seat) != state.hand_of(seat) for seat in range(1, GAMES[name]))
    panel = Panel.of(room, 0)
    swapped = replace(panel, states=(*panel.states[:-1], other))
    matrix = panel.matrix(0)
    assert swapped.matrix(0) == matrix
    card = str(matrix["rows"][-1]["card"])
    assert swapped.card(card, 0) == panel.card(card, 0)
    question = f"M[{state.game.seat_name(0)}] has({state.game.seat_name(1)}, {card})"
    assert swapped.formula(question, 0) == panel.formula(question, 0)


def test_rights_hold_over_http_and_end_with_the_game(client: TestClient) -> None:
    body = {"game": "durak", "seats": seats("durak", 1), "seed": "7", "pace": 0}
    table = client.post("/api/tables", json=body).json()
    key = {"Authorization": "Bearer " + table["tokens"][0]}
    base = f"/api/tables/{table['table']}"
    assert client.get(f"{base}/matrix", headers=key).status_code == 200
    assert client.get(f"{base}/matrix?seat=1", headers=key).status_code == 403
    assert client.get(f"{base}/matrix", headers={"Authorization": "Bearer nobody"}).status_code == 403
    assert client.get(f"{base}/matrix?ply=99", headers=key).status_code == 400
    assert (
        client.post(f"{base}/formula", json={"formula": "true", "open": True}, headers=key).status_code == 403
    )
    assert client.post(f"{base}/branch", json={"ply": 0, "seats": []}, headers=key).status_code == 403
    line = client.get(f"{base}/timeline", headers=key).json()
    assert line["seats"] == [0]
    room: Table = client.app.state.hall.tables[table["table"]]  # type: ignore[attr-defined]
    while not room.is_over:
        room.play(room.state.turn, room.state.moves[0])
    assert client.get(f"{base}/matrix?seat=1&ply=3", headers=key).status_code == 200
    assert client.get(f"{base}/timeline", headers=key).json()["seats"] == [0, 1]


def test_agents_alone_can_be_watched_from_within() -> None:
    room = Table.create("durak", [{"kind": "agent", "spec": "greedy"}] * 2, seed="7")
    seat = room.state.turn
    room.play(seat, (decision := room.think()).move, mind=decision)
    found = Panel.of(room, -1).mind(0)
    assert found["played"] == decision.move
    assert found["mind"]["because"] == str(decision.because) != ""


def test_the_solver_is_asked_only_by_who_sees_all_cards() -> None:
    panel = replay("skat")
    ply = len(panel.states) - 8
    found, state = panel.open_cards(ply), panel.states[ply]
    assert set(found["cards"]) == {str(move) for move in state.moves}
    best = max if state.turn == state.declarer else min  # type: ignore[attr-defined]
    assert found["value"] == best(found["cards"].values()) == found["cards"][found["best"]]
    live = Table.create("skat", seats("skat", 3), seed="7")
    with pytest.raises(NotYours):
        Panel.of(live, 0).open_cards(0)


@pytest.mark.parametrize("name", ["schnapsen", "durak", "boerenbridge"])
def test_the_open_verdict_of_the_other_games(name: str) -> None:
    panel = replay(name)
    ply = max(n for n, state in enumerate(panel.states) if len(state.moves) > 1 and state.phase != "guess")
    found, state = panel.open_cards(ply), panel.states[ply]
    assert set(found["cards"]) == {str(move) for move in state.moves}
    assert found["value"] == max(found["cards"].values()) == found["cards"][found["best"]]
    with pytest.raises(NotYours):
        Panel.of(Table.create(name, seats(name, GAMES[name]), seed="7"), 0).open_cards(0)


def test_what_one_thinks_of_another_is_estimated_where_there_are_too_many_deals() -> None:
    panel = replay("skat")
    card = str(next(iter(panel.states[0].hand_of(2))))
    found = panel.nested(card, 0, 1, 0)
    assert found["worlds"] == 42_678_636 and found["sampled"] == 1000
    assert sum(belief["share"] for belief in found["beliefs"]) == pytest.approx(1)
    own = next(belief for belief in found["beliefs"] if belief["places"] == ["Middlehand"])
    assert own["share"] == pytest.approx(10 / 22), "how likely Middlehand has it is known exactly"


def test_records_of_the_skat_server_and_of_xskat_open_as_replays(client: TestClient) -> None:
    state: Any = played("skat")
    sample = XSKAT
    files = {write(state, {"P0": "Ada", "P1": "Bob"}): "Ada", sample.read_text(encoding="utf-8"): "Forehand"}
    for text, name in files.items():
        table = client.post("/api/records", json={"text": text}).json()
        assert table["error"] is None and table["records"] >= 1
        room: Table = client.app.state.hall.tables[table["table"]]  # type: ignore[attr-defined]
        assert room.is_over and room.occupants[0].name == name
        key = {"Authorization": "Bearer " + table["watch"]}
        line = client.get(f"/api/tables/{table['table']}/timeline", headers=key).json()
        assert line["plies"] == len(room.moves) and line["all"]


def test_another_agent_can_be_asked_but_no_cheat_and_no_file() -> None:
    panel = replay("durak")
    found = panel.mind(4, "greedy")
    assert found["mind"]["move"] in found["moves"]
    for spec in ("glassbox", "exec:./bot", "bot.py:Bot"):
        with pytest.raises(Exception, match="cannot be asked"):
            panel.mind(4, spec)


@pytest.mark.parametrize("name", GAMES)
def test_a_record_opens_as_a_replay_and_goes_on_from_any_ply(client: TestClient, name: str) -> None:
    text = Record.of(played(name)).text
    table = client.post("/api/records", json={"text": text}).json()
    key = {"Authorization": "Bearer " + table["watch"]}
    base = f"/api/tables/{table['table']}"
    assert client.get(f"{base}/record", headers=key).text.splitlines()[-1] == text.splitlines()[-1]
    scene = client.get(f"{base}/scene?ply=3", headers=key).json()
    assert scene["ply"] == 3
    picture = client.get(f"{base}/position.svg?ply=3", headers=key)
    assert ET.fromstring(picture.text).tag.endswith("svg")
    german = client.get(f"{base}/position.svg?ply=3&style=german", headers=key)
    assert ET.fromstring(german.text).tag.endswith("svg") and german.text != picture.text
    assert client.get(f"{base}/position.svg?ply=3&style=tarot", headers=key).status_code == 400
    answer = client.post(f"{base}/branch", json={"ply": 3, "seats": seats(name, 1)}, headers=key)
    made: Table = client.app.state.hall.tables[answer.json()["table"]]  # type: ignore[attr-defined]
    assert made.moves[:3] == client.app.state.hall.tables[table["table"]].moves[:3]  # type: ignore[attr-defined]
    while not made.is_over:  # also in rounds that the record did not reach
        made.play(made.state.turn, made.state.moves[-1])


def finished(name: str) -> Table:
    room = Table.create(name, seats(name, GAMES[name]), seed="7")
    while not room.is_over:
        room.play(room.state.turn, room.state.moves[0])
    return room


def test_a_panel_of_a_finished_unit_says_nothing_about_the_next() -> None:
    room = finished("durak")
    panel, moves = Panel.of(room, 0), list(room.moves)
    names = [occupant.name for occupant in room.occupants]
    room.next_unit(rotate=True)
    for _ in range(3):
        move = str(room.state.moves[-1])
        room.play(room.state.turn, move, mind=Decision(move, "a secret of the next unit"))
    for ply in range(3):
        found = panel.mind(ply)
        assert found["mind"] is None and found["played"] == moves[ply]
        assert found["who"] == names[panel.states[ply].turn]


def test_a_slow_question_opens_no_card_of_the_next_deal(client: TestClient) -> None:
    """The body of a question comes in two parts, and the next deal begins between them."""
    room, app = finished("durak"), cast(FastAPI, client.app)
    hall: Hall = app.state.hall

    async def answer(path: str, body: dict[str, Any]) -> int:
        whole, parts, answers = json.dumps(body).encode(), 0, list[Any]()

        async def receive() -> dict[str, Any]:
            nonlocal parts
            parts += 1
            if parts == 2:
                await hall.next_unit(room, again=False, rotate=False)
            cut = slice(3) if parts == 1 else slice(3, None)
            return {"type": "http.request", "body": whole[cut], "more_body": parts == 1}

        async def send(message: Any) -> None:
            answers.append(message)

        key = "Bearer " + room.occupants[0].token
        scope = {
            "type": "http",
            "method": "POST",
            "path": f"/api/tables/{room.id}/{path}",
            "query_string": b"",
            "headers": [(b"authorization", key.encode()), (b"host", b"127.0.0.1")],
        }
        await app(scope, receive, send)
        return int(answers[0]["status"])

    async def answers() -> list[int]:
        hall.open(room)
        branching = await answer("branch", {"ply": 0, "seats": seats("durak")})
        while not room.is_over:
            room.play(room.state.turn, room.state.moves[0])
        return [branching, await answer("formula", {"formula": "true", "open": True})]

    assert client.portal is not None and client.portal.call(answers) == [403, 403]


def test_a_branch_of_a_short_record_deals_the_missing_rounds() -> None:
    state = game("boerenbridge").deal("7").play("0")
    room, _, _ = open_record(Record.of(state).text)
    assert len(room.state.deal.layouts) == 1
    made = branch(room.state, room.minds, seats("boerenbridge"))
    while not made.is_over:
        made.play(made.state.turn, made.state.moves[0])
    assert made.state.round == made.game.rounds - 1


def test_bad_records_and_foreign_code_are_refused(client: TestClient) -> None:
    for text in ("", "nonsense", "game: evil.py:Game\ndeal: x\nmoves:\n"):
        answer = client.post("/api/records", json={"text": text})
        assert answer.status_code == 400 and answer.json()["error"]
    for spec in ("evil.py:Bot", "exec:./bot"):
        body = {"game": "durak", "seats": [{"kind": "agent", "spec": spec}, {"kind": "person"}]}
        assert "not offered" in client.post("/api/tables", json=body).json()["error"]
    body = {"game": "evil.py:Game", "seats": seats("durak")}
    assert client.post("/api/tables", json=body).status_code == 400
