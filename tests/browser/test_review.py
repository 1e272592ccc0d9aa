"""The review of a deal in a real browser, at both sizes: the curve, two lists, and moments of the panel."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from kiebitz.rules.records import Record
from tests.browser.person import IN_BROWSER, Person, new_table, post
from tests.browser.test_layout import boxes, overlaps
from tests.lab.review.games import played

pytestmark = IN_BROWSER
SIZES = [(1280, 800), (390, 844)]


@pytest.mark.parametrize("size", SIZES)
def test_after_a_deal_the_review_opens_and_leads_to_its_moments(
    sits: Callable[..., Person], size: tuple[int, int]
) -> None:
    person = sits(size=size)
    page = person.page
    person.sit(new_table(person.address, "schnapsen", seed="1"))
    person.finish()
    page.wait_for_selector("button.glance polyline")
    assert page.evaluate("each => each.scrollHeight - each.clientHeight", page.query_selector(".result")) <= 1
    assert overlaps(boxes(person, ".place, .result")) == [], "open hands leave room for the result"
    assert re.search(r"known better \d|Nothing better", page.inner_text("button.glance"))
    page.click("button.glance")
    page.wait_for_selector(".review .curve")
    assert "What could be known" in page.inner_text(".review")
    assert page.locator(".review .curve circle").count() > 4
    width = page.evaluate(
        "document.querySelector('#dialog').scrollWidth - document.querySelector('#dialog').clientWidth"
    )
    assert width <= 0
    page.locator(".review .curve [data-ply]").nth(1).dispatch_event("click")
    page.wait_for_selector("body.in-past")
    assert not page.locator("#dialog").is_visible()
    page.wait_for_selector("replay-bar output")


@pytest.mark.parametrize("size", SIZES)
def test_a_record_is_reviewed_for_each_seat_and_played_on_with_another_move(
    sits: Callable[..., Person], size: tuple[int, int]
) -> None:
    person = sits(size=size)
    page = person.page
    made = post(person.address, "/api/records", {"text": Record.of(played("schnapsen", "random", 4)).text})
    page.goto(f"{person.address}/table.html?ply=2#{made['table']}.{made['watch']}")
    page.wait_for_selector("replay-bar [data-do=review]")
    page.click("replay-bar [data-do=review]")
    page.wait_for_selector(".review ol.knowable li")
    assert page.locator(".review > ol.knowable > li").count() <= 3
    first = page.inner_text(".review")
    page.select_option("[name=reviewed]", "1")
    person.wait_until(
        lambda: page.locator(".review .curve").count() == 1 and page.inner_text(".review") != first
    )
    page.click("#dialog [data-close]")
    person.open_details("replay-bar [name=other]")
    before = page.url
    page.locator("replay-bar [name=other] option[value^=move]").nth(1).wait_for(state="attached")
    chosen = page.locator("replay-bar [name=other] option[value^=move]").nth(1).get_attribute("value")
    page.select_option("replay-bar [name=other]", chosen)
    page.click("replay-bar form button")
    person.wait_until(lambda: page.url != before)
    page.wait_for_selector("card-table .own")
