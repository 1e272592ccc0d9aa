"""Skat: eight rules in words, and the masks that conclusions add up to."""

from __future__ import annotations

from typing import Any

import pytest

from kiebitz.games.skat import rules as r
from kiebitz.games.skat.knowledge.conclusions import RULES, inferences
from kiebitz.knowledge.reader import conclusions
from kiebitz.rules.registry import game
from kiebitz.rules.tricks import played
from kiebitz.rules.values import Deal
from tests.contract.cases import random_game
from tests.knowledge.reading import check_masks, play, told


def lacks(view: Any, seat: int) -> int:
    return int(view.vector[r.LACKS + seat])


def shown(view: Any, seat: int) -> int:
    return int(view.hand_of(seat).mask)


@pytest.mark.parametrize("options", ["", "naming=iss"])
def test_conclusions_are_what_the_masks_say(options: str) -> None:
    check_masks("skat", options, lacks, shown, to_the_end=False)


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
            assert conclusion.cards and conclusion.is_held == conclusion.rule.startswith("obey")
            met.add(rule)
    assert met == set(RULES.values())


def test_a_discard_is_not_put_on_the_table() -> None:
    deal = (
        "HT H8 C9 SK SQ S9 S8 DA DT D8 | HJ DJ HA HK H9 H7 CA C8 C7 SA | "
        "CJ SJ HQ CT CK CQ ST S7 DQ D7 | DK D9"
    )
    start = Deal.read(game("skat"), deal).start()
    view = play(start, "18", "pass", "pass", "skat", "DK", "D9", "H", "plain", "DA").view(1)
    laid = [card for _, card in played(view)]
    assert [str(event.move) for event in view.events[5:7]] == ["DK", "D9"]
    assert [str(card) for card in laid] == ["DA"]
