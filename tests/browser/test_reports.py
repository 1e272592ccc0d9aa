"""Reports on a phone: only tables and figures are scrolled sideways, and no word of a cell is cut up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import kiebitz as kb
from kiebitz.lab.report.page import make_page
from tests.browser.person import IN_BROWSER

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = IN_BROWSER
WIDTHS = (390, 1280)
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
