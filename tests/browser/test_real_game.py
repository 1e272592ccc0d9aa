"""What players of a game expect: rules and opponents by name, Skat with comfort, summaries, patience."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.person import IN_BROWSER, MOVING, PLACE_OF_CARD, Person, new_table, post

pytestmark = IN_BROWSER
DESK, PHONE = (1280, 800), (390, 844)
OUTSIDE = "(what) => [...document.querySelectorAll(what)].filter((each) => { const box = each.getBoundingClientRect(); return box.left < -1 || box.right > innerWidth + 1; }).length"  # fmt: skip  # noqa: E501


def bidding(person: Person, **more: Any) -> None:
    """Sit in forehand of a Skat table where the others bid little."""
    seats = [{"kind": "person", "name": "Anna"}, *[{"kind": "agent", "spec": "xskat-like"}] * 2]
    body = {"game": "skat", "seats": seats, "seed": "5", "pace": 0, "units": 36, **more}
    person.sit(post(person.address, "/api/tables", body))
    assert person.asked()


def declare(person: Person) -> None:
    """Bid up to a high value in one go, take the skat up, and lay two cards away."""
    page = person.page
    values = page.locator('[data-list="bids"] option').evaluate_all("all => all.map((each) => each.value)")
    ply = person.ply()
    page.select_option('[data-list="bids"]', values[12])
    page.click(f'[data-order="{values[12]}"]')
    person.wait_for_more(ply)
    page.wait_for_selector('[data-move="skat"]')
    page.click('[data-move="skat"]')
    page.wait_for_selector(".laid")


@pytest.mark.parametrize(("size", "language"), [(DESK, "en"), (PHONE, "de")])
def test_rules_and_opponents_are_chosen_by_name_in_the_lobby(
    sits: Callable[..., Person], size: tuple[int, int], language: str
) -> None:
    person = sits(size=size, language=language)
    page = person.page
    page.goto(person.address)
    tile = page.locator('article[data-game="boerenbridge"]')
    tile.wait_for()
    said = {"en": ("strong – flat", "(2 ms a move)"), "de": ("stark – flat", "(2 ms je Zug)")}
    strong, time = said[language]
    assert strong in tile.locator("[data-level] option").all_inner_texts() and time in tile.inner_text()
    before = tile.inner_text()
    page.select_option('[data-rules="boerenbridge"]', "Spades are trumps")
    person.wait_until(lambda: tile.inner_text() != before)
    page.select_option('[data-level="boerenbridge"]', "easy")
    assert page.evaluate(OUTSIDE, ".game, .game *") == 0
    page.reload()
    tile.wait_for()
    assert page.input_value('[data-rules="boerenbridge"]') == "Spades are trumps", "it is remembered"
    page.click('[data-play="boerenbridge"]')
    page.wait_for_selector(".held")
    welcome = next(message for message in map(json.loads, person.received) if message["type"] == "welcome")
    assert len(welcome["seats"]) == 5 and welcome["options"]["trump"] == "spades"
    assert [seat["name"] for seat in welcome["seats"][1:]] == ["greedy"] * 4
    assert page.inner_text(".place .level") == {"en": "easy", "de": "leicht"}[language]


def test_a_rule_set_fills_the_options_in_and_a_change_makes_them_ones_own(person: Person) -> None:
    page = person.page
    page.goto(person.address)
    person.open_details('[name="game"]')
    page.select_option('[name="game"]', "schnapsen")
    assert page.input_value('[name="rules"]') == "Bummerl"
    page.select_option('[name="rules"]', "University platform")
    assert page.input_value('[data-option="rules"]') == "vu"
    page.select_option('[data-option="rules"]', "vu-old")
    assert page.input_value('[name="rules"]') == ""
    page.select_option('[data-seat="1"] [data-who]', "level:easy")
    page.click(".options .primary")
    page.wait_for_selector(".held")
    welcome = next(message for message in map(json.loads, person.received) if message["type"] == "welcome")
    assert welcome["options"]["rules"] == "vu-old" and welcome["seats"][1]["name"] == "dbot"


@pytest.mark.parametrize(("size", "limit"), [(DESK, 0), (PHONE, 60)])
def test_a_skat_game_from_the_maximum_to_the_summary(
    sits: Callable[..., Person], size: tuple[int, int], limit: int
) -> None:
    """Without a clock and with one."""
    person = sits(size=size)
    page = person.page
    bidding(person, limit=limit)
    assert page.locator(".derivations dd").count() == 6
    declare(person)
    said = [message for message in map(json.loads, person.received) if message["type"] == "event"]
    bids = [int(each["move"]) for each in said if each["phase"] == "speak" and each["move"] != "pass"]
    assert len(bids) > 1, "the page answered more than once without asking"

    # The skat's cards are marked; what goes away is shown and taken back before it goes.
    assert page.locator(".held.marked").count() == 2
    lay = page.locator('[data-act="lay"]')
    assert lay.is_disabled()
    page.mouse.click(*page.evaluate(PLACE_OF_CARD))
    page.wait_for_selector(".laid [data-hand]")
    page.locator(".laid [data-hand]").click()
    page.wait_for_selector(".laid [data-hand]", state="detached")
    assert page.locator(".hand .held").count() == 12
    for count in (1, 2):
        page.mouse.click(*page.evaluate(PLACE_OF_CARD))
        page.wait_for_selector(f".laid [data-hand]:nth-of-type({count})")
    first = page.locator(".laid [data-hand]").first
    assert (
        min(box["width"] for each in page.locator(".laid [data-hand]").all() if (box := each.bounding_box()))
        >= 44
    )
    first.click()  # neither lies over the other
    page.wait_for_selector(".laid [data-hand]:nth-of-type(2)", state="detached")
    page.mouse.click(*page.evaluate(PLACE_OF_CARD))
    page.wait_for_selector(".laid [data-hand]:nth-of-type(2)")
    chosen = page.locator(".laid [data-hand]").evaluate_all("all => all.map((each) => each.dataset.hand)")
    assert page.evaluate(OUTSIDE, ".held, .laid *, .ask *") == 0
    lay.click()
    page.wait_for_selector('[data-move="G"]')
    shown = page.locator(".lying [data-card]").evaluate_all("all => all.map((each) => each.dataset.card)")
    assert sorted(shown) == sorted(chosen), "both discards are shown"

    # Values are derived while choosing and at the end.
    page.click(".derivations summary")
    derived = page.locator(".derivations dd").all_inner_texts()
    assert all(re.search(r"(with|without) \d+, game \d+, times \d+ = \d+$", text) for text in derived[:5])
    assert page.inner_text('[data-move="C"] .worth-of') == derived[0].rsplit("= ", 1)[1]
    page.click('[data-move="C"]')
    page.wait_for_selector(".held.playable")
    assert "with the skat" in page.inner_text(".own .badges")
    page.click('[data-act="give up"]')
    page.click('[data-act="decline"]')
    page.wait_for_selector('[data-act="give up"]')
    page.click('[data-act="give up"]')
    page.click('[data-act="give up now"]')
    page.wait_for_selector(".result")
    text = page.inner_text(".result")
    assert "lost, it counts double" in text and "in the skat" in text and "40 because the declarer" in text
    assert page.locator('.badges [data-kind="void"]').count() == 0, "there is nothing left to know"
    assert page.evaluate("each => each.scrollHeight - each.clientHeight", page.query_selector(".result")) <= 1
    page.keyboard.press("s")
    page.wait_for_selector("#dialog .more")
    assert page.evaluate(OUTSIDE, "#dialog :is(th, td)") == 0, "the sheet needs no scrolling to the side"
    page.keyboard.press("s")
    page.keyboard.press("p")
    page.wait_for_selector(".tricks tbody tr:nth-of-type(10)")
    assert page.locator(".tricks td.won").count() == 10
    page.keyboard.press("p")
    page.keyboard.press("u")
    page.wait_for_selector(".held.playable")
    assert page.locator(".hand .held").count() == 10, "giving up is taken back as a whole"


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_the_last_trick_and_the_summary_of_a_round_wait_for_a_click(
    sits: Callable[..., Person], size: tuple[int, int]
) -> None:
    person = sits(size=size, speed="fast")
    page = person.page
    person.sit(new_table(person.address, "boerenbridge", options="schedule=1,1"))
    for number in (1, 2):
        while page.query_selector('[data-act="go on"]') is None:
            page.wait_for_selector(".held.playable, .buttons button")
            if page.query_selector('[data-act="go on"]') is None:
                person.wait_until(lambda: not page.evaluate(MOVING))
                ply, place = person.ply(), page.evaluate(PLACE_OF_CARD)
                page.mouse.click(*place) if place else page.locator(".buttons button").first.click()
                page.wait_for_selector(f'card-table:not([data-ply="{ply}"]), [data-act="go on"]')
        page.wait_for_timeout(1500)  # longer than a trick that does not wait
        assert page.locator('.trick[data-held="true"] .spot .card').count() == 4
        assert page.locator(".mark.best").count() == 1
        page.click('[data-act="go on"]')
        page.wait_for_selector(".result")
        assert re.search(r"\d of \d tricks?: ", page.inner_text(".result"))
        assert page.evaluate(OUTSIDE, ".result") == 0
        if number == 1:
            assert "After round 1" in page.inner_text(".result")
            assert page.locator(".badges li").count() == 0, "what stood there before the last trick is old"
            page.keyboard.press(" ")
            page.wait_for_selector(".result", state="detached")
    assert page.query_selector('[data-act="next"]')


def test_a_claim_is_asked_once(person: Person) -> None:
    """Whoever plays on is not asked again in this deal."""
    page = person.page
    for seed in range(40):
        person.sit(new_table(person.address, "schnapsen", options="rules=full,unit=deal", seed=str(seed)))
        while person.asked():
            if page.query_selector('[data-act="claim"]'):
                page.click('[data-act="decline"]')
                page.wait_for_selector('[data-act="claim"]', state="detached")
                while person.asked():
                    assert not page.query_selector('[data-act="claim"]')
                    person.click_one()
                    page.wait_for_timeout(100)
                return
            person.click_one()
    raise AssertionError("nothing could be claimed in forty deals")
