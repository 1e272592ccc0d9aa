"""Reviews and what-ifs at the table: who gets them, when, and where play goes on."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from fastapi.testclient import TestClient

from kiebitz.errors import KiebitzError
from kiebitz.lab.review.judged import Review
from kiebitz.lab.review.reviewing import Effort, review
from kiebitz.rules.records import Record
from kiebitz.rules.values import State
from kiebitz.table.panel import reviews
from kiebitz.table.tables.history import player_of
from kiebitz.table.tables.store import Store
from tests.clocks import eventually
from tests.lab.review.games import played
from tests.table.client import client_of

XSKAT = Path(__file__).parents[1] / "games" / "skat" / "data" / "xskat-sample.txt"
KEY = "a key that a browser would make"
AGENTS = {"kind": "agent", "spec": "random"}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with client_of(Store(tmp_path / "tables.sqlite")) as made:
        yield made


def opened(client: TestClient, name: str, agent: str = "random", seed: int = 4) -> tuple[str, dict[str, str]]:
    """The routes of a record, and the key of whoever watches it."""
    made = client.post("/api/records", json={"text": Record.of(played(name, agent, seed)).text}).json()
    return f"/api/tables/{made['table']}", {"Authorization": f"Bearer {made['watch']}"}


def wait_for(client: TestClient, base: str, key: dict[str, str], seat: int) -> dict[str, Any]:
    found = dict[str, Any]()

    def has_come() -> bool:
        answer = client.get(f"{base}/review", params={"seat": seat}, headers=key)
        assert answer.status_code == 200, answer.text
        found.update(answer.json()["review"] or {})
        return bool(found)

    assert eventually(has_come), "no review came"
    return found


def table_of(client: TestClient, persons: int) -> tuple[str, list[dict[str, str]], dict[str, str], Any]:
    """A table of Schnapsen with persons who have not played yet: routes, keys of seats and of watchers."""
    seats = [{"kind": "person"}] * persons + [AGENTS] * (2 - persons)
    made = client.post(
        "/api/tables", json={"game": "schnapsen", "seats": seats, "seed": "1", "pace": 0}
    ).json()
    keys = [{"Authorization": f"Bearer {token}"} for token in made["tokens"] if token]
    watch = {"Authorization": f"Bearer {made['watch']}"}
    return f"/api/tables/{made['table']}", keys, watch, client.app.state.hall.tables[made["table"]]  # type: ignore[attr-defined]


def finish(table: Any) -> None:
    while not table.is_over:
        table.play(table.state.turn, table.state.moves[0])


def test_a_record_is_reviewed_for_whoever_watches_it_and_only_once(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = list[int]()

    def counted(end: State, seat: int, *arguments: Any, **named: Any) -> Review:
        made.append(seat)
        return review(end, seat, *arguments, **named)

    monkeypatch.setattr(reviews, "review", counted)
    base, key = opened(client, "schnapsen")
    found = Review.of_dict(wait_for(client, base, key, 0))
    assert found.complete and found.seat == 0 and found.judged
    assert Review.of_dict(wait_for(client, base, key, 0)) == found
    assert Review.of_dict(wait_for(client, base, key, 1)).seat == 1
    assert made == [0, 1]
    assert client.get(f"{base}/review", params={"seat": 5}, headers=key).status_code == 400


def test_nobody_gets_anything_before_the_end_and_others_nothing_of_a_person(client: TestClient) -> None:
    base, (ann, bob), watch, table = table_of(client, 2)
    for key in (ann, bob, watch):
        for seat in (0, 1):
            assert client.get(f"{base}/review", params={"seat": seat}, headers=key).status_code == 403
        assert client.get(f"{base}/whatifs", params={"ply": 0}, headers=key).status_code == 403
    finish(table)
    for key, seat, code in ((ann, 0, 200), (ann, 1, 403), (bob, 1, 200), (watch, 0, 403)):
        assert client.get(f"{base}/review", params={"seat": seat}, headers=key).status_code == code
    assert client.get(f"{base}/review", headers={"Authorization": "Bearer no"}).status_code == 403


def test_agents_are_for_everybody_after_the_end(client: TestClient) -> None:
    base, _, watch, table = table_of(client, 1)
    assert client.get(f"{base}/review", params={"seat": 1}, headers=watch).status_code == 403
    finish(table)
    assert client.get(f"{base}/review", params={"seat": 1}, headers=watch).status_code == 200


def test_what_a_review_finds_is_kept_for_its_player(client: TestClient) -> None:
    base, (ann,), _, table = table_of(client, 1)
    hall = client.app.state.hall  # type: ignore[attr-defined]
    table.occupants[0].player = player_of(KEY)
    finish(table)
    hall.results.keep(table)
    found = Review.of_dict(wait_for(client, base, ann, 0))
    (kept,) = hall.results.history.reviews(player_of(KEY))
    assert kept.decisions == len(found.judged)
    knowable = [one for one in kept.mistakes if one.knowable]
    assert [one.ply for one in knowable] == [one.ply for one in found.mistakes]
    assert all(one.better and one.loss >= 0 and str(one.kind) for one in kept.mistakes)


def test_a_table_that_makes_way_ends_the_work(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped: list[bool] = []

    def endless(end: Any, seat: int, effort: Any, *, show: Any, stop: Any, players: Any, assumed: Any) -> Any:
        while not stop():
            time.sleep(0.01)
        stopped.append(True)
        raise KiebitzError("gone")

    monkeypatch.setattr(reviews, "review", endless)
    base, key = opened(client, "schnapsen")
    assert client.get(f"{base}/review", params={"seat": 0}, headers=key).json()["review"] is None
    client.app.state.hall.tables.clear()  # type: ignore[attr-defined]
    assert eventually(lambda: bool(stopped))


def test_reviews_do_not_pile_up(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "AT_ONCE", 0)
    base, key = opened(client, "schnapsen")
    answer = client.get(f"{base}/review", params={"seat": 0}, headers=key)
    assert answer.status_code == 400 and "try again in a minute" in answer.text


def test_what_pages_ask_for_by_themselves_waits_for_what_people_wait_for(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One review at a time: first those that somebody looks at, then the quick ones; none is refused."""
    monkeypatch.setattr(reviews, "AT_ONCE", 1)
    begun: list[str] = []
    free = Event()

    def patient(end: Any, seat: int, *more: Any, **named: Any) -> Any:
        begun.append(f"{end.game.name} {seat}")
        free.wait(300)
        return review(end, seat, Effort(worlds=2), **named)

    monkeypatch.setattr(reviews, "review", patient)
    places = {name: opened(client, name, seed=4) for name in ("durak", "schnapsen")}

    def look(name: str, seat: int, **how: Any) -> Any:
        base, key = places[name]
        return client.get(f"{base}/review", params={"seat": seat, **how}, headers=key)

    assert look("durak", 0, by_itself=True).status_code == 200
    assert eventually(lambda: bool(begun))
    for name, seat in (("durak", 1), ("schnapsen", 0)):
        assert look(name, seat, by_itself=True).json()["review"] is None
    assert look("schnapsen", 1).status_code == 200
    places["another"] = opened(client, "schnapsen", seed=5)
    assert look("another", 0).status_code == 400, "people are told when too many wait"
    free.set()
    assert eventually(lambda: len(begun) == 4)
    assert begun == ["durak 0", "schnapsen 1", "schnapsen 0", "durak 1"]
    assert Review.of_dict(wait_for(client, *places["durak"], 1)).seat == 1


