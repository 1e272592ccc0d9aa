"""Durak: conclusions in words, and the masks that they add up to."""

from __future__ import annotations

import pytest

from kiebitz.rules.registry import game
from tests.contract.cases import random_game
from tests.knowledge.reading import check_masks, no_cards, told


@pytest.mark.parametrize("options", ["", "end=published", "leak=published", "start_rank=9,attack_limit=6"])
def test_conclusions_are_what_the_masks_say(options: str) -> None:
    check_masks("durak", options, no_cards, lambda view, seat: view.shown(seat).mask)


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
