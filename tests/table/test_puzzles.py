"""Puzzles and exercises over HTTP: nothing gives an answer away; answers are judged, and kept for players."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from kiebitz.knowledge.exercises.exercise import KINDS
from kiebitz.knowledge.places.problem import Problem
from kiebitz.lab.puzzles.making import puzzle
from kiebitz.lab.puzzles.own import own_puzzle
from kiebitz.rules.records import Record
from kiebitz.sayings import Saying, say
from kiebitz.search.puzzles.puzzle import Puzzle
from kiebitz.table.puzzles.desk import shown
from kiebitz.table.puzzles.own import own_puzzles
from kiebitz.table.tables.history import History, Mistake, Result, Where, player_of
from kiebitz.table.tables.store import Store
from tests.table.client import DAY, client_of

KEY, OTHER = "a key of twenty-four signs", "another key of so many signs"
SEED = "tests"


def mine(key: str = KEY) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite"


@pytest.fixture
def client(file: Path) -> Iterator[TestClient]:
    with client_of(Store(file)) as found:
        yield found


@pytest.fixture(scope="module")
def one() -> Puzzle:
    """A puzzle with something to hide."""
    return puzzle("schnapsen", seed=SEED)


def ask(client: TestClient, move: str, key: str = KEY) -> Any:
    body = {"game": "schnapsen", "seed": SEED, "move": move}
    return client.post("/api/puzzles/answer", json=body, headers=mine(key) if key else {})


def test_a_question_shows_what_the_seat_sees_and_no_answer(client: TestClient) -> None:
    one = puzzle("skat", seed=SEED)
    found = client.get("/api/puzzles", params={"game": "skat", "seed": SEED}).json()
    assert found == json.loads(json.dumps(shown(one, SEED)))
    assert not {"solutions", "why", "tempting", "deal", "moves", "record"} & set(found)
    problem = Problem.of(one.view)
    secret = {str(card) for card in one.view.game.deck.cards if len(problem.owners(1 << card.number)) > 1}
    drawn = {card for place in found["scene"]["seats"] for card in place["cards"]}
    piled = {card for pile in found["scene"]["piles"] for card in pile["cards"]}
    assert secret and not secret & (drawn | piled | set(found["scene"]["hand"]))


def test_an_answer_is_judged_and_kept_for_its_player_only(client: TestClient, one: Puzzle) -> None:
    wrong = ask(client, one.tempting).json()
    assert not wrong["right"] and wrong["solutions"] == list(one.solutions) and wrong["why"] and wrong["due"]
    assert wrong["progress"] == {"tried": 1, "solved": 0, "later": 1, "due": 0}
    assert client.get("/api/puzzles/progress", headers=mine(OTHER)).json()["tried"] == 0
    right = ask(client, one.solutions[0], OTHER).json()
    assert right["right"] and right["due"] is None and right["progress"]["solved"] == 1
    nobody = ask(client, one.solutions[0], "").json()
    assert nobody["right"] and nobody["progress"] == {}


def test_the_card_that_was_chosen_is_refuted(client: TestClient, one: Puzzle) -> None:
    wrong = [str(move) for move in one.view.moves if str(move) not in one.solutions]
    assert len(wrong) > 1
    for move in wrong:
        told = [Saying.of_json(line) for line in ask(client, move, "").json()["why"]]
        assert str(told[-1].values["move"]) == move and len(told) == len(one.why) + 1


def test_progress_outlives_the_server_is_exported_and_deleted(file: Path, one: Puzzle) -> None:
    store = Store(file)
    with client_of(store) as client:
        ask(client, one.tempting)
    store.close()
    with client_of(Store(file)) as client:
        assert client.get("/api/puzzles/progress", headers=mine()).json()["tried"] == 1
        exported = client.get("/api/puzzles/export", headers=mine()).json()
        assert exported["puzzles"][0]["answers"][0]["move"] == one.tempting
        assert client.get("/api/puzzles/export").json() == {}
        assert client.delete("/api/puzzles/progress", headers=mine(OTHER)).status_code == 200
        assert client.get("/api/puzzles/progress", headers=mine()).json()["tried"] == 1
        client.delete("/api/puzzles/progress", headers=mine())
        assert client.get("/api/puzzles/progress", headers=mine()).json()["tried"] == 0
    assert KEY not in "".join(each.name for each in file.parent.rglob("*"))


def test_a_day_has_one_puzzle(client: TestClient) -> None:
    found = [client.get("/api/puzzles/today?game=durak").json() for _ in range(2)]
    assert found[0] == found[1] and found[0]["seed"] == f"day/{DAY}"
    assert found[0]["name"] == puzzle("durak", day=DAY).name


@pytest.mark.parametrize(
    "path",
    [
        "/api/puzzles?game=chess&seed=1",
        "/api/puzzles?game=durak&seed=",
        f"/api/puzzles?game=durak&seed={'x' * 99}",
        "/api/puzzles?game=docs/toy_game.py&seed=1",
        "/api/exercises?game=durak&seed=1&kind=essay",
        "/api/puzzles",
    ],
)
def test_wrong_questions_are_refused_in_a_sentence(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code in (400, 422) and answer.json()["error"]


def test_wrong_answers_are_refused_in_a_sentence(client: TestClient, one: Puzzle) -> None:
    assert "cannot be played here" in ask(client, "nonsense").json()["error"]
    assert client.post("/api/puzzles/answer", json={"name": "nobody's"}).status_code == 400
    assert client.post("/api/puzzles/answer", json={}, headers=mine("short")).status_code == 400


@pytest.mark.parametrize("kind", KINDS)
def test_exercises_are_shown_without_their_solutions_and_graded(client: TestClient, kind: str) -> None:
    key = {"game": "boerenbridge", "seed": SEED, "kind": kind}
    found = client.get("/api/exercises", params=key).json()
    assert "solution" not in found and (kind == "truth") == bool(found["formula"])
    if not found["all_cards"]:
        others = [place for place in found["scene"]["seats"] if place["seat"] != found["seat"]]
        assert not any(place["cards"] for place in others), "one player's view"
    refused = client.post("/api/exercises/answer", json={**key, "answer": "?"})
    assert refused.status_code == 400 and "solution" not in refused.json(), "whoever mistypes may try again"
    wrong = {"truth": ("true", "false"), "write": ("false", "true")}.get(kind, ("none", "a"))
    answers = [client.post("/api/exercises/answer", json={**key, "answer": one}).json() for one in wrong]
    first = next(answer for answer in answers if not answer["right"])
    assert first["said"]
    again = client.post("/api/exercises/answer", json={**key, "answer": first["solution"]}).json()
    assert again["right"]


# -- one's own mistakes ----------------------------------------------------------------------------------


def test_own_mistakes_wait_as_puzzles(client: TestClient, file: Path, one: Puzzle) -> None:
    state = one.state
    while not state.is_over:
        state = state.play(one.tempting if state.ply == one.state.ply else state.moves[0])
    ply, player = one.state.ply, player_of(KEY)
    history: History = client.app.state.hall.results.history  # type: ignore[attr-defined]
    where = Where("room", 0, 0, 0)
    points = list(state.payoffs)
    kept = Result(
        "schnapsen", state.game.options_text, one.seat, [], points, 0.0, record=Record.of(state).text
    )
    history.keep_result(player, where, kept)
    mistake = Mistake(ply, "play", one.tempting, one.solutions[0], 1.0, "wins", say("a sure win was missed"))
    unknowable = Mistake(ply, "play", one.tempting, one.solutions[0], 1.0, "wins", say("bad luck"), False)
    history.keep_review(player, where, 5, [mistake, unknowable])
    (found,) = own_puzzles(history, player)
    assert found.kind == "own" and set(found.solutions) == set(one.solutions)
    waiting = client.get("/api/puzzles/due?game=schnapsen", headers=mine()).json()
    assert waiting["waiting"] == 1 and waiting["name"] == found.name and "solutions" not in waiting
    body = {"name": found.name, "move": one.solutions[0]}
    assert client.post("/api/puzzles/answer", json=body, headers=mine()).json()["right"]
    assert client.get("/api/puzzles/due", headers=mine()).json() == {"waiting": 0}
    assert client.get("/api/puzzles/due", headers=mine(OTHER)).json() == {"waiting": 0}


def test_a_mistake_that_cannot_be_set_up_is_left_out(one: Puzzle) -> None:
    assert own_puzzle(one.state, one.tempting, ("7X",), []) is None
