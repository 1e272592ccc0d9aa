"""Skat: worked scores, the auction, naming, announcements, early ends, and what each seat may see."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from kiebitz.errors import BadNotation, IllegalMove, KiebitzError
from kiebitz.games.skat import Skat
from kiebitz.games.skat.contracts import CONTRACTS, Contract
from kiebitz.games.skat.scoring import score, tops
from kiebitz.games.skat.series import Series, totals
from kiebitz.games.skat.tables import BIDS, CLASS, POWER
from kiebitz.games.skat.view import SkatState, SkatView
from kiebitz.kernel.random import Stream
from kiebitz.rules.values import Deal
from tests.games.skat.scores import SCORE_TABLE

# Forehand has a Grand or Clubs with three; rearhand has no trump in Clubs; the skat has no points.
FOREHAND = "CJ SJ HJ CA CT CK CQ C9 SA ST"
MIDDLEHAND = "DJ C8 C7 SK SQ S9 HA HT DA DT"
REARHAND = "S8 S7 HK HQ H9 H8 H7 DK DQ D9"
DEAL = f"{FOREHAND} | {MIDDLEHAND} | {REARHAND} | D8 D7"
FOREHAND_ALONE = ("pass", "pass")


def start(deal: str = DEAL, naming: str = "isko") -> SkatState:
    state = Deal.read(Skat({"naming": naming}), deal).start()
    assert isinstance(state, SkatState)
    return state


def play(state: SkatState, *moves: str) -> SkatState:
    for move in " ".join(moves).split():
        state = state.play(move)
    return state


def view(state: SkatState, seat: int) -> SkatView:
    seen = state.view(seat)
    assert isinstance(seen, SkatView)
    return seen


def random_game(naming: str, seed: int) -> Iterator[SkatState]:
    """The states of a random game with an auction that does not always end at the top."""
    rng = Stream.named("skat", naming, seed)
    state = Skat({"naming": naming}).deal(seed)
    assert isinstance(state, SkatState)
    yield state
    while not state.is_over:
        moves = state.moves
        if state.phase == "speak" and seed % 4:
            moves = (moves[-1], *moves[: 1 + seed % 3])
        state = state.play(rng.choice(moves))
        yield state


# -- scores --------------------------------------------------------------------------------------------


def value_of(token: str, n: int, bid: int, points: int, tricks: int, complete: int = 1) -> int:
    game, hand, level = Contract.read(token)
    announced = ("plain", "schneider", "schwarz", "ouvert").index(level)
    levels = announced >= 1, announced >= 2, announced == 3
    return int(score(CONTRACTS.index(game), n, int(hand), *map(int, levels), bid, points, tricks, complete))


@pytest.mark.parametrize(("token", "n", "bid", "points", "tricks", "expected"), SCORE_TABLE)
def test_worked_scores(token: str, n: int, bid: int, points: int, tricks: int, expected: int) -> None:
    assert value_of(token, n, bid, points, tricks) == expected


def test_nobody_is_schneider_before_a_trick_is_complete() -> None:
    assert value_of("C", 1, 18, 0, 0, complete=0) == -48
    assert value_of("C", 1, 18, 0, 0, complete=1) == -96


@pytest.mark.parametrize(
    ("cards", "game", "n"),
    [
        ("CJ", "D", 1),
        ("CJ HJ DJ", "D", 1),
        ("HJ DJ DA", "H", 2),
        ("CJ SJ HJ DJ CA CT", "C", 6),
        ("CJ SJ HJ DJ CA CT", "S", 4),
        ("CJ SJ HJ DJ CA CT", "G", 4),
        ("SA ST", "S", 4),
        ("ST S9", "S", 5),
        ("SA HA", "G", 4),
        ("HA DA ST", "C", 11),
        ("CJ SJ HJ DJ CA CT CK CQ C9 C8 C7", "C", 11),
        ("CJ SJ", "N", 0),
    ],
)
def test_tops(cards: str, game: str, n: int) -> None:
    assert tops(Skat.deck.set(cards.split()).mask, CONTRACTS.index(game)) == n


def test_all_values_that_may_be_bid() -> None:
    assert len(BIDS) == 63
    assert list(BIDS[:12]) == [18, 20, 22, 23, 24, 27, 30, 33, 35, 36, 40, 44]
    assert list(BIDS[-4:]) == [204, 216, 240, 264]
    assert not {171, 189, 190} & set(BIDS.tolist())


def test_lists() -> None:
    own = [(0, 24), (0, 48), (0, 30), (0, -72)]
    others = [(1, -36), (1, -40), (2, -96), (2, 0)]
    assert totals(own + others, 3)[0] == 250
    assert totals(own + others, 4)[0] == 220
    assert totals([(1, -96)], 3) == (40, -146, 40)
    assert totals([(1, -96)], 4) == (30, -146, 30, 30)
    assert totals([(-1, 0)]) == (0, 0, 0)
    with pytest.raises(KiebitzError, match="3 or 4"):
        totals([], 5)


def test_a_series_has_twelve_games_for_each_player() -> None:
    for seats in (3, 4):
        series = Series(seats)
        for _ in range(12 * seats):
            assert not series.is_complete
            series.add(series.players[0], 18)
        assert series.is_complete
        assert series.totals == (12 * 68,) * seats
    with pytest.raises(KiebitzError, match="does not play"):
        Series(4).add(0, 18)


# -- the auction ---------------------------------------------------------------------------------------


def test_middlehand_speaks_and_the_third_player_can_still_bid() -> None:
    state = start()
    assert (state.turn, state.phase, len(state.moves)) == (1, "speak", 64)
    state = play(state, "18 pass")
    assert (state.turn, state.phase, state.bid) == (2, "speak", 18)
    assert "18" not in state.moves
    state = play(state, "20")
    assert (state.turn, state.phase) == (1, "answer")
    state = play(state, "yes 22 pass")
    assert (state.declarer, state.bid, state.turn, state.phase) == (2, 22, 2, "skat")
    assert [state.offer(seat) for seat in range(3)] == [0, 20, 22]


def test_rearhand_bids_after_middlehand_has_passed() -> None:
    state = play(start(), "pass 18 yes 20 yes pass")
    assert (state.declarer, state.bid) == (0, 20)
    assert play(start(), "pass 18 pass").declarer == 2


def test_a_listener_who_held_wins_when_both_speakers_pass() -> None:
    state = play(start(), "18 yes pass pass")
    assert (state.declarer, state.bid) == (0, 18)


def test_forehand_alone_may_bid_or_pass_the_deal_in() -> None:
    state = play(start(), *FOREHAND_ALONE)
    assert (state.turn, state.phase, len(state.moves)) == (0, "speak", 64)
    assert play(state, "18").declarer == 0
    assert play(state, "48").bid == 48
    passed = play(state, "pass")
    assert passed.is_over
    assert passed.payoffs == (0, 0, 0)
    assert passed.declarer == -1
    assert "Passed in" in str(passed)


def test_jump_bids_are_legal_but_only_values_of_games() -> None:
    state = play(start(), "59 yes")
    assert state.moves[0] == "60"
    with pytest.raises(BadNotation):
        state.play("61")
    with pytest.raises(IllegalMove):
        state.play("18")


def test_after_the_highest_value_a_speaker_can_only_pass() -> None:
    assert play(start(), "264 yes").moves == ("pass",)
    assert play(start(), "264 pass").moves == ("pass",)


def test_the_longest_auction_keeps_the_claimed_length() -> None:
    state = start()
    for value in BIDS:
        state = play(state, f"{value} yes")
    state = play(state, "pass pass skat D8 D7 G plain")
    assert state.ply + 30 == Skat.max_moves


# -- skat, contract, announcement ----------------------------------------------------------------------


def declarer_at(bid: int, naming: str = "isko") -> SkatState:
    return play(start(naming=naming), *FOREHAND_ALONE, str(bid))


def after_skat(bid: int, naming: str = "isko") -> SkatState:
    return play(declarer_at(bid, naming), "skat D8 D7")


def test_taking_the_skat_and_putting_two_cards_away() -> None:
    state = play(declarer_at(18), "skat")
    assert len(state.hand_of(0)) == 12
    state = play(state, "CJ")
    assert (state.phase, len(state.moves), str(state.skat)) == ("discard", 11, "CJ")
    state = play(state, "D7")
    assert (state.phase, len(state.hand_of(0)), str(state.skat)) == ("contract", 10, "CJ D7")
    assert str(state.dealt_skat) == "D8 D7"
    assert play(state, "C").tops == 3  # the jack of clubs in the skat still counts


@pytest.mark.parametrize(
    ("bid", "contracts"),
    [(18, "CSHDGN"), (46, "CSHDGN"), (48, "CSHDG"), (55, "CSHG"), (72, "CG"), (77, "G"), (144, "G")],
)
def test_isko_names_only_games_that_can_reach_the_bid(bid: int, contracts: str) -> None:
    assert "".join(after_skat(bid).moves) == contracts


def test_isko_lets_every_trump_game_be_named_when_none_can_reach_the_bid() -> None:
    assert "".join(after_skat(150).moves) == "CSHDG"


def test_iss_refuses_only_a_null_below_the_bid() -> None:
    assert "".join(after_skat(77, "iss").moves) == "CSHDG"
    assert "".join(after_skat(46, "iss").moves) == "CSHDGN"


@pytest.mark.parametrize("naming", ["isko", "iss"])
def test_hand_games(naming: str) -> None:
    assert "".join(play(declarer_at(264, naming), "hand").moves) == "CSHDG"
    assert "".join(play(declarer_at(59, naming), "hand").moves) == "CSHDGN"
    assert "".join(play(declarer_at(60, naming), "hand").moves) == "CSHDG"


def test_announcements() -> None:
    assert play(after_skat(18), "C").moves == ("plain",)
    assert play(after_skat(23), "N").moves == ("plain", "ouvert")
    assert play(after_skat(24), "N").moves == ("ouvert",)
    assert play(declarer_at(35), "hand N").moves == ("plain", "ouvert")
    assert play(declarer_at(36), "hand N").moves == ("ouvert",)
    assert play(declarer_at(18), "hand G").moves == ("plain", "schneider", "schwarz", "ouvert")


@pytest.mark.parametrize(
    ("moves", "token"),
    [
        ("hand C plain", "CH"),
        ("hand C schneider", "CHS"),
        ("hand C schwarz", "CHZ"),
        ("hand G ouvert", "GO"),
        ("hand N ouvert", "NOH"),
        ("skat D8 D7 N ouvert", "NO"),
        ("skat D8 D7 H plain", "H"),
    ],
)
def test_contract_texts(moves: str, token: str) -> None:
    state = play(declarer_at(18), moves)
    assert (state.contract, state.turn, state.phase) == (token, 0, "play")
    assert str(Contract.read(token)) == token


def test_contract_texts_that_make_no_sense() -> None:
    for text in ("", "X", "C7", "CHH", "hand"):
        with pytest.raises(BadNotation):
            Contract.read(text)


# -- play ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "strongest_first"),
    [
        ("C", "CJ SJ HJ DJ CA CT CK CQ C9 C8 C7"),
        ("D", "CJ SJ HJ DJ DA DT DK DQ D9 D8 D7"),
        ("G", "CJ SJ HJ DJ"),
        ("D", "SA ST SK SQ S9 S8 S7"),
        ("G", "HA HT HK HQ H9 H8 H7"),
        ("N", "HA HK HQ HJ HT H9 H8 H7"),
        ("N", "CA CK CQ CJ CT C9 C8 C7"),
    ],
)
def test_strength_and_classes(game: str, strongest_first: str) -> None:
    contract = CONTRACTS.index(game)
    cards = [Skat.deck.read(text).number for text in strongest_first.split()]
    powers = [POWER[contract, card] for card in cards]
    assert powers == sorted(powers, reverse=True)
    assert len(set(powers)) == len(powers)
    assert {int(CLASS[contract, card]) for card in cards} == {sum(1 << card for card in cards)}


def test_a_led_jack_asks_for_trump_and_shows_who_has_none() -> None:
    state = play(declarer_at(18), "hand C plain CJ")
    assert state.moves == ("DJ", "C8", "C7")
    state = play(state, "C7")
    assert len(state.moves) == 10
    assert view(state, 2).trick == ((0, "CJ"), (1, "C7"))
    state = play(state, "H7")
    assert str(state.voids(2)) == "CJ SJ HJ DJ CA CT CK CQ C9 C8 C7"
    assert not state.voids(1)
    assert (state.turn, state.tricks, state.trick_points) == (0, (1, 0), (2, 0))


def test_in_null_a_jack_belongs_to_its_suit() -> None:
    state = play(declarer_at(18), "hand N plain SJ")
    assert state.moves == ("SK", "SQ", "S9")
    seen = view(state, 1)
    assert [seen.wins(move) for move in seen.moves] == [True, True, False]
    assert [seen.points(move) for move in seen.moves] == [4, 3, 0]


def test_trumps_win_and_other_suits_do_not() -> None:
    state = play(declarer_at(18), "hand C plain SA SK")
    assert not view(state, 2).wins(state.moves[0])
    state = play(state, "S8 C9 DJ")
    seen = view(state, 2)
    assert not any(seen.wins(move) for move in seen.moves)


def test_null_ends_with_the_declarers_first_trick() -> None:
    state = play(declarer_at(18), "hand N plain SA S9 S7")
    assert state.is_over
    assert (state.value, state.payoffs) == (-70, (-120, 40, 40))


def test_schwarz_announced_ends_with_the_opponents_first_trick() -> None:
    state = play(declarer_at(18), "hand C schwarz C9 DJ H7")
    assert state.is_over
    assert (state.value, state.payoffs) == (-216, (-266, 40, 40))


def test_schneider_announced_is_won_with_ninety_points() -> None:
    state = play(declarer_at(18), "hand C schneider C9 DJ HK HA HQ ST HT H9 CQ SA SK S8")
    assert not state.is_over
    assert state.trick_points[1] == 30
    while not state.is_over:
        state = play(state, state.moves[0])
    assert (state.value, state.declarer_points, sum(state.tricks)) == (84, 90, 10)
    assert state.payoffs == (134, 0, 0)


def test_schneider_announced_ends_when_it_is_missed_and_the_declarer_is_not_schwarz() -> None:
    state = play(declarer_at(18), "hand C schneider C9 DJ DK HA HK ST")
    assert state.trick_points == (0, 31)
    assert not state.is_over  # without a trick the declarer might still be Schwarz
    state = play(state, "HT HQ CQ")
    assert state.is_over
    assert (state.value, state.tricks) == (-168, (1, 2))


def test_a_plain_game_is_played_out() -> None:
    ends = [list(random_game("isko", seed))[-1] for seed in range(40)]
    plain = [end for end in ends if end.contract[:1] in tuple("CSHDG") and end.announcement == "plain"]
    assert len(plain) > 10
    for end in plain:
        assert sum(end.tricks) == 10
        assert end.declarer_points + end.trick_points[1] == 120


def test_in_a_hand_game_the_unseen_skat_decides_the_tops() -> None:
    deal = DEAL.replace("SJ", "x").replace("D8", "SJ").replace("x", "D8")
    state = play(start(deal), *FOREHAND_ALONE, "18 hand C plain")
    assert state.tops == 3
    assert view(state, 0).tops is None
    deal = DEAL.replace("CJ", "x").replace("D8", "CJ").replace("x", "D8")
    state = play(start(deal), *FOREHAND_ALONE, "18 hand C plain")
    assert state.tops == 3


def test_overbid_by_the_skat() -> None:
    """Without two by the look of the hand, but the jack of spades lay in the skat: Hearts Hand at 50."""
    hands = "HJ DJ HA HT HK HQ H9 CA SA DA | CJ CT CK CQ C9 C8 C7 ST SK SQ | S9 S8 S7 DT DK DQ D9 D8 D7 H8"
    state = play(start(f"{hands} | SJ H7"), *FOREHAND_ALONE, "50 hand H plain")
    assert state.tops == -1
    while not state.is_over:
        state = play(state, state.moves[0])
    assert state.declarer_points >= 61
    assert state.value == -100


@pytest.mark.parametrize("naming", ["isko", "iss"])
def test_cards_are_conserved_in_random_games(naming: str) -> None:
    for seed in range(25):
        for state in random_game(naming, seed):
            masks = [state.skat.mask]
            for seat in range(3):
                masks += [state.hand_of(seat).mask, state.played(seat).mask]
                assert not state.hand_of(seat) & state.voids(seat)
            assert sum(masks) == Skat.deck.mask
            assert str(state)


def test_deals_are_read_back_and_wrong_ones_refused() -> None:
    game = Skat()
    deal = game.deal_of(3)
    assert Deal.read(game, deal.text) == deal
    assert Deal.read(game, DEAL).text == DEAL
    for text in (DEAL.replace("D8", "CJ"), DEAL.replace("| D8", "D8 |"), DEAL.replace(" D7", "")):
        with pytest.raises(BadNotation):
            Deal.read(game, text)


# -- what a seat may see -------------------------------------------------------------------------------


def places(seen: SkatView) -> tuple[list[int], list[int]]:
    cards, room = np.zeros(4, np.int64), np.zeros(4, np.int64)
    assert seen.game.kernels.unseen(seen.vector, cards, room) == 4
    return cards.tolist(), room.tolist()


def test_nobody_sees_the_skat_before_it_is_taken() -> None:
    state = declarer_at(18)
    for seat in range(3):
        seen = view(state, seat)
        assert not seen.skat
        assert places(seen)[1] == [0 if place == seat else 10 for place in range(3)] + [2]
        assert [bool(seen.hand_of(other)) for other in range(3)] == [other == seat for other in range(3)]


def test_only_the_declarer_sees_the_skat_and_his_discards() -> None:
    state = play(declarer_at(18), "skat")
    assert len(view(state, 0).hand) == 12
    assert str(view(state, 0).events[-1].gained) == "D8 D7"
    assert places(view(state, 1))[1] == [12, 0, 10, 0]
    state = play(state, "C9")
    assert str(view(state, 0).skat) == "C9"
    assert places(view(state, 0))[1] == [0, 10, 10, 0]
    assert places(view(state, 1))[1] == [11, 0, 10, 1]
    state = play(state, "ST")
    for seat in (1, 2):
        seen = view(state, seat)
        assert not seen.skat
        assert [event.move for event in seen.events[-2:]] == [None, None]
    assert str(view(state, 0).skat) == "C9 ST"
    assert places(view(state, 2))[1] == [10, 10, 0, 2]


def test_a_hand_declarer_does_not_know_the_skat() -> None:
    state = play(declarer_at(18), "hand G plain CJ")
    assert not view(state, 0).skat
    assert places(view(state, 0))[1] == [0, 10, 10, 2]
    assert places(view(state, 1))[1] == [9, 0, 10, 2]


def test_an_ouvert_hand_lies_open_from_the_announcement_on() -> None:
    state = play(declarer_at(18), "skat D8 C9 N")
    assert not view(state, 1).hand_of(0)
    state = play(state, "ouvert")
    for seat in (1, 2):
        seen = view(state, seat)
        assert seen.hand_of(0) == state.hand_of(0)
        assert not seen.skat
        assert places(seen)[1][0] == 0
    state = play(state, "CT")
    assert view(state, 2).hand_of(0) == state.hand_of(0)


def test_voids_restrict_where_cards_may_be() -> None:
    state = play(declarer_at(18), "hand C plain CJ C7 H7")
    cards, room = places(view(state, 0))
    trumps = Skat.deck.set(["DJ", "C8"]).mask
    assert cards[2] & trumps == 0
    assert cards[1] & trumps == cards[3] & trumps == trumps
    assert room == [0, 9, 9, 2]


def test_all_cards_are_turned_up_at_the_end() -> None:
    state = play(declarer_at(18), "hand N plain SA S9 S7")
    seen = view(state, 1)
    assert [seen.hand_of(seat) for seat in range(3)] == [state.hand_of(seat) for seat in range(3)]
    assert str(seen.skat) == "D8 D7"
    assert places(seen)[1] == [0, 0, 0, 0]


def test_the_open_world_shows_everything() -> None:
    game = Skat({"open_world": "on"})
    state = Deal.read(game, DEAL).start()
    seen = state.view(1)
    assert [str(seen.hand_of(seat)) for seat in range(3)] == [str(state.hand_of(seat)) for seat in range(3)]
    assert isinstance(seen, SkatView)
    assert str(seen.skat) == "D8 D7"


def test_render_names_contract_and_trick() -> None:
    state = play(declarer_at(18), "hand G schneider CJ")
    text = str(state.view(1))
    assert "Forehand plays Grand Hand, Schneider announced, bid 18" in text
    assert "> Middlehand" in text
    assert "Forehand ♣J" in text
