"""Durak: deals and moves as text, and the picture of a view."""

from __future__ import annotations

import pytest

from kiebitz.errors import BadNotation, IllegalMove
from kiebitz.games.durak import Durak
from kiebitz.rules.values import Deal
from tests.games.durak.bouts import BEATABLE, OPTION_SETS, play, start, view_of


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_deals_can_be_written_and_read(options: dict[str, str]) -> None:
    game = Durak(options)
    for seed in range(5):
        deal = game.deal_of(seed)
        again = Deal.read(game, deal.text)
        assert again.layouts == deal.layouts
        assert (again.start().vector == deal.start().vector).all()


def test_the_text_of_a_deal() -> None:
    text = "KS KH KD KC | AS AH AD AC |  | trump=C first=1"
    assert Deal.read(Durak({"start_rank": "13"}), text).text == text
    text = "JS JH JC QS QH KS | QC KC KH AC AS AH | JD QD KD AD | trump=D first=0"
    assert Deal.read(Durak({"start_rank": "11"}), text).text == text


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("KS KH KD | AS AH AD AC | KC | trump=C", "written as 4 cards | 4 cards | 0 cards"),
        ("KS KH KD KC | AS AH AD QC | | trump=C", "missing: AC, too many: QC"),
        ("KS KH KD KC | AS AH AD AD | | trump=C", "named twice"),
        ("KS KH KD KC | AS AH AD AC | | first=0", "one of S, H, D, C, not ''"),
        ("KS KH KD KC | AS AH AD AC | | trump=-", "one of S, H, D, C, not '-'"),
        ("KS KH KD KC | AS AH AD AC | | trump=C first=2", "is 0 or 1, not '2'"),
    ],
)
def test_bad_deals_are_refused(text: str, complaint: str) -> None:
    with pytest.raises(BadNotation) as error:
        Deal.read(Durak({"start_rank": "13"}), text)
    assert complaint in str(error.value)


def test_the_trump_must_be_the_suit_of_the_bottom_card() -> None:
    text = "JS JH JC QS QH KS | QC KC KH AC AS AH | JD QD KD AD"
    game = Durak({"start_rank": "11"})
    assert Deal.read(game, text).text.endswith("trump=D first=0")
    with pytest.raises(BadNotation, match="one of D, not 'S'"):
        Deal.read(game, f"{text} | trump=S")
    with pytest.raises(BadNotation, match="one of -, not 'D'"):
        Deal.read(Durak({"start_rank": "11", "trumps": "off"}), text)


def test_illegal_moves_are_refused() -> None:
    state = start(*BEATABLE, bottom="AD")
    for before, move in [
        ("", "pass"),  # nothing is on the table yet
        ("", "take"),
        ("", "8S"),  # the other's card
        ("6S", "9H"),  # does not beat
        ("6S", "pass"),
        ("6S 9S", "7S"),  # no seven is on the table
        ("6S take", "7S"),
    ]:
        with pytest.raises(IllegalMove, match=f"may not play {move}"):
            play(state, before).play(move)
    with pytest.raises(BadNotation, match="is not a move of durak in the phase attack"):
        state.play("fold")


def test_the_picture_of_a_view() -> None:
    view = view_of(play(start(*BEATABLE, bottom="AD"), "6S 8S 6H take pass 7S 8S 7H"), 0)
    assert str(view).splitlines() == [
        "Bout 2: Player 2 defends; trump ♦, deck 22, A♦ at the bottom, discarded 0",
        "  Player 1 attacks: 4 cards   T♠ J♠ 6♦ 6♣",
        "> Player 2 defends: 7 cards   6♠ 6♥ and 5 hidden",
        "  On the table: 7♠ beaten by 8♠, 7♥",
    ]


def test_what_a_view_says_about_moves() -> None:
    view = view_of(play(start(*BEATABLE, bottom="AD"), "6S"), 1)
    assert [(str(move), view.points(move), view.wins(move)) for move in view.moves] == [
        ("8S", 8, True),
        ("9S", 9, True),
        ("7D", 16, True),
        ("take", 0, False),
    ]
    assert [view.card(move) for move in view.moves] == ["8S", "9S", "7D", None]
