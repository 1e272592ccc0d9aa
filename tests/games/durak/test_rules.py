"""Durak: the rules by example and in random play."""

from __future__ import annotations

import pytest

from kiebitz.errors import BadOption
from kiebitz.games.durak import Durak
from kiebitz.games.durak.view import DurakState
from tests.games.durak.bouts import (
    BEATABLE,
    FEW_LEFT,
    FEW_LEFT_HANDS,
    OPTION_SETS,
    play,
    random_states,
    start,
)

# -- the deal ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rank", range(6, 15))
def test_the_lowest_rank_decides_the_size_of_the_deck(rank: int) -> None:
    game = Durak({"start_rank": str(rank)})
    state = game.deal(3)
    assert isinstance(state, DurakState)
    size = 4 * (15 - rank)
    dealt = min(6, size // 2)
    assert len(game.cards) == size
    assert (state.hand_size(0), state.hand_size(1), state.deck_size) == (dealt, dealt, size - 2 * dealt)
    assert (state.bottom is None) == (size <= 12)
    assert state.trump in tuple("SHDC")
    assert state.bottom is None or state.bottom.suit == state.trump
    assert set(state.hand_of(0)) | set(state.hand_of(1)) | set(state.stock) == set(game.cards)


def test_options_out_of_range_are_refused() -> None:
    with pytest.raises(BadOption, match=r"start_rank cannot be '5'; allowed are 6\.\.14"):
        Durak({"start_rank": "5"})


@pytest.mark.parametrize(
    ("first_hand", "second_hand", "facts", "attacker"),
    [
        ("JS JH JC QS QH QD", "JD KS KH KC AS AH", "first=0", 1),  # diamonds are trumps
        ("JS JH JC JD QH KD", "QD KS KH KC AS AH", "first=1", 0),
        ("JS JH JC QS QH KS", "QC KC KH AC AS AH", "first=0", 0),
        ("JS JH JC QS QH KS", "QC KC KH AC AS AH", "first=1", 1),
    ],
)
def test_the_lowest_trump_attacks_first_else_the_coin(
    first_hand: str, second_hand: str, facts: str, attacker: int
) -> None:
    state = start(first_hand, second_hand, bottom="AD", facts=facts, start_rank="11")
    assert (state.attacker, state.turn, state.phase, state.bout) == (attacker, attacker, "attack", 1)


def test_without_trumps_the_coin_decides_and_suits_do_not_cross() -> None:
    state = start(
        "JS JH JC QS QH KS", "QC KC KH AC AS AH", facts="trump=- first=1", start_rank="11", trumps="off"
    )
    assert (state.attacker, state.trump, state.bottom) == (1, None, None)
    assert play(state, "QC").moves == ("take",)
    assert play(state, "KH").moves == ("take",)


def test_when_all_cards_are_dealt_the_deal_names_the_trump() -> None:
    state = start("KS KH KD KC", "AS AH AD AC", facts="trump=C", start_rank="13")
    assert (state.trump, state.bottom, state.deck_size, state.attacker) == ("C", None, 0, 0)


# -- a bout --------------------------------------------------------------------------------------------


def test_attack_and_defence() -> None:
    state = start(*BEATABLE, bottom="AD")
    assert state.moves == ("6S", "7S", "6H", "7H", "6D", "6C")  # suit by suit; no pass before a card
    state = play(state, "6S")
    assert (state.turn, state.phase, state.attack) == (1, "defend", "6S")
    assert state.moves == ("8S", "9S", "7D", "take")
    state = play(state, "7D")
    assert (state.turn, state.phase, state.attack) == (0, "attack", None)
    assert state.moves == ("7S", "6H", "7H", "6D", "6C", "pass")
    state = play(state, "6D")
    assert state.moves == ("take",)
    assert state.table == [("6S", "7D"), ("6D", None)]


def test_a_beaten_bout_is_discarded_and_the_roles_change() -> None:
    state = play(start(*BEATABLE, top="KS KC QS", bottom="AD"), "6S 8S pass")
    assert str(state.discard) == "6S 8S"
    assert (state.attacker, state.turn, state.bout, state.table) == (1, 1, 2, [])
    assert "KS" in state.hand_of(0)
    assert "KC" in state.hand_of(1)
    assert state.stock[0] == "QS"


def test_the_attacker_draws_first_and_the_bottom_trump_comes_last() -> None:
    state = start("JS JH JD JC QS QH", "QD KS KH KC AS AH", top="QC KD AC", bottom="AD", start_rank="11")
    state = play(state, "JS KS JH KH JC KC pass")
    assert str(state.hand_of(0)) == "QS QH JD KD QC AC"
    assert str(state.hand_of(1)) == "AS AH QD AD"
    assert (state.deck_size, state.bottom) == (0, None)


def test_a_take_keeps_the_attacker_and_shows_the_cards() -> None:
    state = play(start(*BEATABLE, bottom="AD"), "6S 8S 6H take")
    assert (state.turn, state.phase, state.is_taking) == (0, "add", True)
    assert state.moves == ("6D", "6C", "pass")
    state = play(state, "pass")
    assert (state.attacker, state.turn, state.bout) == (0, 0, 2)
    assert str(state.shown(1)) == "6S 8S 6H"
    assert (state.hand_size(0), state.hand_size(1)) == (6, 8)
    assert not state.discard


def test_the_attacker_is_asked_for_more_whether_or_not_a_card_fits() -> None:
    state = play(start("6S 7H 8D 9C TS JH", "QS QH KH KC AS AH", bottom="AD"), "6S take")
    assert (state.turn, state.moves) == (0, ("pass",))


def test_added_cards_are_not_answered() -> None:
    state = play(start(*BEATABLE, bottom="AD"), "6S take 6H")
    assert (state.turn, state.phase, state.moves) == (0, "add", ("6D", "6C", "pass"))
    assert state.table == [("6S", None), ("6H", None)]


def test_the_table_is_picked_up_at_once_when_the_attacker_has_no_card_left() -> None:
    state = start(*BEATABLE, bottom="AD", top="TS TH TD TC JS JH")
    state = play(state, "6S 7D 7S take 6H 7H 6D 6C")
    assert (state.turn, state.bout, state.hand_size(1)) == (0, 2, 5 + 7)
    assert str(state.hand_of(0)) == "TS JS TH JH TD TC"


def test_no_more_attack_cards_than_the_defender_held() -> None:
    # Seat 1 takes one card and beats the next; then seat 0 defends with two cards against four.
    state = start("KH KD AH AC", "KS AS AD KC", facts="trump=D", start_rank="13")
    state = play(state, "KH take pass KD AD pass")
    assert (state.turn, state.room, state.hand_size(0), state.hand_size(1)) == (1, 2, 2, 4)
    state = play(state, "KS take")
    assert state.moves == ("KH", "KC", "pass")
    state = play(state, "KC")  # there is no room for the king of hearts
    assert (state.turn, state.phase, state.bout) == (1, "attack", 4)
    assert str(state.hand_of(0)) == "KS AH KC AC"
    assert str(state.hand_of(1)) == "AS KH"


def test_an_empty_defender_is_not_attacked_further() -> None:
    state = play(start(*BEATABLE, bottom="AD"), "6S 8S 6H 8H 6D 7D 6C 7C 7S 9S 7H 9H")
    assert (state.turn, state.room, state.moves) == (0, 0, ("pass",))


# -- the attack limit ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("limit", "first_bout", "second_bout"), [("none", 6, 11), ("6", 5, 6)])
def test_attack_limit(limit: str, first_bout: int, second_bout: int) -> None:
    state = start("7S 7H 7D 7C 8H 8D", "8S TS TH TD KH KS", bottom="AC", attack_limit=limit)
    assert state.room == first_bout
    state = play(state, "7S 8S 7H take 7D 7C 8H")
    if limit == "none":
        assert (state.phase, state.moves) == ("add", ("8D", "pass"))
        state = play(state, "pass")
    assert (state.phase, state.hand_size(1), state.room) == ("attack", 11, second_bout)


def test_an_attack_at_the_limit_leaves_only_the_pass() -> None:
    state = start(*BEATABLE, bottom="AD", attack_limit="6")
    state = play(state, "6S 8S 6H 8H 6D 7D 6C 7C 7S 9S")
    assert (state.hand_size(0), state.hand_size(1), state.moves) == (1, 1, ("pass",))


# -- the end -------------------------------------------------------------------------------------------


def test_both_hands_empty_is_a_draw() -> None:
    state = start("KS KH KD KC", "AS AH AD AC", facts="trump=S", start_rank="13")
    state = play(state, "KS AS KH AH KD AD KC AC")
    assert (state.is_over, state.payoffs, state.bout) == (True, (0, 0), 1)


def test_an_attacker_without_cards_wins_by_a_take_or_a_defence_with_cards_left() -> None:
    state = start("AS AH", "AD AC", facts="trump=S", start_rank="14")
    state = play(state, "AS take")
    assert state.turn == 0
    state = play(state, "pass AH take")
    assert (state.is_over, state.payoffs) == (True, (1, -1))
    state = start("KS KH AH KD", "AS AD AC KC", facts="trump=S", start_rank="13")
    state = play(state, "KD take pass KH take pass AH take pass KS AS")
    assert (state.is_over, state.payoffs, state.hand_size(1)) == (True, (1, -1), 6)


def test_a_defender_without_cards_wins_at_once() -> None:
    state = start("KS AH AD KC", "AS KH KD AC", facts="trump=S", start_rank="13")
    state = play(state, "AD take pass KC AC pass KD KS KH AH")  # the aces of seat 1 would fit
    assert (state.is_over, state.payoffs, state.hand_size(1)) == (True, (1, -1), 2)


def test_an_attacker_who_can_still_draw_is_not_out() -> None:
    moves = "JS QD JH take JC JD QS QH"
    state = play(start(*FEW_LEFT_HANDS, **FEW_LEFT), moves)
    assert (state.turn, state.bout, state.deck_size) == (0, 2, 0)
    assert str(state.hand_of(0)) == "KD AD QC AC"
    state = play(start(*FEW_LEFT_HANDS, **FEW_LEFT, end="published"), moves)
    assert (state.is_over, state.payoffs, state.deck_size) == (True, (1, -1), 4)


def test_both_empty_and_the_attacker_draws_the_rest_of_the_deck() -> None:
    moves = "JS KS JH KH JD QD JC KC QS AS QH AH"
    state = play(start(*FEW_LEFT_HANDS, **FEW_LEFT), moves)
    assert (state.is_over, state.payoffs) == (True, (-1, 1))
    state = play(start(*FEW_LEFT_HANDS, **FEW_LEFT, end="published"), moves)
    assert (state.is_over, state.payoffs) == (True, (0, 0))


@pytest.mark.parametrize("end", ["correct", "published"])
def test_nobody_is_out_while_the_deck_has_cards_for_both(end: str) -> None:
    state = play(start(*BEATABLE, bottom="AD", end=end), "6S 8S 6H 8H 6D 7D 6C 7C 7S 9S 7H 9H pass")
    assert (state.turn, state.hand_size(0), state.hand_size(1), state.deck_size) == (1, 6, 6, 12)


# -- random play ---------------------------------------------------------------------------------------


def naive_moves(state: DurakState) -> list[str]:
    """The legal moves once more, from the table and the hands."""
    hand = list(state.hand_of(state.turn))
    on_table = [card for pair in state.table for card in pair if card]
    if state.phase == "defend":
        attack = state.table[-1][0]
        ranks = "6789TJQKA"
        beating = [
            card
            for card in hand
            if (card.suit == attack.suit and ranks.index(card.rank) > ranks.index(attack.rank))
            or (card.suit == state.trump != attack.suit)
        ]
        return [*beating, "take"]
    if not on_table:
        return [*hand]
    unbeaten = sum(defence is None for _, defence in state.table)
    allowed = len(state.hand_of(state.defender)) > unbeaten
    if state.game.options["attack_limit"] == "6":
        allowed = allowed and len(state.table) < (5 if state.bout == 1 else 6)
    fitting = [card for card in hand if card.rank in {other.rank for other in on_table}]
    return [*(fitting if allowed else []), "pass"]


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_random_games(options: dict[str, str]) -> None:
    game = Durak(options)
    for seed in range(12):
        states = random_states(options, seed)
        for state in states[:-1]:
            assert list(state.moves) == naive_moves(state)
            table = [card for pair in state.table for card in pair if card]
            cards = [*state.hand_of(0), *state.hand_of(1), *state.stock, *state.discard, *table]
            assert sorted(cards) == sorted(game.cards)
        assert states[-1].payoffs in ((1, -1), (-1, 1), (0, 0))
        assert states[-1].ply <= game.max_moves
