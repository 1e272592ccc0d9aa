"""A game that brings nothing but its rules is drawn at the table by what all games share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kiebitz.table.server.catalogue import catalogue
from tests.browser.person import IN_BROWSER, Person, post, running

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = IN_BROWSER
TOY = str(Path(__file__).parents[2] / "docs" / "toy_game.py")
PAGE = """
export default {
  middle: ({ scene }, { html, card, say }) => (scene.trick.cards.length
    ? html`<div class="own-middle">${card(scene.trick.cards[0][1])} ${say("lies there")}</div>` : undefined),
  ask: (scene, { say }) => say("Which of {n} cards?", { n: scene.hand.length }),
};
"""
STAGED = """
from kiebitz.rules.parts import Brings
from kiebitz.table.stage import Stage

class ToyStage(Stage):
    page = "toy.js"

HighCard.brings = Brings(table=":ToyStage")
"""


@pytest.fixture
def play(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[str], Person]]:
    """Call it for a person at a server that also has the game of a file."""
    people: list[Person] = []
    catalogue.cache_clear()

    def come(file: str) -> Person:
        monkeypatch.setenv("KIEBITZ_GAMES", file)
        people.append(Person(browser, address))
        return people[-1]

    with running(tmp_path) as address:
        yield come
        for person in people:
            person.leave()
    catalogue.cache_clear()
    assert [person.problems for person in people] == [[] for _ in people]


def sit(person: Person, seat: int) -> None:
    """Sit down in a seat of High Card; in the second the other one leads."""
    seats = [{"kind": "agent", "spec": "random"}] * 2
    seats[seat] = {"kind": "person", "name": "Anna"}
    table = post(person.address, "/api/tables", {"game": "high-card", "seats": seats, "seed": "5", "pace": 0})
    person.sit(table, seat)
    assert person.asked()


def test_the_lobby_shows_it_by_its_title_and_its_cards(play: Callable[[str], Person]) -> None:
    person = play(TOY)
    person.page.goto(person.address)
    tile = person.page.locator('[data-game="high-card"]')
    tile.wait_for()
    assert tile.locator("b").inner_text() == "High Card" and "a toy game" in tile.inner_text()
    faces = tile.locator("img").evaluate_all(
        "all => all.map((each) => each.src.split('/').pop().slice(0, 2))"
    )
    assert faces == ["8S", "9S", "TS"]


def test_hands_backs_a_trick_its_leader_and_points_are_drawn(play: Callable[[str], Person]) -> None:
    person = play(TOY)
    sit(person, 1)
    page = person.page
    assert page.locator(".hand [data-hand]").count() == 3
    assert page.locator(".place .minis .back").count() == 2, "the other has led a card"
    assert page.locator(".trick .spot .card").count() == 1
    assert "led" in page.inner_text(".trick .marks")
    assert page.locator(".place .badges li").all_inner_texts() == ["leads", "0 points"]
    assert "hidden, 3 cards" in page.inner_text('.pile[data-face="stack"]')
    assert page.inner_text("#facts li") == "Trick 1" and page.inner_text(".ask .status") == "Play a card"
    page.keyboard.press("?")
    page.wait_for_selector('#dialog[open][data-kind="help"]')
    assert "high-card" not in page.inner_text("#dialog"), "a game without rules in words has no placeholder"
    page.keyboard.press("Escape")
    person.finish()
    assert "this deal" in page.inner_text(".result")
    page.keyboard.press("l")
    assert page.locator("#dialog .card").count() == 2


@pytest.mark.parametrize(
    "page", ["export default { middle() { throw new Error('oh'); } };", "no script at all"]
)
def test_a_page_that_fails_leaves_the_matter_to_ours(
    tmp_path: Path, play: Callable[[str], Person], page: str
) -> None:
    (tmp_path / "game.py").write_text(Path(TOY).read_text(encoding="utf-8") + STAGED)
    (tmp_path / "toy.js").write_text(page)
    person = play(str(tmp_path / "game.py"))
    sit(person, 1)
    assert person.page.locator(".trick .spot .card").count() == 1
    person.finish()
    assert person.problems and all("Error" in problem for problem in person.problems)
    person.problems.clear()


def test_a_game_from_a_file_may_have_a_page_beside_it(tmp_path: Path, play: Callable[[str], Person]) -> None:
    (tmp_path / "game.py").write_text(Path(TOY).read_text(encoding="utf-8") + STAGED)
    (tmp_path / "toy.js").write_text(PAGE)
    (tmp_path / "toy.css").write_text(".own-middle { letter-spacing: 3px; }")
    person = play(str(tmp_path / "game.py"))
    sit(person, 1)
    middle = person.page.locator(".own-middle")
    assert middle.inner_text().strip() == "lies there" and middle.locator("img").count() == 1
    assert middle.evaluate("each => getComputedStyle(each).letterSpacing") == "3px"
    assert person.page.inner_text(".ask .status") == "Which of 3 cards?"
    person.finish()
