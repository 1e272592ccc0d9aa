"""Checks of the plain Schnapsen rules: known results, hand-made corners, random play."""

import random
from collections import Counter
from collections.abc import Callable
from operator import itemgetter

import pytest

from tests.games.schnapsen import rule_book as schnapsen

RANDOM_GAMES = 500


def vu_distribution(seed: int) -> str:
    """Shuffle the suit-major deck and deal single cards in turn, seat 0 first."""
    deck = list(schnapsen.DECK)
    random.Random(seed).shuffle(deck)
    return " | ".join(" ".join(part) for part in (deck[0:10:2], deck[1:10:2], deck[10:]))


OLD_CARDS = [rank + suit for suit in "CDHS" for rank in "ATKQJ"]


def vu_old_distribution(seed: int) -> str:
    """Shuffle the card numbers; the first ten are the talon from the bottom up, then come the hands."""
    numbers = list(range(20))
    random.Random(seed).shuffle(numbers)
    leader = 0 if random.Random(seed).choice((True, False)) else 1
    cards = [OLD_CARDS[number] for number in numbers]
    parts = (cards[10:15], cards[15:20], cards[9::-1])
    return " | ".join(" ".join(part) for part in parts) + f" | leader={leader}"


def first_old_move(game: schnapsen.Reference) -> str:
    """Return the first card of the legal ones by card number."""
    return min((move for move in game.legal() if move in OLD_CARDS), key=OLD_CARDS.index)


VU_DEAL_0 = "JS QD JH QS TH | TD AS KD KH AC | JC KC AH AD QC JD TC QH TS KS"

# Winner, game points and the winner's direct points on the deals 0 to 19.
VU_FIRST_MOVE = """
    a1/74 b2/66 a2/70 b1/62 b2/75 a1/75 a1/68 a3/73 a2/68 a1/73
    b1/58 b1/62 a1/66 b2/66 a1/75 b2/67 a2/77 b1/63 a1/63 a2/74
"""

# First leader, trump card, both hands as card numbers, winner and game points on the deals 0 to 7.
VU_OLD_FIRST_MOVE = [
    (1, "AH", [4, 5, 6, 7, 19], [1, 8, 12, 13, 15], (-2, 2)),
    (0, "TH", [7, 10, 12, 13, 14], [2, 3, 4, 8, 18], (1, -1)),
    (0, "KD", [4, 10, 12, 14, 16], [1, 2, 5, 11, 18], (-3, 3)),
    (0, "QD", [9, 10, 13, 14, 19], [4, 7, 11, 17, 18], (1, -1)),
    (0, "KS", [0, 1, 2, 6, 13], [3, 7, 9, 12, 15], (2, -2)),
    (1, "JC", [3, 7, 10, 12, 13], [0, 8, 11, 16, 19], (-1, 1)),
    (0, "JC", [0, 7, 9, 10, 19], [1, 2, 8, 15, 18], (2, -2)),
    (1, "KS", [5, 8, 9, 13, 16], [1, 2, 4, 10, 12], (-2, 2)),
]


def test_vu_deal_text() -> None:
    assert vu_distribution(0) == VU_DEAL_0


@pytest.mark.parametrize(("seed", "expected"), list(enumerate(VU_FIRST_MOVE.split())))
def test_vu_first_move_results(seed: int, expected: str) -> None:
    game = schnapsen.Reference({"rules": "vu"}, [vu_distribution(seed)])
    while game.to_move() >= 0:
        game.play(game.ordered_moves()[0])
    winner = 0 if game.points()[0] > 0 else 1
    assert f"{'ab'[winner]}{game.points()[winner]}/{game.scores()[winner][0]}" == expected


@pytest.mark.parametrize("seed", range(8))
def test_vu_old_first_move_results(seed: int) -> None:
    leader, trump_card, first_hand, second_hand, points = VU_OLD_FIRST_MOVE[seed]
    game = schnapsen.Reference({"rules": "vu-old"}, [vu_old_distribution(seed)])
    assert game.to_move() == leader
    assert game.talon[-1] == trump_card
    assert game.hands() == [{OLD_CARDS[number] for number in hand} for hand in (first_hand, second_hand)]
    while game.to_move() >= 0:
        game.play(first_old_move(game))
    assert game.points() == points


