"""Boerenbridge: decks, guesses, tricks, scores, knowledge, texts and options, with rounds worked by hand."""

from __future__ import annotations

import random

import numpy as np
import pytest

from kiebitz.errors import BadNotation, BadOption, IllegalMove
from kiebitz.games.boerenbridge import OPENER_WORD, TRUMP_WORD, Boerenbridge
from kiebitz.games.boerenbridge import rules as r
from kiebitz.games.boerenbridge.view import BoerenbridgeState, BoerenbridgeView
from kiebitz.kernel.random import Stream, key
from kiebitz.kernel.state import HAND, ROUND, TURN, WORDS
from kiebitz.kernel.worlds import count_worlds
from kiebitz.rules.registry import game
from kiebitz.rules.values import Deal

HANDS = "AH QD KS | KH AD QC | QH KC AS | KD AC QS"
ROUND_ONE = f"{HANDS} |  | trump=S opener=2"
ROUND_TWO = f"{HANDS} |  | trump=H"
GUESSES = "1 1 1 1"
TRICKS = "QH QS AH KH AC KS QC KC QD AD AS KD"
OPTION_SETS: list[dict[str, str]] = [
    {},
    {"seats": "3", "schedule": "1-8-1", "deck": "full", "trump": "card"},
    {"seats": "5", "schedule": "3-5-3", "trump": "none", "hook": "off", "scoring": "tricks"},
    {"seats": "6", "schedule": "1,4,2", "trump": "card", "opener": "rotate", "scoring": "dutch"},
    {"seats": "7", "schedule": "3,4", "deck": "full", "trump": "diamonds"},
    {"seats": "7", "schedule": "1,2,3,4", "opener": "rotate", "open_world": "on"},
]


def named(options: dict[str, str]) -> str:
    return ",".join(f"{name}={value}" for name, value in options.items()) or "defaults"


every_set = pytest.mark.parametrize("options", OPTION_SETS, ids=named)


def start(text: str, **options: str) -> BoerenbridgeState:
    """The start of a deal that is given as text."""
    state = Deal.read(game("boerenbridge", options), text).start()
    assert isinstance(state, BoerenbridgeState)
    return state


def play(state: BoerenbridgeState, moves: str) -> BoerenbridgeState:
    for move in moves.split():
        state = state.play(move)
    return state


def view_of(state: BoerenbridgeState, seat: int) -> BoerenbridgeView:
    view = state.view(seat)
    assert isinstance(view, BoerenbridgeView)
    return view


def after_round(tricks: str = TRICKS, **options: str) -> BoerenbridgeState:
    """The hand-worked round is over and the next has begun."""
    state = start(f"{ROUND_ONE}\n{ROUND_TWO}", schedule="3,3", **options)
    return play(state, f"{GUESSES} {tricks}")


def places(view: BoerenbridgeView) -> dict[str, tuple[str, int]]:
    """Each place with the unseen cards that may lie there and how many do."""
    cards, room = np.zeros(8, np.int64), np.zeros(8, np.int64)
    n = r.unseen(view.vector, cards, room)
    names = view.game.place_names()
    assert n == len(names)
    sets = [" ".join(c for c in view.game.deck.cards if int(cards[p]) >> c.number & 1) for p in range(n)]
    return {name: (sets[p], int(room[p])) for p, name in enumerate(names)}


def worlds(view: BoerenbridgeView) -> int:
    cards, room = np.zeros(8, np.int64), np.zeros(8, np.int64)
    n = r.unseen(view.vector, cards, room)
    return int(count_worlds(cards, room, n))


# -- the deal ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "ranks"), list(enumerate(["QKA", "JQKA", "TJQKA", "JQKA", "QKA"])))
def test_the_default_decks_are_the_highest_ranks(number: int, ranks: str) -> None:
    rules = Boerenbridge()
    expected = rules.deck.set(rank + suit for suit in "HDCS" for rank in ranks)
    assert rules.round_deck(number) == expected.mask
    assert set(rules.deal_of(1).layouts[number][: len(expected)]) == {card.number for card in expected}


