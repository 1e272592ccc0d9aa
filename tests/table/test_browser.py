"""Whole games in a real browser: by mouse, by keyboard, on a phone, after a reload, and two at one table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.table.browser import SEATS, Person, chromium, new_table, running

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [
    pytest.mark.skipif(
        chromium() is None,
        reason="no Chromium here: install it (Debian: apt install chromium) or name it in KIEBITZ_CHROMIUM",
    ),
    pytest.mark.xdist_group("browser"),
    pytest.mark.slow,
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield launched
        launched.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(tmp_path_factory.mktemp("tables")) as found:
        yield found


def finish(person: Person) -> None:
    while person.asked():
        person.click_one()


@pytest.mark.parametrize("game", SEATS)
def test_a_whole_game_by_clicks(browser: Browser, address: str, game: str) -> None:
    person = Person(browser, address)
    person.sit(new_table(address, game))
    finish(person)
    assert person.page.inner_text(".status").startswith(("You won!", "You lost.", "A draw."))
    person.page.click('[data-act="sheet"]')
    assert "Total" in person.page.inner_text("#dialog tfoot")
    assert person.problems == []
    person.leave()


def test_one_click_from_the_lobby_to_cards(browser: Browser, address: str) -> None:
    person = Person(browser, address)
    person.page.goto(address)
    person.page.click('[data-game="schnapsen"]')
    person.page.wait_for_selector(".held")
    assert person.page.locator(".held").count() == 5
    person.page.goto(address)
    person.page.wait_for_selector(".known a")
    assert person.problems == []
    person.leave()


def test_a_table_with_options_agents_and_a_seed(browser: Browser, address: str) -> None:
    person = Person(browser, address)
    page = person.page
    page.goto(address)
    page.click("summary")
    page.select_option('[name="game"]', "boerenbridge")
    page.fill('[data-option="seats"]', "3")
    page.fill('[data-option="schedule"]', "2,1")
    page.fill('[name="name"]', "<b>Anna</b>")
    page.fill('[name="seed"]', "11")
    for seat in (1, 2):
        page.select_option(f'[data-seat="{seat}"] [data-who]', "agent:random")
    page.click(".options .primary")
    page.wait_for_selector(".held")
    assert "Round 1 of 2" in page.inner_text("#facts")
    assert page.locator(".place").count() == 2
    assert "<b>Anna</b>" in page.inner_text(".own .who"), "a name is text, never markup"
    finish(person)
    assert person.problems == []
    person.leave()


def test_a_whole_game_by_keyboard_only(browser: Browser, address: str) -> None:
    person = Person(browser, address)
    person.sit(new_table(address, "boerenbridge", options="schedule=2-1"))
    page = person.page
    while person.asked():
        ply = person.ply()
        page.keyboard.press("ArrowUp" if page.query_selector(".buttons button") else "ArrowDown")
        for _ in range(10):
            focused = page.evaluate("document.activeElement.getAttribute('aria-disabled')")
            if focused != "true":
                break
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        person.wait_for_more(ply)
    page.keyboard.press("l")
    assert page.locator("#dialog .card").count() == 4
    page.keyboard.press("l")
    page.keyboard.press("s")
    page.wait_for_selector('#dialog[open][data-kind="sheet"]')
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.wait_for_selector('#dialog[open][data-kind="help"]')
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    page.wait_for_selector(".held")
    assert person.problems == []
    person.leave()


def test_a_whole_game_on_a_phone_in_german(browser: Browser, address: str) -> None:
    person = Person(browser, address, (375, 667), language="de", faces="german")
    person.sit(new_table(address, "skat"))
    page = person.page
    while person.asked():
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 375, "nothing sticks out"
        for box in page.locator(".held, .place, .buttons button").all():
            seen = box.bounding_box()
            assert seen and seen["x"] >= -8 and seen["x"] + seen["width"] <= 383
        person.click_one()
    assert page.inner_text(".status").startswith(("Gewonnen!", "Verloren.", "Unentschieden."))
    assert person.problems == []
    person.leave()


def test_a_reload_in_mid_game_changes_nothing(browser: Browser, address: str) -> None:
    person = Person(browser, address)
    person.sit(new_table(address, "durak"))
    for _ in range(3):
        assert person.asked()
        person.click_one()
    assert person.asked()
    before, ply = person.page.inner_html("card-table"), person.ply()
    person.page.reload()
    assert person.asked()
    assert (person.page.inner_html("card-table"), person.ply()) == (before, ply)
    person.leave()


def test_two_people_see_only_their_own_cards(browser: Browser, address: str) -> None:
    table = new_table(address, "schnapsen", persons=2)
    people = [Person(browser, address) for _ in range(2)]
    hands: list[set[str]] = []
    for seat, person in enumerate(people):
        person.sit(table, seat)
        cards = [held.get_attribute("data-hand") or "" for held in person.page.locator(".held").all()]
        hands.append(set(cards))
    assert len(hands[0]) == len(hands[1]) == 5 and not hands[0] & hands[1]
    for person, other in zip(people, reversed(hands), strict=True):
        everything = person.page.content() + "".join(person.received)
        assert not [card for card in other if f'"{card}"' in everything or f"/{card}.svg" in everything]
    mover = next(person for person in people if person.page.query_selector(".held.playable"))
    waiting = next(person for person in people if person is not mover)
    mover.click_one()
    waiting.page.wait_for_selector(".trick .card")
    assert waiting.asked(), "the other may answer now"
    for person in people:
        person.leave()


def test_hint_undo_and_the_same_deal_again(browser: Browser, address: str) -> None:
    person = Person(browser, address)
    person.sit(new_table(address, "schnapsen"))
    page = person.page
    assert person.asked()
    first = page.inner_html(".hand")
    page.keyboard.press("h")
    page.wait_for_selector(".advice")
    assert page.locator(".hinted").count() <= 1
    person.click_one()
    assert person.asked()
    page.keyboard.press("u")
    person.wait_until(lambda: page.inner_html(".hand") == first)
    finish(person)
    page.click('[data-act="again"]')
    person.wait_until(lambda: page.inner_html(".hand") == first)
    finish(person)
    page.click('[data-act="rotate"]')
    page.wait_for_selector(".own[data-seat='1']")
    person.leave()


def test_cards_are_told_to_screen_readers(browser: Browser, address: str) -> None:
    person = Person(browser, address)
    person.sit(new_table(address, "boerenbridge", options="schedule=5"))
    page = person.page
    labels = []
    while person.asked():
        labels += [str(held.get_attribute("aria-label")) for held in page.locator(".held").all()]
        person.click_one()
    assert any(label.endswith(", playable") for label in labels)
    assert any(", not playable: follow " in label for label in labels)
    assert " of " in page.inner_text("#live")
    person.leave()


def test_both_languages_say_the_same_things(browser: Browser, address: str) -> None:
    person = Person(browser, address)
    person.page.goto(address)
    script = """Promise.all(['en', 'de'].map((name) => import(`/js/texts-${name}.js`).then((found) =>
        Object.entries(found[name].texts).map(([key, text]) => [key, typeof text]))))"""
    english, german = person.page.evaluate(script)
    assert json.dumps(sorted(english)) == json.dumps(sorted(german))
    person.leave()
