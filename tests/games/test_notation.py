"""Texts of cards and deals: what is read is what is written, and a word that means nothing is refused."""

from __future__ import annotations

import pytest

from kiebitz.errors import BadNotation
from kiebitz.rules.registry import game
from kiebitz.rules.values import Deal


@pytest.mark.parametrize(
    ("name", "options", "word"),
    [
        ("schnapsen", {}, "leader=1"),
        ("schnapsen", {"rules": "full"}, "leader=1"),
        ("schnapsen", {"rules": "vu-old"}, "trump=H"),
        ("skat", {}, "trump=H"),
        ("durak", {}, "opener=1"),
        ("boerenbridge", {}, "dealer=1"),
    ],
)
def test_a_deal_with_a_word_that_it_would_lose_is_refused(
    name: str, options: dict[str, str], word: str
) -> None:
    rules = game(name, options)
    text = rules.deal(1).deal.text.splitlines()[0]
    with pytest.raises(BadNotation, match=word.split("=")[0]):
        Deal.read(rules, f"{text} | {word}")


def test_who_leads_is_kept_where_a_deal_decides_it() -> None:
    rules = game("schnapsen", {"rules": "vu-old"})
    text = rules.deal(1).deal.text.replace("leader=0", "leader=1")
    assert Deal.read(rules, text).start().turn == 1
    assert Deal.read(rules, text).text == text


def test_what_is_no_card_is_in_no_hand() -> None:
    state = game("durak").deal(1)
    hand = state.hand_of(0)
    assert str(next(iter(hand))) in hand
    assert "take" not in hand and "pass" not in hand and "" not in hand
