"""A whole deal of each game by screen reader: found by role and name, played by keyboard, heard in a log."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.person import IN_BROWSER, SEATS, Person, new_table

if TYPE_CHECKING:
    from playwright.sync_api import Locator

pytestmark = IN_BROWSER
PLAYABLE = re.compile(r", playable\b")
MOST = 60  # keys until something must have the focus
SHORT = {"boerenbridge": "schedule=3-2"}
ENDS = ("You won!", "You lost.", "A draw.")


class Listener:
    """Somebody who does not see the page: has roles, names and the log, and a keyboard."""

    def __init__(self, person: Person) -> None:
        self.person, self.page = person, person.page
        self.devtools = person.context.new_cdp_session(self.page)
        self.table = self.page.get_by_role("region", name="The table")
        self.hand = self.table.get_by_role("group", name="Your hand")
        self.choices = self.table.get_by_role("group", name="What you can do")

    def log(self) -> list[str]:
        """The last lines that were spoken."""
        return self.page.get_by_role("log").inner_text().split("\n")

    def focused(self) -> str:
        """The name of what has the focus, as the browser tells it to a screen reader."""
        nodes: list[dict[str, Any]] = self.devtools.send("Accessibility.getFullAXTree")["nodes"]
        for node in nodes:
            held = {each["name"]: each["value"].get("value") for each in node.get("properties", [])}
            if held.get("focused") and node["role"]["value"] != "RootWebArea":
                return str(node["name"]["value"])
        return ""

    def over(self) -> bool:
        return self.table.get_by_role("region", name="The result").count() > 0

    def asked(self) -> bool:
        """Wait for one's turn; False at the end."""
        ways = self.hand.get_by_role("button", name=PLAYABLE).or_(self.choices.get_by_role("button")).first
        ways.wait_for()
        return not self.over()

    def is_still(self, wanted: re.Pattern[str]) -> bool:
        """Is it still the first choice? Else it was one of the question before, which is cleared away."""
        buttons = self.choices.get_by_role("button")
        return buttons.count() > 0 and self.first(buttons) == wanted

    def keys_to(self, key: str, fits: re.Pattern[str], holds: Callable[[], bool] = lambda: True) -> str:
        """Press a key until what has the focus fits; nothing if there is no point in it any more."""
        passed = []
        for _ in range(MOST):
            if not holds():
                return ""
            self.page.keyboard.press(key)
            passed.append(name := self.focused())
            if fits.search(name):
                return name
        raise AssertionError(f"{key} does not lead to {fits.pattern}, but past {set(passed)}")

    def first(self, buttons: Locator) -> re.Pattern[str]:
        name = buttons.first.get_attribute("aria-label") or buttons.first.inner_text()
        return re.compile(f"^{re.escape(' '.join(name.split()))}$")

    def lay_away(self) -> None:
        """Where several cards go together: choose as many as are wanted, then lay them away."""
        lay = self.choices.get_by_role("button", name=re.compile("^Lay"))
        while lay.count() and not lay.is_enabled():
            self.page.keyboard.press("ArrowDown")
            self.keys_to("ArrowRight", PLAYABLE)
            self.page.keyboard.press("Enter")
        if lay.count():
            self.keys_to("ArrowUp", re.compile("^Lay"))
            self.page.keyboard.press("Enter")
            lay.wait_for(state="detached")  # the cards go one after the other: what stands between is no turn

    def decide(self) -> str:
        """Make one move by the keys alone; gives what was chosen."""
        ply = self.person.ply()
        if self.hand.get_by_role("button", name=PLAYABLE).count():
            self.page.keyboard.press("ArrowDown")
            chosen = self.keys_to("ArrowRight", PLAYABLE).partition(",")[0]
            self.page.keyboard.press("Enter")
            self.lay_away()
            if self.choices.get_by_text("Play the card how?").count():
                self.keys_to("ArrowUp", re.compile("."))
                self.page.keyboard.press("Enter")
        else:
            wanted = self.first(self.choices.get_by_role("button"))
            chosen = self.keys_to("ArrowUp", wanted, lambda: self.is_still(wanted))
            if not chosen:
                return self.decide()
            self.page.keyboard.press("Enter")
        self.person.wait_for_more(ply)
        return chosen


def decisions(listener: Listener) -> Iterator[tuple[str, list[str]]]:
    """What was chosen, and what was heard after it."""
    while listener.asked():
        yield listener.decide(), listener.log()


@pytest.mark.parametrize("game", SEATS)
def test_a_whole_deal_by_screen_reader(person: Person, game: str) -> None:
    person.sit(new_table(person.address, game, options=SHORT.get(game, "")))
    listener = Listener(person)
    others = listener.table.get_by_role("region", name=re.compile(r"\d+ cards?$"))
    assert others.count() == SEATS[game] - 1, (
        "each of the others is there with a name and the number of cards"
    )
    cards = silent = 0
    for chosen, heard in decisions(listener):
        if " of " in chosen:
            cards += 1
            silent += not any(line.startswith("you: ") and chosen in line for line in heard)
    assert cards and silent <= cards // 3, "one's own cards are spoken; old lines leave the log"
    result = listener.table.get_by_role("region", name="The result")
    assert result.get_by_role("heading").inner_text().startswith(ENDS)
    assert result.get_by_role("row").count() >= SEATS[game] + 1
    assert any(line.startswith(ENDS) for line in listener.log()), "the result is spoken"
    assert listener.choices.get_by_role("button", name=re.compile("deal|series")).count() >= 1


def test_turns_tricks_and_hints_are_spoken(person: Person) -> None:
    person.sit(new_table(person.address, "boerenbridge", options=SHORT["boerenbridge"]))
    listener = Listener(person)
    heard: list[str] = []
    for _ in range(4):
        assert listener.asked()
        heard += listener.log()
        listener.decide()
    assert any(line.startswith("The cards are dealt.") for line in heard)
    assert any("How many tricks will you take?" in line for line in heard), "whose turn it is, and for what"
    assert any(line.endswith(": the trick") for line in heard + listener.log()), "who has won the trick"
    assert listener.asked()
    person.page.keyboard.press("h")
    person.wait_until(lambda: any(line.startswith("Hint: ") for line in listener.log()))