def test_vu_random_play_statistics() -> None:
    """Shares of 1, 2 and 3 game points and of last-trick decisions, known from 20 000 random games."""
    rng = random.Random(7)
    worths: Counter[int] = Counter()
    last_trick = first_leader_wins = 0
    games = 4000
    for seed in range(games):
        game = schnapsen.Reference({"rules": "vu"}, [vu_distribution(seed)])
        while game.to_move() >= 0:
            game.play(rng.choice(game.legal()))
        worths[abs(game.points()[0])] += 1
        first_leader_wins += game.points()[0] > 0
        last_trick += max(direct for direct, _ in game.scores()) < 66
    assert worths[1] / games == pytest.approx(0.477, abs=0.03)
    assert worths[2] / games == pytest.approx(0.360, abs=0.03)
    assert worths[3] / games == pytest.approx(0.163, abs=0.025)
    assert last_trick / games == pytest.approx(0.117, abs=0.02)
    assert first_leader_wins / games == pytest.approx(0.58, abs=0.03)


def full_deal(distribution: str, moves: str) -> schnapsen.Reference:
    """Play some moves of a single deal under the full rules."""
    game = schnapsen.Reference({"rules": "full", "unit": "deal"}, [distribution])
    for move in moves.split():
        game.play(move)
    return game


def play_on(game: schnapsen.Reference, seed: int) -> schnapsen.Reference:
    """Play a game to its end with random moves."""
    rng = random.Random(seed)
    while game.to_move() >= 0:
        game.play(rng.choice(game.legal()))
    return game


# Seat 0 holds the four highest trumps but the jack; hearts are trumps.
STRONG = "AH TH KH QH AS | JS QS KS TS JC | AC TC KC QC JD QD KD TD AD JH"
# As before, with a losing club instead of the ace of spades.
STRONG_BUT_ONE = "JC AH TH KH QH | AC QS KS TS JS | TC KC QC JD QD KD TD AD AS JH"
# Each seat holds a marriage of a plain suit; diamonds are trumps.
EVEN = "KH QH JS AC JC | KS QS TH AS QC | KC TC JH AH TS TD AD QD JD KD"
# Seat 0 cannot win a trick with its own cards; diamonds are trumps.
WEAK = "JC QC JS QS JH | AC TC AS TS AH | KC JD KH QH KS TH AD TD QD KD"


def test_full_marriage_without_a_trick_waits_for_the_first() -> None:
    game = full_deal(STRONG, "KH+QH")
    assert game.scores() == ((0, 40), (0, 0))
    game.play("JS")
    assert game.scores() == ((46, 0), (0, 0))


def test_full_marriage_may_end_the_deal_before_the_answer() -> None:
    game = full_deal(STRONG, "AH JS AS QS")
    assert game.scores() == ((27, 0), (0, 0))
    game.play("QH+KH")
    assert game.to_move() == -1
    assert game.legal() == []
    assert game.points() == (3, -3)
    assert game.scores() == ((67, 0), (0, 0))
    assert "QH" not in game.hands()[0]
    assert "KH" in game.hands()[0]


def test_vu_marriage_waits_even_with_a_trick() -> None:
    game = schnapsen.Reference({"rules": "vu"}, [STRONG])
    for move in ["AH", "JS", "AS", "QS"]:
        game.play(move)
    assert "KH+QH" in game.legal()
    assert "QH+KH" not in game.legal()
    assert "close" not in game.legal()
    game.play("KH+QH")
    assert game.scores() == ((27, 40), (0, 0))
    game.play("TS")
    assert game.points() == (3, -3)
    assert game.scores()[0] == (27 + 40 + 4 + 10, 0)


def test_full_pending_points_stay_pending_while_the_other_seat_counts_at_once() -> None:
    game = full_deal(EVEN, "KH+QH TH")
    assert game.scores() == ((0, 20), (14, 0))
    assert game.to_move() == 1
    game.play("KS+QS")
    assert game.scores() == ((0, 20), (34, 0))


def test_full_closing_stops_drawing_and_makes_answers_strict() -> None:
    game = full_deal(EVEN, "close")
    assert game.to_move() == 0
    assert "close" not in game.legal()
    game.play("JS")
    assert game.legal() == ["AS", "KS", "QS"]
    game.play("QS")
    assert game.talon_size() == 10
    assert [len(hand) for hand in game.hands()] == [4, 4]
    assert game.to_move() == 1
    assert "close" not in game.legal()


