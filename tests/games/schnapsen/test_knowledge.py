"""Schnapsen: conclusions in words, and the masks that they add up to."""

from __future__ import annotations

from typing import Any

import pytest

from kiebitz.games.schnapsen import rules as r
from kiebitz.rules.registry import game
from kiebitz.rules.tricks import played
from kiebitz.rules.values import Deal
from tests.knowledge.reading import check_masks, play, told


def lacks(view: Any, seat: int) -> int:
    return int(view.vector[r.LACKS + seat])


def shown(view: Any, seat: int) -> int:
    return int(view.shown(seat).mask)


@pytest.mark.parametrize("options", ["", "rules=vu-old", "rules=full", "rules=full,unit=deal"])
def test_conclusions_are_what_the_masks_say(options: str) -> None:
    check_masks("schnapsen", options, lacks, shown)


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


def test_a_marriage_puts_one_card_on_the_table_and_an_exchange_none() -> None:
    text = "KH QH AC TC JD | TH QC QS KS AS | AH JH KC JC JS TS QD KD AD TD"
    start = Deal.read(game("schnapsen", {"rules": "full"}), text).start()
    view = play(start, "exchange", "close", "KH+QH").view(1)
    assert [(event.ply, str(card)) for event, card in played(view)] == [(3, "KH")]
