"""Without a network, in a real browser: opened pages come up and say what they cannot do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.person import IN_BROWSER, Person, new_table, running

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = IN_BROWSER
READY = "navigator.serviceWorker.ready.then(({ active }) => active.state)"
KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      found.push([request.url, await (await cache.match(request)).text()]);
    }
  }
  return found;
}"""


def test_opened_pages_work_up_to_the_point_where_the_server_is_needed(
    browser: Browser, tmp_path: Path
) -> None:
    with running(tmp_path) as address:
        person = Person(browser, address, alone=False, language="de")
        page = person.page
        page.goto(address)
        page.wait_for_selector(".game img")
        person.wait_until(lambda: page.evaluate(READY) == "activated")
        table = new_table(address, "durak")
        person.sit(table)
        place = page.url
        for _ in range(2):
            assert person.asked()
            person.click_one()
        page.wait_for_timeout(300)
        kept = page.evaluate(KEPT)
    secrets = [table["table"], table["tokens"][0], table["watch"], table["host"]]
    assert any("/faces/" in address for address, _ in kept), "what was drawn is kept"
    assert not [url for url, text in kept for secret in secrets if secret in url or secret in text]
    assert not [url for url, _ in kept if "/api/" in url and not url.endswith("/api/games")]
    person.wait_until(lambda: "neu" in page.inner_text("#toast").lower())
    assert page.locator(".held").count(), "the table stays as it was"

    page.goto(person.address)
    page.wait_for_selector(".game img")
    person.wait_until(lambda: "Der Server ist nicht erreichbar" in page.inner_text("#problem"))
    page.click("[data-game=durak]")
    person.wait_until(lambda: "Der Server ist nicht erreichbar" in page.inner_text("#problem"))
    page.goto(place)
    page.reload()
    page.get_by_text("Der Server ist nicht erreichbar").wait_for()
    page.get_by_role("button", name="Einstellungen").click()
    page.get_by_role("dialog").wait_for()
    person.leave()


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_without_a_network_every_page_says_so_where_it_is_seen(
    sits: Callable[..., Person], size: tuple[int, int]
) -> None:
    person = sits(size=size, alone=False)
    page, gone = person.page, "The server cannot be reached."
    page.goto(person.address)
    page.wait_for_selector(".game img")
    person.wait_until(lambda: page.evaluate(READY) == "activated")
    for path, there in (("/my-games", "#mine p"), ("/puzzles?game=durak", ".held")):
        page.goto(person.address + path)
        page.wait_for_selector(there)
    person.sit(new_table(person.address, "durak"))
    assert person.asked()
    ply, place = person.ply(), page.url

    person.context.set_offline(True)
    person.wait_until(lambda: "trying again" in page.inner_text("#toast"))
    assert person.ply() == ply, "a network that is cut closes no socket, and yet it is told"
    page.goto(f"{person.address}/my-games")
    person.wait_until(lambda: gone in page.inner_text("#problem"))
    assert not page.inner_text("#mine"), "nobody is told that there is nothing"
    page.goto(f"{person.address}/puzzles?game=durak")
    person.wait_until(lambda: gone in page.inner_text("#problem"))
    assert page.locator("#problem").bounding_box()["y"] < size[1] and not page.is_visible("card-table")  # type: ignore[index]
    page.goto(person.address)
    page.wait_for_selector(".game img")
    page.click('[data-play="durak"]')
    person.wait_until(lambda: gone in page.inner_text("#problem"))
    assert page.locator("#problem").bounding_box()["y"] < size[1]  # type: ignore[index]

    person.context.set_offline(False)
    page.goto(place)
    assert person.asked()
    person.click_one()
    person.problems.clear()  # the browser complains of each request that failed


def test_the_browser_would_install_it(sits: Callable[..., Person]) -> None:
    person = sits(alone=False)
    devtools = person.context.new_cdp_session(person.page)
    person.page.goto(person.address)
    person.wait_until(lambda: person.page.evaluate(READY) == "activated")
    manifest = devtools.send("Page.getAppManifest")
    assert manifest["errors"] == [] and manifest["url"].endswith(".webmanifest")
    assert devtools.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    sizes = {(icon["sizes"], icon["type"]) for icon in manifest["manifest"]["icons"]}
    assert {("192x192", "image/png"), ("512x512", "image/png")} <= sizes
