"""Languages in a real browser: pages say what Python says, and speak Dutch and German at a table."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from kiebitz.language.catalogues import languages
from tests.browser.person import IN_BROWSER, Person, new_table
from tests.language.vectors import VECTORS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

pytestmark = IN_BROWSER
PHONE = (390, 844)
SAID = """async ([number, language, saying]) => {
    const { learn, said } = await import('/js/language.js');
    const { settings } = await import('/js/settings.js');
    settings.language = language;
    await learn([String(number)]);
    return said(saying);
}"""
ENGLISH = "[...document.querySelectorAll('#panel [lang=en]')].map((each) => each.innerText)"
WORDS: dict[str, dict[str, Any]] = {
    "en": {"tools": ("Hint", "Course of play"), "tab": "Mind", "asked": "would play"},
    "de": {"tools": ("Tipp", "Spielverlauf"), "tab": "Gedanken", "asked": "würde spielen"},
    "nl": {"tools": ("Tip", "Spelverloop"), "tab": "Gedachten", "asked": "zou spelen"},
}


def test_the_pages_say_what_python_says(person: Person) -> None:
    page = person.page

    def catalogue(route: Route) -> None:
        number = route.request.url.rpartition("=")[2]
        vector = VECTORS[int(number)] if number.isdecimal() else {}  # what all pages share is left out
        words = {"messages": vector.get("messages", {}), "names": vector.get("names", {}), "games": {}}
        route.fulfill(body=json.dumps(words), content_type="application/json")

    page.goto(person.address)
    page.wait_for_selector("[data-game]")
    page.route("**/languages/*.json*", catalogue)
    for number, vector in enumerate(VECTORS):
        found = page.evaluate(SAID, [number, vector["language"], vector["saying"]])
        assert found == vector.get("page", vector["text"])


def test_what_is_not_translated_is_marked_as_english(sits: Callable[..., Person]) -> None:
    """Such as a bot's own reason, or one that was stored as a text."""
    person = sits(language="nl")
    page = person.page
    page.goto(person.address)
    marked = "([saying]) => import('/js/language.js').then(({ saidMarkup }) => String(saidMarkup(saying)))"
    assert page.evaluate(marked, ["high {cards}"]) == '<span lang="en">high {cards}</span>'
    both = ["{a}; {b}", {"a": {"saying": "It is not your turn."}, "b": {"saying": "I like it"}}]
    assert page.evaluate(marked, [both]) == 'Je bent niet aan de beurt.; <span lang="en">I like it</span>'


@pytest.mark.parametrize("game", ["durak", "boerenbridge"])
@pytest.mark.parametrize("language", ["nl", "de"])
def test_a_moment_at_a_phone_without_an_english_sentence_in_the_panel(
    sits: Callable[..., Person], language: str, game: str
) -> None:
    person, words = sits(size=PHONE, language=language), WORDS[language]
    page = person.page
    person.sit(new_table(person.address, game))
    assert page.get_attribute("html", "lang") == language
    tools = page.locator("#tools").inner_text() + page.locator("#tools").inner_html()
    assert all(text in tools for text in words["tools"])
    for _ in range(3):
        assert person.asked()
        person.click_one()
    assert person.asked()
    page.click("#panel-toggle")
    page.wait_for_selector("belief-matrix table")
    assert page.evaluate(ENGLISH) == []
    page.get_by_role("tab", name=words["tab"]).click()
    page.wait_for_selector("mind-view form select")
    page.select_option("mind-view form select", "flat")
    page.click("mind-view form button")
    page.wait_for_selector("mind-view form blockquote")
    assert words["asked"] in page.inner_text("mind-view form")
    assert page.evaluate(ENGLISH) == []
    person.problems = [each for each in person.problems if "status of 403" not in each]  # another's thoughts


def test_languages_are_chosen_in_the_settings_by_their_own_names(person: Person) -> None:
    page = person.page
    page.goto(person.address)
    page.wait_for_selector("[data-game]")
    page.click("#settings")
    shown = page.locator('[name="language"] option').all_inner_texts()
    assert shown == ["English", "Deutsch", "Nederlands"] and len(shown) == 1 + len(languages())
    assert page.locator('[name="names"] option').all_inner_texts()[1:] == [*shown, "Русский"]
    page.select_option('[name="language"]', "nl")
    page.get_by_role("heading", name="Instellingen").wait_for()
    page.select_option('[name="names"]', "ru")
    name = "import('/js/language.js').then(({ cardName }) => cardName('QS'))"
    person.wait_until(lambda: page.evaluate(name) == "дама пик")
    page.reload()
    page.get_by_text("Spelen", exact=True).first.wait_for()
    assert page.evaluate(name) == "дама пик"


@pytest.mark.parametrize(("locale", "language"), [("nl-BE", "nl"), ("de-AT", "de"), ("fr-FR", "en")])
def test_the_browsers_own_language_is_spoken_if_there_is_one(
    browser: Browser, address: str, locale: str, language: str
) -> None:
    context = browser.new_context(locale=locale)
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("[data-game]")
    assert page.get_attribute("html", "lang") == language
    context.close()
