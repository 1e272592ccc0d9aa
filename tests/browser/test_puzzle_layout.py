"""Two hundred puzzles of each game on the page: nothing lies over anything, what is asked is in sight."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from kiebitz.search.puzzles.puzzle import Puzzle
from kiebitz.table.puzzles.desk import shown
from tests.browser.drawn import COUNT, GAMES, drawn
from tests.browser.person import IN_BROWSER, Person

pytestmark = IN_BROWSER
SIZES = {"desk": (1280, 720), "phone": (390, 844)}
MORE_SIZES = {**SIZES, "higher desk": (1280, 800), "wide desk": (1920, 1080), "phone on its side": (844, 390)}
FEW = 10  # positions of each game

FAULTS = """() => {
  const box = (each) => each.getBoundingClientRect();
  const all = (selector) => [...document.querySelectorAll(selector)];
  const boxes = (selector) => all(selector).map((each) => [each, box(each)]).filter(([, { width }]) => width);
  const name = (each) => `${each.className} ${each.dataset.card ?? each.innerText}`.slice(0, 60);
  const [places, middle, marks, piles, own, asked, hand] = [".place", ".centre .card", ".centre .mark",
    ".side .pile", ".own .who > *", ".status, .buttons button, .buttons select", ".held"].map(boxes);
  const faults = [];
  const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  const apart = (some, others) => some.forEach(([one, at]) => others.forEach(([other, there]) => {
    if (one !== other && meet(at, there)) faults.push(`${name(one)} meets ${name(other)}`);
  }));
  const kinds = [places, piles, own, asked, hand];
  kinds.forEach((kind, n) => kinds.slice(n + 1).forEach((other) => apart(kind, other)));
  kinds.forEach((kind) => apart([...middle, ...marks], kind));
  [places, piles].forEach((kind) => apart(kind, kind));

  const table = box(document.querySelector("card-table"));
  const within = ({ left, top, right, bottom }, room) => left >= room.left - 1 && top >= room.top - 1
    && right <= room.right + 1 && bottom <= room.bottom + 1;
  for (const [each, at] of [...kinds, middle, marks].flat()) {
    if (!within(at, table)) faults.push(`${name(each)} is cut off`);
  }
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  for (const [each, at] of [boxes("#question h2"), places, middle, asked].flat()) {
    if (!within(at, screen)) faults.push(`${name(each)} is out of sight`);
  }
  for (const [each, { left, right, top, bottom }] of boxes(".held.playable")) {
    const hit = (x) => document.elementFromPoint(x, (top + bottom) / 2)?.closest(".held") === each;
    if (![left + 9, (left + right) / 2, right - 9].some(hit)) faults.push(`${name(each)} cannot be clicked`);
  }

  const reached = "a[href], button, input, select, [tabindex='0']";
  const more = (overflow, content, room) => /auto|scroll/.test(overflow) && content > room + 1;
  for (const each of all("body *")) {
    const { overflowX, overflowY } = getComputedStyle(each);
    const scrolls = more(overflowY, each.scrollHeight, each.clientHeight)
      || more(overflowX, each.scrollWidth, each.clientWidth);
    const isReached = each.matches(reached) || each.querySelector(reached);
    if (scrolls && !isReached) faults.push(`${name(each)} scrolls out of the keyboard's reach`);
  }
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth) faults.push("the page is too wide");
  return faults;
}"""
ALL_LOADED = "[...document.images].every((each) => each.complete)"


@cache
def all_of(game: str) -> list[Puzzle]:
    return drawn(game)


@cache
def page_data(puzzle: Puzzle) -> dict[str, Any]:
    return shown(puzzle, "drawn")


def measures(puzzle: Puzzle) -> tuple[int, ...]:
    """What needs room: the hand, the others' cards, what lies in the middle, moves, words, seats' marks."""
    scene = page_data(puzzle)["scene"]
    others = [place for place in scene["seats"] if place["seat"] != puzzle.seat]
    spoken = [puzzle.question, *puzzle.seen]
    return (
        len(scene["hand"]),
        max(len(place["cards"]) for place in others),
        len(json.dumps(scene["middle"])) + len(json.dumps(scene["trick"])),
        len(scene["moves"]),
        sum(len(str(said)) for said in spoken),
        max(sum(len(str(badge)) for badge in place["badges"]) for place in others),
    )


def fullest(puzzles: list[Puzzle]) -> list[int]:
    """The numbers of all puzzles: in turn the one that has most of something, so the fullest come first."""
    sizes = [measures(puzzle) for puzzle in puzzles]
    orders = [
        iter(sorted(range(len(puzzles)), key=lambda number: -sizes[number][what]))
        for what in range(len(sizes[0]))
    ]
    found = dict.fromkeys(number for several in zip(*orders, strict=True) for number in several)
    return list(found)


def at(puzzles: list[Puzzle], person: Person) -> Iterator[Puzzle]:
    """Have the page show one puzzle after the other."""
    page, asked = person.page, list[Puzzle]()
    for path in ("**/api/puzzles?*", "**/api/puzzles/today?*"):
        page.route(path, lambda route: route.fulfill(json=page_data(asked[-1])))
    for puzzle in puzzles:
        asked.append(puzzle)
        if len(asked) == 1:
            page.goto(f"{person.address}/puzzles?game={puzzle.record.game}")
            page.wait_for_selector("card-table[data-ply] .own")
        else:
            ply = page.get_attribute("card-table", "data-ply")
            page.click('[data-act="new"]')
            page.wait_for_selector(f'card-table[data-ply]:not([data-ply="{ply}"]) .own')
        yield puzzle


def faults(puzzles: list[Puzzle], person: Person) -> dict[str, list[str]]:
    found = {}
    for puzzle in at(puzzles, person):
        person.wait_until(lambda: person.page.evaluate(ALL_LOADED))
        found[puzzle.name] = person.page.evaluate(FAULTS)
    return {name: each for name, each in found.items() if each}


@pytest.mark.parametrize("game", GAMES)
def test_there_are_two_hundred_puzzles(game: str) -> None:
    assert len({puzzle.name for puzzle in all_of(game)}) == COUNT


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_the_fullest_puzzles_have_room(sits: Callable[..., Person], game: str, size: str) -> None:
    puzzles = all_of(game)
    assert faults([puzzles[number] for number in fullest(puzzles)[:FEW]], sits(size=SIZES[size])) == {}


@pytest.mark.slow
@pytest.mark.parametrize("size", MORE_SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_all_puzzles_have_room(sits: Callable[..., Person], game: str, size: str) -> None:
    assert faults(all_of(game), sits(size=MORE_SIZES[size])) == {}
