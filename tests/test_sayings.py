"""Sentences as values: what they say in English, and that they can be stored and read again."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kiebitz.cards import Deck
from kiebitz.sayings import Cards, MoveText, Saying, Seat, Suit, joined, plain, say

VALUES = st.one_of(
    st.integers(-(10**9), 10**9),
    st.text(max_size=20),
    st.builds(Seat, st.integers(0, 7), st.sampled_from(["", "North"])),
    st.builds(Suit, st.sampled_from("CSHD")),
    st.builds(Cards, st.sampled_from(["", "AS", "AS KS", "7H 8H 9H"])),
    st.builds(MoveText, st.sampled_from(["take", "AS"]), st.just("defend")),
    st.builds(plain, st.text(max_size=10)),
)


def test_numbers_choose_the_form_of_a_word() -> None:
    text = "{n} {n:world|worlds}"
    assert [str(say(text, n=n)) for n in (0, 1, 2)] == ["0 worlds", "1 world", "2 worlds"]


def test_cards_count_as_many_as_they_are_and_keep_no_deck() -> None:
    deck = Deck.of("SH", "789")
    said = say("holds {cards:it|them}: {cards}", cards=deck.set(["7S", "9H"]))
    assert str(said) == "holds them: 7S 9H" and said.values["cards"] == Cards("7S 9H")
    assert say("{card} led", card=deck.read("8S")).as_json() == ["{card} led", {"card": {"card": "8S"}}]


def test_numbers_have_formats_and_suits_a_singular() -> None:
    said = say("{x:+.2f} and {p:.1%} with a {suit:one}, not {suit}", x=1.5, p=0.25, suit=Suit("D"))
    assert str(said) == "+1.50 and 25.0% with a diamond, not diamonds"


def test_seats_have_the_names_of_their_game() -> None:
    assert str(say("{a} and {b}", a=Seat(0), b=Seat(2, "South"))) == "Player 1 and South"


def test_a_text_of_somebody_else_may_have_braces() -> None:
    assert str(plain("a {bot} said }{")) == "a {bot} said }{" == str(Saying.of_json("a {bot} said }{"))


@given(a=VALUES, b=VALUES)
def test_what_is_stored_can_be_read_again(a: Any, b: Any) -> None:
    for said in (say("{a}, {b}", a=a, b=b), joined(" → ", [say("{a}", a=a), say("{b}", b=b)])):
        again = Saying.of_json(json.loads(json.dumps(said.as_json())))
        assert again == said and str(again) == str(said)
