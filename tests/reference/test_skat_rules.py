"""Checks of the plain Skat rules: worked examples, random play, records."""

import os
import random
from collections import Counter
from pathlib import Path

import pytest

from . import skat
from .skat_scores import SCORE_TABLE

GAMES_PER_OPTION_SET = 300


@pytest.mark.parametrize(("game", "tops", "bid", "points", "tricks", "expected"), SCORE_TABLE)
def test_skat_game_score(game: str, tops: int, bid: int, points: int, tricks: int, expected: int) -> None:
    marks = game[1:]
    score = skat.game_score(
        game[0], tops, "H" in marks, "S" in marks, "Z" in marks, "O" in marks, bid, points, tricks
    )
    assert score == expected


def test_skat_no_own_schneider_or_schwarz_before_the_first_trick() -> None:
    stopped = skat.game_score("C", 1, False, False, False, False, 18, 0, 0, tricks_complete=False)
    played = skat.game_score("C", 1, False, False, False, False, 18, 0, 0)
    assert (stopped, played) == (-48, -96)


def test_skat_own_schwarz_counts_beside_an_announced_schneider() -> None:
    assert skat.game_score("C", 1, True, True, False, False, 18, 14, 0) == -2 * 12 * (1 + 1 + 1 + 2 + 1)


LIST_OF_GAMES = [(0, 24), (0, 48), (1, -40), (0, 30), (2, -36), (0, -72), (1, -96)]


def test_skat_list_at_a_table_of_three() -> None:
    assert skat.seeger_list(LIST_OF_GAMES, 3)[0] == 250


def test_skat_list_at_a_table_of_four() -> None:
    totals = skat.seeger_list(LIST_OF_GAMES, 4)
    assert totals[0] == 220
    assert totals[3] == 4 * 30


def test_skat_list_with_one_lost_game() -> None:
    assert skat.seeger_list([(1, -96)], 3) == [40, -146, 40]
    assert skat.seeger_list([(1, -96), (0, 0)], 3) == [40, -146, 40]


def test_skat_bid_values() -> None:
    values = skat.bid_values()
    assert len(values) == 63
    assert values[:14] == [18, 20, 22, 23, 24, 27, 30, 33, 35, 36, 40, 44, 45, 46]
    assert values[-5:] == [198, 204, 216, 240, 264]
    assert not {171, 189, 190} & set(values)


@pytest.mark.parametrize(
    ("contract", "cards", "expected"),
    [
        ("C", "CJ SJ HJ DJ CA CT H7", 6),
        ("S", "SA CA CT", 4),
        ("S", "ST CA CT", 5),
        ("H", "CJ HJ DJ HA HT", 1),
        ("H", "SJ HJ DJ HA HT", 1),
        ("D", "CJ SJ HJ DJ DA DT DK DQ D9 D8 D7 CA", 11),
        ("D", "CA CT CK CQ C9 C8 C7 SA ST SK SQ S9", 11),
        ("G", "CJ SJ HJ DJ CA CT", 4),
        ("G", "CA CT CK", 4),
        ("G", "HJ CT CK", 2),
    ],
)
def test_skat_tops(contract: str, cards: str, expected: int) -> None:
    assert skat.count_tops(cards.split(), contract) == expected


@pytest.mark.parametrize(
    ("contract", "cards", "expected"),
    [
        ("C", "SA ST SK", 0),
        ("C", "SK ST SA", 2),
        ("C", "SA C7 DJ", 2),
        ("C", "CA DJ CJ", 2),
        ("G", "CA C7 DJ", 2),
        ("G", "DJ HJ SJ", 2),
        ("G", "H7 DA SA", 0),
        ("G", "HK HT HQ", 1),
        ("N", "HJ HT HQ", 2),
        ("N", "HT HJ H9", 1),
        ("N", "H7 CJ SJ", 0),
        ("H", "D7 H7 DA", 1),
    ],
)
def test_skat_trick_winner(contract: str, cards: str, expected: int) -> None:
    assert skat.trick_winner(list(enumerate(cards.split())), contract) == expected


