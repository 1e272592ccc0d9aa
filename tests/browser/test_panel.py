"""The panel in a real browser: a replay, a formula, watching agents, and nothing leaked in live play."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kiebitz.games.skat.records import iss
from kiebitz.games.skat.view import SkatState
from kiebitz.rules.parts import part
from kiebitz.rules.records import Record
from kiebitz.rules.registry import game
from kiebitz.rules.values import State
from kiebitz.table.stage import Stage
from tests.browser.person import IN_BROWSER, WAIT, post

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


pytestmark = IN_BROWSER


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    context = browser.new_context(locale="en-GB", service_workers="block")
    opened = context.new_page()
    opened.set_viewport_size({"width": 1360, "height": 900})
    opened.set_default_timeout(WAIT)
    problems: list[str] = []
    opened.on("pageerror", lambda error: problems.append(str(error)))
    yield opened
    context.close()
    assert problems == []


def finished(name: str) -> State:
    """A whole game of first legal moves; in Skat somebody bids."""
    state = game(name).deal("7")
    if name == "skat":
        state = state.play("18").play("pass").play("pass")
    while not state.is_over:
        state = state.play(state.moves[0])
    return state


def replay(address: str) -> str:
    """The address of a replay of a whole game."""
    table = post(address, "/api/records", {"text": Record.of(finished("boerenbridge")).text})
    return f"#{table['table']}.{table['watch']}"


def wait_for_ply(page: Page, ply: int) -> None:
    page.wait_for_function(
        "(start) => document.querySelector('replay-bar output').textContent.startsWith(start)", arg=f"{ply} "
    )


def test_a_replay_with_the_panel(address: str, page: Page, tmp_path: Path) -> None:
    page.goto(f"{address}/table.html?ply=6{replay(address)}")
    page.locator("belief-matrix table").first.wait_for()
    assert "6 of 96" in page.locator("replay-bar output").inner_text()
    assert "possible deal" in page.locator("belief-matrix .worlds").inner_text()
    before = page.locator("belief-matrix .worlds").inner_text()
    page.get_by_role("button", name="one on").click()
    wait_for_ply(page, 7)
    page.wait_for_function(
        "(before) => document.querySelector('belief-matrix .worlds').innerText !== before", arg=before
    )
    page.get_by_role("button", name="next trick").click()
    wait_for_ply(page, 8)
    page.get_by_role("tab", name="Time line").click()
    page.locator("time-line [data-ply='10']").click()
    wait_for_ply(page, 10)
    assert page.locator("time-line [aria-current='step']").get_attribute("data-ply") == "10"
    with page.expect_download() as taken:
        page.get_by_role("button", name="Picture").click()
    taken.value.save_as(tmp_path / "position.svg")
    assert (tmp_path / "position.svg").read_text().startswith("<svg")


def test_possibility_sets_of_a_card(address: str, page: Page) -> None:
    page.goto(f"{address}/table.html?ply=6{replay(address)}")
    page.locator("belief-matrix table").first.wait_for()
    page.locator("#tab-matrix").focus()
    page.keyboard.press("ArrowRight")
    page.locator("kripke-graph .picture svg").wait_for()
    page.locator("kripke-graph select[name=eyes]").select_option("sets")
    page.get_by_text("Hand sizes are not counted").wait_for()
    assert "possibility sets" in page.locator("kripke-graph .picture").inner_text()
    page.locator("kripke-graph select[name=eyes]").select_option("own")
    page.get_by_text("public events allow").wait_for()
    assert "possibility sets" not in page.locator("kripke-graph .picture").inner_text()


def test_the_first_model_is_that_of_a_card_that_somebody_holds(address: str, page: Page) -> None:
    page.goto(f"{address}/table.html?ply=30{replay(address)}")
    page.locator("#tab-kripke").click()
    page.locator("kripke-graph .picture svg").wait_for()
    assert "nobody has it" not in page.locator("kripke-graph .picture").inner_text()
    page.locator("kripke-graph .nested button").click()
    page.locator("kripke-graph .nested li").first.wait_for()
    assert "in no hand any more" not in page.locator("kripke-graph .nested").inner_text()


def test_a_card_and_a_formula_by_keyboard(address: str, page: Page) -> None:
    page.goto(f"{address}/table.html?ply=6{replay(address)}")
    page.locator("belief-matrix table").first.wait_for()
    page.locator("#tab-matrix").focus()
    page.keyboard.press("ArrowRight")
    page.locator("kripke-graph .picture svg").wait_for()
    assert "double border" in page.locator("kripke-graph .picture").inner_text().lower()
    assert "public events" in page.locator("kripke-graph .key").first.inner_text()
    card = page.locator("kripke-graph [data-card][aria-pressed='true']").get_attribute("data-card")
    page.locator("#formula").focus()
    page.keyboard.type(f"Kw[North] has(North, {card})")
    page.keyboard.press("Enter")
    page.locator("kripke-graph .verdict").wait_for()
    assert "true" in page.locator("kripke-graph .verdict").inner_text()
    page.locator("#formula").fill("K[Nobody] x")
    page.keyboard.press("Enter")
    page.locator("kripke-graph output [role='alert']").wait_for()
    page.locator("kripke-graph .nested button").click()
    page.locator("kripke-graph .nested li").first.wait_for()


def test_what_if_play_goes_on_from_a_moment(address: str, page: Page) -> None:
    page.goto(f"{address}/table.html?ply=6{replay(address)}")
    page.locator("belief-matrix table").first.wait_for()
    page.get_by_text("What if?").click()
    page.locator("replay-bar form select[name=seat]").select_option("-1")
    old = page.url
    page.locator("replay-bar form button").click()
    page.wait_for_function("(old) => location.href !== old", arg=old)
    page.locator("replay-bar .watch").wait_for()


def test_watching_agents_step_by_step(address: str, page: Page) -> None:
    seats = [{"kind": "agent", "spec": "random"}] * 4
    table = post(address, "/api/tables", {"game": "boerenbridge", "seats": seats, "pace": 5, "seed": "1"})
    page.goto(f"{address}/table.html#{table['table']}.{table['watch']}")
    page.locator("replay-bar .watch").wait_for()
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Go on").wait_for()
    page.evaluate("document.activeElement.blur()")
    for _ in range(2):
        ply = int(page.locator("replay-bar .slider input").get_attribute("max") or 0)
        page.keyboard.press("Space")
        page.wait_for_function(
            "(ply) => Number(document.querySelector('replay-bar .slider input').max) > ply", arg=ply
        )


def test_live_only_the_own_head_is_shown(address: str, page: Page) -> None:
    seats = [{"kind": "person"}, *[{"kind": "agent", "spec": "random"}] * 3]
    table = post(address, "/api/tables", {"game": "boerenbridge", "seats": seats, "pace": 0, "seed": "1"})
    page.goto(f"{address}/table.html#{table['table']}.{table['tokens'][0]}")
    page.locator("#panel-toggle").click()
    page.locator("belief-matrix table").first.wait_for()
    assert page.locator("#panel-seat option").count() == 1
    assert page.locator("belief-matrix td i").count() == 0, "no mark says where a card really is"
    assert page.get_by_text("What if?").count() == 0


@pytest.mark.parametrize("form", ["own", "iss"])
def test_a_record_is_opened_from_the_lobby(address: str, page: Page, tmp_path: Path, form: str) -> None:
    state = finished("skat")
    assert isinstance(state, SkatState)
    (tmp_path / "game.txt").write_text(Record.of(state).text if form == "own" else iss.write(state))
    page.goto(address)
    page.get_by_text("Open a record").click()
    page.locator("#watching input[type=file]").set_input_files(tmp_path / "game.txt")
    page.locator("#watching form button").click()
    page.locator("belief-matrix table").first.wait_for()
    assert f"0 of {state.ply}" in page.locator("replay-bar output").inner_text()
    page.get_by_role("button", name="to the end").click()
    wait_for_ply(page, state.ply)
    assert f"{state.payoffs[0]:+d}" in page.locator(".result").inner_text() or not state.payoffs[0]


def test_a_file_of_several_records_is_leafed_through(address: str, page: Page, tmp_path: Path) -> None:
    games = [game("durak").deal(str(seed)) for seed in range(3)]
    (tmp_path / "games.txt").write_text("\n\n".join(Record.of(state).text for state in games))
    page.goto(address)
    page.get_by_text("Open a record").click()
    page.locator("#watching input[type=file]").set_input_files(tmp_path / "games.txt")
    page.locator("#watching [name=number]").fill("2")
    page.locator("#watching form button").click()
    page.get_by_text("Record 2 of 3").wait_for()
    second = page.url
    page.get_by_role("button", name="next ▶").click()
    page.get_by_text("Record 3 of 3").wait_for()
    assert page.get_by_role("button", name="next ▶").is_disabled()
    page.get_by_role("button", name="◀ previous").click()
    page.get_by_text("Record 2 of 3").wait_for()
    assert page.url == second, "each record has one table"


def test_what_cards_are_worth_stands_on_them(address: str, page: Page) -> None:
    seats = [{"kind": "agent", "spec": "random"}] * 2
    table = post(address, "/api/tables", {"game": "schnapsen", "seats": seats, "pace": 5, "seed": "1"})
    page.goto(f"{address}/table.html#{table['table']}.{table['watch']}")
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("tab", name="Mind").click()
    page.locator("mind-view form select").select_option("flat")
    page.locator("mind-view form button").click()
    page.locator("card-table .worth").first.wait_for()
    assert page.locator("card-table .worth[data-best='true']").count() >= 1
    page.get_by_role("tab", name="Cards").click()
    page.locator("card-table .worth").first.wait_for(state="detached")


def test_a_card_that_is_played_has_its_colour_within_a_reason(address: str, page: Page) -> None:
    page.goto(f"{address}/runs")  # a page without scripts
    script = """(said) => import('/js/language.js').then((module) => {
        document.body.innerHTML = module.saidMarkup(said);
        return [...document.querySelectorAll('[data-suit]')].map((each) => each.dataset.suit); })"""
    said = ["{move} wins, not {other}; {cards} may lie there", {
        "move": {"move": "JH", "phase": "play"},
        "other": {"move": "close", "phase": "play"},
        "cards": {"cards": "KD AS"},
    }]  # fmt: skip
    assert page.evaluate(script, said) == ["H", "D", "S"]


@pytest.mark.parametrize("world", ["North AH QD | skat KC", "12.5 %; North: AH QD; skat: KC"])
def test_a_world_of_an_explanation_is_shown_by_places(address: str, page: Page, world: str) -> None:
    page.goto(f"{address}/runs")  # a page without scripts: nobody else misses the body that is replaced
    script = """(text) => import('/js/panel/world.js').then((module) => {
        if (!module.isWorld(text) || module.isWorld('no trump; the lowest card')) return [];
        document.body.innerHTML = module.worldMarkup(text);
        return [...document.querySelectorAll('dt, dd')].map((each) => each.innerText); })"""
    told = [text.replace("\ufe0e", "") for text in page.evaluate(script, world)]
    assert told == ["North", "A♥ Q♦", "skat", "K♣"]


def test_the_picture_has_the_chosen_faces(address: str, page: Page) -> None:
    page.add_init_script("localStorage.kiebitz = JSON.stringify({ language: 'de', faces: 'german' })")
    page.goto(f"{address}/table.html?ply=6{replay(address)}")
    page.locator("belief-matrix table").first.wait_for()
    with page.expect_request("**/position.svg?*") as asked:
        page.get_by_role("button", name="Bild").click()
    assert "style=german" in asked.value.url and "letters=de" in asked.value.url


def test_a_formula_is_answered_in_german_with_a_world_as_witness(address: str, page: Page) -> None:
    page.add_init_script("localStorage.kiebitz = JSON.stringify({ language: 'de' })")
    page.goto(f"{address}/table.html?ply=6{replay(address)}")
    page.locator("belief-matrix table").first.wait_for()
    page.locator("#tab-kripke").click()
    hidden = next(iter(Record.of(finished("boerenbridge")).states()[6].hand_of(2)))
    page.locator("#formula").fill(f"K[North] has(East, {hidden})")
    page.keyboard.press("Enter")
    page.locator("kripke-graph .witness").first.wait_for()
    told = page.locator("kripke-graph .witness").first.inner_text()
    assert "Nord hält für möglich" in told and "Ost" in told and "♣" in told
    page.locator("#formula").fill("K[Nobody] x")
    page.keyboard.press("Enter")
    page.locator("kripke-graph output [role='alert']").wait_for()
    assert "Spalte" in page.locator("kripke-graph output").inner_text()


def test_a_file_that_is_no_record_is_refused_in_words(address: str, page: Page, tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text("Dear diary, today I played Skat.")
    page.goto(address)
    page.get_by_text("Open a record").click()
    page.locator("#watching input[type=file]").set_input_files(tmp_path / "game.txt")
    page.locator("#watching form button").click()
    page.wait_for_function("() => document.querySelector('#problem').textContent !== ''")
    assert page.url.rstrip("/") == address


# How far what stands in a box sticks out of it, for every box.
STICKS_OUT = """(boxes) => [...document.querySelectorAll(boxes)].map((box) => {
  const { left, right } = box.getBoundingClientRect();
  const inner = [...box.querySelectorAll('*')].map((each) => each.getBoundingClientRect());
  const seen = inner.filter(({ width }) => width);
  return Math.max(...seen.map((each) => Math.max(left - each.left, each.right - right))); })"""


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_open_hands_and_the_matrix_of_skat_stay_in_their_boxes(
    address: str, page: Page, size: tuple[int, int]
) -> None:
    table = post(address, "/api/records", {"text": Record.of(finished("skat")).text})
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{address}/table.html?ply=0#{table['table']}.{table['watch']}")
    page.locator("belief-matrix table").first.wait_for()
    assert max(page.evaluate(STICKS_OUT, ".place")) <= 0
    assert max(page.evaluate(STICKS_OUT, "belief-matrix")) <= 0
    lines = "(cells) => cells.map((each) => each.getClientRects().length)"
    cells = page.locator("belief-matrix .grid").first.locator("td > span")
    assert set(cells.evaluate_all(lines)) == {1}


def test_a_sample_formula_is_offered_only_while_a_card_is_hidden(address: str, page: Page) -> None:
    page.goto(f"{address}/table.html?ply=6{replay(address)}")
    page.locator("#tab-kripke").click()
    page.locator("kripke-graph [data-sample]").wait_for()
    page.get_by_role("button", name="to the end").click()
    page.locator("kripke-graph [data-sample]").wait_for(state="detached")
    assert page.locator("#formula").get_attribute("placeholder") == ""


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_picture_of_one_place_has_room_for_its_legend(address: str, page: Page, language: str) -> None:
    page.add_init_script(f"localStorage.kiebitz = JSON.stringify({{ language: '{language}' }})")
    state = game("schnapsen").deal("7")
    turned_up = part(state.game, Stage).scene(state.view(0)).piles[0].cards[0]
    table = post(address, "/api/records", {"text": Record.of(state).text})
    page.goto(f"{address}/table.html?ply=0#{table['table']}.{table['watch']}")
    page.locator("#tab-kripke").click()
    page.locator("kripke-graph .picture svg").wait_for()
    page.locator(f"kripke-graph [data-suitpick={turned_up[-1]}]").click()
    page.locator(f"kripke-graph [data-card={turned_up}]").click()
    page.wait_for_function("() => document.querySelectorAll('kripke-graph .picture .box').length === 2")
    assert max(page.evaluate(STICKS_OUT, "kripke-graph .picture svg")) <= 0


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("mcts:limit=200,samples=10", "mcts"),
        ("kb:depth=2 (cheats)", "kb (cheats)"),
        ("durak_bot.py:Counter", "durak_bot.py:Counter"),
        ("greedy", "greedy"),
    ],
)
def test_agents_are_called_by_their_short_names(address: str, page: Page, name: str, short: str) -> None:
    page.goto(address)
    script = "(name) => import('/js/company.js').then(({ shortName }) => shortName({ kind: 'agent', name }))"
    assert page.evaluate(script, name) == short


def test_announcements_are_stepped_through(address: str, page: Page) -> None:
    page.goto(f"{address}/table.html?ply=8{replay(address)}")
    page.get_by_role("tab", name="Announced").click()
    steps = page.locator("announcement-steps")
    steps.locator("figure svg").nth(1).wait_for()
    output = steps.locator(".steps output")
    number, count = (int(word) for word in output.inner_text().split()[1::2])
    assert steps.locator("figcaption").all_inner_texts() == ["before", "after"]
    assert "The trick is over" in steps.locator(".said").inner_text()
    assert "knows: nobody has it" not in steps.locator("[data-when='before']").inner_text()
    page.get_by_role("button", name="previous announcement").click()
    page.wait_for_function(
        "(n) => document.querySelector('.steps output').textContent.includes(` ${n} of`)", arg=number - 1
    )
    assert page.evaluate("document.activeElement.dataset.step") == "-1"
    for _ in range(count - number + 1):
        before = output.inner_text()
        page.get_by_role("button", name="next announcement").click()
        page.wait_for_function(
            "(before) => document.querySelector('.steps output').textContent !== before", arg=before
        )
    assert output.inner_text() == f"Announcement {count} of {count}"
    assert page.get_by_role("button", name="next announcement").get_attribute("aria-disabled") == "true"
    steps.locator(".said button").click()  # the last card of the round leads to the next deal
    wait_for_ply(page, 16)


def test_a_played_card_can_be_chosen_and_everybody_knows_whose_it_was(address: str, page: Page) -> None:
    page.goto(f"{address}/table.html?ply=5{replay(address)}")
    page.get_by_role("tab", name="Who knows").click()
    card = str(finished("boerenbridge").history[4][1])
    page.locator(f"kripke-graph [data-suitpick='{card[1]}']").click()
    page.locator(f"kripke-graph [data-card='{card}'][aria-pressed]").click()
    page.locator("kripke-graph .considers", has_text="knows:").wait_for()
    lines = page.locator("kripke-graph .considers li").all_inner_texts()
    assert len({line.partition(" knows: ")[2] for line in lines}) == 1
    assert "it lies on the table" in (page.locator("kripke-graph .picture").text_content() or "")


def test_north_sits_at_the_top_for_viewers_who_want_it(address: str, page: Page) -> None:
    page.goto(f"{address}/table.html?ply=6{replay(address)}")
    own = page.locator("card-table .own")
    own.wait_for()
    assert own.get_attribute("data-seat") == "0"
    page.get_by_role("button", name="Settings").click()
    page.locator("select[name=places]").select_option("compass")
    page.keyboard.press("Escape")
    page.locator("card-table .own[data-seat='2']").wait_for()
    west, north, east = (
        page.locator(f"card-table .place[data-seat='{n}']").bounding_box() for n in (3, 0, 1)
    )
    assert west and north and east
    assert west["x"] < north["x"] < east["x"] and north["y"] < east["y"]
    page.reload()
    page.locator("card-table .own[data-seat='2']").wait_for()
