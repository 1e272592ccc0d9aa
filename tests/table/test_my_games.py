"""My games: what was played comes together, for whoever has the key, and can be taken away and deleted."""

from __future__ import annotations

import csv
import io
import logging
from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from kiebitz.sayings import say
from kiebitz.table.tables.history import History, Mistake, Result, Where, player_of
from kiebitz.table.tables.overview import export_csv, overview
from kiebitz.table.tables.store import Store
from tests.table.client import client_of
from tests.table.test_history import ADA, BOB, history_of, play_on
from tests.table.test_protocol import hello, new_table

ME = player_of(ADA)


@pytest.fixture
def client() -> Iterator[TestClient]:
    with client_of(Store()) as made:
        yield made


def key(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


def seats(*levels: str) -> list[dict[str, str]]:
    others = [{"kind": "agent", "name": f"agent-{each}", "spec": "any", "level": each} for each in levels]
    return [{"kind": "person", "name": "Ada", "spec": "", "level": ""}, *others]


def filled() -> History:
    """Twenty deals of Skat: ten against each level, every second one won; and one that was played again."""
    history = History()
    for n in range(20):
        level = "easy" if n < 10 else "strong"
        won = n % 2 == 0
        bid = {"group": say("Grand").as_json(), "undertaken": 48, "came": 48 if won else -96, "met": won}
        result = Result(
            "skat", "", 0, seats(level, level), [98 if won else -146, 0, 0], float(won), [bid], at=1.0 + n
        )
        history.keep_result(ME, Where("t", 0, n, 0), result)
        wrong = (
            [Mistake(4, "play", "SA", "S7", 6.0, "points", say("a sure win was missed"))] if not won else []
        )
        hidden = [Mistake(5, "play", "SA", "S7", 3.0, "points", say("open"), knowable=False)]
        history.keep_review(ME, Where("t", 0, n, 0), 10, [*wrong, *hidden])
    again = Result("skat", "", 0, seats("easy", "easy"), [1000, 0, 0], 1.0, at=100.0)
    history.keep_result(ME, Where("t", 0, 19, 1), again)
    return history


def test_results_by_game_opponent_and_level() -> None:
    (skat,) = overview(filled(), ME)["games"]
    assert (skat["game"], skat["played"], skat["won"], skat["points"]) == ("skat", 20, 10.0, -24.0)
    assert skat["low"] < 0.5 < skat["high"]
    rows = {(row["name"], row["level"]): (row["played"], row["won"]) for row in skat["opponents"]}
    assert rows == {("agent-easy", "easy"): (10, 5.0), ("agent-strong", "strong"): (10, 5.0)}
    assert sum(block["played"] for block in skat["blocks"]) == 20
    times = [block["from"] for block in skat["blocks"]]
    assert times == sorted(times) and len(times) == 12


def test_bids_are_held_against_what_came() -> None:
    (skat,) = overview(filled(), ME)["games"]
    (grand,) = skat["bids"]["groups"]
    assert (grand["times"], grand["met"], grand["undertaken"], grand["came"]) == (20, 10, 48.0, -24.0)
    assert skat["bids"]["title"] == "Your contracts"


def test_knowable_mistakes_are_counted_apart_from_those_that_nobody_could_know() -> None:
    (skat,) = overview(filled(), ME)["games"]
    mistakes = skat["mistakes"]
    assert mistakes["decisions"] == 200 and mistakes["units"] == 20 and mistakes["hidden"] == 20
    (kind,) = mistakes["kinds"]
    assert kind == {"kind": "a sure win was missed", "scale": "points", "count": 10, "loss": 60.0}
    assert sum(block["mistakes"] for block in mistakes["blocks"]) == 10


def test_the_table_of_results_computes_nothing_in_a_spreadsheet() -> None:
    history = History()
    nasty = [{"kind": "person", "name": "Ada"}, {"kind": "person", "name": '=HYPERLINK("http://x")'}]
    history.keep_result(ME, Where("t", 0, 0, 0), Result("durak", "", 0, nasty, [1, -1], 1.0, at=5.0))
    (row,) = csv.DictReader(io.StringIO(export_csv(history, ME)))
    assert row["opponents"].startswith("'=") and row["points"] == "1" and row["game"] == "durak"


# -- over the network ---------------------------------------------------------------------------------


def test_a_game_is_on_the_page_of_its_player_and_of_nobody_else(
    client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    table = new_table(client, "boerenbridge", options="schedule=2,1", persons=1)
    with client.websocket_connect(f"/ws/{table['table']}") as socket:
        hello(socket, table["tokens"][0], player=ADA)
        play_on(socket)
    mine = client.get("/api/my-games", headers=key(ADA))
    assert mine.headers["Cache-Control"] == "no-store"
    (found,) = mine.json()["games"]
    assert found["played"] == 1 and sum(group["times"] for group in found["bids"]["groups"]) == 2
    assert client.get("/api/my-games", headers=key(BOB)).json() == {"games": []}
    for headers in ({}, key("short")):
        refused = client.get("/api/my-games", headers=headers)
        assert refused.status_code == 400 and "20 to 200" in refused.json()["error"]
    exported = client.get("/api/my-games/export.json", headers=key(ADA)).json()
    assert exported["results"][0]["record"].startswith("game: boerenbridge") and not exported["reviews"]
    assert ADA not in str(exported) and player_of(ADA) not in str(exported)
    assert client.get("/api/my-games/export.csv", headers=key(ADA)).text.count("\n") == 2
    assert ADA not in caplog.text and player_of(ADA) not in caplog.text


def test_only_the_player_deletes_and_then_all_is_gone(client: TestClient) -> None:
    history = history_of(client)
    history.keep_result(ME, Where("t", 0, 0, 0), Result("durak", "", 0, seats("easy"), [1, -1], 1.0))
    assert client.delete("/api/my-games", headers=key(BOB)).json() == {"deleted": 0}
    assert client.delete("/api/my-games").status_code == 400
    assert history.results(ME)
    assert client.delete("/api/my-games", headers=key(ADA)).json() == {"deleted": 1}
    assert client.get("/api/my-games", headers=key(ADA)).json() == {"games": []}


def test_the_page_is_there_in_the_readers_language(client: TestClient) -> None:
    page = client.get("/my-games", headers={"Accept-Language": "nl"})
    assert page.status_code == 200 and 'lang="nl"' in page.text and "my-games.js" in page.text