@pytest.mark.parametrize(
    ("seats", "size", "deck", "cards"),
    [(3, 1, "round", 4), (5, 3, "round", 16), (7, 7, "round", 52), (4, 13, "round", 52), (3, 1, "full", 52)],
)
def test_a_deck_has_just_enough_ranks(seats: int, size: int, deck: str, cards: int) -> None:
    rules = Boerenbridge({"seats": str(seats), "schedule": str(size), "deck": deck})
    assert rules.round_deck(0).bit_count() == cards


@pytest.mark.parametrize("seats", range(3, 8))
def test_every_card_of_the_deck_is_dealt_or_left(seats: int) -> None:
    state = Boerenbridge({"seats": str(seats), "schedule": "5", "deck": "full"}).deal(3)
    assert isinstance(state, BoerenbridgeState)
    assert [len(state.hand_of(seat)) for seat in range(seats)] == [5] * seats
    together = state.undealt.mask
    for seat in range(seats):
        assert not together & state.hand_of(seat).mask
        together |= state.hand_of(seat).mask
    assert together == state.cards.mask == state.game.deck.mask
    assert state.opener == state.leader == state.turn < seats


def test_seats_are_compass_points_only_at_a_table_of_four() -> None:
    assert [Boerenbridge().seat_name(seat) for seat in range(4)] == ["North", "East", "South", "West"]
    assert Boerenbridge({"seats": "5"}).place_names()[-2:] == ("Player 5", "undealt")


def test_chance_is_fair_and_uses_everything() -> None:
    deals = [game("boerenbridge", {"schedule": "3"}).deal_of(seed).layouts[0] for seed in range(400)]
    for word, choices in ((TRUMP_WORD, 4), (OPENER_WORD, 4), (0, 12), (11, 12)):
        counts = np.unique([deal[word] for deal in deals], return_counts=True)[1]
        assert len(counts) == choices
        assert abs(counts - 400 / choices).max() < 5 * (400 / choices) ** 0.5


# -- a round by hand ---------------------------------------------------------------------------------------


def test_a_complete_round() -> None:
    state = start(ROUND_ONE, schedule="3")
    assert (state.turn, state.phase, state.trump, state.n) == (2, "guess", "S", 3)
    assert state.moves == ("0", "1", "2", "3")
    state = play(state, "1 1 1")
    # Three tricks are guessed, so East, who is last, may not stay at 0.
    assert (state.turn, state.moves) == (1, ("1", "2", "3"))
    assert state.guesses == (1, None, 1, 1)
    state = play(state, "1")
    assert (state.turn, state.phase, state.led, state.trick) == (2, "play", None, [])
    state = play(state, "QH")
    # West has no heart and may play anything; it is not obliged to trump.
    assert state.moves == ("KD", "AC", "QS")
    state = play(state, "QS")
    assert (state.turn, state.moves) == (0, ("AH",))
    assert (state.led, state.best, state.trick) == ("H", "QS", [(2, "QH"), (3, "QS")])
    state = play(state, "AH KH")
    assert (state.leader, state.turn, state.tricks_won, state.trick_number) == (3, 3, (0, 0, 0, 1), 1)
    assert (state.trick, state.led, state.best) == ([], None, None)
    state = play(state, "AC KS QC KC")
    assert (state.turn, state.tricks_won) == (0, (1, 0, 0, 1))
    assert [state.voids(seat) for seat in range(4)] == [("C",), (), (), ("H",)]
    # Hearts were led first, but diamonds are led now: East's ace is beaten by South's last trump.
    state = play(state, "QD AD AS KD")
    assert state.is_over and state.turn == -1 and state.moves == ()
    assert state.tricks_won == (1, 0, 1, 1)
    assert state.scores == state.payoffs == (12, -2, 12, 12)


