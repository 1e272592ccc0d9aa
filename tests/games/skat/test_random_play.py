"""Random play by the plain Skat rules: whatever happens is possible, and everything happens."""

import random
from collections import Counter

import pytest

from tests.games.skat import rule_book as skat

GAMES_PER_OPTION_SET = 300


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
