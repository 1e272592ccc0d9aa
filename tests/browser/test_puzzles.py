"""The page of puzzles and exercises, at a desk and on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from kiebitz.lab.puzzles.making import puzzle
from tests.browser.person import IN_BROWSER, Person
from tests.browser.test_layout import boxes, overlaps

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = IN_BROWSER
SIZES = {"desk": (1280, 800), "phone": (390, 844)}
FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
FIELDS = {"truth": "input[type=radio]", "write": "input[name=formula]"}
GAMES = ("boerenbridge", "durak", "schnapsen", "skat")
SOON = 5_000  # milliseconds


@pytest.fixture(scope="module", autouse=True)
def ready() -> None:
    """Compile what the first puzzles need: no wait in the browser is for the compiler."""
    for game in GAMES:
        puzzle(game, seed="ready")


SEEDS = """
let drawn = 0;
crypto.getRandomValues = (array) => { drawn += 1; return array.fill(drawn); };
"""
"""The page's own seeds, the same in every run."""


def at_puzzles(person: Person, question: str = "") -> Page:
    person.page.add_init_script(SEEDS)
    person.page.goto(f"{person.address}/puzzles{question}")
    return person.page


def click_one(person: Person) -> None:
    """A card where there is one, at its uncovered edge, else a button; no other position comes."""
    page = person.page
    if page.query_selector(".held.playable"):
        page.locator(".held.playable").first.click(position={"x": 8, "y": 30}, timeout=SOON)
        if choice := page.query_selector("[data-asks='choice'] button"):
            choice.click()
    else:
        page.locator(".buttons button").first.click(timeout=SOON)


def answer(person: Person) -> None:
    """Click until there is an answer: a click is lost if the page is drawn anew just then."""
    from playwright.sync_api import Error

    def told() -> bool:
        with suppress(Error):
            click_one(person)
            person.page.wait_for_selector("#answer h2", timeout=SOON)
        return person.page.query_selector("#answer h2") is not None

    person.wait_until(told)


@pytest.mark.parametrize("size", SIZES)
def test_a_puzzle_is_solved_by_a_click_and_the_next_one_comes(sits: Callable[..., Person], size: str) -> None:
    person = sits(size=SIZES[size])
    person.page.goto(f"{person.address}/")
    assert person.page.get_attribute("#puzzles", "href") == "/puzzles"
    page = at_puzzles(person)
    for game in GAMES:
        if page.input_value("select[data-game]") != game:  # else the position would come a second time
            page.select_option("select[data-game]", game)
        page.wait_for_selector(f'body[data-game="{game}"] :is(.held.playable, .buttons button)')
        assert page.inner_text("#question h2") and page.evaluate(FITS), game
        assert not page.query_selector("#answer h2"), "nothing is told before the answer"
        answer(person)
        assert page.inner_text(".why") and page.evaluate(FITS), game
    question = page.get_attribute("card-table", "data-ply")
    page.click('[data-act="next"]')
    person.wait_until(lambda: page.get_attribute("card-table", "data-ply") != question)
    page.wait_for_selector("#question .stars")


@pytest.mark.parametrize(
    "question", ["?game=skat", "?game=boerenbridge", "?game=boerenbridge&mode=exercises"]
)
def test_on_a_phone_on_its_side_trick_and_hand_are_seen_together(
    sits: Callable[..., Person], question: str
) -> None:
    width, height = 844, 390
    person = sits(size=(width, height))
    page = at_puzzles(person, question)
    page.wait_for_selector("card-table .held")
    (table,) = boxes(person, "card-table")
    assert table["bottom"] - table["top"] <= height
    assert overlaps(boxes(person, ".place"), boxes(person, ".spot .card"), boxes(person, ".own .who")) == []


def test_a_position_that_is_late_takes_no_place(person: Person) -> None:
    """The first game's style is held up until another game was chosen."""
    held: list[Route] = []
    person.page.route("**/skat.css*", lambda route: held.append(route))
    page = at_puzzles(person, "?game=skat")
    person.wait_until(lambda: bool(held))
    page.select_option("select[data-game]", "durak")
    page.wait_for_selector('body[data-game="durak"] .held')
    held[0].continue_()
    page.wait_for_load_state("networkidle")
    assert page.get_attribute("body", "data-game") == "durak"
    answer(person)


def test_progress_is_told_and_deleted(sits: Callable[..., Person]) -> None:
    person = sits()
    page = at_puzzles(person, "?game=durak")
    page.wait_for_selector(".held.playable, .buttons button")
    answer(person)
    page.wait_for_selector("#progress button")
    assert "1 tried" in page.inner_text("#progress")
    page.reload()
    page.wait_for_selector("#progress button")
    page.on("dialog", lambda dialog: dialog.accept())
    page.click('[data-act="forget"]')
    person.wait_until(lambda: not page.inner_text("#progress"))
    page.click('[data-act="due"]')
    person.wait_until(lambda: "Nothing is due now." in page.inner_text("#question"))


@pytest.mark.parametrize("size", SIZES)
def test_exercises_are_answered_and_graded(sits: Callable[..., Person], size: str) -> None:
    person = sits(size=SIZES[size])
    page = at_puzzles(person, "?game=boerenbridge&mode=exercises")
    page.wait_for_selector("#answer form")
    for kind in ("whether", "places", "deals", "common", "truth", "write"):
        page.select_option("select[data-kind]", kind)
        field = FIELDS.get(kind, "input[type=checkbox]")
        page.wait_for_selector(f"#answer form {field}")
        if kind in ("places", "deals"):
            assert page.locator('.badges [data-kind="void"]').count() == 0, "that is the question"
            assert (
                page.evaluate("each => each.scrollHeight - each.clientHeight", page.query_selector(".seen"))
                <= 1
            )
        if kind == "write":
            assert "you" not in page.inner_text("card-table").split("\n"), "all cards lie open"
            assert page.locator(".own .held").count() and not page.locator(".place .back").count()
            page.fill(field, "has(")
            page.click("#answer form button")
            page.wait_for_selector("#problem:not(:empty)")
            assert page.input_value(field) == "has(", "whoever mistypes mends it, and is told no solution"
            person.problems.clear()  # the browser complains of the refusal
            page.fill(field, "false")
        else:
            page.check(f"#answer {field}")
        assert page.evaluate(FITS), kind
        page.click("#answer form button")
        page.wait_for_selector("#answer h2")
        assert page.inner_text(".why") and page.evaluate(FITS), kind
    assert re.match("Wherever|In every deal", page.inner_text(".why")), "a smallest counter-world"
    assert not page.inner_text("#problem")
