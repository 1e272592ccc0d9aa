"""Durak: the rules by example and in random play, knowledge, notation, and a published game."""

from __future__ import annotations

import random

import numpy as np
import pytest

from kiebitz.cards import CardSet
from kiebitz.errors import BadNotation, BadOption, IllegalMove
from kiebitz.games.durak import Durak
from kiebitz.games.durak.view import DurakState, DurakView
from kiebitz.games.values import Deal
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import TURN, WORDS
from kiebitz.kernel.worlds import count_worlds

OPTION_SETS = [
    {},
    {"end": "published"},
    {"leak": "published"},
    {"trumps": "off"},
    {"attack_limit": "6"},
    *({"start_rank": str(rank)} for rank in range(7, 15)),
    {"start_rank": "10", "trumps": "off", "attack_limit": "6", "end": "published"},
    {"start_rank": "12", "trumps": "off"},
]


def start(
    first_hand: str, second_hand: str, top: str = "", bottom: str = "", facts: str = "first=0", **options: str
) -> DurakState:
    """A game from both hands and some cards of the deck; the others lie in the middle of the deck."""
    game = Durak(options)
    named = f"{first_hand} {second_hand} {top} {bottom}".split()
    middle = [card for card in game.cards if card not in named]
    deck = " ".join([*top.split(), *middle, *bottom.split()])
    state = Deal.read(game, f"{first_hand} | {second_hand} | {deck} | {facts}").start()
    assert isinstance(state, DurakState)
    return state


def play(state: DurakState, moves: str) -> DurakState:
    for move in moves.split():
        state = state.play(move)
    return state


def view_of(state: DurakState, seat: int) -> DurakView:
    view = state.view(seat)
    assert isinstance(view, DurakView)
    return view


def worlds(view: DurakView) -> tuple[float, list[CardSet], list[int]]:
    """How many worlds a view leaves, and for each place the cards that may be there and how many are."""
    cards, room = np.zeros(3, np.int64), np.zeros(3, np.int64)
    assert view.game.kernels.unseen(view.vector, cards, room) == 3
    return count_worlds(cards, room, 3), [CardSet(int(c), view.game.deck) for c in cards], room.tolist()


def random_states(options: dict[str, str], seed: int) -> list[DurakState]:
    """All states of a random game; some players like to go on, others like to stop."""
    rng = random.Random(seed)
    eagerness = rng.random()
    state = Durak(options).deal(seed)
    assert isinstance(state, DurakState)
    states = [state]
    while not state.is_over:
        cards = [move for move in state.moves if move.code < 36]
        eager = cards and rng.random() < eagerness
        state = state.play(rng.choice(cards if eager else state.moves))
        states.append(state)
    return states


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

BEATABLE = ("6S 6H 6D 6C 7S 7H", "8S 8H 7D 7C 9S 9H")  # diamonds are trumps; every attack has its answer


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


FEW_LEFT = {"top": "QC KD AC", "bottom": "AD", "start_rank": "11"}
FEW_LEFT_HANDS = ("JS JH JD JC QS QH", "QD KS KH KC AS AH")


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


# -- knowledge -----------------------------------------------------------------------------------------


def test_a_view_hides_the_other_hand_and_the_deck() -> None:
    state = start(*BEATABLE, bottom="AD")
    view = view_of(state, 0)
    assert (str(view.hand_of(1)), view.hand_size(1), view.stock) == ("", 6, ())
    number, places, room = worlds(view)
    assert (number, room) == (475020, [0, 6, 23])  # 29 choose 6
    assert "AD" not in places[1] | places[2]


def test_without_trumps_the_bottom_card_is_not_known() -> None:
    view = view_of(start(*BEATABLE, facts="trump=-", trumps="off"), 0)
    assert worlds(view)[0] == 593775  # 30 choose 6


def test_taken_cards_are_known_until_they_are_played() -> None:
    state = play(start(*BEATABLE, bottom="AD"), "6S 8S 6H take pass")
    view = view_of(state, 0)
    assert str(view.known(1)) == "6S 8S 6H"
    assert worlds(view)[2] == [0, 5, 21]
    state = play(state, "7S 8S pass 6S")
    assert str(view_of(state, 0).known(1)) == "6H"


def test_an_empty_deck_leaves_one_world() -> None:
    for options in ({"start_rank": "12"}, {"start_rank": "9"}, {"start_rank": "9", "trumps": "off"}):
        for state in random_states(options, 5):
            hidden = state.deck_size - (state.bottom is not None)
            for seat in range(2):
                view = view_of(state, seat)
                if hidden == 0:
                    assert worlds(view)[0] == 1
                    assert view.known(1 - seat) == state.hand_of(1 - seat)


def test_the_draw_of_the_bottom_trump_is_public() -> None:
    state = play(start(*FEW_LEFT_HANDS, **FEW_LEFT), "JS KS JH KH JC KC pass")
    assert (str(state.shown(0)), str(state.shown(1))) == ("", "AD")


def test_a_spectator_knows_only_what_is_public() -> None:
    state = play(start("KS KH KD KC", "AS AH AD AC", facts="trump=S", start_rank="13"), "KS take pass")
    public = view_of(state, -1)
    assert (str(public.known(0)), str(public.known(1))) == ("", "KS")
    number, _, room = worlds(public)
    assert (number, room) == (35, [3, 4, 0])  # 7 choose 3
    assert view_of(state, 1).known(0) == state.hand_of(0)


