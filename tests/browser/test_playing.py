"""Playing in a real browser: dragging, finished tricks, motion, hints and taking back, a reload, labels."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.browser.person import IN_BROWSER, PLACE_OF_CARD, Person, new_table

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = IN_BROWSER
HELD_TRICK = '.trick[data-held="true"]'
NO_HELD_TRICK = '.trick:not([data-held="true"])'
COUNT_MOTION = """
    window.moved = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) { window.moved += 1; return animate.apply(this, how); };
"""


def drag(page: Page, height: float) -> None:
    """Take the first playable card and let it go elsewhere: ``height`` is a share of the window's."""
    x, y = page.evaluate(PLACE_OF_CARD)
    assert page.viewport_size
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 5, page.viewport_size["height"] * height, steps=4)
    page.mouse.up()


def test_a_card_is_played_by_dragging_it_to_the_table(person: Person) -> None:
    person.sit(new_table(person.address, "durak"))
    page = person.page
    page.wait_for_selector(".held.playable")
    ply, card = person.ply(), page.get_attribute(".held.playable", "data-hand")
    drag(page, 0.97)
    assert page.locator(".held.dragging").count() == 0
    assert person.ply() == ply, "a card that is let go over the hand stays there"
    drag(page, 0.4)
    person.wait_for_more(ply)
    assert page.locator(f'.held[data-hand="{card}"]').count() == 0
    page.wait_for_selector(f'.bout [data-card="{card}"], .discard')


def finish_a_trick(person: Person) -> None:
    """Play cards until a finished trick lies there."""
    page = person.page
    for _ in range(10):
        page.wait_for_selector(f".held.playable, {HELD_TRICK}")
        if page.query_selector(HELD_TRICK):
            return
        page.mouse.click(*page.evaluate(PLACE_OF_CARD))
        if choice := page.query_selector("[data-asks='choice'] button"):
            choice.click()
        page.wait_for_selector(f".held.playable, {HELD_TRICK}, .status")
        page.wait_for_timeout(50)
    raise AssertionError("no trick was finished")


def test_a_finished_trick_stays_until_a_click_or_a_pause(sits: Callable[..., Person]) -> None:
    person = sits(speed="slow")
    page = person.page
    page.clock.install()
    person.sit(new_table(person.address, "schnapsen"))
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    finish_a_trick(person)
    page.clock.run_for(2500)
    assert page.query_selector(HELD_TRICK), "a slow player's trick stays for three seconds"
    assert page.locator(".trick .card").count() == 2
    assert page.locator(".held.playable").count() == 0
    page.click(".stage", position={"x": 10, "y": 10})
    page.wait_for_selector(NO_HELD_TRICK)
    finish_a_trick(person)
    page.clock.run_for(3000)
    page.wait_for_selector(NO_HELD_TRICK)


def test_cards_move_unless_the_person_wants_no_motion(sits: Callable[..., Person]) -> None:
    for still in (False, True):
        person = sits(still=still, speed="fast")
        person.page.add_init_script(COUNT_MOTION)
        person.sit(new_table(person.address, "schnapsen"))
        for _ in range(3):
            assert person.asked()
            person.click_one()
        moved = person.page.evaluate("window.moved")
        assert (moved == 0) if still else (moved > 0)
        styles = (
            "[...document.querySelectorAll('.held')].map((each) => getComputedStyle(each).transitionDuration)"
        )
        durations = set(person.page.evaluate(styles))
        assert (durations == {"0s"}) == still


def test_a_reload_in_mid_game_changes_nothing(person: Person) -> None:
    person.sit(new_table(person.address, "durak"))
    for _ in range(3):
        assert person.asked()
        person.click_one()
    assert person.asked()
    before, ply = person.page.inner_html("card-table"), person.ply()
    person.page.reload()
    assert person.asked()
    assert (person.page.inner_html("card-table"), person.ply()) == (before, ply)


def test_hint_undo_and_the_same_deal_again(person: Person) -> None:
    person.sit(new_table(person.address, "schnapsen"))
    page = person.page
    assert person.asked()
    first = page.inner_html(".hand")
    page.keyboard.press("h")
    page.wait_for_selector(".advice")
    assert page.locator(".hinted").count() <= 1
    assert page.locator(".held .worth").count() > 1, "what the hint thinks of each card stands on it"
    person.click_one()
    assert person.asked()
    page.keyboard.press("u")
    person.wait_until(lambda: page.inner_html(".hand") == first)
    person.finish()
    page.click('[data-act="again"]')
    person.wait_until(lambda: page.inner_html(".hand") == first)
    person.finish()
    page.click('[data-act="rotate"]')
    page.wait_for_selector(".own[data-seat='1']")


def test_cards_are_told_to_screen_readers(person: Person) -> None:
    person.sit(new_table(person.address, "boerenbridge", options="schedule=5"))
    page = person.page
    labels: list[str] = []
    while person.asked():
        labels += page.evaluate("[...document.querySelectorAll('.held')].map((each) => each.ariaLabel)")
        person.click_one()
    assert any(label.endswith(", playable") for label in labels)
    assert any(", not playable: follow " in label for label in labels)
    assert " of " in page.inner_text("#live")


def test_the_settings_say_what_hints_play_for(person: Person) -> None:
    person.sit(new_table(person.address, "boerenbridge"))
    page = person.page
    page.wait_for_selector("[data-asks]")
    page.get_by_role("button", name="Settings").click()
    page.locator("select[name=hints]").select_option("match")
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    page.wait_for_selector(".advice")
    assert "to win the game over" in page.inner_text(".advice")
