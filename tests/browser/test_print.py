"""What is printed: booklets of puzzles and sheets of exercises on paper of A4, nothing cut in two."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kiebitz.lab.exercises.sheets import exercises
from kiebitz.lab.puzzles.making import puzzle
from kiebitz.table.puzzles.booklet import booklet
from kiebitz.table.puzzles.paper import sheet_page, solutions_page
from tests.browser.person import IN_BROWSER

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = IN_BROWSER
WIDTH, HEIGHT = 672, 1001  # pixels between the margins
BLOCKS = """() => [...document.querySelectorAll('.puzzle, .solution, section:not(.puzzle, .solutions)')]
  .map((each) => [getComputedStyle(each).breakInside, each.getBoundingClientRect().height])"""


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    sheet = exercises("boerenbridge", seed=7, count=6)
    puzzles = [puzzle("boerenbridge", seed=seed) for seed in (1, 2)]
    return {"booklet": booklet(puzzles), "sheet": sheet_page(sheet), "solutions": solutions_page(sheet)}


@pytest.mark.parametrize(("name", "blocks"), [("booklet", 4), ("sheet", 6), ("solutions", 6)])
def test_no_puzzle_exercise_or_answer_is_cut_in_two(
    browser: Browser, pages: dict[str, str], name: str, blocks: int
) -> None:
    page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
    page.set_content(pages[name])
    page.emulate_media(media="print")
    found = page.evaluate(BLOCKS)
    assert [rule for rule, _ in found] == ["avoid"] * blocks
    assert all(0 < height <= HEIGHT for _, height in found), "what is higher than a page must be cut"
    page.close()


def test_cards_are_written_as_they_are_drawn(pages: dict[str, str]) -> None:
    """But for formulas, which have a notation of their own."""
    text = re.sub(r"<svg.*?</svg>|has\(.*?\)", "", "".join(pages.values()), flags=re.DOTALL)
    assert re.search("[AKQJ0][♣♠♥♦]", text)
    assert not re.search(r"\b[AKQJT][CSHD]\b", text)


def test_after_the_first_page_two_exercises_fit_on_each(
    browser: Browser, pages: dict[str, str], tmp_path: Path
) -> None:
    page = browser.new_page()
    page.set_content(pages["sheet"])
    printed = page.pdf(path=tmp_path / "sheet.pdf", format="A4", prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 4, "six of them"
    page.close()


def test_two_puzzles_fit_on_a_page_and_the_solutions_come_after_them(
    browser: Browser, pages: dict[str, str], tmp_path: Path
) -> None:
    page = browser.new_page()
    page.set_content(pages["booklet"])
    printed = page.pdf(path=tmp_path / "booklet.pdf", format="A4", prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 2
    page.close()
