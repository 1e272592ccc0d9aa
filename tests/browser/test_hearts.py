"""Hearts in a real browser, at a desk and on a phone, in two languages: from the lobby to a replay."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from kiebitz.rules.contract.tried import random_game
from kiebitz.rules.records import Record
from kiebitz.rules.registry import game
from kiebitz.table.tables.claims import offered
from tests.browser.person import IN_BROWSER, Person, post

if TYPE_CHECKING:
    pass

pytestmark = IN_BROWSER
DESK, PHONE = (1280, 800), (390, 844)
OUTSIDE = """(selector) => [...document.querySelectorAll(selector)].filter((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return left < -8 || right > innerWidth + 8 || top < -8 || bottom > innerHeight + 30;
}).length"""


def sit(person: Person, **more: Any) -> None:
    seats = [{"kind": "person", "name": "Anna"}] + [{"kind": "agent", "spec": "careful"}] * 3
    person.sit(
        post(
            person.address, "/api/tables", {"game": "hearts", "seats": seats, "seed": "5", "pace": 0, **more}
        )
    )
    assert person.asked()


def pass_three(person: Person) -> None:
    for _ in range(3):
        assert person.asked()
        person.click_one()
    assert person.asked()


WORDS: dict[str, dict[str, Any]] = {
    "en": {
        "about": "Take no hearts",
        "asked": [
            "Pass three cards to West: choose the first",
            "Two more cards for West",
            "One more card for West",
        ],
        "left": "Cards go to the left",
        "got": "East passed you",
        "points": "0 points",
        "rules": "Each heart costs a point",
        "end": ("You won!", "You lost."),
        "hint": "points on average over",
    },
    "de": {
        "about": "Keine Herzen nehmen",
        "asked": [
            "Drei Karten an West geben: wähle die erste",
            "Noch zwei Karten für West",
            "Noch eine Karte für West",
        ],
        "left": "Karten gehen nach links",
        "got": "Ost gab dir",
        "points": "0 Punkte",
        "rules": "Jedes Herz kostet einen Punkt",
        "end": ("Gewonnen!", "Verloren."),
        "hint": "Punkte im Mittel über",
    },
}


@pytest.mark.parametrize(("size", "language"), [(DESK, "en"), (PHONE, "de")])
def test_a_whole_deal(sits: Callable[..., Person], size: tuple[int, int], language: str) -> None:
    person, words = sits(size=size, language=language), WORDS[language]
    page = person.page
    page.goto(person.address)
    tile = page.locator('[data-game="hearts"]').first
    tile.wait_for()
    assert words["about"] in tile.inner_text() and tile.locator("img").count() == 3

    sit(person)
    assert page.locator(".place .minis .back").count() == 39, "three seats with thirteen backs each"
    assert page.locator(".place .badges li").all_inner_texts() == [words["points"]] * 3
    assert page.inner_text("#facts") == words["left"]
    page.keyboard.press("h")
    page.wait_for_selector(".advice")
    assert words["hint"] in page.inner_text(".advice")
    for number, question in enumerate(words["asked"]):
        assert page.inner_text(".ask .status") == question
        assert page.locator(".passing .slot .card").count() == number
        assert page.locator(".hand [data-hand]").count() == 13 - number
        assert page.evaluate(OUTSIDE, ".held, .place, .passing") == 0
        person.click_one()
        assert person.asked()
    assert page.locator(".passing").count() == 0 and page.locator(".hand [data-hand]").count() == 13
    assert words["got"] in page.inner_text("#facts")

    seen = 0
    while person.asked():
        lying = page.locator(".trick .spot .card").count()
        assert lying <= 3 and page.locator(".trick .spot").count() == 4
        assert page.evaluate(OUTSIDE, ".held, .place, .trick .card") == 0
        if lying:
            assert page.locator('.trick .spot[data-best="true"]').count() == 1
        seen = max(seen, lying)
        person.click_one()
    assert seen == 3, "a whole trick but for the own card"
    assert page.inner_text(".result .status") in words["end"]
    badges = page.locator('.badges [data-kind="points"]').all_inner_texts()
    assert sum(int(re.findall(r"\d+", text)[0]) for text in badges) == 26
    page.keyboard.press("?")
    page.wait_for_selector('#dialog[open][data-kind="help"]')
    assert words["rules"] in page.inner_text("#dialog")
    assert page.locator("#dialog [lang=en]").count() == 0
    page.keyboard.press("Escape")
    page.keyboard.press("s")
    page.wait_for_selector('#dialog[open][data-kind="sheet"]')


def test_cards_that_must_wait_say_why_and_a_card_is_passed_by_keyboard_and_taken_back(
    sits: Callable[..., Person],
) -> None:
    person = sits()
    sit(person)
    page, ply = person.page, person.ply()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    person.wait_for_more(ply)
    assert page.locator(".passing .card").count() == 1
    page.keyboard.press("u")
    person.wait_until(lambda: page.locator(".passing .card").count() == 0)
    pass_three(person)
    labels = page.evaluate("[...document.querySelectorAll('.held')].map((each) => each.ariaLabel)")
    reasons = {label.partition(": ")[2] for label in labels if "not playable" in label}
    assert reasons <= {"follow clubs", "the two of clubs leads", "no points in the first trick"} and reasons


def test_options_have_german_names(sits: Callable[..., Person]) -> None:
    person = sits(language="de")
    page = person.page
    page.goto(person.address)
    person.open_details('[name="game"]')
    page.select_option('[name="game"]', "hearts")
    page.wait_for_selector('[data-option="jack"]')
    options = page.inner_text(".options")
    for word in (
        "Länge",
        "Weitergeben",
        "Ausspiel",
        "erster Stich",
        "Herz brechen",
        "Karobube",
        "Durchmarsch",
    ):
        assert word in options, word
    values = page.locator('[data-option="moon"] option').all_inner_texts()
    assert values == ["die anderen zahlen", "selbst abziehen"]


def test_a_long_game_goes_on_with_the_next_deal_and_keeps_the_score(sits: Callable[..., Person]) -> None:
    person = sits()
    sit(person, options="unit=50,passing=off")
    page = person.page
    while person.asked() and "Round 2" not in page.inner_text("#facts"):
        person.click_one()
    scores = page.locator('.badges [data-kind="score"]').all_inner_texts()
    written = sum(int(text.split()[0]) for text in scores)
    assert len(scores) == 4 and written in (26, 78), scores


def claimable() -> Record:
    """A game of which only the certain rest is left to play."""
    for seed in range(200):
        for state in random_game(game("hearts"), seed):
            if state.phase == "play" and state.turn == 0 and offered(state.view(0)):
                return Record.of(state)
    raise AssertionError("no claim was found")


def test_what_is_certain_is_claimed_by_a_button(sits: Callable[..., Person]) -> None:
    record = claimable()
    person = sits()
    page = person.page
    table = post(person.address, "/api/records", {"text": record.text})
    page.goto(f"{person.address}/table.html#{table['table']}.{table['watch']}")
    page.locator("belief-matrix table").first.wait_for()
    page.get_by_text("What if?").click()
    page.locator("replay-bar form select[name=seat]").select_option("0")
    page.locator("replay-bar form button").first.click()
    page.wait_for_selector(".claim")
    assert page.inner_text(".claim").endswith(("The rest is mine", "Nothing more counts"))
    page.keyboard.press("c")
    page.wait_for_selector(".result")


def finished() -> Record:
    *_, end = random_game(game("hearts"), 7)
    return Record.of(end, ("careful", "random", "random", "random"))


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_a_replay_with_the_panel(sits: Callable[..., Person], size: tuple[int, int]) -> None:
    record = finished()
    person = sits(size=size)
    page = person.page
    table = post(person.address, "/api/records", {"text": record.text})
    page.goto(f"{person.address}/table.html?ply=16#{table['table']}.{table['watch']}")
    page.locator("belief-matrix table").first.wait_for()
    assert "16 of 64" in page.inner_text("replay-bar output")
    assert "possible deal" in page.inner_text("belief-matrix .worlds")
    page.get_by_role("button", name="next trick").click()
    person.wait_until(lambda: page.inner_text("replay-bar output").startswith("20 "))
    page.get_by_role("tab", name="Who knows").click()
    page.locator("kripke-graph .picture svg").wait_for()
    passed = str(record.states()[3].history[0][1])
    page.locator("#formula").fill(f"K[South] has(West, {passed})")
    page.keyboard.press("Enter")
    page.locator("kripke-graph .verdict").wait_for()
    assert "true" in page.inner_text("kripke-graph .verdict")
    page.locator("#formula").fill(f"K[East] K[South] has(West, {passed})")
    page.keyboard.press("Enter")
    page.locator("kripke-graph output [role='alert']").wait_for()
    assert "passed on" in page.inner_text("kripke-graph output")
    person.problems = [each for each in person.problems if "status of 4" not in each]  # that refusal


def test_values_of_open_cards_in_a_replay(sits: Callable[..., Person]) -> None:
    person = sits()
    page = person.page
    table = post(person.address, "/api/records", {"text": finished().text})
    page.goto(f"{person.address}/table.html?ply=52#{table['table']}.{table['watch']}")
    page.locator("belief-matrix table").first.wait_for()
    page.get_by_role("tab", name="Mind").click()
    page.click("[data-solve]")
    page.get_by_text("What the other three pay in all in this deal, at least:").wait_for()
