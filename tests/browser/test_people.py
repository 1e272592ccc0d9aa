"""Two people with a browser each at one table: each sees only the own cards."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.person import IN_BROWSER, Person, new_table

pytestmark = IN_BROWSER
MOVES = 8
SHOWN = "[...document.querySelectorAll('[data-card]')].map((each) => each.dataset.card)"
HAND = "[...document.querySelectorAll('.held')].map((each) => each.dataset.hand)"


def test_two_people_see_only_their_own_cards(sits: Callable[..., Person]) -> None:
    people = [sits(), sits()]
    table = new_table(people[0].address, "schnapsen", persons=2)
    for seat, person in enumerate(people):
        person.sit(table, seat)
    seen: list[set[str]] = [set(), set()]  # what lay on the table or was held, by who looked
    for _ in range(MOVES):
        hands = [set(person.page.evaluate(HAND)) for person in people]
        assert hands[0] and hands[1] and not hands[0] & hands[1]
        for seat, person in enumerate(people):
            seen[seat] |= set(person.page.evaluate(SHOWN))
            assert_nothing_leaked(person, hands[1 - seat] - seen[seat])
        mover = next(person for person in people if person.page.query_selector(".held.playable"))
        waiting = next(person for person in people if person is not mover)
        ply = waiting.ply()
        mover.click_one()
        waiting.wait_for_more(ply)
    assert len(seen[0]) > 9, "they played on"


def assert_nothing_leaked(person: Person, hidden: set[str]) -> None:
    """No hidden card is in the page or in anything that the browser was ever told."""
    everything = person.page.content() + "".join(person.received)
    assert not [card for card in hidden if f'"{card}"' in everything or f"/{card}.svg" in everything]
