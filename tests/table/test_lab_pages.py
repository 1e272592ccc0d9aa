"""The pages of the lab: readable without scripts, and a game of a run opens at the table."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from kiebitz.lab.playing.executors import Threads
from kiebitz.lab.playing.match import record_text
from kiebitz.lab.runs.plan import match_plan
from kiebitz.lab.runs.run import Run
from kiebitz.language.speaking import spoken
from kiebitz.sayings import say
from kiebitz.table.tables.store import Store
from tests.lab.command import bot
from tests.table.client import client_of


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("KIEBITZ_RUNS", str(tmp_path / "runs"))
    with client_of(Store()) as made:
        yield made


def test_a_run_from_the_list_to_one_of_its_games(client: TestClient) -> None:
    assert "no runs yet" in client.get("/runs").text
    run = Run.create("match", (match_plan("durak", ["greedy", "random"], deals=40, seed=1),))
    unfinished = client.get(f"/runs/{run.name}")
    assert "0 of 80 games" in unfinished.text and unfinished.headers["refresh"] == "5"
    still = client.get(f"/runs/{run.name}?still=1")
    assert (
        'href="?still=1"' in unfinished.text and 'href="?"' in still.text and "refresh" not in still.headers
    )
    run.play(Threads(1))
    assert "finished" in client.get("/runs").text
    finished = client.get(f"/runs/{run.name}")
    report = finished.text
    assert "<script" not in report and "refresh" not in finished.headers
    assert "greedy" in report and "<svg" in report
    games = client.get(f"/runs/{run.name}/games").text
    assert len(re.findall("<form", games)) == 50
    assert len(re.findall("<form", client.get(f"/runs/{run.name}/games?first=50").text)) == 30
    opened = client.post(f"/runs/{run.name}/games/0/7/1", follow_redirects=False)
    assert opened.status_code == 303
    match = run.plans[0].match
    table, token = opened.headers["location"].split("#")[1].split(".")
    record = client.get(f"/api/tables/{table}/record", headers={"Authorization": f"Bearer {token}"}).text
    assert record == record_text(match, match.play(7, 1))


def test_a_bot_that_ends_its_process_does_not_end_the_server(client: TestClient) -> None:
    plan = match_plan("schnapsen", [bot("fatal:AlwaysExits"), "random-python"], deals=1, seed=1)
    run = Run.create("match", (plan,))
    opened = client.post(f"/runs/{run.name}/games/0/0/0", follow_redirects=False)
    assert opened.status_code == 303
    assert client.post(f"/runs/{run.name}/games/0/1/0").status_code == 400


def test_no_path_leads_out_of_the_runs(client: TestClient, tmp_path: Path) -> None:
    Run.create("match", (match_plan("durak", ["random", "random"], deals=1, seed=1),), tmp_path / "elsewhere")
    for name in ("..%2Felsewhere", "elsewhere", str(tmp_path / "elsewhere").replace("/", "%2F")):
        assert client.get(f"/runs/{name}").status_code == 404
    assert client.post("/runs/none/games/0/0/0").status_code == 404


def test_the_pages_speak_the_readers_language_in_the_readers_theme(client: TestClient) -> None:
    run = Run.create("match", (match_plan("durak", ["greedy", "random"], deals=600, seed=1),))
    german = {"Accept-Language": "de-DE,de;q=0.9,en;q=0.5"}
    page = client.get("/runs", headers=german).text
    assert '<html lang="de" data-theme="auto">' in page and "Läufe" in page and ">1.200<" in page
    assert "0 von 1.200 Spielen" in client.get(f"/runs/{run.name}", headers=german).text
    run.play(Threads(1))
    dutch = {**german, "Cookie": "kiebitz=nl.dark"}
    report = client.get(f"/runs/{run.name}", headers=dutch)
    assert '<html lang="nl">' in report.text and "prefers-color-scheme" not in report.text
    assert '<meta name="color-scheme" content="dark">' in report.text
    light = client.get(f"/runs/{run.name}", headers={"Cookie": "kiebitz=en.light"}).text
    assert '<html lang="en">' in light and "@media not all" in light
    assert "prefers-color-scheme" in client.get(f"/runs/{run.name}", headers=german).text
    games = client.get(f"/runs/{run.name}/games", headers=dutch)
    assert 'data-theme="dark"' in games.text and "Openen aan de tafel" in games.text
    assert "Cookie" in games.headers["vary"] and "<script" not in report.text + games.text
    assert spoken(say("Runs")) == "Runs", "the terminal's own language stays"
