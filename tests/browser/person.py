"""A server with real pages, and a person at a browser who clicks and types."""

from __future__ import annotations

import json
import os
import shutil
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Literal

import httpx2
import pytest

from kiebitz.rules.registry import game_class, names
from kiebitz.table.server.service import listen, make_server
from kiebitz.table.tables.store import Store

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

SEATS = {name: game_class(name)().seats for name in names()}
DAY = date(2026, 11, 18)  # today for the server
WAIT = 60_000  # milliseconds: every wait ends, also on a slow machine
# Where a playable card is not covered by the next one.
PLACE_OF_CARD = """() => {
  const box = document.querySelector('.held.playable')?.getBoundingClientRect();
  return box && [box.left + box.width * 0.22, box.top + box.height * 0.5];
}"""
MOVING = "document.getAnimations().some((each) => each.playState === 'running')"
ASKED = ".held.playable, .buttons button"


def chromium() -> str | None:
    """Where Chromium is, if it is installed; without windows it takes half the time."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return os.environ.get("KIEBITZ_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


IN_BROWSER = pytest.mark.skipif(
    chromium() is None,
    reason="no Chromium here: install it (Debian: apt install chromium) or name it in KIEBITZ_CHROMIUM",
)
"""The mark of all tests in a browser; they share one, so one worker runs them all (tests/sharing.py)."""


@contextmanager
def running(folder: Path, bots: Collection[str] = ()) -> Iterator[str]:
    """A server in a thread; gives its address."""
    listener = listen("127.0.0.1", 0)
    server = make_server(Store(folder / "tables.sqlite"), bots, today=lambda: DAY)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    until = monotonic() + WAIT / 1000
    while not server.started:
        assert monotonic() < until, "the server does not start"
        sleep(0.02)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(10)


def post(address: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """Ask the server for something new: a table, a replay."""
    answer = httpx2.post(address + path, json=body, timeout=WAIT / 1000)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def new_table(address: str, game: str, persons: int = 1, **more: Any) -> dict[str, Any]:
    """A table with persons first and random agents after them."""
    seats = [{"kind": "person", "name": name} for name in ("Anna", "Bruno", "Clara", "Dora")[:persons]]
    seats += [{"kind": "agent", "spec": "random"}] * (SEATS[game] - persons)
    return post(address, "/api/tables", {"game": game, "seats": seats, "seed": "5", "pace": 0, **more})


class Person:
    """Somebody at a browser of their own; everything the browser received is kept."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        size: tuple[int, int] = (1280, 800),
        still: bool = True,
        alone: bool = True,
        **settings: Any,
    ):
        self.address = address
        # What goes through a service worker, a test cannot hold up.
        workers: Literal["allow", "block"] = "block" if alone else "allow"
        self.context: BrowserContext = browser.new_context(locale="en-GB", service_workers=workers)
        chosen = json.dumps({"speed": "instant", "language": "en", **settings})
        self.page: Page = self.context.new_page()
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.page.emulate_media(reduced_motion="reduce" if still else "no-preference")
        self.page.add_init_script(f"if (!localStorage.kiebitz) localStorage.kiebitz = {json.dumps(chosen)}")
        self.page.set_default_timeout(WAIT)
        self.received: list[str] = []
        self.problems: list[str] = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on(
            "console", lambda line: self.problems.append(line.text) if line.type == "error" else None
        )
        self.page.on(
            "websocket",
            lambda socket: socket.on("framereceived", lambda text: self.received.append(str(text))),
        )

    def sit(self, table: dict[str, Any], seat: int = 0) -> None:
        self.page.goto(f"{self.address}/table.html#{table['table']}.{table['tokens'][seat]}")
        self.page.wait_for_selector("card-table .own")

    def ply(self) -> str:
        """What tells one decision from the next."""
        return self.page.get_attribute("card-table", "data-ply") or ""

    def asked(self) -> bool:
        """Wait until it is this person's turn; False when the game is over."""
        self.page.wait_for_selector(ASKED)
        return self.page.query_selector('[data-act="next"]') is None

    def click_one(self) -> None:
        """Make one legal move by the mouse: a card where there is one, else a button."""
        ply = self.ply()
        self.wait_until(lambda: not self.page.evaluate(MOVING))  # a card in motion is soon elsewhere
        place = self.page.evaluate(PLACE_OF_CARD)
        if place:
            self.page.mouse.click(*place)
            if choice := self.page.query_selector("[data-asks='choice'] button"):
                choice.click()
            self._lay_away()
        elif not self._press_a_button():
            self.click_one()
            return
        self.wait_for_more(ply)

    def _lay_away(self) -> None:
        """Where several cards go together: choose as many as are wanted, and lay them away."""
        while lay := self.page.query_selector('[data-act="lay"]'):
            if lay.is_enabled():
                lay.click()
                return
            self.page.mouse.click(*self.page.evaluate(PLACE_OF_CARD))

    def _press_a_button(self) -> bool:
        """False if the button was that of the question before, which the page was about to clear away."""
        from playwright.sync_api import Error

        try:
            self.page.click(".buttons button", timeout=3000)
        except Error:
            return False
        return True

    def finish(self) -> None:
        """Play to the end of the game."""
        while self.asked():
            self.click_one()

    def wait_for_more(self, ply: str) -> None:
        """Wait until something has happened after a decision."""
        self.page.wait_for_selector(f'card-table[data-ply]:not([data-ply="{ply}"])')

    def open_details(self, inside: str) -> None:
        """Open the first folded part; a click while the page is still drawn may be lost."""

        def opened() -> bool:
            if not self.page.is_visible(inside):
                self.page.click("summary")
            return self.page.is_visible(inside)

        self.wait_until(opened)

    def wait_until(self, holds: Callable[[], bool]) -> None:
        """Ask again and again: the pages forbid evaluated scripts, so the browser cannot wait for one."""
        until = monotonic() + WAIT / 1000
        while not holds():
            assert monotonic() < until, "waited too long"
            self.page.wait_for_timeout(10)

    def leave(self) -> None:
        self.context.close()