def test_full_exchange_is_possible_before_closing_only() -> None:
    distribution = "JH TH KH QH AS | JS QS KS TS JC | AC TC KC QC JD QD KD TD AD AH"
    game = full_deal(distribution, "exchange")
    assert game.hand_order(0) == ["TH", "KH", "QH", "AS", "AH"]
    assert game.talon[-1] == "JH"
    assert "exchange" not in game.legal()
    game.play("close")
    assert game.legal() == ["AH", "AS", "KH", "KH+QH", "QH", "QH+KH", "TH"]
    assert "exchange" not in full_deal(distribution, "close").legal()


def test_strict_answers_beat_then_follow_then_trump() -> None:
    hand = ["JS", "AS", "KH", "QD"]
    assert schnapsen.strict_answers(hand, "TS", "H") == ["AS"]
    assert schnapsen.strict_answers(["JS", "QS", "KH"], "TS", "H") == ["JS", "QS"]
    assert schnapsen.strict_answers(hand, "TC", "H") == ["KH"]
    assert schnapsen.strict_answers(hand, "TC", "C") == hand


@pytest.mark.parametrize(
    ("distribution", "moves", "points"),
    [
        # Nobody closes: no trick for the loser; a trick of 13 points; 33 points by a marriage.
        (STRONG, "AH JS AS QS KH+QH", (3, -3)),
        (STRONG_BUT_ONE, "JC AC JS AH TH QS KH+QH", (2, -2)),
        (
            "JC AD TD KD QD | AC KS QS TS JS | TC KC AH TH KH QH JH QC AS JD",
            "JC AC KS+QS AD TD QS KD+QD",
            (1, -1),
        ),
        # The closer wins; the trick that the loser makes after the closing does not help him.
        (STRONG_BUT_ONE, "close JC AC JS TH AH QS KH+QH", (3, -3)),
        (STRONG_BUT_ONE, "JC AC JS AH close TH QS KH+QH", (2, -2)),
        (
            "JC AD TD KD QD | AC KS QS TS JS | TC KC AH TH KH QH JH QC AS JD",
            "JC AC KS+QS AD close TD QS KD+QD",
            (1, -1),
        ),
    ],
)
def test_full_worth_of_a_win(distribution: str, moves: str, points: tuple[int, int]) -> None:
    assert full_deal(distribution, moves).points() == points


@pytest.mark.parametrize("seed", range(10))
def test_full_failed_closing(seed: int) -> None:
    never_66 = play_on(full_deal(WEAK, "close"), seed)
    assert never_66.scores() == ((0, 0), (65, 0))
    assert never_66.points() == (-3, 3)
    opponent_reaches_66 = play_on(full_deal(WEAK.translate(str.maketrans("JQ", "QJ")), "close"), seed)
    assert opponent_reaches_66.scores()[1][0] == 66
    assert opponent_reaches_66.points() == (-3, 3)
    opponent_had_a_trick = play_on(full_deal(WEAK, "JC AC KC JD close"), seed)
    assert opponent_had_a_trick.points() == (-2, 2)


def test_full_failed_closing_does_not_ask_what_the_closer_has() -> None:
    game = full_deal(
        "AC JS QS JH JC | AS TS KC KD QD | TC QC AH TH KH QH KS AD TD JD",
        "close AC KC JS AS KD+QD JH TS QS",
    )
    assert game.scores() == ((15, 0), (72, 0))
    assert game.points() == (-3, 3)


@pytest.mark.parametrize("rules", ["vu", "vu-old", "full"])
def test_worth_by_the_points_of_the_loser(rules: str) -> None:
    game = schnapsen.Reference({"rules": rules}, [STRONG])
    assert game.worth(tricks=0, direct=0) == 3
    assert [game.worth(tricks=1, direct=points) for points in (4, 32, 33, 65)] == [2, 2, 1, 1]


def test_vu_old_marriage_may_be_led_with_the_queen() -> None:
    game = schnapsen.Reference({"rules": "vu-old"}, [EVEN + " | leader=1"])
    assert game.legal() == ["AS", "KS", "KS+QS", "QC", "QS", "QS+KS", "TH"]
    game.play("QS+KS")
    assert game.scores() == ((0, 0), (0, 20))
    game.play("AC")
    assert game.scores() == ((0, 0), (34, 0))
    game.play("TH")
    assert game.to_move() == 0


