"""Checks of the plain Skat rules by worked examples."""

import pytest

from tests.games.skat import rule_book as skat
from tests.games.skat.scores import SCORE_TABLE


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
