"""Where things are on the page: two to seven seats at a desk and on phones, nothing over anything else."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, pairwise
from typing import Any

import pytest

from tests.browser.person import IN_BROWSER, Person, new_table, post

pytestmark = IN_BROWSER
SIZES = {"desk": (1280, 800), "phone": (390, 844), "phone on its side": (844, 390)}
FINGER = 44  # pixels

FULL_TRICK = """() => import('/js/table.js').then(({ state, draw }) => {
  const ranks = "AKQJT98";
  const cards = state.scene.seats.map(({ seat }) => [seat, ranks[seat] + "S"]);
  state.scene = { ...state.scene, trick: { cards, best: 1 }, last_trick: null };
  state.seats = state.seats.map((each) => (each.kind === "agent" ? { ...each, name: "full-kripke" } : each));
  draw();
})"""
CUT = """() => [...document.querySelectorAll('.place .who :is(b, .stem)')]
  .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.innerText)"""
BOXES = """(selector) => [...document.querySelectorAll(selector)].map((each) => {
  const { left, top, right, bottom } = each.getBoundingClientRect();
  return { left, top, right, bottom, text: each.innerText || each.dataset.card || each.ariaLabel || "" };
}).filter(({ left, right }) => right > left)"""
ROWS = """() => [...document.querySelectorAll('.fan')].map((row) =>
  [...row.querySelectorAll('.held')].map(({ offsetLeft }) => offsetLeft))"""


def boxes(person: Person, selector: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = person.page.evaluate(BOXES, selector)
    return found


def meet(one: dict[str, Any], other: dict[str, Any], slack: float = 1) -> bool:
    """Does one lie over the other, by more than the edge?"""
    across = min(one["right"], other["right"]) - max(one["left"], other["left"])
    down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return bool(across > slack and down > slack)


def overlaps(*kinds: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """What lies over what, within a kind and between the kinds."""
    whole = [each for kind in kinds for each in kind]
    return [(one["text"], other["text"]) for one, other in combinations(whole, 2) if meet(one, other)]


def outside(found: list[dict[str, Any]], size: tuple[int, int]) -> list[str]:
    return [
        box["text"]
        for box in found
        if box["left"] < -1 or box["top"] < -1 or box["right"] > size[0] + 1 or box["bottom"] > size[1] + 1
    ]


def seated(person: Person, count: int) -> None:
    """A table of so many seats, at the first card to be played."""
    agents = [{"kind": "agent", "spec": "random"}] * (count - 1)
    seats = [{"kind": "person", "name": "Anna-Katharina"}, *agents]
    game, options = ("schnapsen", "") if count == 2 else ("boerenbridge", f"seats={count},schedule=7-6")
    body = {"game": game, "seats": seats, "options": options, "seed": "5", "pace": 0}
    person.sit(post(person.address, "/api/tables", body))
    while person.asked() and not person.page.query_selector(".held.playable"):
        person.click_one()


@pytest.mark.parametrize("count", range(2, 8))
def test_nothing_lies_over_anything_else(person: Person, count: int) -> None:
    seated(person, count)
    page = person.page
    page.evaluate(FULL_TRICK)
    for name, size in SIZES.items():
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_timeout(150)
        places, trick = boxes(person, ".place"), boxes(person, ".spot .card")
        assert (len(places), len(trick)) == (count - 1, count), name
        assert overlaps(places, trick) == [], name
        marks = [boxes(person, f".spot:nth-child({n + 1}) .mark") for n in range(count)]
        pairs = combinations(marks, 2)
        assert not [pair for one, other in pairs for pair in overlaps(one, other)], name
        labels = boxes(person, ".place .role, .place .badges li, .place .count")
        assert overlaps(labels) == [] and all(label["text"] for label in labels), name
        assert page.evaluate(CUT) == [], f"{name}: agents of one kind differ by the number after the name"
        asked, hand = boxes(person, ".ask .status, .buttons button"), boxes(person, ".held")
        assert not [pair for one in asked for pair in hand if meet(one, pair)], name
        tools = boxes(person, ".tools button, .home")
        assert overlaps(tools) == [] and len(tools) == 10, name
        for each in (places, trick, hand, tools, asked, labels):
            assert outside(each, size) == [], name


NUMBERS = """() => [...document.querySelectorAll('.place .who b')].map((each) => {
  const [range, edge] = [document.createRange(), each.getBoundingClientRect().right + 1];
  range.selectNode(each.lastChild);
  return [each.lastChild.textContent, range.getBoundingClientRect().right <= edge];
})"""


@pytest.mark.parametrize("name", SIZES)
def test_the_number_of_an_agent_is_seen_however_long_its_name(sits: Callable[..., Person], name: str) -> None:
    person = sits(size=SIZES[name])
    seats = [{"kind": "person"}, *[{"kind": "agent", "spec": "full-kripke-plus"}] * 6]
    person.sit(new_table(person.address, "boerenbridge", options="seats=7,schedule=7-6", seats=seats))
    person.page.wait_for_selector(".place .who b")
    numbers = person.page.evaluate(NUMBERS)
    assert sorted(numbers) == [[f" {n}", True] for n in range(1, 7)]


@pytest.mark.parametrize("name", ["phone", "phone on its side"])
def test_every_card_and_button_is_wide_enough_for_a_finger(sits: Callable[..., Person], name: str) -> None:
    person = sits(size=SIZES[name])
    page = person.page
    for game, options in (("skat", ""), ("boerenbridge", "schedule=13-12")):
        person.sit(new_table(person.address, game, options=options))
        page.wait_for_selector(".buttons button, .held.playable")
        rows = page.evaluate(ROWS)
        assert sum(map(len, rows)) >= 10
        steps = [after - before for row in rows for before, after in pairwise(row)]
        assert min(steps) >= FINGER
        small = [
            box["text"]
            for box in boxes(person, ".tools button, .home, .buttons button")
            if box["bottom"] - box["top"] < FINGER - 0.5
        ]
        assert small == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_window_that_is_turned_has_its_hand_laid_anew(sits: Callable[..., Person]) -> None:
    person = sits(size=SIZES["phone"])
    page = person.page
    person.sit(new_table(person.address, "skat"))
    page.wait_for_selector(".held")
    assert page.locator(".fan").count() == 2
    page.set_viewport_size({"width": 1280, "height": 800})
    person.wait_until(lambda: page.locator(".fan").count() == 1)


def test_all_that_can_be_done_is_within_reach_on_a_phone_on_its_side(sits: Callable[..., Person]) -> None:
    """Also where there is most to choose from: bids, and what comes after the end."""
    person = sits(size=SIZES["phone on its side"])
    page = person.page
    for seat in range(3):
        seats = [{"kind": "agent", "spec": "random"}] * 3
        seats[seat] = {"kind": "person"}
        person.sit(new_table(person.address, "skat", seats=seats), seat)
        page.wait_for_selector(".buttons button")
        assert outside(boxes(person, ".buttons button, .buttons select"), SIZES["phone on its side"]) == []
    person.finish()
    assert page.locator(".buttons button").count() >= 4
    for button in page.locator(".buttons button").all():
        button.click(trial=True)  # it can be scrolled to, and nothing lies over it


def test_what_opens_on_a_phone_on_its_side_covers_no_button(sits: Callable[..., Person]) -> None:
    """How the values of the games come about takes more room than there is: then it is scrolled."""
    person = sits(size=SIZES["phone on its side"])
    page = person.page
    seats = [{"kind": "person"}, *[{"kind": "agent", "spec": "xskat-like"}] * 2]
    person.sit(new_table(person.address, "skat", seats=seats))
    page.select_option('[data-list="bids"]', "36")
    page.click('[data-order="36"]')
    page.click('[data-move="hand"]')
    page.click(".derivations summary")
    for each in [*page.locator(".buttons button").all(), *page.locator(".derivations dd").all()]:
        each.click(trial=True)
    found = boxes(person, ".buttons button, .derivations dd")
    assert not [box for box in found if box["right"] > SIZES["phone on its side"][0] + 1]


def steps_of(person: Person, seats: int) -> list[float]:
    """From card to card of each row of each open hand, in pixels."""
    rows: dict[tuple[int, int], list[float]] = {}
    for seat in range(seats):
        for box in boxes(person, f'.place[data-seat="{seat}"] .mini:not(.back)'):
            rows.setdefault((seat, round(box["top"])), []).append(box["left"])
    return [after - before for row in rows.values() for before, after in pairwise(row)]


INDEX = 54 / 250  # the height of a card's index as a part of its width


@pytest.mark.parametrize("name", SIZES)
def test_cards_that_are_known_among_others_can_be_read(sits: Callable[..., Person], name: str) -> None:
    """What the opponent has taken up is known; the box of his hand leaves room for the rest of the table."""
    person = sits(size=SIZES[name])
    seats = [{"kind": "person"}, {"kind": "agent", "spec": "greedy"}]
    body = {"game": "durak", "seats": seats, "seed": "9", "pace": 0, "options": "attack_limit=6"}
    person.sit(post(person.address, "/api/tables", body))
    while person.asked() and person.page.locator(".place .mini:not(.back)").count() < 4:
        person.click_one()
    known = boxes(person, ".place .mini:not(.back)")
    assert len(known) >= 4 and person.page.locator(".place .mini.back").count()
    assert min(box["right"] - box["left"] for box in known) >= 40
    assert min(after["left"] - before["left"] for before, after in pairwise(known)) >= 18
    (place,) = boxes(person, ".place")
    assert place["bottom"] - place["top"] <= 170 and outside(known, SIZES[name]) == []
    others = boxes(person, ".pile figcaption, .own .who")
    assert overlaps([place], others) == []


@pytest.mark.parametrize("name", SIZES)
def test_the_result_is_seen_whole_and_covers_nobody(sits: Callable[..., Person], name: str) -> None:
    """Two players, the loser with cards in hand: the highest box of a player, and how points came about."""
    person = sits(size=SIZES[name])
    page = person.page
    seats = [{"kind": "person"}, {"kind": "agent", "spec": "schnapsen-ai"}]
    for seed in ("1", "4"):
        body = {
            "game": "schnapsen",
            "seats": seats,
            "seed": seed,
            "pace": 0,
            "options": "rules=full,unit=deal",
        }
        person.sit(post(person.address, "/api/tables", body))
        person.finish()
        page.wait_for_selector("button.glance")
        assert overlaps(boxes(person, ".place"), boxes(person, ".result"), boxes(person, ".own .who")) == []
        result = page.query_selector(".result")
        assert page.evaluate("each => each.scrollHeight - each.clientHeight", result) <= 1


@pytest.mark.parametrize("name", SIZES)
def test_the_result_of_a_deal_that_was_passed_in_is_seen_whole(
    sits: Callable[..., Person], name: str
) -> None:
    """All hands are left, and open."""
    person = sits(size=SIZES[name])
    page = person.page
    seats = [{"kind": "person", "name": each} for each in ("Anna", "Bruno", "Clara")]
    table = new_table(person.address, "skat", seats=seats)
    for seat in (1, 2, 0):
        person.sit(table, seat)
        page.click('[data-move="pass"]')
    result = page.wait_for_selector(".result")
    assert page.locator(".result tbody tr").count() == 3
    assert page.evaluate("each => each.scrollHeight - each.clientHeight", result) <= 1
    assert overlaps(boxes(person, ".place"), boxes(person, ".result"), boxes(person, ".own .who")) == []


@pytest.mark.parametrize(
    ("game", "seats", "options", "ply"),
    [
        ("skat", 3, "", 11),
        ("boerenbridge", 4, "schedule=13-12", 7),
        ("boerenbridge", 6, "seats=6,schedule=7-6", 11),
        ("boerenbridge", 7, "seats=7,schedule=7-6", 13),
    ],
)
def test_open_hands_of_a_replay_can_be_read(
    person: Person, game: str, seats: int, options: str, ply: int
) -> None:
    """With a trick before them that nearly all have played to."""
    agents = [{"kind": "agent", "spec": "random"}] * seats
    body = {"game": game, "seats": agents, "options": options, "seed": "5", "pace": 0}
    table = post(person.address, "/api/tables", body)
    page = person.page
    key = f"{table['table']}.{table['watch']}"
    page.goto(f"{person.address}/table.html#{key}")
    page.wait_for_selector(".result")
    page.goto(f"{person.address}/table.html?ply={ply}#{key}")
    page.wait_for_selector(".place .mini:not(.back)")
    for name, size in SIZES.items():
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_timeout(150)
        if name != "desk":
            page.evaluate("document.getElementById('panel').hidden = true")  # it lies over the table there
        places = boxes(person, ".place")
        shown = boxes(person, ".place .mini:not(.back)")
        assert min(box["right"] - box["left"] for box in shown) * INDEX >= 10, name
        assert min(steps_of(person, seats)) >= 16, name
        trick = boxes(person, ".spot .card")
        assert trick and overlaps(places, trick, boxes(person, ".own .who")) == [], name
        assert outside(shown, size) == [], name