def swapped(distribution: str) -> str:
    """Exchange the two hands."""
    first, second, talon = distribution.split("|")
    return "|".join((second, first, talon))


@pytest.mark.parametrize("choose", [min, max, itemgetter(0), itemgetter(-1)])
@pytest.mark.parametrize("start", range(0, 200, 20))
def test_bummerl_is_a_row_of_deals_with_alternating_lead(
    start: int, choose: Callable[[list[str]], str]
) -> None:
    distributions = [vu_distribution(seed) for seed in range(start, start + 13)]
    bummerl = schnapsen.Reference({"rules": "full"}, distributions)
    totals = [0, 0]
    for number, distribution in enumerate(distributions):
        text = swapped(distribution) if number % 2 else distribution
        deal = schnapsen.Reference({"rules": "full", "unit": "deal"}, [text])
        assert bummerl.to_move() == number % 2
        while deal.to_move() >= 0:
            move = choose(deal.ordered_moves())
            deal.play(move)
            bummerl.play(move)
        points = deal.points()[::-1] if number % 2 else deal.points()
        totals = [total + max(0, point) for total, point in zip(totals, points, strict=True)]
        assert bummerl.game_points == totals
        if max(totals) >= 7:
            break
    assert bummerl.to_move() == -1
    assert bummerl.points() == ((1, -1) if totals[0] >= 7 else (-1, 1))


def schnapsen_cards(game: schnapsen.Reference) -> list[str]:
    """Return all cards of the current distribution, wherever they are."""
    on_table = [game.led] if game.led else []
    return game.hand_lists[0] + game.hand_lists[1] + game.talon + on_table + game.won[0] + game.won[1]


def recounted(game: schnapsen.Reference) -> list[int]:
    """Return the card points in the won tricks of each seat."""
    return [sum(schnapsen.POINTS[card[0]] for card in won) for won in game.won]


@pytest.mark.parametrize(
    ("rules", "unit"), [("vu", "deal"), ("vu-old", "deal"), ("full", "deal"), ("full", "bummerl")]
)
def test_schnapsen_random_play(rules: str, unit: str) -> None:
    rng = random.Random(f"{rules} {unit}")
    every_move = [*schnapsen.DECK, "exchange", "close", "KH+QH", "QS+KS"]
    for number in range(RANDOM_GAMES):
        make = vu_old_distribution if rules == "vu-old" else vu_distribution
        distributions = [make(rng.randrange(10**6)) for _ in range(13)]
        game = schnapsen.Reference({"rules": rules, "unit": unit}, distributions)
        while game.to_move() >= 0:
            moves = game.legal()
            assert moves == sorted(set(moves)) != []
            assert sorted(schnapsen_cards(game)) == sorted(schnapsen.DECK)
            assert len(game.hand_lists[game.to_move()]) >= len(game.hand_lists[1 - game.to_move()])
            for total, (direct, _) in zip(recounted(game), game.scores(), strict=True):
                assert direct - total in (0, 20, 40, 60, 80)
            if number % 10 == 0:
                refused = rng.choice([move for move in every_move if move not in moves])
                with pytest.raises(ValueError, match="may not play"):
                    game.play(refused)
                assert game.legal() == moves
            game.play(rng.choice(moves))
        assert sorted(schnapsen_cards(game)) == sorted(schnapsen.DECK)
        check_schnapsen_end(game)


def check_schnapsen_end(game: schnapsen.Reference) -> None:
    """Check the payoff of a finished unit against what lies on the table."""
    assert sum(game.points()) == 0
    if game.unit == "bummerl":
        assert sorted(map(abs, game.points())) == [1, 1]
        assert max(game.game_points) >= 7 > min(game.game_points)
        assert game.rounds <= 13
        return
    winner = 0 if game.points()[0] > 0 else 1
    worth = game.points()[winner]
    assert worth in (1, 2, 3)
    reached = [direct >= 66 for direct, _ in game.scores()]
    assert not all(reached)
    if any(reached):
        assert reached[winner]
    else:
        assert game.hands() == [set(), set()]
        assert worth == 1 if game.closer is None else worth >= 2
    if game.closer is None and worth == 3:
        assert game.won[1 - winner] == []
