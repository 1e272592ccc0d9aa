"""Conclusions: together they are what the games keep as masks, and each names its event and its rule."""

from __future__ import annotations

from typing import Any

import pytest

from kiebitz.games.boerenbridge import rules as bridge
from kiebitz.games.schnapsen import rules as schnapsen
from kiebitz.games.skat import rules as skat
from kiebitz.knowledge.inferences import conclusions
from kiebitz.knowledge.inferences.skat import RULES, habits, inferences
from kiebitz.knowledge.locations import Locations
from kiebitz.rules.registry import game
from kiebitz.rules.values import Deal, State, View
from tests.contract.cases import CASES, make, random_game


def lacks(view: View, seat: int) -> int:
    """The cards that a seat is known to lack, as the view carries them."""
    vector = view.vector
    if view.game.name == "skat":
        return int(vector[skat.LACKS + seat])
    if view.game.name == "schnapsen":
        return int(vector[schnapsen.LACKS + seat])
    if view.game.name == "boerenbridge":
        return int(bridge.void_cards(vector, seat)) & int(vector[bridge.CARDS])
    return 0


def shown(view: View, seat: int) -> int:
    """The cards that everybody knows a seat to have, as the view carries them."""
    if view.game.name in ("schnapsen", "durak"):
        cards: Any = view
        return int(cards.shown(seat).mask)
    return view.hand_of(seat).mask if view.game.name == "skat" else 0


@pytest.mark.parametrize(("name", "options"), CASES)
def test_conclusions_are_what_the_masks_say(name: str, options: str) -> None:
    table = make(name, options)
    for seed in range(4):
        for state in random_game(table, seed):
            if state.is_over and name == "skat":
                continue  # all cards are turned up
            view = state.view(-1)
            assert not any(event.gained for event in view.events)
            found = conclusions(view)
            for seat in range(table.seats):
                mine = [c for c in found if c.place == table.seat_name(seat)]
                assert union(c.cards.mask for c in mine if not c.is_held) == lacks(view, seat), f"{state}"
                assert union(c.cards.mask for c in mine if c.is_held) == shown(view, seat), f"{state}"
            assert all(view.events[c.event.ply] == c.event for c in found)


def union(masks: Any) -> int:
    result = 0
    for mask in masks:
        result |= mask
    return result


@pytest.mark.parametrize(("name", "options"), CASES)
def test_conclusions_are_true_and_follow_from_the_locations(name: str, options: str) -> None:
    table = make(name, options)
    for seed in range(3):
        for state in list(random_game(table, seed))[::3]:
            for seat in range(table.seats):
                view = state.view(seat)
                locations = Locations.of(view)
                for conclusion in conclusions(view):
                    hand = state.hand_of(table.place_names().index(conclusion.place))
                    assert conclusion.is_held == bool(hand & conclusion.cards)
                    assert locations.entails(conclusion.formula), f"{conclusion}\n{state}"


def play(state: State, *moves: str) -> State:
    for move in moves:
        state = state.play(move)
    return state


def told(state: State, seat: int = 0) -> list[str]:
    return [f"{c.rule}: {c}" for c in conclusions(state.view(seat))]


def test_skat_in_words() -> None:
    deal = (
        "HT H8 C9 SK SQ S9 S8 DA DT D8 | HJ DJ HA HK H9 H7 CA C8 C7 SA | "
        "CJ SJ HQ CT CK CQ ST S7 DQ D7 | DK D9"
    )
    start = Deal.read(game("skat"), deal).start()
    state = play(start, "18", "pass", "pass", "skat", "DK", "D9", "H", "plain", "DA", "HA", "D7")
    expected = ["drop on suit in middlehand: Middlehand did not follow diamonds in trick 1: no diamonds."]
    assert told(state) == expected
    assert conclusions(state.view(0))[0].event.move == "HA"


def test_all_eight_rules_are_met_in_random_games() -> None:
    met = set()
    for seed in range(30):
        *_, last = random_game(game("skat"), seed)
        view: Any = last.view(0)
        for rule, answer in inferences(view):
            conclusion = rule(view, answer)
            assert conclusion.rule.replace(" in ", " ").replace(" ", "_") == rule.__name__
            assert bool(conclusion.cards) == conclusion.rule.startswith("drop")
            met.add(rule)
    assert met == set(RULES.values())


def test_habits_are_about_defenders_and_can_be_assumed() -> None:
    """Forehand leads DA to the declarer's trump; rearhand, who gives the queen, is taken to lack 7, 8, 9."""
    deal = (
        "HT H8 C9 SK SQ S9 S8 DA DT D8 | HJ DJ HA HK H9 H7 CA C8 C7 SA | "
        "CJ SJ HQ CT CK CQ ST S7 DQ D7 | DK D9"
    )
    start = Deal.read(game("skat"), deal).start()
    state = play(start, "18", "pass", "pass", "skat", "DK", "D9", "H", "plain", "DA", "HA", "DQ")
    view: Any = state.view(0)
    (habit,) = habits(view)
    assert habit.place == "Rearhand"
    assert str(habit) == "not in Rearhand: D9 D8 D7 (it would have been cheaper than DQ in trick 1)"
    locations = Locations.of(view)
    softer = locations.assuming(*habits(view))
    assert softer.probability("D7", "rear") == 0.0 < locations.probability("D7", "rear")
    assert softer.entails("has(skat, D7)")  # the declarer lacks diamonds


def test_schnapsen_in_words() -> None:
    """Diamonds are trump, and the talon is closed at once."""
    text = "KH QH AC TC JD | TH QC QS KS AS | AH JH KC JC JS TS QD KD AD TD"
    start = Deal.read(game("schnapsen", {"rules": "full"}), text).start()
    assert told(play(start, "exchange"), 1) == [
        "exchanged: Player 1 exchanged the trump jack for TD and still holds it.",
    ]
    state = play(start, "close", "KH+QH")
    assert told(state, 1) == [
        "announced a marriage: Player 1 announced the marriage in hearts and still holds QH.",
    ]
    state = play(state, "TH", "QC", "AC", "TC", "QS")
    assert told(state) == [
        "announced a marriage: Player 1 announced the marriage in hearts and still holds QH.",
        "did not follow: Player 2 did not follow clubs in trick 3: no clubs.",
        "did not trump: Player 2 did not trump TC in trick 3: no diamonds.",
    ]
    assert told(play(start, "close", "TC", "QC")) == [
        "did not beat: Player 2 did not beat TC in trick 1: no higher club.",
    ]
    assert told(play(start, "close", "AC", "QC")) == []


def test_durak_in_words() -> None:
    state = next(
        state
        for seed in range(50)
        for state in random_game(game("durak"), seed)
        if any("took" in text for text in told(state))
    )
    texts = [text for text in told(state) if "took" in text]
    assert texts[0].startswith("took the table: Player ")
    assert " still holds " in texts[0]
