"""Links in a real browser: who is invited gets the right seat, and no link gives the own seat away."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.person import IN_BROWSER, Person, new_table

pytestmark = IN_BROWSER


def open_table(person: Person, game: str, seats: dict[int, str], **fields: str) -> None:
    """Open a table in the lobby by hand: who sits in which seat, and what else is filled in."""
    page = person.page
    page.goto(person.address)
    person.open_details('[name="game"]')
    page.select_option('[name="game"]', game)
    for name, value in fields.items():
        page.fill(f'[name="{name}"], [data-option="{name}"]', value)
    for seat, who in seats.items():
        page.select_option(f'[data-seat="{seat}"] [data-who]', who)
    page.click(".options .primary")


def links(person: Person) -> list[str]:
    return [str(line.input_value()) for line in person.page.query_selector_all("#dialog input[readonly]")]


def play(people: list[Person]) -> None:
    """All play on until the deal is over for everybody."""
    asked = ".held.playable, .buttons button"
    while not all(person.page.query_selector(".result") for person in people):
        for person in people:
            if person.page.query_selector(asked) and not person.page.query_selector(".result"):
                person.click_one()


def test_invitations_are_right_also_after_seats_have_moved(sits: Callable[..., Person]) -> None:
    host, guest = sits(), sits()
    agents = {2: "agent:random", 3: "agent:random"}
    open_table(host, "boerenbridge", {1: "person", **agents}, schedule="1", units="3")
    host.page.wait_for_selector('#dialog[open][data-kind="invite"]')
    own = host.page.evaluate("Object.values(sessionStorage)[0]")
    offered = links(host)
    assert "?invite" not in host.page.url and not any(own in link for link in offered)
    host.page.keyboard.press("Escape")
    guest.page.goto(offered[0])
    guest.page.wait_for_selector(".own[data-seat='1']")
    guest.page.keyboard.press("Escape")  # it stays without a name
    play([host, guest])
    for each in (host, guest):
        each.page.click('[data-act="next"]')
    host.page.wait_for_selector(".own[data-seat='3']")
    host.page.click('[data-act="invite"]')
    host.page.wait_for_selector('#dialog[open][data-kind="invite"]')
    assert links(host)[0] == offered[0] and not any(own in link for link in links(host))
    assert "North" in host.page.inner_text("#dialog legend"), "where the guest sits now"
    guest.page.click('[data-act="invite"]')
    guest.page.wait_for_selector('#dialog[open][data-kind="invite"]')
    assert len(links(guest)) == 1, "who was invited can invite to watch"


def test_a_seat_for_a_remote_bot_shows_its_command_and_the_time_limit(person: Person) -> None:
    open_table(person, "durak", {1: "bot"}, limit="40")
    person.page.wait_for_selector('#dialog[open][data-kind="invite"]')
    commands = [line for line in links(person) if line.startswith('kiebitz join "http')]
    assert len(commands) == 1 and " --agent " in commands[0]
    assert "Remote bot" in person.page.inner_text("#dialog legend")
    person.page.keyboard.press("Escape")
    assert "40 s for a move" in person.page.inner_text("#facts")


def test_the_link_to_a_moment_opens_no_seat(person: Person) -> None:
    table = new_table(person.address, "durak")
    person.context.grant_permissions(["clipboard-read", "clipboard-write"])
    person.sit(table)
    person.page.keyboard.press("k")
    person.page.get_by_role("button", name="Link to this moment").click()
    person.wait_until(lambda: "copied" in person.page.inner_text("#panel-note"))
    link = person.page.evaluate("navigator.clipboard.readText()")
    assert "?ply=" in link and link.endswith(f"#{table['table']}.{table['watch']}")
    assert person.page.url.endswith(f"#{table['table']}"), "the own key is not in the address"
    person.page.reload()
    person.page.wait_for_selector(".own[data-seat='0']")


def test_who_watches_people_is_greeted_without_complaint(person: Person) -> None:
    table = new_table(person.address, "durak", persons=2)
    person.page.goto(f"{person.address}/table.html#{table['table']}.{table['watch']}")
    person.page.wait_for_selector("card-table .own")
    person.page.wait_for_timeout(300)
    assert not person.page.is_visible("#toast")
    assert not [message for message in person.received if '"error"' in message]


def test_a_change_of_language_changes_all_of_the_page(person: Person) -> None:
    page = person.page
    page.goto(person.address)
    page.wait_for_selector("#watching h2")
    page.click("#settings")
    page.select_option('[name="language"]', "de")
    person.wait_until(lambda: "Zusehen und nachsehen" in page.inner_text("#watching"))
    page.keyboard.press("Escape")
    person.sit(new_table(person.address, "durak"))
    page.keyboard.press("k")
    page.wait_for_selector("belief-matrix table")
    assert "Kiebitz-Fenster" in page.inner_text("#panel")
    page.click('[data-act="settings"]')
    page.select_option('[name="language"]', "en")
    person.wait_until(lambda: "Kiebitz panel" in page.inner_text("#panel h2"))
    person.wait_until(lambda: "possible deal" in page.inner_text("belief-matrix .worlds"))
    assert page.inner_text("#tab-kripke") == "Who knows"
