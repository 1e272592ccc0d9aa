"""The panel in a real browser: a replay, a formula, watching agents, and nothing leaked in live play."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from kiebitz.games import game
from kiebitz.games.records import Record
from tests.table.browser import WAIT, chromium, running

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
pytestmark = [
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
    pytest.mark.slow,
]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(tmp_path_factory.mktemp("tables")) as found:
        yield found


@pytest.fixture
def page(address: str) -> Iterator[Any]:
    with sync_api.sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        opened = browser.new_page(viewport={"width": 1360, "height": 900}, locale="en-GB")
        problems: list[str] = []
        opened.on("pageerror", lambda error: problems.append(str(error)))
        yield opened
        browser.close()
        assert problems == []


def post(address: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
    request = Request(address + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urlopen(request) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


def replay(address: str) -> str:
    """The address of a replay of a whole game of first legal moves."""
    state = game("boerenbridge").deal("7")
    while not state.is_over:
        state = state.play(state.moves[0])
    table = post(address, "/api/records", {"text": Record.of(state).text})
    return f"#{table['table']}.{table['watch']}"


def test_a_replay_with_the_panel(address: str, page: Any, tmp_path: Path) -> None:
    page.goto(f"{address}/table.html?ply=6{replay(address)}")
    matrix = page.locator("belief-matrix table").first
    matrix.wait_for(timeout=WAIT)
    assert "6 of 96" in page.locator("replay-bar output").inner_text()
    assert "possible deal" in page.locator("belief-matrix .worlds").inner_text()
    before = page.locator("belief-matrix .worlds").inner_text()
    page.get_by_role("button", name="one on").click()
    page.wait_for_function("() => document.querySelector('replay-bar output').textContent.startsWith('7 ')")
    page.wait_for_function(
        "(before) => document.querySelector('belief-matrix .worlds').innerText !== before", arg=before
    )
    page.get_by_role("button", name="next trick").click()
    page.wait_for_function("() => document.querySelector('replay-bar output').textContent.startsWith('8 ')")
    page.get_by_role("tab", name="Time line").click()
    page.locator("time-line [data-ply='10']").click()
    page.wait_for_function("() => document.querySelector('replay-bar output').textContent.startsWith('10 ')")
    assert page.locator("time-line [aria-current='step']").get_attribute("data-ply") == "10"
    with page.expect_download() as taken:
        page.get_by_role("button", name="Picture").click()
    taken.value.save_as(tmp_path / "position.svg")
    assert (tmp_path / "position.svg").read_text().startswith("<svg")


def test_a_card_and_a_formula_by_keyboard(address: str, page: Any) -> None:
    page.goto(f"{address}/table.html?ply=6{replay(address)}")
    page.locator("belief-matrix table").first.wait_for(timeout=WAIT)
    page.locator("#tab-matrix").focus()
    page.keyboard.press("ArrowRight")
    page.locator("kripke-graph .picture svg").wait_for(timeout=WAIT)
    assert "double border" in page.locator("kripke-graph .picture").inner_text().lower()
    card = page.locator("kripke-graph [data-card][aria-pressed='true']").get_attribute("data-card")
    page.locator("#formula").focus()
    page.keyboard.type(f"Kw[North] has(North, {card})")
    page.keyboard.press("Enter")
    page.locator("kripke-graph .verdict").wait_for(timeout=WAIT)
    assert "true" in page.locator("kripke-graph .verdict").inner_text()
    page.locator("#formula").fill("K[Nobody] x")
    page.keyboard.press("Enter")
    page.locator("kripke-graph output [role='alert']").wait_for(timeout=WAIT)
    page.locator("kripke-graph .nested button").click()
    page.locator("kripke-graph .nested li").first.wait_for(timeout=WAIT)


def test_what_if_play_goes_on_from_a_moment(address: str, page: Any) -> None:
    page.goto(f"{address}/table.html?ply=6{replay(address)}")
    page.locator("belief-matrix table").first.wait_for(timeout=WAIT)
    page.get_by_text("What if?").click()
    page.locator("replay-bar form select").select_option("-1")
    old = page.url
    page.locator("replay-bar form button").click()
    page.wait_for_function("(old) => location.href !== old", arg=old, timeout=WAIT)
    page.locator("replay-bar .watch").wait_for(timeout=WAIT)


def test_watching_agents_step_by_step(address: str, page: Any) -> None:
    seats = [{"kind": "agent", "spec": "random"}] * 4
    table = post(address, "/api/tables", {"game": "boerenbridge", "seats": seats, "pace": 5, "seed": "1"})
    page.goto(f"{address}/table.html#{table['table']}.{table['watch']}")
    page.locator("replay-bar .watch").wait_for(timeout=WAIT)
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Go on").wait_for()
    ply = int(page.locator("replay-bar .slider input").get_attribute("max"))
    page.locator("card-table").focus()
    page.keyboard.press("Space")
    page.wait_for_function(
        "(ply) => Number(document.querySelector('replay-bar .slider input').max) > ply", arg=ply, timeout=WAIT
    )


def test_live_only_the_own_head_is_shown(address: str, page: Any) -> None:
    seats = [{"kind": "person"}, *[{"kind": "agent", "spec": "random"}] * 3]
    table = post(address, "/api/tables", {"game": "boerenbridge", "seats": seats, "pace": 0, "seed": "1"})
    page.goto(f"{address}/table.html#{table['table']}.{table['tokens'][0]}")
    page.locator("#panel-toggle").click()
    page.locator("belief-matrix table").first.wait_for(timeout=WAIT)
    assert page.locator("#panel-seat option").count() == 1
    assert page.locator("belief-matrix td i").count() == 0, "no mark says where a card really is"
    assert page.get_by_text("What if?").count() == 0


def test_a_record_is_opened_from_the_lobby(address: str, page: Any, tmp_path: Path) -> None:
    state = game("durak").deal("7")
    while not state.is_over:
        state = state.play(state.moves[0])
    (tmp_path / "game.txt").write_text(Record.of(state).text)
    page.goto(address)
    page.get_by_text("Open a record").click()
    page.locator("#watching input[type=file]").set_input_files(tmp_path / "game.txt")
    page.locator("#watching form button").click()
    page.locator("belief-matrix table").first.wait_for(timeout=WAIT)
    assert "0 of" in page.locator("replay-bar output").inner_text()