# Forehand has all clubs and two jacks, middlehand spades, rearhand hearts and some diamonds.
FOREHAND_CARDS = "CJ SJ CA CT CK CQ C9 C8 C7 DA"
MIDDLEHAND_CARDS = "HJ SA ST SK SQ S9 S8 S7 DT DK"
REARHAND_CARDS = "DJ HA HT HK HQ H9 H8 H7 DQ D9"
SKAT_CARDS = "D8 D7"
SIMPLE_DEAL = f"{FOREHAND_CARDS} | {MIDDLEHAND_CARDS} | {REARHAND_CARDS} | {SKAT_CARDS}"


def play_all(game: skat.Reference, moves: str) -> None:
    """Play some moves, separated by blanks."""
    for move in moves.split():
        game.play(move)


def skat_after(moves: str, naming: str = "isko", deal: str = SIMPLE_DEAL) -> skat.Reference:
    """A deal after some moves, separated by blanks."""
    game = skat.Reference({"naming": naming}, [deal])
    play_all(game, moves)
    return game


@pytest.mark.parametrize(
    ("moves", "seat", "phase", "bid"),
    [
        ("", 1, skat.SPEAK, 0),
        ("18", 0, skat.ANSWER, 18),
        ("18 yes", 1, skat.SPEAK, 18),
        ("18 yes pass", 2, skat.SPEAK, 18),
        ("18 yes pass 20", 0, skat.ANSWER, 20),
        ("18 pass", 2, skat.SPEAK, 18),
        ("18 pass 24", 1, skat.ANSWER, 24),
        ("18 pass 24 yes", 2, skat.SPEAK, 24),
        ("pass", 2, skat.SPEAK, 0),
        ("pass 20", 0, skat.ANSWER, 20),
        ("pass pass", 0, skat.LAST_CHANCE, 0),
    ],
)
def test_skat_auction_on_the_way(moves: str, seat: int, phase: str, bid: int) -> None:
    game = skat_after(moves)
    assert (game.to_move(), game.phase, game.bid, game.declarer) == (seat, phase, bid, -1)


@pytest.mark.parametrize(
    ("moves", "declarer", "bid"),
    [
        ("18 pass pass", 1, 18),
        ("18 yes pass pass", 0, 18),
        ("18 yes 22 pass pass", 1, 22),
        ("18 yes pass 20 pass", 2, 20),
        ("18 yes pass 20 yes pass", 0, 20),
        ("18 pass 20 yes 264 pass", 2, 264),
        ("18 pass 20 yes 264 yes pass", 1, 264),
        ("pass 18 pass", 2, 18),
        ("pass 18 yes pass", 0, 18),
        ("pass pass 18", 0, 18),
        ("pass pass 23", 0, 23),
    ],
)
def test_skat_auction_result(moves: str, declarer: int, bid: int) -> None:
    game = skat_after(moves)
    assert (game.declarer, game.bid, game.phase) == (declarer, bid, skat.SKAT_OR_HAND)
    assert game.to_move() == declarer
    assert game.legal() == ["hand", "skat"]


def test_skat_bids_rise() -> None:
    game = skat_after("22 yes")
    assert "22" not in game.legal()
    assert "23" in game.legal()
    assert len(game.legal()) == 61
    assert skat_after("264 yes").legal() == ["pass"]
    assert skat_after("18").legal() == ["pass", "yes"]
    assert len(skat_after("pass pass").legal()) == 64


def test_skat_passed_in() -> None:
    game = skat_after("pass pass pass")
    assert (game.to_move(), game.legal(), game.declarer, game.value) == (-1, [], -1, 0)
    assert game.points() == (0, 0, 0)


def test_skat_illegal_moves_are_refused() -> None:
    game = skat_after("")
    for move in ("yes", "17", "skat", "CJ", ""):
        with pytest.raises(ValueError):
            game.play(move)
    with pytest.raises(ValueError):
        game.points()
    with pytest.raises(ValueError):
        skat_after("pass pass pass").play("pass")
    # Rearhand holds a diamond and must follow the suit; the jack of diamonds is a trump here.
    game = skat_after("pass pass 18 hand C plain DA DT")
    assert game.legal() == ["D9", "DQ"]
    with pytest.raises(ValueError):
        game.play("DJ")