@pytest.mark.parametrize(
    ("scoring", "scores"),
    [("published", (12, -2, 12, 12)), ("tricks", (11, 0, 11, 11)), ("dutch", (6, -1, 6, 6))],
)
def test_the_three_scorings_of_that_round(scoring: str, scores: tuple[int, ...]) -> None:
    assert after_round(scoring=scoring).scores == scores


@pytest.mark.parametrize(
    ("scoring", "guess", "tricks", "score"),
    [
        (0, 0, 0, 10), (0, 3, 3, 16), (0, 3, 1, -4), (0, 0, 2, -4),
        (1, 0, 0, 10), (1, 3, 3, 13), (1, 3, 1, 1), (1, 0, 2, 2),
        (2, 0, 0, 5), (2, 3, 3, 8), (2, 3, 1, -2), (2, 0, 2, -2),
    ],
)  # fmt: skip
def test_round_scores(scoring: int, guess: int, tricks: int, score: int) -> None:
    assert r.round_score(scoring, guess, tricks) == score


def test_the_next_round_starts_afresh() -> None:
    state = after_round()
    assert (state.round, state.phase, state.trump, state.trick_number) == (1, "guess", "H", 0)
    assert state.guesses == (None,) * 4 and state.tricks_won == (0,) * 4
    assert not state.played and all(state.voids(seat) == () for seat in range(4))
    assert [str(state.hand_of(seat)) for seat in (0, 3)] == ["AH QD KS", "KD AC QS"]


def test_who_opens_the_next_round() -> None:
    """South opened the first round; North, South and North take its tricks."""
    tricks = "QH KD AH KH QD AD AS AC KC QS KS QC"
    last, rotate = after_round(tricks, opener="last"), after_round(tricks, opener="rotate")
    assert (last.opener, last.leader, last.turn) == (0, 0, 0)
    assert (rotate.opener, rotate.leader, rotate.turn) == (3, 3, 3)


def test_without_the_hook_every_guess_is_free() -> None:
    assert play(start(ROUND_ONE, schedule="3", hook="off"), "1 1 1").moves == ("0", "1", "2", "3")


def test_the_hook_is_idle_when_too_much_is_guessed() -> None:
    assert play(start(ROUND_ONE, schedule="3"), "3 1 0").moves == ("0", "1", "2", "3")


def test_illegal_moves_are_refused() -> None:
    state = play(start(ROUND_ONE, schedule="3"), "1 1 1")
    with pytest.raises(IllegalMove, match="Seat 1 may not play 0 now; allowed are 1, 2, 3"):
        state.play("0")
    state = play(state, "1 QH QS")
    with pytest.raises(IllegalMove, match="allowed are AH"):
        state.play("KS")


# -- trumps ------------------------------------------------------------------------------------------------

THREE = "AH KH | AC KC | AS KS | KD AD"


@pytest.mark.parametrize(
    ("rule", "letter"),
    [("random", "C"), ("card", "D"), ("none", "-"), ("hearts", "H"), ("diamonds", "D"), ("clubs", "C"),
     ("spades", "S")],
)  # fmt: skip
def test_trump_rules(rule: str, letter: str) -> None:
    options = {"seats": "3", "schedule": "2", "trump": rule}
    state = start(f"{THREE} | trump={letter} opener=0", **options)
    assert state.trump == (None if letter == "-" else letter)
    assert state.upcard == ("KD" if rule == "card" else None)
    for seed in range(20):
        dealt = Boerenbridge(options).deal(seed)
        assert isinstance(dealt, BoerenbridgeState)
        if rule == "card":
            assert dealt.upcard and dealt.upcard in dealt.undealt and dealt.trump == dealt.upcard.suit
        elif rule != "random":
            assert dealt.trump == state.trump
    other = "-" if rule == "random" else "S" if letter != "S" else "H"
    with pytest.raises(BadNotation, match="trump of this round"):
        start(f"{THREE} | trump={other} opener=0", **options)


