"""My games in a browser: what was played is there, in three languages, and goes when its player wants."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.person import IN_BROWSER, Person, new_table

pytestmark = IN_BROWSER
OUTSIDE = "document.scrollingElement.scrollWidth > innerWidth + 1"
TITLES = {"en": "My games", "de": "Meine Spiele", "nl": "Mijn spellen"}


@pytest.mark.parametrize(("size", "language"), [((1280, 800), "nl"), ((390, 844), "de")])
def test_what_i_played_is_kept_shown_saved_and_deleted(
    sits: Callable[..., Person], size: tuple[int, int], language: str
) -> None:
    person, stranger = sits(size=size, language=language), sits()
    page = person.page
    for seed in "12":
        person.sit(new_table(person.address, "boerenbridge", options="schedule=2", seed=seed))
        person.finish()
        page.wait_for_selector("button.glance")
    page.goto(person.address)
    page.click('a[href="/my-games"]')
    page.wait_for_selector(".sheet")
    assert page.inner_text(".bar h1") == TITLES[language]
    assert page.locator(".sheet table").count() >= 2, "opponents and guesses"
    assert page.inner_text(".sheet p small").startswith("2 "), "both deals were reviewed by themselves"
    assert (
        "2" in page.inner_text(".sheet p")
        and page.locator(".sheet").evaluate("each => each.scrollWidth <= each.clientWidth")
        and page.locator(".line circle").count() == 4
    )
    assert not page.evaluate(OUTSIDE)
    assert all("kiebitz-player" not in request for request in (page.url, page.content()))
    key = page.evaluate("localStorage.getItem('kiebitz-player')")
    assert len(key) == 32 and key not in page.content()

    stranger.page.goto(f"{person.address}/my-games")
    stranger.page.wait_for_selector("#mine p")
    assert stranger.page.locator(".sheet").count() == 0, "another browser sees nothing of it"

    with page.expect_download() as saved:
        page.click('[data-export="csv"]')
    assert saved.value.path().read_text().count("\n") == 3
    page.click("[data-delete]")
    page.click("[data-delete-now]")
    page.wait_for_selector(".sheet", state="detached")
    page.reload()
    page.wait_for_selector("#mine p")
    assert page.locator(".sheet").count() == 0