def test_skat_wrong_deals_and_options_are_refused() -> None:
    for text in (SIMPLE_DEAL.replace("D7", "D8"), SIMPLE_DEAL.replace("D8 D7", "D8"), SIMPLE_DEAL + " |"):
        with pytest.raises(ValueError):
            skat.Reference({}, [text])
    with pytest.raises(ValueError):
        skat.Reference({}, [SIMPLE_DEAL, SIMPLE_DEAL])
    for options in ({"naming": "other"}, {"name": "isko"}):
        with pytest.raises(ValueError):
            skat.Reference(options, [SIMPLE_DEAL])


def test_skat_discards() -> None:
    game = skat_after("pass pass 18 skat")
    assert game.legal() == sorted((FOREHAND_CARDS + " " + SKAT_CARDS).split())
    assert len(game.hands()[0]) == 12
    game.play("CJ")
    assert game.to_move() == 0
    assert "CJ" not in game.legal()
    assert len(game.legal()) == 11
    game.play("D8")
    assert game.phase == skat.CONTRACT
    assert game.skat == ["CJ", "D8"]


@pytest.mark.parametrize(
    ("naming", "moves", "expected"),
    [
        ("isko", "pass pass 18 skat D7 D8", "C D G H N S"),
        # With two tops and Schneider and Schwarz: 5 levels, so diamonds reach 45, hearts 50, spades 55.
        ("isko", "pass pass 45 skat D7 D8", "C D G H N S"),
        ("isko", "pass pass 46 skat D7 D8", "C G H N S"),
        ("isko", "pass pass 48 skat D7 D8", "C G H S"),
        ("isko", "pass pass 54 skat D7 D8", "C G S"),
        # Tops are counted over twelve cards, so discarding a jack changes nothing.
        ("isko", "pass pass 54 skat CJ SJ", "C G S"),
        ("isko", "pass pass 60 skat D7 D8", "C G"),
        ("isko", "pass pass 63 skat D7 D8", "G"),
        ("isko", "pass pass 120 skat D7 D8", "G"),
        # Nothing reaches the bid: any suit game or Grand may be named.
        ("isko", "pass pass 121 skat D7 D8", "C D G H S"),
        ("iss", "pass pass 46 skat D7 D8", "C D G H N S"),
        ("iss", "pass pass 48 skat D7 D8", "C D G H S"),
        ("iss", "pass pass 121 skat D7 D8", "C D G H S"),
        ("isko", "pass pass 59 hand", "C D G H N S"),
        ("isko", "pass pass 60 hand", "C D G H S"),
        ("iss", "pass pass 59 hand", "C D G H N S"),
        ("iss", "pass pass 264 hand", "C D G H S"),
    ],
)
def test_skat_legal_contracts(naming: str, moves: str, expected: str) -> None:
    assert skat_after(moves, naming).legal() == expected.split()


@pytest.mark.parametrize("naming", ["isko", "iss"])
@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ("pass pass 18 skat D7 D8 C", "plain"),
        ("pass pass 18 skat D7 D8 G", "plain"),
        ("pass pass 23 skat D7 D8 N", "ouvert plain"),
        ("pass pass 24 skat D7 D8 N", "ouvert"),
        ("pass pass 46 skat D7 D8 N", "ouvert"),
        ("pass pass 264 hand H", "ouvert plain schneider schwarz"),
        ("pass pass 18 hand G", "ouvert plain schneider schwarz"),
        ("pass pass 35 hand N", "ouvert plain"),
        ("pass pass 36 hand N", "ouvert"),
        ("pass pass 59 hand N", "ouvert"),
    ],
)
def test_skat_legal_announcements(naming: str, moves: str, expected: str) -> None:
    assert skat_after(moves, naming).legal() == expected.split()