def test_no_trump_when_no_card_is_left_to_turn_up() -> None:
    state = start(f"{HANDS} |  | trump=- opener=0", schedule="3", trump="card")
    assert state.trump is None and state.upcard is None
    # Without trump the led suit wins, however high the discards are.
    state = play(state, "1 1 1 1 QD AD AS KD")
    assert state.leader == 1


def test_the_highest_trump_wins() -> None:
    state = play(start(ROUND_ONE, schedule="3"), "1 1 1 1 KC AC KS QC")
    assert state.leader == 0  # North ruffs
    state = play(
        start("QD QH KS | KH AD AS | AH KC QC | KD AC QS |  | trump=S opener=2", schedule="3"), GUESSES
    )
    assert play(state, "QC AC KS AS").leader == 1  # East ruffs higher


# -- knowledge ---------------------------------------------------------------------------------------------


def test_a_seat_sees_its_own_hand_only() -> None:
    view = view_of(play(start(ROUND_ONE, schedule="3"), GUESSES), 2)
    assert str(view.hand) == "QH KC AS" and not view.hand_of(0) and not view.undealt
    assert view.vector[0] == 0
    rest = "KH AH QD KD AD QC AC QS KS"
    assert places(view) == {
        "North": (rest, 3), "East": (rest, 3), "South": ("", 0), "West": (rest, 3), "undealt": (rest, 0),
    }  # fmt: skip
    assert worlds(view) == 1680


def test_who_does_not_follow_lacks_the_suit() -> None:
    state = play(start(ROUND_ONE, schedule="3"), f"{GUESSES} QH QS")
    view = view_of(state, 2)
    assert view.voids(3) == ("H",)
    assert places(view)["West"] == ("QD KD AD QC AC KS", 2)
    assert places(view)["North"] == ("KH AH QD KD AD QC AC KS", 3)
    assert worlds(view) == 15 * 20  # two of six to West, three of the other six to North
    view = view_of(play(state, "AH KH"), 2)
    assert (view.held(0), view.held(3), str(view.played)) == (2, 2, "QH KH AH QS")
    assert str(view.played_by(3)) == "QS"


def test_undealt_cards_are_a_place() -> None:
    options = {"schedule": "1-8-1", "deck": "full"}
    view = view_of(start(game("boerenbridge", options).deal_of(5).text, **options), 1)
    assert view.game.rounds == 15
    assert {name: room for name, (_, room) in places(view).items()} == {
        "North": 1, "East": 0, "South": 1, "West": 1, "undealt": 48,
    }  # fmt: skip
    options["trump"] = "card"
    view = view_of(start(game("boerenbridge", options).deal_of(5).text, **options), 1)
    cards, room = places(view)["undealt"]
    assert room == 47 and view.upcard and view.upcard not in cards.split()


@every_set
def test_completed_views_are_consistent_and_playable(options: dict[str, str]) -> None:
    rules, rng, stream = game("boerenbridge", options), random.Random(7), Stream.named("test", 1)
    state = rules.deal(8)
    while not state.is_over:
        for seat in range(rules.seats):
            view = state.view(seat)
            world, again = np.zeros(WORDS, np.int64), np.zeros(WORDS, np.int64)
            rules.kernels.complete(view.vector, stream.word, world)
            rules.kernels.observe(world, seat, again)
            assert again.tolist() == view.vector.tolist()
            assert_cards_lie_once(world, rules.seats)
        while world[TURN] >= 0:
            code = rng.choice(rules.moves(world)).code
            rules.kernels.play(world, code)
        for _ in range(rng.randint(1, 5)):
            state = state.play(rng.choice(state.moves)) if not state.is_over else state


