"""Reports on a phone: only tables and figures are scrolled sideways, and no word of a cell is cut up."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

import kiebitz as kb
from kiebitz.lab.report.page import make_page
from tests.browser.person import IN_BROWSER, Person

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = IN_BROWSER
WIDTHS = (390, 1280)
LONG = "full-kripke:threshold=0.8,forced=uniform,win=corrected,lose=sensible"
CUT_UP = """() => [...document.querySelectorAll('td.text, th')].flatMap((cell) => {
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), found = []
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    for (const word of node.data.matchAll(/[a-z]{3,12}/gi)) {
      const range = document.createRange()
      range.setStart(node, word.index)
      range.setEnd(node, word.index + word[0].length)
      if (new Set([...range.getClientRects()].map((each) => each.top)).size > 1) found.push(word[0])
    }
  return found
})"""


@pytest.fixture(scope="module")
def report() -> str:
    found = kb.tournament("skat", "xskat-like", "random", deals=10, seed=1, reduce="own", progress=False)
    return make_page(found.run).html


@pytest.mark.parametrize("width", WIDTHS)
def test_a_report_fits_the_window_and_its_words_stay_whole(browser: Browser, report: str, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800})
    page.set_content(report)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert "duplicate" in report
    assert page.evaluate(CUT_UP) == []
    page.close()


@pytest.mark.parametrize("width", WIDTHS)
def test_a_heading_with_long_names_of_agents_is_broken(browser: Browser, report: str, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800})
    page.set_content(report)
    page.evaluate("name => { document.querySelector('h2').textContent = `${name} v ${name}`; }", 3 * LONG)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.close()


@pytest.mark.parametrize("width", [*WIDTHS, 844])
@pytest.mark.parametrize("page_of", ["", "/games"])
def test_the_lists_of_runs_and_games_fit_the_window(
    sits: Callable[..., Person], width: int, page_of: str
) -> None:
    kb.tournament("boerenbridge", LONG, "random", deals=2, seed=1, progress=False)
    person = sits(size=(width, 800))
    page = person.page
    page.goto(f"{person.address}/runs")
    page.wait_for_selector("tbody a")
    if page_of:
        page.goto(f"{person.address}{page.get_attribute('tbody a', 'href')}{page_of}")
    page.wait_for_selector("tbody td")
    assert page.evaluate(
        "document.querySelector('main').scrollWidth <= document.querySelector('main').clientWidth"
    )
    assert page.is_visible("thead") == (width > 600), "on a phone each line names its column"