def play_first_legal(game: skat.Reference) -> None:
    """Finish a game with the alphabetically first legal move each time."""
    while game.to_move() != -1:
        game.play(game.legal()[0])


def test_skat_schwarz_announced_and_won() -> None:
    deal = (
        "CJ SJ HJ DJ CA CT CK CQ C9 C8 | SA ST SK SQ S9 S8 S7 HA HT HK | "
        "HQ H9 H8 H7 DA DT DK DQ D9 D8 | C7 D7"
    )
    game = skat_after("pass pass 18 hand C ouvert", deal=deal)
    play_first_legal(game)
    # The seven of clubs in the skat completes the run of eleven tops.
    assert (game.value, game.card_points, game.tricks_won) == (216, 120, [10, 0, 0])
    assert game.points() == (266, 0, 0)


@pytest.mark.parametrize(
    ("moves", "value", "tricks_won", "points"),
    [
        # The declarer of a Null takes the first trick.
        ("pass pass 18 hand N plain C7 DT D9", -70, [1, 0, 0], (-120, 40, 40)),
        # Schwarz announced, and the opponents take the first trick.
        ("18 pass pass hand S schwarz CA SA DJ", -2 * 11 * 8, [0, 0, 1], (40, -226, 40)),
        ("18 pass pass hand S ouvert CA SA DJ", -2 * 11 * 9, [0, 0, 1], (40, -248, 40)),
    ],
)
def test_skat_early_end(moves: str, value: int, tricks_won: list[int], points: tuple[int, ...]) -> None:
    game = skat_after(moves)
    assert game.to_move() == -1
    assert (game.value, game.tricks_won, game.points()) == (value, tricks_won, points)


# Middlehand plays Spades Hand with Schneider announced, without one.
SCHNEIDER_DEAL = (
    "CJ CA CT CK HA HT HK DA DT DK | SJ SA ST SK SQ S9 S8 S7 C7 H7 | HJ DJ CQ C9 C8 HQ H9 H8 DQ D9 | D8 D7"
)
SCHNEIDER_AUCTION = "18 pass pass hand S schneider"


def test_skat_schneider_announced_needs_a_trick_of_the_declarer_to_end_early() -> None:
    game = skat_after(SCHNEIDER_AUCTION + " CA C7 C8 HA H7 H8", deal=SCHNEIDER_DEAL)
    assert skat.points_of(game.piles[0]) == 22
    play_all(game, "CJ SA DJ")
    assert skat.points_of(game.piles[0]) == 37
    # The opponents have more than 30 points, but the declarer is still without a trick.
    assert (game.to_move(), game.tricks_won) == (0, [3, 0, 0])
    play_all(game, "HT ST HQ")
    assert (game.to_move(), game.tricks_won) == (-1, [3, 1, 0])
    assert game.value == -2 * 11 * (1 + 1 + 1 + 2)
    assert game.card_points == 10 + 10 + 3


@pytest.mark.parametrize(("club", "opponents_points", "next_to_move"), [("CT", 30, 0), ("CA", 31, -1)])
def test_skat_schneider_announced_ends_above_thirty_points(
    club: str, opponents_points: int, next_to_move: int
) -> None:
    cards = f" DK S7 D9 H7 HQ HT {club} C7 CQ CJ S8 DJ"
    game = skat_after(SCHNEIDER_AUCTION + cards, deal=SCHNEIDER_DEAL)
    assert game.tricks_won == [3, 1, 0]
    assert skat.points_of(game.piles[0]) == opponents_points
    assert game.to_move() == next_to_move


def deal_skat(rng: random.Random) -> str:
    cards = list(skat.DECK)
    rng.shuffle(cards)
    return " | ".join(" ".join(cards[start : start + 10]) for start in (0, 10, 20, 30))


def random_skat_move(game: skat.Reference, rng: random.Random) -> str:
    """Any legal move, but a timid bidder, since jumps at random would make every bid absurd."""
    moves = game.legal()
    if game.phase in (skat.SPEAK, skat.LAST_CHANCE) and rng.random() < 0.95:
        values = [move for move in moves if move != "pass"]
        if not values or rng.random() < 0.55:
            return "pass"
        return min(values, key=int)
    return rng.choice(moves)