def test_the_open_world_shows_the_deck() -> None:
    state = start(*BEATABLE, bottom="AD", open_world="on")
    view = view_of(state, 0)
    assert view.stock == state.stock
    assert view.hand_of(1) == state.hand_of(1)
    assert worlds(view)[0] == 1


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_views_are_sound_and_completed_views_play_on(options: dict[str, str]) -> None:
    kernels = Durak(options).kernels
    rng = Stream.named("durak", "completions")
    for state in random_states(options, 8):
        for seat in range(2):
            view = view_of(state, seat)
            _, places, room = worlds(view)
            other = state.hand_of(1 - seat) - view.shown(1 - seat)
            assert len(other) == room[1 - seat]
            assert not other - places[1 - seat]
            assert (view.hand_size(0), view.hand_size(1)) == (len(state.hand_of(0)), len(state.hand_of(1)))
            world, again = np.zeros(WORDS, np.int64), np.zeros(WORDS, np.int64)
            kernels.complete(view.vector, rng.word, world)
            kernels.observe(world, seat, again)
            assert (again == view.vector).all()
            assert state.turn != seat or view.moves == state.moves
            moves = random.Random(0)
            while world[TURN] >= 0:
                kernels.play(world, moves.choice(state.game.moves(world)).code)


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


# -- notation ------------------------------------------------------------------------------------------


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


# -- a published game ----------------------------------------------------------------------------------


class DotNetRandom:
    """The seeded generator of .NET: Knuth's subtractive method with a table of 55 numbers."""

    def __init__(self, seed: int) -> None:
        self.modulus = 2**31 - 1
        self.table = [0] * 56
        last, value = 161803398 - seed, 1
        self.table[55] = last
        for i in range(1, 55):
            self.table[21 * i % 55] = value
            last, value = value, (last - value) % self.modulus
        for _ in range(4):
            for i in range(1, 56):
                self.table[i] = (self.table[i] - self.table[1 + (i + 30) % 55]) % self.modulus
        self.steps = 0

    def below(self, n: int) -> int:
        here, there = self.steps % 55 + 1, (self.steps + 21) % 55 + 1
        self.steps += 1
        self.table[here] = (self.table[here] - self.table[there]) % self.modulus
        return int(self.table[here] * (1.0 / self.modulus) * n)


def published_deal(seed: int) -> DurakState:
    """The published program's deal: cards are drawn from the end of its list, the trump lies at index 0."""
    game = Durak({"end": "published"})
    rng, cards = DotNetRandom(seed), [str(card) for card in game.cards]
    for i in range(len(cards) - 1, 0, -1):
        j = rng.below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    cards.reverse()
    return start(" ".join(cards[:6]), " ".join(cards[6:12]), top=" ".join(cards[12:]), end="published")


@pytest.mark.parametrize(
    ("seed", "trump", "first_hand", "second_hand", "attacker"),
    [
        (1, "AD", "9S AS TH QH 9D KD", "6S 8S QS 7H AH 6C", 0),
        (2, "QH", "9S JS 6H JH 6C JC", "6S QS 9H 7D QD AD", 0),
        (3, "TC", "JS QS 7H AH QD 8C", "KS 6H TH 8D 6C AC", 1),
        (4, "AS", "6S 7S TH 7D 8C KC", "QS JH 8D 7C JC AC", 0),
        (5, "9C", "AS 6H 9H JH 8D 7C", "9S TS KH KD 6C KC", 1),
    ],
)
def test_published_deals(seed: int, trump: str, first_hand: str, second_hand: str, attacker: int) -> None:
    state = published_deal(seed)
    assert (state.bottom, str(state.hand_of(0)), str(state.hand_of(1))) == (trump, first_hand, second_hand)
    assert state.attacker == attacker


PUBLISHED_GAME = """
    1:9S 2:QS 1:QH 2:AH 1:AS 2:- 1:- 1:10H 2:QH 1:QC 2:- 1:- 1:9C 2:QC 1:- 2:6S 1:JS 2:6C 1:9D 2:9S 1:KS
    2:- 1:8H 2:10H 1:10C 2:- 1:- 1:7S 2:8S 1:7C 2:10C 1:- 2:7H 1:9H 2:- 1:6H 2:8H 1:- 2:10H 1:JH 2:-
    1:10S 2:QS 1:- 2:QH 1:KH 2:- 1:JC 2:AC 1:- 2:AS 1:6D 2:AH 1:10D 2:AD 1:- 2:7D 1:10D 2:- 1:8C 2:8D 1:-
    2:QD 1:KD
"""


def test_published_game_of_two_greedy_players() -> None:
    state = published_deal(1)
    for entry in PUBLISHED_GAME.split():
        # The program does not ask an attacker for more who has nothing to add, and prints no ply for him.
        if state.is_taking and state.moves == ("pass",):
            state = state.play("pass")
        player, move = entry.split(":")
        assert state.turn == int(player) - 1, entry
        stop = "take" if state.phase == "defend" else "pass"
        state = state.play(stop if move == "-" else move)
    assert (state.is_over, state.payoffs, state.bout) == (True, (-1, 1), 16)
