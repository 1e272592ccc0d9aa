"""Checks of the plain Boerenbridge rules: worked examples, random play, known players."""

import random
from collections.abc import Callable

import pytest

from tests.games.boerenbridge import rule_book as boerenbridge

GAMES_PER_OPTION_SET = 300


def play_all(game: boerenbridge.Reference, moves: str) -> None:
    """Play some moves, separated by blanks."""
    for move in moves.split():
        game.play(move)


@pytest.mark.parametrize(
    ("scoring", "guess", "tricks", "expected"),
    [
        ("published", 0, 0, 10),
        ("published", 3, 3, 16),
        ("published", 3, 1, -4),
        ("published", 0, 2, -4),
        ("tricks", 0, 0, 10),
        ("tricks", 3, 3, 13),
        ("tricks", 3, 1, 1),
        ("tricks", 0, 2, 2),
        ("dutch", 0, 0, 5),
        ("dutch", 3, 3, 8),
        ("dutch", 3, 1, -2),
        ("dutch", 0, 2, -2),
    ],
)
def test_boerenbridge_round_score(scoring: str, guess: int, tricks: int, expected: int) -> None:
    assert boerenbridge.round_score(scoring, guess, tricks) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3,4,5,4,3", [3, 4, 5, 4, 3]),
        ("2", [2]),
        ("1-8-1", [1, 2, 3, 4, 5, 6, 7, 8, 7, 6, 5, 4, 3, 2, 1]),
        ("2-4-3", [2, 3, 4, 3]),
    ],
)
def test_boerenbridge_schedule(text: str, expected: list[int]) -> None:
    assert boerenbridge.parse_schedule(text) == expected


def test_boerenbridge_deck() -> None:
    assert set(boerenbridge.round_deck(4, 3, "round")) == {r + s for r in "QKA" for s in "HDCS"}
    assert set(boerenbridge.round_deck(4, 5, "round")) == {r + s for r in "TJQKA" for s in "HDCS"}
    # Fifteen cards need four ranks, and one card of the sixteen stays undealt.
    assert len(boerenbridge.round_deck(5, 3, "round")) == 16
    assert len(boerenbridge.round_deck(3, 1, "round")) == 4
    assert len(boerenbridge.round_deck(7, 7, "round")) == 52
    assert len(boerenbridge.round_deck(3, 1, "full")) == 52
    with pytest.raises(ValueError):
        boerenbridge.round_deck(7, 8, "full")


@pytest.mark.parametrize(
    ("cards", "trump", "expected"),
    [
        ("QH KH AH TH", "S", 2),
        ("QH KH AH TH", "-", 2),
        ("QH AD AC AS", "-", 0),
        ("AH QS AD KS", "S", 3),
        ("QH KD AH JD", "D", 1),
        ("JH TH AD QH", "H", 3),
        ("2C TC 9C AD", "S", 1),
    ],
)
def test_boerenbridge_trick_winner(cards: str, trump: str, expected: int) -> None:
    assert boerenbridge.trick_winner(list(enumerate(cards.split())), trump) == expected


ACES_AND_KINGS = "AH KH | AD KD | AC KC | AS KS"
TWO_ROUNDS = {"schedule": "2,2"}


def boerenbridge_after(options: dict[str, str], rounds: list[str], moves: str) -> boerenbridge.Reference:
    game = boerenbridge.Reference(options, rounds)
    play_all(game, moves)
    return game


ROUNDS = [ACES_AND_KINGS + " | | trump=S opener=2", ACES_AND_KINGS + " |  | trump=H"]


def test_boerenbridge_by_hand() -> None:
    game = boerenbridge.Reference(TWO_ROUNDS, ROUNDS)
    assert (game.to_move(), game.legal(), game.round_number) == (2, ["0", "1", "2"], 0)
    for seat, guess in [(2, "1"), (3, "2"), (0, "0")]:
        assert game.to_move() == seat
        game.play(guess)
    # Three tricks are guessed already, so the hook forbids nothing to the last player.
    assert (game.to_move(), game.legal()) == (1, ["0", "1", "2"])
    game.play("0")
    assert (game.guesses, game.phase) == ([0, 0, 1, 2], boerenbridge.PLAY)
    # Seat 2 leads a club, seat 3 ruffs it and leads its last trump.
    for seat, card in [(2, "AC"), (3, "KS"), (0, "KH"), (1, "KD"), (3, "AS"), (0, "AH"), (1, "AD")]:
        assert game.to_move() == seat
        game.play(card)
    assert (game.tricks, game.hands()) == ([0, 0, 0, 1], [set(), set(), {"KC"}, set()])
    game.play("KC")
    # Seat 3 has met its guess of two, seat 2 has missed one.
    assert game.scores == [10, 10, -2, 14]
    # The winner of the last trick opens the next round, with another trump.
    assert (game.round_number, game.opener, game.to_move(), game.trump) == (1, 3, 3, "H")
    assert (game.guesses, game.tricks) == ([-1] * 4, [0] * 4)
    play_all(game, "1 0 0")
    assert (game.to_move(), game.legal()) == (2, ["0", "2"])
    with pytest.raises(ValueError):
        game.play("1")
    with pytest.raises(ValueError):
        game.points()
    # Seat 0 did not want a trick and gets both.
    play_all(game, "2 KS AH AD AC KH KD KC AS")
    assert (game.to_move(), game.legal(), game.round_number) == (-1, [], 2)
    assert game.tricks == [2, 0, 0, 0]
    assert game.points() == (6, 20, -6, 12)


