"""The screenshots of this folder: ``python docs/make_screenshots.py [FOLDER]``.

Starts a server of its own, plays a few moves of each game in Chromium, and takes the pictures.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx2
from PIL import Image

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.browser.person import Person, chromium, new_table, post, running

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

HERE = Path(__file__).parent
WIDE, PHONE, ASIDE = (1280, 800), (390, 844), (844, 390)
PASS = '.buttons button[data-move="pass"]'  # better players than a blind click have the auction
GERMAN = {"faces": "german", "language": "de"}


@dataclass(frozen=True)
class Shot:
    """A picture: of the lobby, or of a game when as many cards lie on the table after so many moves."""

    file: str
    game: str = ""
    agents: tuple[str, ...] = ()
    moves: int = 0
    lying: int = 0
    size: tuple[int, int] = WIDE
    options: str = ""
    seed: str = "5"
    units: int = 1
    settings: dict[str, Any] = field(default_factory=dict)


RULES_OF_THUMB = ("xskat-like", "xskat-like")
SHOTS = (
    Shot(
        "table.png",
        "boerenbridge",
        ("full-kripke", "greedy", "greedy-kripke"),
        14,
        2,
        options="schedule=5-7-5",
    ),
    Shot("lobby.png"),
    Shot("table-schnapsen.png", "schnapsen", ("bully",), 3, 1, seed="1"),
    Shot("table-skat.png", "skat", RULES_OF_THUMB, 6, 1, seed="2", units=36, settings={"faces": "french4"}),
    Shot("table-durak.png", "durak", ("greedy",), 9, 1, settings={"theme": "dark"}),
    Shot(
        "table-phone-side.png",
        "boerenbridge",
        ("greedy",) * 6,
        3,
        3,
        ASIDE,
        options="seats=7,schedule=7-6",
    ),
    Shot("table-phone.png", "skat", RULES_OF_THUMB, 6, 1, PHONE, seed="2", settings=GERMAN),
)

PANELS = (
    ("panel-cards.png", "matrix", "belief-matrix table"),
    ("panel-who-knows.png", "kripke", "kripke-graph svg"),
    ("panel-formula.png", "kripke", "kripke-graph svg"),
    ("panel-mind.png", "mind", "mind-view blockquote"),
    ("panel-time-line.png", "timeline", "time-line li"),
)
"""The pictures of the panel: the part that they show, and what must be there first."""


def main(folder: Path) -> None:
    from playwright.sync_api import sync_playwright

    if chromium() is None:
        sys.exit("The screenshots need Chromium (Debian: apt install chromium).")
    with (
        tempfile.TemporaryDirectory() as store,
        running(Path(store)) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for shot in SHOTS:
            take(browser, address, shot, folder / shot.file)
            print(folder / shot.file)
        others = take_discards, take_my_games, take_puzzle, take_exercise, take_company
        for file in (
            *take_panels(browser, address, folder),
            *(one(browser, address, folder) for one in others),
        ):
            print(file)
        print(take_review(browser, address, folder / "table-review.png"))
        browser.close()


def take_review(browser: Browser, address: str, file: Path) -> Path:
    """The review of a deal that a beginner has played."""
    seats = [{"kind": "agent", "spec": "bully"}, {"kind": "agent", "spec": "schnapsen-ai"}]
    body = {"game": "schnapsen", "seats": seats, "seed": "7", "pace": 0}
    table = post(address, "/api/tables", body)
    person = Person(browser, address, WIDE)
    person.page.goto(f"{address}/table.html#{table['table']}.{table['watch']}")
    person.page.click("[data-act=review]")
    person.page.wait_for_selector(".review .curve")
    photograph(person.page, file)
    person.leave()
    return file


def take_company(browser: Browser, address: str, folder: Path) -> Path:
    """Two people at a table with a clock; the guest has typed a name and says something."""
    host, guest, file = Person(browser, address, WIDE), Person(browser, address), folder / "table-company.png"
    seats = [{"kind": "person", "name": "You"}, {"kind": "person"}]
    body = {"game": "durak", "seats": seats, "seed": "5", "pace": 0, "limit": 60}
    table = post(address, "/api/tables", body)
    host.sit(table, 0)
    guest.sit(table, 1)
    guest.page.fill("#dialog [name=name]", "Bruno")
    guest.page.click("#dialog .naming .primary")
    host.page.wait_for_selector(".place .who b:text('Bruno')")
    guest.page.click("[data-act='talk']")
    guest.page.click("[data-phrase='luck']")
    host.page.wait_for_selector(".clock")
    host.page.wait_for_selector(".place .bubble")
    photograph(host.page, file)
    for person in (host, guest):
        person.leave()
    return file


def take(browser: Browser, address: str, shot: Shot, file: Path) -> None:
    person = Person(browser, address, shot.size, **shot.settings)
    if shot.game:
        seats = [{"kind": "person", "name": "Du" if shot.settings.get("language") == "de" else "You"}]
        seats += [{"kind": "agent", "spec": spec} for spec in shot.agents]
        table = new_table(
            address, shot.game, seats=seats, options=shot.options, seed=shot.seed, units=shot.units
        )
        person.sit(table)
        play(person, shot)
    else:
        person.page.goto(address)
        person.page.wait_for_selector(".game img")
    photograph(person.page, file)
    person.leave()


def photograph(page: Page, file: Path) -> None:
    """A picture with a palette, which makes it four times smaller."""
    page.mouse.move(1, 1)
    page.wait_for_timeout(400)
    page.screenshot(path=file)
    with Image.open(file) as picture:
        small = picture.convert("RGB").quantize(256)
    small.save(file, optimize=True)


def take_panels(browser: Browser, address: str, folder: Path) -> Iterator[Path]:
    """The parts of the panel, at the first moment when somebody has not followed suit."""
    seats = [{"kind": "agent", "spec": "full-kripke"}] * 4
    body = {"game": "boerenbridge", "options": "schedule=5", "seats": seats, "seed": "4", "pace": 0}
    table = httpx2.post(f"{address}/api/tables", json=body, timeout=60).json()
    person = Person(browser, address, WIDE)
    page, key = person.page, f"{table['table']}.{table['watch']}"
    page.goto(f"{address}/table.html#{key}")
    page.wait_for_selector(".result")
    page.goto(f"{address}/table.html?ply={telling_ply(address, table)}#{key}")
    page.wait_for_selector("belief-matrix table")
    for file, tab, ready in PANELS:
        page.click(f"#tab-{tab}")
        page.wait_for_selector(ready)
        if file == "panel-formula.png":
            page.click(".nested button")
            page.click("[data-sample]")
            page.wait_for_selector(".verdict")
            page.locator(".verdict").evaluate("verdict => verdict.scrollIntoView()")
        photograph(page, folder / file)
        yield folder / file
    person.leave()


def take_discards(browser: Browser, address: str, folder: Path) -> Path:
    """A declarer in Skat who has bid up to a maximum and is about to lay two cards away."""
    person, file = Person(browser, address, WIDE), folder / "table-skat-discard.png"
    seats = [{"kind": "person", "name": "You"}, *({"kind": "agent", "spec": spec} for spec in RULES_OF_THUMB)]
    person.sit(new_table(address, "skat", seats=seats, seed="5", units=36))
    page = person.page
    page.select_option('[data-list="bids"]', "36")
    page.click('[data-order="36"]')
    page.click('[data-move="skat"]')
    page.wait_for_selector(".laid")
    page.locator('.held[data-hand$="7"]').first.click(position={"x": 15, "y": 60})
    page.wait_for_selector(".laid [data-hand]")
    photograph(page, file)
    person.leave()
    return file


def take_puzzle(browser: Browser, address: str, folder: Path) -> Path:
    """A puzzle that was answered, with the proof."""
    person, file = Person(browser, address, (1280, 1000)), folder / "puzzles.png"
    page = person.page
    page.add_init_script("crypto.getRandomValues = (array) => array.fill(7)")  # the seed of the puzzle
    page.goto(f"{address}/puzzles?game=skat")
    page.wait_for_selector(".held.playable")
    page.click('[data-act="new"]')
    page.wait_for_selector('card-table[data-ply="0/2"] .held.playable')
    page.locator(".held.playable").last.click()
    page.wait_for_selector(".why")
    photograph(page, file)
    person.leave()
    return file


def take_exercise(browser: Browser, address: str, folder: Path) -> Path:
    """An exercise that was answered wrongly, with a smallest counter-world."""
    person, file = Person(browser, address, (1280, 1000)), folder / "exercises.png"
    page = person.page
    page.add_init_script("crypto.getRandomValues = (array) => array.fill(7)")  # the seed of the exercise
    page.goto(f"{address}/puzzles?game=boerenbridge&mode=exercises")
    page.wait_for_selector("#answer form")
    page.select_option("select[data-kind]", "write")
    page.fill("#answer form input[name=formula]", "has(North, KD)")
    page.click("#answer form button")
    page.wait_for_selector(".why")
    photograph(page, file)
    person.leave()
    return file


def take_my_games(browser: Browser, address: str, folder: Path) -> Path:
    """The history of somebody who has played a few short games against two levels."""
    person, file = Person(browser, address, (1280, 900)), folder / "my-games.png"
    for number, spec in enumerate(("greedy", "full-kripke-plus") * 3):
        seats = [{"kind": "person", "name": "You"}, *({"kind": "agent", "spec": spec} for _ in range(3))]
        person.sit(
            new_table(address, "boerenbridge", seats=seats, options="schedule=1-3-1", seed=str(number))
        )
        person.finish()
    person.page.goto(f"{address}/my-games")
    person.page.wait_for_selector(".sheet")
    photograph(person.page, file)
    person.leave()
    return file


def telling_ply(address: str, table: dict[str, Any]) -> int:
    """The first ply from which North concludes something."""
    base, key = f"{address}/api/tables/{table['table']}", {"Authorization": f"Bearer {table['watch']}"}
    for ply in range(200):
        found = httpx2.get(f"{base}/matrix?seat=0&ply={ply}", headers=key, timeout=60).json()
        if found["change"]["reasons"]:
            return ply
    sys.exit("Everybody followed suit in the game of the panel's pictures; choose another seed.")


def play(person: Person, shot: Shot) -> None:
    """Make legal moves until the table looks as it should."""
    for made in range(200):
        if not person.asked():
            break
        lying = person.page.locator(".trick .card, .bout .card").count()
        if made >= shot.moves and lying >= shot.lying and person.page.query_selector(".held.playable"):
            return
        leave = person.page.query_selector(PASS) if shot.game == "skat" else None
        if leave:
            ply = person.ply()
            leave.click()
            person.wait_until(lambda ply=ply: person.ply() != ply)  # type: ignore[misc]
        else:
            person.click_one()
    sys.exit(f"{shot.file}: the game {json.dumps(shot.game)} ended before the picture could be taken.")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