def indexed_trick_winner(trick: list[tuple[int, str]], contract: str) -> int:
    """The winner of a trick by another way: a number per card, the smallest of the winning class wins."""
    if contract == "N":
        led = trick[0][1][0]
        return min(("AKQJT987".index(card[1]), seat) for seat, card in trick if card[0] == led)[1]
    suits = "CSHD" if contract == "G" else contract + "CSHD".replace(contract, "")

    def number(card: str) -> int:
        if card[1] == "J":
            return "CSHD".index(card[0])
        return 4 + 7 * suits.index(card[0]) + "ATKQ987".index(card[1])

    def group(card: str) -> int:
        trumps = 4 if contract == "G" else 11
        return 0 if number(card) < trumps else 1 + suits.index(card[0])

    groups = [group(card) for _, card in trick]
    winning = 0 if 0 in groups else groups[0]
    return min((number(card), seat) for seat, card in trick if group(card) == winning)[1]


def check_skat_cards(game: skat.Reference) -> None:
    """Every card is in exactly one place."""
    places = [*game.hands(), game.skat, *game.piles, [card for _, card in game.trick]]
    assert sorted(card for place in places for card in place) == sorted(skat.DECK)


def check_skat_follow(game: skat.Reference) -> None:
    """The legal cards all belong to the led class, or the hand has none of it."""
    hand = game.hands()[game.to_move()]
    legal = set(game.legal())
    assert legal <= hand
    if not game.trick:
        assert legal == hand
        return
    led = game.trick[0][1]

    def is_trump(card: str) -> bool:
        return game.contract != "N" and (card[1] == "J" or card[0] == game.contract)

    def follows(card: str) -> bool:
        if is_trump(led) or is_trump(card):
            return is_trump(led) and is_trump(card)
        return card[0] == led[0]

    followers = {card for card in hand if follows(card)}
    assert legal == (followers or hand)


def play_skat_at_random(naming: str, rng: random.Random) -> skat.Reference:
    game = skat.Reference({"naming": naming}, [deal_skat(rng)])
    while game.to_move() != -1:
        moves = game.legal()
        assert moves == sorted(set(moves))
        if game.phase == skat.PLAY:
            check_skat_follow(game)
        move = random_skat_move(game, rng)
        if len(game.trick) == 2:
            trick = [*game.trick, (game.to_move(), move)]
            winner = indexed_trick_winner(trick, game.contract)
            tricks_before = game.tricks_won[winner]
            game.play(move)
            assert game.tricks_won[winner] == tricks_before + 1
            assert game.to_move() in (winner, -1)
        else:
            game.play(move)
        check_skat_cards(game)
    return game


def expected_skat_win(game: skat.Reference) -> bool:
    """Did the declarer reach his aim, leaving the bid aside?"""
    tricks = game.tricks_won[game.declarer]
    if game.contract == "N":
        return tricks == 0
    if game.announcement in ("schwarz", "ouvert"):
        return tricks == 10
    return game.card_points >= (90 if game.announcement == "schneider" else 61)


def check_skat_result(game: skat.Reference) -> None:
    """The result of a finished game with a declarer is one that can happen."""
    opponents = [seat for seat in range(3) if seat != game.declarer]
    held = [card for hand in game.hands() for card in hand]
    in_piles = skat.points_of(card for seat in opponents for card in game.piles[seat])
    assert game.card_points + in_piles + skat.points_of(held) == 120
    assert (sum(game.tricks_won) == 10) == (held == [])
    points = game.points()
    if game.value > 0:
        assert expected_skat_win(game)
        assert game.value in skat.bid_values()
        assert game.value >= game.bid
        assert points[game.declarer] == game.value + 50
        assert [points[seat] for seat in opponents] == [0, 0]
        assert held == []
    else:
        assert game.value % 2 == 0
        assert -game.value // 2 >= game.bid
        assert points[game.declarer] == game.value - 50
        assert [points[seat] for seat in opponents] == [40, 40]
        if game.contract != "N":
            assert -game.value // 2 % skat.BASE_VALUES[game.contract] == 0


