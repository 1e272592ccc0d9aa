"""Late answers and passing trouble in a real browser: nothing is shown at another moment, no key is lost."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from kiebitz.rules.records import Record
from kiebitz.rules.registry import game
from tests.browser.person import IN_BROWSER, Person, new_table, post

if TYPE_CHECKING:
    from playwright.sync_api import Route, WebSocketRoute

pytestmark = IN_BROWSER
TROUBLE = "There are too many tables in play here; try again later."
KEYS = "localStorage['kiebitz-tables'] ?? '[]'"
OLD = "of the deal before"
AGAIN = "import('/js/table.js').then(({ connection }) => connection.send({ type: 'next', again: true }))"
LINES = "[...document.querySelectorAll('time-line b')].map((each) => each.innerText)"


def look(person: Person, tab: str) -> None:
    """Look at the second ply of a recorded game."""
    state = game("schnapsen").deal("7")
    while not state.is_over:
        state = state.play(state.moves[0])
    table = post(person.address, "/api/records", {"text": Record.of(state).text})
    person.page.goto(f"{person.address}/table.html?ply=2#{table['table']}.{table['watch']}")
    person.page.wait_for_selector("belief-matrix table")
    person.page.click(f"#tab-{tab}")


def go(person: Person, button: str, ply: int) -> None:
    person.page.click(f"[data-do={button}]")
    person.wait_until(lambda: person.page.inner_text("replay-bar output").startswith(f"{ply} "))


def late(person: Person, address: str, ask: Callable[[], None]) -> Callable[[], None]:
    """Ask something; its answer comes when what is returned here is called."""
    held: list[Route] = []
    person.page.route(address, lambda route: held.append(route))
    ask()
    person.wait_until(lambda: bool(held))

    def answer() -> None:
        with person.page.expect_response(address):
            held[0].continue_()
        person.page.wait_for_timeout(200)

    return answer


@pytest.mark.parametrize("button", ["form button", "[data-solve]"])
@pytest.mark.parametrize("tab", ["mind", "matrix"])
def test_what_an_agent_would_do_is_not_shown_at_another_moment(person: Person, button: str, tab: str) -> None:
    look(person, "mind")
    page = person.page
    page.wait_for_selector("mind-view form select")
    page.select_option("mind-view form select", "flat")
    address = "**/mind?*agent=flat*" if button == "form button" else "**/open?*"
    answer = late(person, address, lambda: page.click(f"mind-view {button}"))
    page.click(f"#tab-{tab}")
    go(person, "first", 0)
    answer()
    assert page.locator("card-table .worth").count() == 0
    page.click("#tab-mind")
    person.wait_until(lambda: page.locator("mind-view [aria-live]").all_inner_texts() == ["", ""])


def test_verdicts_and_thoughts_are_not_shown_at_another_moment(person: Person) -> None:
    look(person, "kripke")
    page = person.page
    page.wait_for_selector("kripke-graph .nested")
    think = late(person, "**/nested/*", lambda: page.click("kripke-graph .nested button"))
    judge = late(person, "**/formula", lambda: page.click("kripke-graph [data-sample]"))
    go(person, "first", 0)
    think()
    judge()
    assert page.locator("kripke-graph .nested li").count() == 0
    assert page.inner_text("kripke-graph output") == ""


def test_thoughts_about_a_card_are_not_shown_at_another_one(person: Person) -> None:
    look(person, "kripke")
    page = person.page
    page.wait_for_selector("kripke-graph .nested")
    think = late(person, "**/nested/*", lambda: page.click("kripke-graph .nested button"))
    page.click('kripke-graph [data-suitpick][aria-pressed="false"] >> nth=0')
    think()
    assert page.locator("kripke-graph .nested li").count() == 0


def test_the_time_line_forgets_moves_that_were_taken_back(person: Person) -> None:
    person.sit(new_table(person.address, "boerenbridge"))
    page = person.page
    page.wait_for_selector("[data-move]")
    first = person.ply()
    guess(person, 0)
    page.click("#panel-toggle")
    page.click("#tab-timeline")
    page.wait_for_selector("time-line b")
    lines, ply = page.evaluate(LINES), person.ply()
    page.click("#panel-close")
    page.keyboard.press("u")
    page.wait_for_selector(f'card-table[data-ply="{first}"]')
    guess(person, 1)
    assert person.ply() == ply, "all guess in turn, whatever the guesses are"
    page.click("#panel-toggle")
    person.wait_until(lambda: page.evaluate(LINES) != lines)


def guess(person: Person, tricks: int) -> None:
    """Make a guess and wait until it is the person's turn again."""
    page = person.page
    page.click(f'[data-move="{tricks}"]')
    page.wait_for_selector(".held.playable")


