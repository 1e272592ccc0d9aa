"""One Chromium and one server for all tests of this folder, with everything compiled before anybody waits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.person import SEATS, Person, chromium, running

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        yield launched
        launched.close()


@pytest.fixture(scope="package")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    for name in SEATS:
        _play(name)
    _look()
    with running(tmp_path_factory.mktemp("tables")) as found:
        yield found


@pytest.fixture
def sits(browser: Browser, address: str) -> Iterator[Callable[..., Person]]:
    """Call it for a person at a browser; afterwards no page has complained."""
    people: list[Person] = []

    def come(**how: Any) -> Person:
        people.append(Person(browser, address, **how))
        return people[-1]

    yield come
    for person in people:
        person.leave()
    assert [person.problems for person in people] == [[] for _ in people]


@pytest.fixture
def person(sits: Callable[..., Person]) -> Person:
    return sits()


def _play(name: str) -> None:
    """Compile what random agents, claims and a hint need: no wait in the browser is for the compiler."""
    from kiebitz.agents.advice import advise
    from kiebitz.table.tables.claims import offered
    from kiebitz.table.tables.table import Table

    room = Table.create(name, [{"kind": "agent", "spec": "random"}] * SEATS[name], seed="5")
    while not room.is_over:
        offered(room.state.view(room.state.turn))
        room.play(room.state.turn, room.think().move)
    if name == "schnapsen":
        advise(room.states[0].view(room.states[0].turn))


def _look() -> None:
    """Compile what the panel needs to look into heads."""
    from kiebitz.rules.records import Record
    from kiebitz.rules.registry import game
    from kiebitz.table.panel.panel import Panel
    from kiebitz.table.panel.timeline import Counts, timeline
    from kiebitz.table.tables.replays import open_record
    from kiebitz.table.tables.rights import WATCHER

    for name in ("boerenbridge", "skat"):
        room, _, _ = open_record(Record.of(game(name).deal("7")).text)
        panel = Panel.of(room, WATCHER)
        timeline(panel, Counts())
        panel.matrix(0, 0)