def assert_cards_lie_once(vector: np.ndarray, seats: int) -> None:
    held = [int(vector[HAND + seat]) for seat in range(seats)]
    played = [int(vector[r.PLAYED + seat]) for seat in range(seats)]
    masks = [*held, *played, int(vector[r.UNDEALT])]
    assert sum(mask.bit_count() for mask in masks) == int(vector[r.CARDS]).bit_count()
    assert int(np.bitwise_or.reduce(masks)) == int(vector[r.CARDS])
    for seat in range(seats):
        assert not held[seat] & int(r.void_cards(vector, seat))
        assert held[seat].bit_count() + played[seat].bit_count() == vector[r.SIZE]


@every_set
def test_hidden_cards_do_not_change_a_view(options: dict[str, str]) -> None:
    """Two seats swap a card that the third cannot place: its view stays the same, word for word."""
    rules = game("boerenbridge", {**options, "open_world": "off"})
    state = rules.deal(4)
    other = state.vector.copy()
    mine, theirs = int(other[HAND + 1]) & -int(other[HAND + 1]), int(other[HAND + 2]) & -int(other[HAND + 2])
    other[HAND + 1] ^= mine ^ theirs
    other[HAND + 2] ^= mine ^ theirs
    views = np.zeros((2, WORDS), np.int64)
    rules.kernels.observe(state.vector, 0, views[0])
    rules.kernels.observe(other, 0, views[1])
    assert views[0].tolist() == views[1].tolist()


def test_the_open_world_shows_everything() -> None:
    view = view_of(start(ROUND_ONE, schedule="3", open_world="on"), 0)
    assert str(view.hand_of(3)) == "KD AC QS"
    assert all(room == 0 for _, room in places(view).values())


# -- names -------------------------------------------------------------------------------------------------


def test_what_a_view_says_about_moves() -> None:
    state = start(ROUND_ONE, schedule="3")
    view = view_of(state, 2)
    assert [view.points(move) for move in view.moves] == [0] * 4
    assert view.card(view.moves[0]) is None and not view.wins(view.moves[1])
    view = view_of(play(state, f"{GUESSES} QH"), 3)
    assert {str(move): (view.points(move), view.wins(move)) for move in view.moves} == {
        "KD": (11, False), "AC": (12, False), "QS": (10, True),
    }  # fmt: skip
    view = view_of(play(state, GUESSES), 2)
    assert not any(view.wins(move) for move in view.moves)  # nothing to beat before a lead
    assert view_of(state, 1).moves == ()


def test_the_picture() -> None:
    state = play(start(ROUND_ONE, schedule="3"), f"{GUESSES} QH QS")
    assert str(view_of(state, 0)) == (
        "Round 1 of 1, trick 1 of 3, trump ♠\n"
        "> North: 0 of 1 tricks, score 0   A♥ Q♦ K♠\n"
        "  East: 0 of 1 tricks, score 0   3 hidden\n"
        "  South: 0 of 1 tricks, score 0   2 hidden\n"
        "  West: 0 of 1 tricks, score 0   2 hidden, no ♥\n"
        "  On the table: South Q♥, West Q♠"
    )


# -- texts and options -------------------------------------------------------------------------------------


@every_set
def test_deals_can_be_written_and_read(options: dict[str, str]) -> None:
    rules = game("boerenbridge", options)
    deal = rules.deal_of("text")
    assert len(deal.layouts) == rules.rounds
    assert Deal.read(rules, deal.text) == deal
    assert deal.text.count("opener=") == 1