def describe_skat(game: skat.Reference) -> list[str]:
    """What kinds of things happened in a game, so that a test can see that nothing was left out."""
    if game.declarer == -1:
        return ["passed in"]
    overbid = game.value < 0 and expected_skat_win(game)
    return [
        f"seat {game.declarer}",
        "won" if game.value > 0 else "lost",
        f"contract {game.contract}",
        f"announced {game.announcement}",
        "hand" if game.hand_game else "skat",
        *(["early end"] if sum(game.tricks_won) < 10 else []),
        *(["overbid"] if overbid else []),
    ]


@pytest.mark.parametrize("naming", ["isko", "iss"])
def test_skat_random_play(naming: str) -> None:
    rng = random.Random(f"skat {naming}")
    seen: Counter[str] = Counter()
    for _ in range(GAMES_PER_OPTION_SET):
        game = play_skat_at_random(naming, rng)
        seen.update(describe_skat(game))
        if game.declarer == -1:
            assert game.points() == (0, 0, 0)
            assert [len(hand) for hand in game.hands()] == [10, 10, 10]
        else:
            check_skat_result(game)
    expected = ["passed in", "won", "lost", "hand", "skat", "early end", "overbid"]
    expected += [f"seat {seat}" for seat in range(3)]
    expected += [f"contract {name}" for name in "CSHDGN"]
    expected += [f"announced {name}" for name in skat.ANNOUNCEMENTS]
    assert [name for name in expected if not seen[name]] == []


def skat_record_lines() -> list[list[str]]:
    """The fields of the recorded games, or a skipped test if the folder of records is not named."""
    folder = os.environ.get("KIEBITZ_RECORDS")
    if not folder:
        pytest.skip("KIEBITZ_RECORDS does not name a folder with records")
    text = (Path(folder) / "skat" / "xskat-games.txt").read_text(encoding="utf-8")
    return [line.split("|") for line in text.splitlines() if line and not line.startswith("#")]


def short_auction(declarer: int, bid: str) -> list[str]:
    """Some auction that makes this seat the declarer at this bid."""
    if declarer == skat.FOREHAND:
        return [bid, "yes", "pass", "pass"]
    if declarer == skat.MIDDLEHAND:
        return [bid, "pass", "pass"]
    return ["pass", bid, "pass"]


def replay_skat_record(fields: list[str], naming: str) -> tuple[skat.Reference, int]:
    """The game of a record after its last card that was needed, and the number of cards played."""
    forehand = int(fields[0])
    dealt = [fields[1 + (forehand + seat) % 3] for seat in range(3)]
    declarer = (int(fields[5]) - forehand) % 3
    deal = " | ".join(part.replace(".", " ") for part in [*dealt, fields[4]])
    game = skat.Reference({"naming": naming}, [deal])
    declaration = ["skat", *fields[8].split("."), fields[7][0], "plain"]
    for move in short_auction(declarer, fields[6]) + declaration:
        game.play(move)
    assert (game.declarer, str(game.bid)) == (declarer, fields[6])
    played = 0
    for card in fields[9].split("."):
        if game.to_move() == -1:
            break
        game.play(card)
        played += 1
    return game, played


@pytest.mark.parametrize("naming", ["isko", "iss"])
def test_skat_records(naming: str) -> None:
    lines = skat_record_lines()
    assert len(lines) > 900
    contracts: Counter[str] = Counter()
    for fields in lines:
        game, played = replay_skat_record(fields, naming)
        assert game.to_move() == -1, fields
        assert (game.value > 0) == (fields[11] == "W"), fields
        if game.contract == "N":
            assert fields[10] == "-"
            if game.value > 0:
                assert played == 30
            else:
                assert (game.tricks_won[game.declarer], game.leader) == (1, game.declarer)
        else:
            assert played == 30
            assert game.card_points == int(fields[10]), fields
        contracts[game.contract] += 1
    assert set(contracts) == set("CSHDGN")