def test_a_review_goes_on_for_its_player_when_the_next_deal_has_begun(client: TestClient) -> None:
    base, (ann,), _, table = table_of(client, 1)
    hall = client.app.state.hall  # type: ignore[attr-defined]
    table.occupants[0].player = player_of(KEY)
    finish(table)
    hall.results.keep(table)
    assert client.get(f"{base}/review", params={"by_itself": True}, headers=ann).status_code == 200
    table.next_unit(rotate=True)
    hall.tables.clear()
    assert eventually(lambda: bool(hall.results.history.reviews(player_of(KEY))))
    found = hall.results.history.reviews(player_of(KEY))
    assert [review.where.unit for review in found] == [0] and found[0].decisions > 0


def test_what_a_format_leaves_out_is_not_judged_at_the_table_either(client: TestClient) -> None:
    line = XSKAT.read_text().splitlines()[2]
    made = client.post("/api/records", json={"text": line}).json()
    base, key = f"/api/tables/{made['table']}", {"Authorization": f"Bearer {made['watch']}"}
    found = Review.of_dict(wait_for(client, base, key, 0))
    assert not {one.phase for one in found.judged} & {"speak", "answer", "skat"}
    assert str(found.silent[0]).startswith("The record leaves these phases out: ")


def test_another_move_is_tried_from_any_moment(client: TestClient) -> None:
    base, key = opened(client, "schnapsen")
    offered = client.get(f"{base}/whatifs", params={"ply": 2}, headers=key).json()
    states = played("schnapsen", "random", 4)
    done = str(states.history[2][1])
    other = next(move for move in offered["moves"] if move != done)
    wish = {"ply": 2, "move": other, "seats": [{"kind": "person"}, AGENTS]}
    made = client.post(f"{base}/branch", json=wish, headers=key).json()
    table = client.app.state.hall.tables[made["table"]]  # type: ignore[attr-defined]
    assert [str(move) for _, move in table.state.history][:3] == [
        *map(str, (m for _, m in states.history[:2])),
        other,
    ]
    assert table.states[0].deal.text == states.deal.text
    wrong = client.post(f"{base}/branch", json=wish | {"move": "nonsense"}, headers=key)
    assert wrong.status_code == 400
    assert client.post(f"{base}/branch", json=wish | {"offer": 99}, headers=key).status_code == 400


def test_skat_offers_other_declarers_and_other_contracts(client: TestClient) -> None:
    base, key = opened(client, "skat", "instinct", 3)
    offered = client.get(f"{base}/whatifs", headers=key).json()["offers"]
    end: Any = played("skat", "instinct", 3)
    assert end.declarer >= 0
    bidders = [n for n, each in enumerate(offered) if "wins the bidding" in each["said"][0]]
    contracts = [n for n, each in enumerate(offered) if "with the same cards" in each["said"][0]]
    assert len(bidders) == 2 and contracts
    seats = [{"kind": "person"}, {"kind": "person"}, {"kind": "person"}]
    for number in (bidders[0], contracts[0]):
        made = client.post(f"{base}/branch", json={"offer": number, "seats": seats}, headers=key).json()
        state = client.app.state.hall.tables[made["table"]].state  # type: ignore[attr-defined]
        assert state.deal.text == end.deal.text and not state.is_over
        if number in bidders:
            assert state.phase == "skat" and state.declarer != end.declarer
        else:
            assert state.contract[0] != end.contract[0] and state.declarer == end.declarer
