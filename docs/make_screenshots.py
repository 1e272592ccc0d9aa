"""The screenshots of this folder: ``python docs/make_screenshots.py [FOLDER]``.

Starts a server of its own, plays a few moves of each game in Chromium, and takes the pictures.
"""

from __future__ import annotations

import json
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PIL import Image

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.browser.person import Person, chromium, new_table, running

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HERE = Path(__file__).parent
WIDE, PHONE = (1280, 800), (390, 844)
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
    Shot("table-schnapsen.png", "schnapsen", ("bully",), 3, 1),
    Shot("table-skat.png", "skat", ("random", "random"), 7, 1, units=36, settings={"faces": "french4"}),
    Shot("table-durak.png", "durak", ("greedy",), 9, 1, settings={"theme": "dark"}),
    Shot("table-phone.png", "skat", ("random", "random"), 7, 1, PHONE, settings=GERMAN),
)


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
        browser.close()


def take(browser: Browser, address: str, shot: Shot, file: Path) -> None:
    person = Person(browser, address, shot.size, **shot.settings)
    if shot.game:
        seats = [{"kind": "person", "name": "You"}]
        seats += [{"kind": "agent", "spec": spec} for spec in shot.agents]
        table = new_table(
            address, shot.game, seats=seats, options=shot.options, seed=shot.seed, units=shot.units
        )
        person.sit(table)
        play(person, shot)
    else:
        person.page.goto(address)
        person.page.wait_for_selector(".game img")
    person.page.mouse.move(1, 1)
    person.page.wait_for_timeout(400)
    person.page.screenshot(path=file)
    person.leave()
    with Image.open(file) as picture:  # a palette makes it four times smaller
        small = picture.convert("RGB").quantize(256)
    small.save(file, optimize=True)


def play(person: Person, shot: Shot) -> None:
    """Make legal moves until the table looks as it should."""
    for made in range(200):
        if not person.asked():
            break
        lying = person.page.locator(".trick .card, .bout .card").count()
        if made >= shot.moves and lying >= shot.lying and person.page.query_selector(".held.playable"):
            return
        person.click_one()
    sys.exit(f"{shot.file}: the game {json.dumps(shot.game)} ended before the picture could be taken.")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