def test_boerenbridge_opener() -> None:
    moved = [ROUNDS[0].replace("opener=2", "opener=3"), ROUNDS[1]]
    moves = "1 0 0 0 AS KH KD KC KS AH AD AC"
    last = boerenbridge_after({**TWO_ROUNDS, "opener": "last"}, moved, moves)
    assert (last.round_number, last.to_move()) == (1, 3)
    rotated = boerenbridge_after({**TWO_ROUNDS, "opener": "rotate"}, moved, moves)
    assert (rotated.round_number, rotated.to_move()) == (1, 0)


def test_boerenbridge_hook_off() -> None:
    game = boerenbridge_after({**TWO_ROUNDS, "hook": "off"}, ROUNDS, "1 0 0")
    assert game.legal() == ["0", "1", "2"]
    game = boerenbridge_after(TWO_ROUNDS, ROUNDS, "1 0 0")
    assert game.legal() == ["0", "2"]


def test_boerenbridge_follows_suit() -> None:
    dealt = "AH KD | KH AD | AC KC | AS KS | | trump=S opener=0"
    game = boerenbridge_after({"schedule": "2"}, [dealt], "0 0 0 0 AH")
    assert game.legal() == ["KH"]
    with pytest.raises(ValueError):
        game.play("AD")
    game.play("KH")
    # Nobody is obliged to trump.
    assert game.legal() == ["AC", "KC"]


@pytest.mark.parametrize(
    ("rule", "trump", "valid"),
    [
        ("random", "C", True),
        ("random", "-", False),
        ("none", "-", True),
        ("none", "H", False),
        ("hearts", "H", True),
        ("hearts", "D", False),
        ("diamonds", "D", True),
        ("clubs", "C", True),
        ("spades", "S", True),
        ("card", "D", True),
        ("card", "-", False),
        ("card", "S", False),
    ],
)
def test_boerenbridge_trump_rules(rule: str, trump: str, valid: bool) -> None:
    options = {"seats": "3", "schedule": "2", "trump": rule}
    text = f"AH KH | AC KC | AS KS | KD AD | trump={trump} opener=0"
    if valid:
        assert boerenbridge.Reference(options, [text]).trump == trump
    else:
        with pytest.raises(ValueError):
            boerenbridge.Reference(options, [text])


def test_boerenbridge_no_card_to_turn_up() -> None:
    options = {"schedule": "2", "trump": "card"}
    assert boerenbridge.Reference(options, [ACES_AND_KINGS + " | | trump=- opener=1"]).trump == "-"
    with pytest.raises(ValueError):
        boerenbridge.Reference(options, [ACES_AND_KINGS + " | | trump=H opener=1"])


def test_boerenbridge_wrong_texts_and_options_are_refused() -> None:
    good = ACES_AND_KINGS + " | | trump=S opener=2"
    for text in (
        good.replace("KH", "AD"),
        good.replace("KH", "QH"),
        good.replace(" opener=2", ""),
        good.replace("opener=2", "opener=4"),
        good.replace("| |", "|"),
        ACES_AND_KINGS + " | | opener=2",
    ):
        with pytest.raises(ValueError):
            boerenbridge.Reference({"schedule": "2"}, [text])
    with pytest.raises(ValueError):
        boerenbridge.Reference(TWO_ROUNDS, [good, good])
    with pytest.raises(ValueError):
        boerenbridge.Reference(TWO_ROUNDS, [good])
    wrong_schedules = [{"schedule": "3,0"}, {"schedule": "8-1-8"}]
    for options in [{"seats": "8"}, {"hook": "yes"}, {"colour": "red"}, *wrong_schedules]:
        with pytest.raises(ValueError):
            boerenbridge.Reference(options, [good])


def deal_boerenbridge(options: dict[str, str], rng: random.Random) -> list[str]:
    """The texts of all rounds of a random game."""
    chosen = boerenbridge.read_options(options)
    seats = int(chosen["seats"])
    texts: list[str] = []
    for cards_each in boerenbridge.parse_schedule(chosen["schedule"]):
        cards = boerenbridge.round_deck(seats, cards_each, chosen["deck"])
        rng.shuffle(cards)
        parts = [cards[seat * cards_each : (seat + 1) * cards_each] for seat in range(seats)]
        parts.append(cards[seats * cards_each :])
        opener = f" opener={rng.randrange(seats)}" if not texts else ""
        trump = trump_for(chosen["trump"], parts[-1], rng)
        texts.append(" | ".join(" ".join(part) for part in parts) + f" | trump={trump}{opener}")
    return texts


