"""Two people with a browser each, one of them at a phone: names, who is here, ready, the clock, phrases."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.browser.person import IN_BROWSER, Person, post
from tests.browser.test_layout import boxes

pytestmark = IN_BROWSER
SHOTS = os.environ.get("KIEBITZ_SHOTS", "")


def picture(person: Person, name: str) -> None:
    """A picture to look at, if a folder for it is named."""
    if SHOTS:
        person.page.screenshot(path=Path(SHOTS) / f"{name}.png")


def meet(sits: Callable[..., Person], **more: Any) -> tuple[Person, Person, dict[str, Any]]:
    """A host at a desk and a guest at a phone, who has typed a name."""
    host, guest = sits(), sits(size=(390, 844))
    seats = [{"kind": "person", "name": "Anna"}, {"kind": "person"}]
    table = post(
        host.address, "/api/tables", {"game": "durak", "seats": seats, "seed": "5", "pace": 0, **more}
    )
    host.sit(table, 0)
    guest.sit(table, 1)
    guest.page.wait_for_selector("#dialog[data-kind='name']")
    picture(guest, "name")
    guest.page.fill("#dialog [name=name]", "Bruno <b>")
    guest.page.click("#dialog .naming .primary")
    host.page.wait_for_selector(".place .who b:text('Bruno <b>')")
    return host, guest, table


def test_a_guest_has_a_name_and_the_key_leaves_the_address(sits: Callable[..., Person]) -> None:
    host, guest, table = meet(sits)
    for person, seat in ((host, 0), (guest, 1)):
        assert person.page.url.endswith(f"#{table['table']}") and table["tokens"][seat] not in person.page.url
        person.page.reload()
        person.page.wait_for_selector("card-table .own")
        assert not person.page.is_visible("#dialog"), "who has a name is not asked again"
    assert guest.page.inner_text(".own .who b") == "Bruno <b>"
    assert guest.page.inner_text(".place .who b") == "Anna"
    for person in (host, guest):
        assert not person.page.is_visible("[data-act='hint']") and not person.page.is_visible(
            "[data-act='undo']"
        )
        person.page.keyboard.press("h")
        person.page.wait_for_selector("#toast:text('no hints')")
        person.page.keyboard.press("k")
        person.page.wait_for_selector("#panel-note:text('shown after the deal')")
        assert not person.page.is_visible("#panel-page") and person.page.is_visible("replay-bar output")
    guest.page.goto(guest.address)
    host.page.wait_for_selector(".place .away")
    picture(host, "away")


def test_people_talk_in_their_own_language(sits: Callable[..., Person]) -> None:
    host, guest, _ = meet(sits)
    guest.page.evaluate("localStorage.kiebitz = JSON.stringify({ speed: 'instant', language: 'de' })")
    guest.page.reload()
    guest.page.wait_for_selector("card-table .own")
    host.page.click("[data-act='talk']")
    picture(host, "talk")
    host.page.click("[data-phrase='luck']")
    guest.page.wait_for_selector(".place .bubble:text('Viel Glück!')")
    host.page.wait_for_selector(".own .bubble:text('Good luck!')")
    (name,), (bubble,) = boxes(host, ".own .who b"), boxes(host, ".own .bubble")
    assert 0 <= bubble["left"] - name["right"] < 200, "what somebody says stands beside the name"
    picture(guest, "bubble")
    assert not host.page.is_visible("#dialog")


def test_a_clock_runs_and_the_next_deal_waits_for_both(sits: Callable[..., Person]) -> None:
    host, guest, _ = meet(sits, limit=300, units=3)
    for person in (host, guest):
        person.page.wait_for_selector(".clock")
        assert person.page.inner_text(".clock").startswith(("5:00", "4:5"))
    picture(guest, "clock")
    people = [host, guest]
    while not all(person.page.query_selector('[data-act="next"]') for person in people):
        mover = next(
            (each for each in people if each.page.query_selector(".held.playable, [data-move]")), None
        )
        if mover:
            mover.click_one()
    host.page.click("[data-act='next']")
    guest.page.wait_for_selector(".place .ready")
    host.page.wait_for_selector(".next:text('Bruno <b>')")
    picture(host, "ready")
    picture(guest, "ready-phone")
    assert host.ply().startswith("0/")
    guest.page.click("[data-act='next']")
    for person in people:
        person.page.wait_for_selector('card-table[data-ply^="1/"]')
    assert host.page.inner_text(".own .who b") == "Anna"
    host.page.keyboard.press("s")
    host.page.wait_for_selector("#dialog[data-kind='sheet']")
    heads = [each.inner_text() for each in host.page.query_selector_all("#dialog thead th")]
    assert heads[:2] == ["you", "Bruno <b>"], "columns stay although the seats have changed"
    picture(host, "sheet")


def test_an_invitation_says_where_its_links_work(sits: Callable[..., Person]) -> None:
    host = sits()
    host.page.goto(host.address)
    host.open_details("select[name=game]")
    host.page.select_option("select[name=game]", "durak")
    host.page.select_option("[data-seat='1'] [data-who]", "person")
    host.page.click("#more [type=submit]")
    host.page.wait_for_selector("#dialog .invitation")
    assert "this machine only" in host.page.inner_text("#dialog .reach")
    assert "." not in host.page.url.partition("#")[2], "the host's own key is not in the address"
    host.page.fill("#dialog [name=name]", "Anna")
    picture(host, "invite")
    host.page.click("#dialog .naming .primary")
    host.page.wait_for_selector(".own .who b:text('Anna')")