@every_set
def test_the_compiled_game_deals_the_same_rounds(options: dict[str, str]) -> None:
    rules, rng = game("boerenbridge", options), random.Random(2)
    seed = key(rules.name, 9, 0)
    vector = np.zeros(WORDS, np.int64)
    rules.machine.begin(vector, seed, rules.option_words)
    state, moves = Deal.from_key(rules, seed).start(), 0
    while vector[TURN] >= 0:
        assert vector[1:].tolist() == state.vector[1:].tolist()
        move = rng.choice(state.moves)
        state = state.play(move)
        rules.kernels.play(vector, move.code)
        moves += 1
    assert moves == rules.max_moves and vector[ROUND] == rules.rounds - 1
    low, high = rules.point_range
    assert all(low <= points <= high for points in state.payoffs)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (ROUND_ONE.replace("KS", "KH"), "named twice"),
        (ROUND_ONE.replace("KS", "JS"), "missing: KS, too many: JS"),
        (ROUND_ONE.replace("KS", "XS"), "not a card"),
        (ROUND_ONE.replace("|  |", "|"), "4 hands of 3, 0 undealt cards"),
        (ROUND_ONE.replace("trump=S", ""), "one of H, D, C, S"),
        (ROUND_ONE.replace("trump=S", "trump=HD"), "one of H, D, C, S"),
        (ROUND_ONE.replace("opener=2", "opener=4"), "opener is 0 to 3"),
        (ROUND_ONE.replace("opener=2", ""), "opener is 0 to 3"),
        (ROUND_ONE + " dealer=1", "word 'dealer='"),
        (f"{ROUND_ONE}\n{ROUND_ONE}", "Only the first round"),
    ],
)
def test_bad_deals_are_refused(text: str, complaint: str) -> None:
    with pytest.raises(BadNotation, match=complaint):
        start(text, schedule="3,3")


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("3,4,5,4,3", (3, 4, 5, 4, 3)),
        ("1-8-1", (1, 2, 3, 4, 5, 6, 7, 8, 7, 6, 5, 4, 3, 2, 1)),
        ("5-3-4-2", (5, 4, 3, 4, 3, 2)),
        ("3-1, 1-3", (3, 2, 1, 1, 2, 3)),
        (" 13 ", (13,)),
        ("13," * 19 + "13", (13,) * 20),
    ],
)
def test_schedules(text: str, sizes: tuple[int, ...]) -> None:
    rules = Boerenbridge({"schedule": text})
    assert rules.schedule == sizes and rules.rounds == len(sizes)
    vector = np.zeros(WORDS, np.int64)
    rules.machine.clear(vector, 0, rules.option_words)
    assert [int(r.size_of(vector, number)) for number in range(len(sizes) + 1)] == [*sizes, 0]


def test_equal_schedules_are_the_same_option() -> None:
    assert Boerenbridge({"schedule": "3-5-3"}).options_text == ""
    assert Boerenbridge({"schedule": "1-3-1"}).options_text == "schedule=1,2,3,2,1"


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"schedule": ""}, "allowed are 1..13 cards for each of at most 20 rounds"),
        ({"schedule": "3,x"}, "cannot be '3,x'"),
        ({"schedule": "0-3"}, "cannot be '0-3'"),
        ({"schedule": "14"}, "cannot be '14'"),
        ({"schedule": "3,,4"}, "cannot be"),
        ({"schedule": "1-8-"}, "cannot be"),
        ({"schedule": "8-1-1-8"}, "write 1,1 to play it twice"),
        ({"schedule": "1-11-1"}, "has 21 rounds; at most 20"),
        ({"schedule": "8", "seats": "7"}, "7 players can get at most 7 each"),
        ({"schedule": "9", "seats": "6"}, "6 players can get at most 8 each"),
        ({"seats": "8"}, "allowed are 3..7"),
        ({"trump": "tarot"}, "allowed are random"),
    ],
)
def test_bad_options_are_refused(options: dict[str, str], complaint: str) -> None:
    with pytest.raises(BadOption, match=complaint):
        Boerenbridge(options)


@pytest.mark.parametrize(
    ("options", "points"),
    [
        ({}, (-38, 88)),
        ({"scoring": "tricks"}, (0, 69)),
        ({"scoring": "dutch"}, (-19, 44)),
        ({"schedule": "1"}, (-2, 12)),
    ],
)
def test_what_a_game_can_bring(options: dict[str, str], points: tuple[int, int]) -> None:
    assert Boerenbridge(options).point_range == points


def test_how_long_a_game_is() -> None:
    assert Boerenbridge().max_moves == 4 * (19 + 5)