class Carrier:
    """Between page and server: keeps hints back until they are wanted."""

    def __init__(self, person: Person) -> None:
        self.hints: list[dict[str, Any]] = []
        self.told: list[str] = []  # the types of all messages
        self.holds = True
        person.page.route_web_socket("**/ws/*", self.connect)

    def connect(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        self.page = page
        server.on_message(self.bring)

    def bring(self, text: str | bytes) -> None:
        message = json.loads(text)
        self.told.append(message["type"])
        if self.holds and message["type"] == "hint":
            self.hints.append(message)
        else:
            self.page.send(text)

    def release(self) -> None:
        self.holds = False
        for hint in self.hints:
            self.page.send(json.dumps(hint | {"because": OLD}))


@pytest.mark.parametrize("again", [False, True])
def test_a_hint_for_the_deal_before_is_dropped(person: Person, again: bool) -> None:
    carrier = Carrier(person)
    person.sit(new_table(person.address, "schnapsen", units=3))
    page = person.page
    assert person.asked()
    page.keyboard.press("h")
    person.wait_until(lambda: len(carrier.hints) == 1)
    page.evaluate(AGAIN)
    person.wait_until(lambda: "event" in carrier.told[carrier.told.index("hint") :])
    page.wait_for_timeout(100)
    if again:
        page.keyboard.press("h")
    carrier.release()
    page.wait_for_timeout(100)
    assert OLD not in page.inner_text("card-table") + page.inner_text("#live")
    if again:
        page.wait_for_selector(".advice")


def refuse(person: Person, code: int, times: int) -> list[int]:
    """The next connections are closed with a sentence; returns a list that grows with each of them."""
    refused: list[int] = []

    def connect(socket: WebSocketRoute) -> None:
        if len(refused) >= times:
            socket.connect_to_server()
            return

        def close(_: Any) -> None:
            refused.append(code)
            socket.send(json.dumps({"type": "error", "text": TROUBLE}))
            socket.close(code=code)

        socket.on_message(close)

    person.page.route_web_socket("**/ws/*", connect)
    return refused


def test_passing_trouble_is_told_and_the_page_tries_again(person: Person) -> None:
    table = new_table(person.address, "durak")
    person.sit(table)
    page = person.page
    refused = refuse(person, 4503, times=2)
    page.reload()
    person.wait_until(lambda: len(refused) == 1 and page.is_visible("#toast"))
    assert page.inner_text("#toast") == TROUBLE
    page.wait_for_selector("card-table .own")
    assert len(refused) == 2 and table["tokens"][0] in page.evaluate(KEYS)


def test_a_key_that_opens_nothing_is_forgotten_and_no_other_one(person: Person) -> None:
    table, other = new_table(person.address, "durak"), new_table(person.address, "durak")
    person.sit(other)
    person.sit(table)
    page = person.page
    page.goto(f"{person.address}/table.html#{table['table']}.wrong")
    page.wait_for_url(f"{person.address}/")
    assert table["tokens"][0] in page.evaluate(KEYS), "another key of the table may open a seat"
    refuse(person, 4403, times=1)
    page.goto(f"{person.address}/table.html#{table['table']}.{table['tokens'][0]}")
    page.wait_for_url(f"{person.address}/")
    keys = page.evaluate(KEYS)
    assert table["tokens"][0] not in keys and other["tokens"][0] in keys
