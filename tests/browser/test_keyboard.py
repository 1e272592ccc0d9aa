"""The keyboard in a real browser: dialogs stay open, bids are meant, and the focus stays where it was."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.person import IN_BROWSER, Person, new_table

pytestmark = IN_BROWSER
FOCUSED = "document.activeElement.dataset.move ?? document.activeElement.dataset.hand ?? ''"
COVERED_BY_THE_PANEL = """() => {
  const box = document.activeElement.getBoundingClientRect();
  const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return there.closest('#panel') !== null;
}"""


def test_settings_are_chosen_by_keyboard(person: Person) -> None:
    person.sit(new_table(person.address, "durak"))
    page = person.page
    page.focus('[data-act="settings"]')
    page.keyboard.press("Enter")
    page.wait_for_selector('#dialog[open][data-kind="settings"]')
    for _ in range(20):
        if page.evaluate("document.activeElement.name") == "theme":
            break
        page.keyboard.press("Tab")
    assert page.is_visible("#dialog"), "no key but Escape closes it"
    page.keyboard.press("End")
    person.wait_until(lambda: page.get_attribute("html", "data-theme") == "dark")
    page.keyboard.press("Escape")
    assert not page.is_visible("#dialog")


@pytest.mark.parametrize("key", ["Tab", "x", "k", "[", "Shift"])
def test_no_other_key_closes_a_dialog(person: Person, key: str) -> None:
    person.sit(new_table(person.address, "durak"))
    page = person.page
    page.keyboard.press("?")
    page.wait_for_selector('#dialog[open][data-kind="help"]')
    page.keyboard.press(key)
    assert page.is_visible("#dialog") and not page.is_visible("#panel")
    page.keyboard.press("?")
    assert not page.is_visible("#dialog"), "the key that opened it closes it"


def bidder(person: Person) -> None:
    """Sit where the first bid is to be made."""
    for seat in range(3):
        seats = [{"kind": "agent", "spec": "random"}] * 3
        seats[seat] = {"kind": "person"}
        person.sit(new_table(person.address, "skat", seats=seats), seat)
        person.page.wait_for_selector(".buttons button")
        if person.page.query_selector("[data-list]") and not person.page.query_selector('[data-move="yes"]'):
            return
    raise AssertionError("nobody is asked for a bid")


def test_a_high_bid_is_chosen_first_and_made_then(person: Person) -> None:
    bidder(person)
    page, ply = person.page, person.ply()
    page.focus("[data-list]")
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    assert person.ply() == ply, "to look through the list is no bid"
    assert page.evaluate("document.activeElement.dataset.list") == "bids"
    bid = page.input_value("[data-list]")
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED) == bid
    page.keyboard.press("Enter")
    person.wait_for_more(ply)
    page.keyboard.press("p")
    page.wait_for_selector("#dialog .log")
    assert bid in page.inner_text("#dialog .log")


def test_the_focus_stays_on_its_button_when_all_is_drawn_anew(person: Person) -> None:
    person.sit(new_table(person.address, "boerenbridge"))
    page = person.page
    page.wait_for_selector(".buttons button:nth-of-type(2)")
    page.focus(".buttons button:nth-of-type(2)")
    second = page.evaluate(FOCUSED)
    page.keyboard.press("h")
    page.wait_for_selector(".advice")
    assert page.evaluate(FOCUSED) == second


def test_after_a_guess_the_focus_goes_to_a_card_that_can_be_played(person: Person) -> None:
    """In between the others move, and no card can be played."""
    person.sit(new_table(person.address, "boerenbridge", options="schedule=6", seed="0"))
    page = person.page
    page.wait_for_selector(".buttons button")
    ply = person.ply()
    page.focus(".buttons button")
    page.keyboard.press("Enter")
    person.wait_for_more(ply)
    page.wait_for_selector(".held.playable")
    assert page.locator(".held.dimmed").count() and page.locator(".held.playable:focus").count() == 1


def test_a_card_in_focus_lies_below_the_panel_of_a_phone(sits: Callable[..., Person]) -> None:
    person = sits(size=(390, 844))
    person.sit(new_table(person.address, "durak"))
    page = person.page
    page.focus(".held.playable")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("k")
    page.wait_for_selector("belief-matrix table")
    assert page.locator(".held:focus-visible").count() == 1
    assert page.evaluate(COVERED_BY_THE_PANEL)


def test_cards_say_that_a_choice_comes_first(person: Person) -> None:
    person.sit(new_table(person.address, "boerenbridge"))
    page = person.page
    page.wait_for_selector(".buttons button")
    assert "choose one of the buttons first" in (page.get_attribute(".held", "aria-label") or "")
    page.click(".held >> nth=0", force=True, position={"x": 10, "y": 40})
    assert "choose one of the buttons first" in page.inner_text("#toast")


def test_help_lists_every_key(person: Person) -> None:
    person.sit(new_table(person.address, "durak"))
    person.page.keyboard.press("?")
    keys = set(person.page.inner_text("#dialog .keys").split())
    assert set("LSPHUCNK[]?") | {"Space", "Enter"} <= keys
