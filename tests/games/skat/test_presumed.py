"""What a card is worth between open cards and playing on without seeing them."""

from __future__ import annotations

import pytest

from kiebitz.agents.registry import contestant
from kiebitz.errors import BadOption
from kiebitz.kernel.random import Stream
from kiebitz.rules.registry import game
from tests.games.skat.positions import GOOD_CLUBS, decide, in_play


def test_worths_lie_between_open_cards_and_playing_on() -> None:
    """With one world, no race and nothing that is proved, the share mixes the two values."""
    state = in_play(GOOD_CLUBS, "C")
    quick = "skat-ai:worlds=1,race=off,soft=off,paranoia=off,endgame=0,solve=6"
    with_open, by_policy, mixed = (
        decide(f"{quick},{value}", state.view(0, Stream(1))).values
        for value in ("value=open", "value=policy", "value=presumed,share=0.25")
    )
    assert with_open.keys() == by_policy.keys() == mixed.keys()
    for card in mixed:
        assert mixed[card] == pytest.approx(0.75 * with_open[card] + 0.25 * by_policy[card], abs=0.01)
    assert any(abs(with_open[card] - by_policy[card]) > 1 for card in mixed)


def test_the_reason_says_what_does_not_rest_on_open_cards() -> None:
    view = in_play(GOOD_CLUBS, "C").view(0, Stream(1))
    sentence = str(decide("skat-ai:worlds=2,paranoia=off,value=presumed,share=0.25", view).because)
    assert sentence.endswith("; 25% of it by playing on without seeing the others' cards")
    assert "playing on" not in str(decide("skat-ai:worlds=2,paranoia=off", view).because)


def test_the_published_order_has_no_such_value() -> None:
    with pytest.raises(BadOption, match=r"^value=presumed and value=policy are for order=averages, not for"):
        contestant("skat-ai:value=policy,order=paper", game("skat"))
