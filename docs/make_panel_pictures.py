"""The pictures of the Kiebitz panel in this folder: ``python docs/make_panel_pictures.py [FOLDER]``."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, Any

import httpx

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.browser.person import WAIT, chromium, running

if TYPE_CHECKING:
    from playwright.sync_api import Page

HERE = Path(__file__).parent
AGENTS = ("full-kripke", "greedy-kripke", "full-kripke", "greedy")
PLY = 46  # in the middle of the third round, after somebody has shown a void


def main(folder: Path) -> None:
    from playwright.sync_api import sync_playwright

    if chromium() is None:
        sys.exit("The pictures need Chromium (Debian: apt install chromium).")
    with (
        tempfile.TemporaryDirectory() as store,
        running(Path(store)) as address,
        sync_playwright() as playwright,
    ):
        place = finished_game(address)
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 800}, locale="en-GB")
        page.goto(f"{address}/table.html?ply={PLY}#{place}")
        page.locator("belief-matrix table").first.wait_for(timeout=WAIT)
        take(page, folder / "panel-cards.png")
        show(page, "kripke", "kripke-graph .picture svg")
        take(page, folder / "panel-who-knows.png")
        page.locator("[data-sample]").click()
        page.locator(".verdict").wait_for(timeout=WAIT)
        page.locator(".nested button").click()
        page.locator(".nested li").first.wait_for(timeout=WAIT)
        page.locator("kripke-graph .formula").scroll_into_view_if_needed()
        page.locator("#panel").evaluate("panel => panel.scrollTo(0, panel.scrollHeight)")
        take(page, folder / "panel-formula.png")
        show(page, "mind", "mind-view h3")
        take(page, folder / "panel-mind.png")
        show(page, "timeline", "time-line ol")
        take(page, folder / "panel-time-line.png")
        browser.close()


def finished_game(address: str) -> str:
    """Let agents play a game to its end; the table and the token for watchers."""
    seats = [{"kind": "agent", "spec": spec} for spec in AGENTS]
    body: dict[str, Any] = {"game": "boerenbridge", "seats": seats, "seed": "5", "pace": 0}
    keys = httpx.post(f"{address}/api/tables", json=body, timeout=300).json()
    headers = {"Authorization": f"Bearer {keys['watch']}"}
    while (
        "result:"
        not in httpx.get(f"{address}/api/tables/{keys['table']}/record", headers=headers, timeout=60).text
    ):
        sleep(0.5)
    return f"{keys['table']}.{keys['watch']}"


def show(page: Page, tab: str, ready: str) -> None:
    page.locator(f"#tab-{tab}").click()
    page.locator(ready).first.wait_for(timeout=WAIT)


def take(page: Page, file: Path) -> None:
    page.wait_for_timeout(400)
    page.screenshot(path=file)
    print(file)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
