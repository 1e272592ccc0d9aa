"""Whole games in a real browser: by mouse, by keyboard, on a phone, and from the lobby on."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.person import IN_BROWSER, SEATS, Person, new_table, running

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = IN_BROWSER
ENDS = {"en": ("You won!", "You lost.", "A draw."), "de": ("Gewonnen!", "Verloren.", "Unentschieden.")}


@pytest.mark.parametrize("game", SEATS)
def test_a_whole_game_by_clicks(person: Person, game: str) -> None:
    person.sit(new_table(person.address, game))
    person.finish()
    assert person.page.inner_text(".status").startswith(ENDS["en"])
    person.page.click('[data-act="sheet"]')
    assert "Total" in person.page.inner_text("#dialog tfoot")


def test_a_whole_bummerl_by_clicks(person: Person) -> None:
    person.sit(new_table(person.address, "schnapsen", options="rules=full"))
    person.finish()
    assert person.page.inner_text(".status").startswith(ENDS["en"])
    person.page.click('[data-act="sheet"]')
    person.page.wait_for_selector('#dialog[open][data-kind="sheet"]')
    assert person.page.locator("#dialog tbody tr").count() >= 3, "a row for each distribution"


def test_a_whole_game_by_keyboard_only(person: Person) -> None:
    person.sit(new_table(person.address, "boerenbridge", options="schedule=2-1"))
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


def test_a_whole_game_on_a_phone_in_german(sits: Callable[..., Person]) -> None:
    person = sits(size=(375, 667), language="de", faces="german")
    person.sit(new_table(person.address, "skat"))
    page = person.page
    edges = """[...document.querySelectorAll('.held, .place, .buttons button')].map((each) => {
        const { left, right } = each.getBoundingClientRect(); return [left, right]; })"""
    while person.asked():
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 375, "nothing sticks out"
        assert all(left >= -8 and right <= 383 for left, right in page.evaluate(edges))
        person.click_one()
    assert page.inner_text(".status").startswith(ENDS["de"])


def test_on_a_phone_that_lies_on_its_side_the_question_covers_no_card(sits: Callable[..., Person]) -> None:
    person = sits(size=(844, 390))
    person.sit(new_table(person.address, "skat"))
    assert person.asked()
    box = "each.getBoundingClientRect()"
    hand = person.page.evaluate(
        f"Math.max(...[...document.querySelectorAll('.held')].map((each) => {box}.right))"
    )
    question = person.page.evaluate(f"((each) => {box}.left)(document.querySelector('.ask'))")
    assert hand <= question


def test_one_click_from_the_lobby_to_cards(person: Person) -> None:
    person.page.goto(person.address)
    person.page.click('[data-play="schnapsen"]')
    person.page.wait_for_selector(".held")
    assert person.page.locator(".held").count() == 5
    welcome = next(message for message in map(json.loads, person.received) if message["type"] == "welcome")
    assert welcome["options"]["rules"] == "full", "the game that people play"
    person.page.goto(person.address)
    person.page.wait_for_selector(".known a")


def test_a_table_with_options_agents_and_a_seed(person: Person) -> None:
    page = person.page
    page.goto(person.address)
    person.open_details('[name="game"]')
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
    person.finish()


def test_an_agent_with_parameters_is_the_parameter_of_another(person: Person) -> None:
    page, seat = person.page, '[data-seat="1"]'
    page.goto(person.address)
    person.open_details('[name="game"]')
    page.select_option('[name="game"]', "durak")
    page.select_option(f"{seat} [data-who]", "agent:mcts")
    assert page.input_value(f'{seat} [data-parameter="samples"]') == "40", "as the usual opponent has it"
    page.select_option(f"{seat} [data-who]", "agent:improve")
    page.click(f"{seat} summary")
    page.fill(f'{seat} [data-parameter="base"]', "mcts:limit=30,samples=10")
    page.fill(f'{seat} [data-parameter="only"]', "attack+defend")
    with page.expect_request(lambda request: request.method == "POST") as sent:
        page.click(".options .primary")
    seats = json.loads(sent.value.post_data or "")["seats"]
    assert seats[1]["spec"] == "improve:base=(mcts:limit=30,samples=10),only=attack+defend"
    page.wait_for_selector(".held")


def test_a_bot_of_the_server_brings_the_rules_that_it_needs(browser: Browser, tmp_path: Path) -> None:
    bot, path = "student.py:Saver", Path(__file__).parents[1] / "bots"
    with running(tmp_path, [f"{path / bot}"]) as address:
        person = Person(browser, address)
        page = person.page
        page.goto(address)
        person.open_details('[name="game"]')
        page.select_option('[name="game"]', "schnapsen")
        who, rules = '[data-seat="1"] [data-who]', '[data-option="rules"]'
        assert page.input_value(rules) == "full"
        page.select_option(who, f"agent:{bot}")
        assert page.input_value(rules) == "vu"
        page.select_option(rules, "full")
        assert page.input_value(who) == "level:strong", "who cannot play by these rules has left"
        page.select_option(who, f"agent:{bot}")
        page.fill('[name="seed"]', "11")
        page.click(".options .primary")
        page.wait_for_selector(".held")
        person.finish()
        assert page.inner_text(".status").startswith(ENDS["en"])
        page.goto(address)
        person.open_details('[name="game"]')
        page.select_option('[name="game"]', "durak")
        assert page.locator(f'[value="agent:{bot}"]').count() == 0
        person.leave()
        assert not person.problems
