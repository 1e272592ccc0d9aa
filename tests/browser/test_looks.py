"""What a person chooses to see and hear: suits, colours, numbers, aids and sounds."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from tests.browser.person import IN_BROWSER, Person, new_table, post

pytestmark = IN_BROWSER
LOADED = "each => each.complete && each.naturalWidth > 0"
COLOURS = """() => Object.fromEntries([...document.querySelectorAll('#panel tbody [data-suit]')]
  .map((each) => [each.dataset.suit, getComputedStyle(each).color]))"""
EDGES = """all => all.map((each) => each.getBoundingClientRect())
  .map(({ left, right, top }) => [left, right, top])"""
RIGHT = "document.getElementById('dialog').getBoundingClientRect().right"
LISTEN = """
window.heard = [];
for (const [kind, name] of [["createOscillator", "tone"], ["createBufferSource", "card"]]) {
  const make = AudioContext.prototype[kind];
  AudioContext.prototype[kind] = function () { window.heard.push(name); return make.call(this); };
}
"""


def watch(person: Person, game: str, **more: Any) -> None:
    """A finished game between agents, with the panel beside it."""
    seats = [{"kind": "agent", "spec": "random"}] * more.pop("seats", 4)
    table = post(
        person.address, "/api/tables", {"game": game, "seats": seats, "seed": "5", "pace": 0, **more}
    )
    page = person.page
    page.goto(f"{person.address}/table.html#{table['table']}.{table['watch']}")
    page.wait_for_selector(".result")
    page.goto(f"{person.address}/table.html?ply=3#{table['table']}.{table['watch']}")
    page.wait_for_selector("belief-matrix table")


def test_german_cards_have_german_suits_in_the_panel(sits: Callable[..., Person]) -> None:
    person = sits(faces="german", language="de")
    watch(person, "skat", seats=3)
    page = person.page
    page.get_by_role("tab", name="Wer weiß was").click()
    suits = page.locator("kripke-graph [data-suitpick]")
    suits.first.wait_for()
    assert {each.get_attribute("aria-label") for each in suits.all()} == {
        "Eichel",
        "Grün",
        "Herz",
        "Schellen",
    }
    person.wait_until(lambda: all(each.evaluate(LOADED) for each in suits.locator("img").all()))
    for picture in suits.locator("img").all():
        assert picture.evaluate("each => each.getBoundingClientRect().height") >= 12
    assert suits.locator("img").count() == 4


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_long_names_of_cards_and_places_leave_room_for_every_column(
    sits: Callable[..., Person], size: tuple[int, int]
) -> None:
    person = sits(faces="german", language="nl", size=size)
    watch(person, "skat", seats=3)
    needs, has = person.page.locator("belief-matrix .grid").first.evaluate(
        "each => [each.scrollWidth, each.clientWidth]"
    )
    assert needs <= has


def test_the_panel_has_the_four_colours_of_the_cards(sits: Callable[..., Person]) -> None:
    two, four = (sits(faces=faces) for faces in ("french", "french4"))
    for person in (two, four):
        watch(person, "boerenbridge", options="schedule=13-12")
    shown = two.page.evaluate(COLOURS)
    assert shown["H"] == shown["D"] and shown["C"] == shown["S"] != shown["H"]
    assert len(set(four.page.evaluate(COLOURS).values())) == 4
    four.page.get_by_role("tab", name="Time line").click()
    four.page.wait_for_selector("time-line [data-suit]")


def test_numbers_are_written_as_the_reader_writes_them(sits: Callable[..., Person]) -> None:
    person = sits(language="de")
    watch(person, "boerenbridge", options="schedule=7-6")
    worlds = person.page.inner_text("#panel .worlds")
    assert "." in worlds and "," not in worlds
    huge = "import('/js/language.js').then(({ number }) => number(59761847351331203990000000000))"
    assert person.page.evaluate(huge) == "5,98 × 10²⁸", "only digits that are exact"
    script = """async () => {
      const [{ scoreSheet }, { state }] = [await import('/js/score-sheet.js'), await import('/js/table.js')];
      const totals = [1680, -1680, 0, 0];
      scoreSheet(state, { rows: [{ unit: 0, points: totals, facts: [] }], rounds: [], totals, units: 1 });
    }"""
    person.page.evaluate(script)
    text = person.page.inner_text("#dialog tbody")
    assert "1.680 (+1.680)" in text and "-1.680 (-1.680)" in text
    assert "1.680" in person.page.inner_text("#dialog tfoot")


def test_aids_can_be_switched_off(sits: Callable[..., Person]) -> None:
    """Marks of voids and known cards go; what lies open by the rules stays."""
    person = sits()
    person.sit(new_table(person.address, "boerenbridge"))
    page = person.page
    marked = """(aids) => Promise.all(['table', 'settings'].map((name) => import(`/js/${name}.js`)))
      .then(([{ state, draw }, { choose }]) => {
        choose('aids', aids);
        const [one, other, ...rest] = state.scene.seats.slice(1);
        const badge = { kind: 'void', said: 'no spades', at_end: false };
        const seats = [state.scene.seats[0], { ...one, cards: ['2S'], badges: [...one.badges, badge] },
          { ...other, cards: ['3S'], open: true }, ...rest];
        const scene = state.scene;
        state.scene = { ...scene, seats };
        draw();
        state.scene = scene;
      })"""
    page.wait_for_selector(".held")
    page.evaluate(marked, "on")
    assert page.locator(".place .mini[data-card]").count() == 2
    assert page.locator('.badges [data-kind="void"]').count() == 1
    page.evaluate(marked, "off")
    assert [each.get_attribute("data-card") for each in page.locator(".place .mini[data-card]").all()] == [
        "3S"
    ]
    assert page.locator('.badges [data-kind="void"]').count() == 0
    page.keyboard.press("?")
    page.keyboard.press("Escape")
    page.click('[data-act="settings"]')
    page.select_option('[name="aids"]', "on")
    assert page.input_value('[name="sounds"]') == "off", "nobody is surprised by sounds"
    edges = page.locator("#dialog select").evaluate_all(EDGES)
    assert not [pair for pair in pairwise(edges) if pair[0][1] > pair[1][0] and pair[0][2] == pair[1][2]]
    assert max(right for _, right, _ in edges) < page.evaluate(RIGHT), "none is wider than its column"


@pytest.mark.parametrize("sounds", ["off", "on"])
def test_sounds_are_heard_by_those_who_asked_for_them(sits: Callable[..., Person], sounds: str) -> None:
    person = sits(sounds=sounds)
    person.page.add_init_script(LISTEN)
    person.sit(new_table(person.address, "schnapsen"))
    for _ in range(3):
        assert person.asked()
        person.click_one()
    heard = set(person.page.evaluate("window.heard"))
    assert heard == (set() if sounds == "off" else {"tone", "card"})
