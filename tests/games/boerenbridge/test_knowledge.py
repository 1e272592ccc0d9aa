"""Boerenbridge: announcements in a protocol, what they rule out, and the deals that are left."""

from __future__ import annotations

from typing import Any

import pytest

from kiebitz.games.boerenbridge import rules as r
from kiebitz.knowledge.reader import Reader
from kiebitz.lab.results.transcript import transcript
from kiebitz.lab.runs.plan import match_plan
from kiebitz.rules.parts import part
from kiebitz.rules.registry import game
from kiebitz.rules.values import Deal, State
from tests.knowledge.reading import check_masks, no_cards

HANDS = "AH QD KS | KH AD QC | QH KC AS | KD AC QS |  | trump=S opener=2"


def announcements(before: State, after: State) -> list[str]:
    return [str(saying) for saying in part(before.game, Reader).announced(before, after)]


def lacks(view: Any, seat: int) -> int:
    return int(r.void_cards(view.vector, seat)) & int(view.cards.mask)


@pytest.mark.parametrize(
    "options", ["", "seats=3,schedule=1-5-1,deck=full,trump=card", "seats=7,schedule=2,3"]
)
def test_conclusions_are_what_the_masks_say(options: str) -> None:
    check_masks("boerenbridge", options, lacks, no_cards)


def test_a_card_announces_itself_and_a_suit_that_is_not_followed() -> None:
    state = Deal.read(game("boerenbridge", {"schedule": "3"}), HANDS).start()
    for move in ("1", "1", "1", "1"):
        after = state.play(move)
        assert announcements(state, after) == []
        state = after
    led = state.play("QH")
    assert announcements(state, led) == [
        "announces: South has played QH, nobody else has it",
        "deals considered possible: North 1,680 → 560, East 1,680 → 560, West 1,680 → 560",
    ]
    told = announcements(led, led.play("QS"))
    assert told[1] == (
        "announces: West did not follow hearts in trick 1: no hearts. Ruled out for West: KH AH"
    )
    assert told[2].startswith("deals considered possible: North 560 → 150, East 560 → 150, South 1,680 → ")


def test_the_protocol_tells_announcements_and_paths() -> None:
    agents = ["full-kripke", "greedy-kripke", "greedy", "random"]
    match = match_plan("boerenbridge", agents, 1, 1, "schedule=3", "fixed").match
    lines = str(transcript(match, match.play(0, 0), level=1)).splitlines()
    assert any("announces:" in line and "has played" in line for line in lines)
    assert any("deals considered possible: " in line for line in lines)
    assert any(" → play the " in line for line in lines)