def trump_for(rule: str, undealt: list[str], rng: random.Random) -> str:
    if rule == "random":
        return rng.choice("HDCS")
    if rule == "card":
        return undealt[0][1] if undealt else "-"
    return "-" if rule == "none" else rule[0].upper()


def card_number(card: str, led: str, trump: str) -> int:
    """The strength of a card in a trick as one number."""
    rank = "23456789TJQKA".index(card[0])
    if card[1] == trump:
        return rank + 26
    return rank + 13 if card[1] == led else rank


SCORE_RULES: dict[str, Callable[[int, int], int]] = {
    "published": lambda guess, tricks: (10 + 2 * tricks) * (guess == tricks) - 2 * abs(guess - tricks),
    "tricks": lambda guess, tricks: tricks + 10 * (guess == tricks),
    "dutch": lambda guess, tricks: (5 + tricks) * (guess == tricks) - abs(guess - tricks),
}


def play_boerenbridge_round(game: boerenbridge.Reference, rng: random.Random) -> list[int]:
    """Play one round at random while keeping separate books; returns what each seat should write for it."""
    seats, cards_each, trump = game.seats, game.cards_each, game.trump
    deck = sorted(boerenbridge.round_deck(seats, cards_each, game.options["deck"]))
    undealt = list(game.undealt)
    assert sorted([card for hand in game.hands() for card in hand] + undealt) == deck
    guesses, tricks = [0] * seats, [0] * seats
    turn = game.opener
    for made in range(seats):
        assert game.to_move() == turn
        if game.options["hook"] == "on" and made == seats - 1:
            assert str(cards_each - sum(guesses)) not in game.legal()
            assert len(game.legal()) >= cards_each
        else:
            assert len(game.legal()) == cards_each + 1
        guesses[turn] = int(rng.choice(game.legal()))
        game.play(str(guesses[turn]))
        turn = (turn + 1) % seats
    played: list[str] = []
    turn = game.opener
    for _ in range(cards_each):
        trick: list[tuple[int, str]] = []
        for _ in range(seats):
            assert game.to_move() == turn
            hand = game.hands()[turn]
            legal = game.legal()
            assert legal == sorted(set(legal) & hand)
            led = trick[0][1][1] if trick else ""
            followers = {card for card in hand if card[1] == led}
            assert set(legal) == (followers or hand)
            card = rng.choice(legal)
            trick.append((turn, card))
            game.play(card)
            turn = (turn + 1) % seats
        led = trick[0][1][1]
        turn = max((card_number(card, led, trump), seat) for seat, card in trick)[1]
        tricks[turn] += 1
        played += [card for _, card in trick]
    assert sorted(played + undealt) == deck
    assert sum(tricks) == cards_each
    check_next_opener(game, turn)
    return [SCORE_RULES[game.options["scoring"]](guesses[seat], tricks[seat]) for seat in range(seats)]


def check_next_opener(game: boerenbridge.Reference, last_winner: int) -> None:
    if game.to_move() != -1 and game.options["opener"] == "last":
        assert game.opener == last_winner


BOERENBRIDGE_OPTION_SETS: list[dict[str, str]] = [
    {},
    {"hook": "off", "opener": "rotate", "scoring": "dutch", "trump": "hearts"},
    {"seats": "3", "deck": "full", "schedule": "1-8-1", "trump": "card", "scoring": "tricks"},
    {"seats": "5", "schedule": "3,4,3", "trump": "none", "opener": "rotate"},
    {"seats": "6", "schedule": "1-4-1", "trump": "card", "hook": "off"},
    {"seats": "7", "deck": "full", "schedule": "1-7-1", "trump": "spades", "scoring": "dutch"},
    {"seats": "4", "deck": "full", "schedule": "13", "trump": "card"},
]


def option_set_name(options: dict[str, str]) -> str:
    return ",".join(f"{name}={value}" for name, value in options.items()) or "defaults"


@pytest.mark.parametrize("options", BOERENBRIDGE_OPTION_SETS, ids=option_set_name)
def test_boerenbridge_random_play(options: dict[str, str]) -> None:
    rng = random.Random(f"boerenbridge {option_set_name(options)}")
    for _ in range(GAMES_PER_OPTION_SET):
        game = boerenbridge.Reference(options, deal_boerenbridge(options, rng))
        totals = [0] * game.seats
        first_opener = game.opener
        for number in range(len(game.schedule)):
            assert game.round_number == number
            if game.options["opener"] == "rotate":
                assert game.opener == (first_opener + number) % game.seats
            written = play_boerenbridge_round(game, rng)
            totals = [total + score for total, score in zip(totals, written, strict=True)]
            assert game.scores == totals
        assert (game.to_move(), game.legal()) == (-1, [])
        assert game.points() == tuple(totals)
        if not options:
            assert all(-38 <= total <= 88 for total in totals)
