"""Checks of the plain Durak rules: known results, hand-made corners, random play."""

import random
from collections import Counter
from collections.abc import Callable, Sequence

import pytest

from tests.games.durak import rule_book as durak

RANDOM_GAMES = 500


class SubtractiveGenerator:
    """Knuth's subtractive random numbers, as the seeded generator of .NET produces them."""

    LIMIT = 2147483647

    def __init__(self, seed: int) -> None:
        """Fill the table of 55 numbers (index 0 is not used)."""
        self.table = [0] * 56
        previous, current = 161803398 - abs(seed), 1
        self.table[55] = previous
        for i in range(1, 55):
            place = 21 * i % 55
            self.table[place] = current
            previous, current = current, (previous - current) % self.LIMIT
        for _ in range(4):
            for i in range(1, 56):
                self.table[i] = (self.table[i] - self.table[1 + (i + 30) % 55]) % self.LIMIT
        self.first, self.second = 0, 21

    def below(self, limit: int) -> int:
        """Return an integer from 0 up to, but not including, the limit."""
        self.first = self.first % 55 + 1
        self.second = self.second % 55 + 1
        number = (self.table[self.first] - self.table[self.second]) % self.LIMIT
        self.table[self.first] = number
        return int(number * (1.0 / self.LIMIT) * limit)


def durak_text(cards: Sequence[str], trump: str, coin: int) -> str:
    """Write a distribution: cards from the top of the deck, half of a small deck or six to each seat."""
    size = min(6, len(cards) // 2)
    hands = [durak.sorted_batch(list(cards[:size])), durak.sorted_batch(list(cards[size : 2 * size]))]
    parts = [*hands, list(cards[2 * size :]), [f"trump={trump}", f"first={coin}"]]
    return " | ".join(" ".join(part) for part in parts)


def seeded_durak(seed: int, start_rank: int = 6, trumps: bool = True) -> str:
    """Shuffle and deal as the published simulator does for a seed."""
    generator = SubtractiveGenerator(seed)
    cards = durak.deck_from(start_rank)
    for last in range(len(cards) - 1, 0, -1):
        other = generator.below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    trump = "-"
    if trumps:
        trump = cards[0][1] if len(cards) > 12 else durak.SUITS[generator.below(4)]
    return durak_text(cards[::-1], trump, generator.below(2))


Player = Callable[[durak.Reference], str]


def playable_cards(game: durak.Reference) -> list[str]:
    """Return the legal cards in hand order, without "pass" and "take"."""
    return [move for move in game.ordered_moves() if move not in ("pass", "take")]


def stop(game: durak.Reference) -> str:
    """Return the move that plays no card."""
    return "take" if game.defending else "pass"


def greedy(game: durak.Reference) -> str:
    """Play the lowest plain card; throw trumps into a running attack only when the deck is empty."""
    cards = playable_cards(game)
    plain = [card for card in cards if durak.suit_of(card) != game.trump]
    if plain:
        return min(plain, key=durak.strength)
    adding_early = game.deck and not game.defending and game.attack
    return min(cards, key=durak.strength) if cards and not adding_early else stop(game)


def hesitant(seed: int) -> Player:
    """Return a player who stops in 21 of 100 cases, where he may, and else plays any card."""
    generator = SubtractiveGenerator(seed)

    def choose(game: durak.Reference) -> str:
        cards = playable_cards(game)
        if not cards or (generator.below(100) <= 20 and game.attack):
            return stop(game)
        return cards[generator.below(len(cards))]

    return choose


def seeded_game(seed: int, players: tuple[Player, Player], options: dict[str, str]) -> durak.Reference:
    """Play a seeded game to its end."""
    start_rank = int(options.get("start_rank", "6"))
    game = durak.Reference(options, [seeded_durak(seed, start_rank, options.get("trumps") != "off")])
    while game.to_move() >= 0:
        game.play(players[game.to_move()](game))
    return game


def verdict(game: durak.Reference) -> str:
    """Return the winner's number, counted from 1, or D for a draw."""
    return {1: "1", -1: "2", 0: "D"}[game.points()[0]]


PUBLISHED = {"end": "published"}

# Trump card, both hands and the first attacker, counted from 1, for the seeds 1 to 5.
SEEDED_DEALS = [
    ("AD", "9S AS TH QH 9D KD", "6S 8S QS 7H AH 6C", 1),
    ("QH", "9S JS 6H JH 6C JC", "6S QS 9H 7D QD AD", 1),
    ("TC", "JS QS 7H AH QD 8C", "KS 6H TH 8D 6C AC", 2),
    ("AS", "6S 7S TH 7D 8C KC", "QS JH 8D 7C JC AC", 1),
    ("9C", "AS 6H 9H JH 8D 7C", "9S TS KH KD 6C KC", 2),
]

# Greedy against greedy on seed 1; "-" stands for a pass or a take.
SEEDED_GAME = """
    1:9S 2:QS 1:QH 2:AH 1:AS 2:- 1:- 1:TH 2:QH 1:QC 2:- 1:- 1:9C 2:QC 1:- 2:6S 1:JS 2:6C 1:9D 2:9S 1:KS 2:-
    1:8H 2:TH 1:TC 2:- 1:- 1:7S 2:8S 1:7C 2:TC 1:- 2:7H 1:9H 2:- 1:6H 2:8H 1:- 2:TH 1:JH 2:- 1:TS 2:QS 1:-
    2:QH 1:KH 2:- 1:JC 2:AC 1:- 2:AS 1:6D 2:AH 1:TD 2:AD 1:- 2:7D 1:TD 2:- 1:8C 2:8D 1:- 2:QD 1:KD
"""

# Winner and printed bouts (one more than were played) on the seeds 1 to 20.
GREEDY_GREEDY = (
    "2/17 2/15 2/16 2/11 2/13 1/15 2/18 1/13 1/12 2/16 2/12 2/10 2/15 D/13 1/15 2/15 1/13 2/19 1/17 1/14"
)
HESITANT_GREEDY = (
    "1/21 2/19 2/13 2/18 2/18 2/15 2/20 2/15 2/21 2/16 2/17 2/17 2/18 2/16 2/17 2/19 2/18 2/29 1/15 2/20"
)


@pytest.mark.parametrize("seed", range(1, 6))
def test_durak_seeded_deals(seed: int) -> None:
    trump_card, first_hand, second_hand, attacker = SEEDED_DEALS[seed - 1]
    game = durak.Reference(PUBLISHED, [seeded_durak(seed)])
    assert game.deck[-1] == trump_card
    assert [game.hand_order(0), game.hand_order(1)] == [first_hand.split(), second_hand.split()]
    assert game.to_move() == game.attacker == attacker - 1


def test_durak_known_game() -> None:
    """Replay a known game; a pass that is the only answer to "take" is not written down there."""
    game = durak.Reference(PUBLISHED, [seeded_durak(1)])
    for word in SEEDED_GAME.split():
        if game.taking and game.legal() == ["pass"]:
            game.play("pass")
        seat, move = word.split(":")
        assert game.to_move() == int(seat) - 1
        game.play(stop(game) if move == "-" else move)
    assert game.points() == (-1, 1)
    assert game.bout == 16


def test_durak_known_results_of_twenty_seeds() -> None:
    both_greedy = [seeded_game(seed, (greedy, greedy), PUBLISHED) for seed in range(1, 21)]
    assert " ".join(f"{verdict(game)}/{game.bout + 1}" for game in both_greedy) == GREEDY_GREEDY
    one_hesitant = [seeded_game(seed, (hesitant(seed), greedy), PUBLISHED) for seed in range(1, 21)]
    assert " ".join(f"{verdict(game)}/{game.bout + 1}" for game in one_hesitant) == HESITANT_GREEDY


@pytest.mark.parametrize(
    ("start_rank", "wins"),
    [(6, 913), (7, 916), (8, 918), (9, 898), (10, 895), (11, 817), (12, 749), (13, 607), (14, 498)],
)
def test_durak_known_results_of_a_thousand_seeds(start_rank: int, wins: int) -> None:
    options = {**PUBLISHED, "start_rank": str(start_rank)}
    results = Counter(
        verdict(seeded_game(seed, (greedy, hesitant(seed)), options)) for seed in range(1, 1001)
    )
    assert results["1"] == wins
    if start_rank == 6:
        assert (results["2"], results["D"]) == (79, 8)


def test_durak_published_end_differs_in_eight_of_a_thousand_games() -> None:
    """An attacker goes out although the deck still has cards for him."""
    games = [seeded_game(seed, (greedy, greedy), PUBLISHED) for seed in range(1, 1001)]
    assert sum(1 for game in games if game.deck and not game.hand_lists[game.attacker]) == 8


def test_durak_without_trumps_has_known_length_and_no_draws() -> None:
    options = {"trumps": "off"}
    games = [seeded_game(seed, (greedy, greedy), options) for seed in range(1, 1001)]
    assert sum(game.bout for game in games) / 1000 == pytest.approx(18.4, abs=0.5)
    assert all(verdict(game) != "D" for game in games)


def durak_position(text: str, moves: str, **options: str) -> durak.Reference:
    """Play some moves from a hand-made distribution."""
    game = durak.Reference(options, [text])
    for move in moves.split():
        game.play(move)
    return game


def test_durak_attacker_without_cards_draws_on() -> None:
    text = "6H | 7H 8C | 9S | trump=S first=0"
    assert durak_position(text, "6H 7H", end="published").points() == (1, -1)
    game = durak_position(text, "6H 7H", end="correct")
    assert (game.to_move(), game.legal()) == (0, ["pass"])
    game.play("pass")
    assert game.hands() == [{"9S"}, {"8C"}]
    assert (game.attacker, game.bout, game.discard) == (1, 2, {"6H", "7H"})
    game.play("8C")
    assert game.legal() == ["9S", "take"]
    game.play("9S")
    assert game.points() == (0, 0)


def test_durak_take_from_an_attacker_without_cards_is_completed_at_once() -> None:
    text = "6H | 7H 8C | 9S | trump=S first=0"
    assert durak_position(text, "6H take", end="published").points() == (1, -1)
    game = durak_position(text, "6H take", end="correct")
    assert game.hands() == [{"9S"}, {"6H", "7H", "8C"}]
    assert (game.to_move(), game.attacker, game.bout) == (0, 0, 2)
    game.play("9S")
    assert game.legal() == ["take"]
    game.play("take")
    assert game.points() == (1, -1)


def test_durak_both_hands_empty() -> None:
    text = "6H | 7H | 9S | trump=S first=0"
    assert durak_position(text, "6H 7H", end="published").points() == (0, 0)
    assert durak_position(text, "6H 7H", end="correct").points() == (-1, 1)
    without_deck = "6H | 7H | | trump=S first=0"
    assert durak_position(without_deck, "6H 7H", end="published").points() == (0, 0)
    assert durak_position(without_deck, "6H 7H", end="correct").points() == (0, 0)


@pytest.mark.parametrize("end", ["correct", "published"])
def test_durak_nobody_is_out_while_the_deck_feeds_both(end: str) -> None:
    text = "6H | 7H | 8C 8H 8D 9C 9H 9D 9S | trump=S first=0"
    game = durak_position(text, "6H 7H", end=end)
    assert (game.to_move(), game.legal()) == (0, ["pass"])
    game.play("pass")
    assert game.hands() == [{"8C", "8H", "8D", "9C", "9H", "9D"}, {"9S"}]
    assert game.attacker == 1


@pytest.mark.parametrize("end", ["correct", "published"])
def test_durak_defender_without_cards_wins_when_the_attacker_empties_the_deck(end: str) -> None:
    game = durak_position("6H 6C | 7H | 9S | trump=S first=0", "6H 7H", end=end)
    assert game.points() == (-1, 1)


@pytest.mark.parametrize("end", ["correct", "published"])
def test_durak_defender_without_cards_cannot_be_attacked_further(end: str) -> None:
    text = "6H 6C 7D 8D QD KD | 7H | 9H 9S | trump=S first=0"
    game = durak_position(text, "6H 7H", end=end)
    assert (game.to_move(), game.legal()) == (0, ["pass"])
    game.play("pass")
    assert game.hands() == [{"6C", "7D", "8D", "QD", "KD", "9H"}, {"9S"}]


def test_durak_after_take_the_attacker_is_asked_whatever_he_holds() -> None:
    text = "6H 9C | 7D 8D 9D | | trump=S first=0"
    game = durak_position(text, "6H take")
    assert (game.to_move(), game.legal()) == (0, ["pass"])
    game.play("pass")
    assert game.hands() == [{"9C"}, {"6H", "7D", "8D", "9D"}]
    assert game.to_move() == 0


def test_durak_after_take_cards_are_added_up_to_the_capacity() -> None:
    text = "6H 6C 6D 9C | 7D 8D | | trump=S first=0"
    game = durak_position(text, "6H take")
    assert game.legal() == ["6C", "6D", "pass"]
    game.play("6D")
    assert game.hands() == [{"6C", "9C"}, {"6H", "6D", "7D", "8D"}]
    assert (game.to_move(), game.bout) == (0, 2)
    no_room = durak_position("6H 6C 9C | 7D | | trump=S first=0", "6H take")
    assert no_room.hands()[1] == {"6H", "7D"}
    assert (no_room.to_move(), no_room.bout) == (0, 2)


def test_durak_attack_limit_is_five_in_the_first_bout() -> None:
    text = "6S 6H 6D 6C 7H 7D | 7S 9C TC JC QC KC | | trump=- first=0"
    moves = "6S 7S 6H take 6D 6C 7H"
    limited = durak_position(text, moves, trumps="off", attack_limit="6")
    assert (limited.bout, limited.hands()[0]) == (2, {"7D"})
    free = durak_position(text, moves, trumps="off")
    assert (free.bout, free.legal()) == (1, ["7D", "pass"])
    free.play("7D")
    assert free.points() == (1, -1)


def test_durak_attack_limit_is_six_later() -> None:
    text = "8S 6S 6H 6D 6C 7H 7D 7C | 7S 9C TC JC QC KC AC | | trump=- first=0"
    moves = "8S take pass 6S 7S 6H take 6D 6C 7H 7D"
    limited = durak_position(text, moves, trumps="off", attack_limit="6")
    assert (limited.bout, limited.legal()) == (3, ["7C"])
    free = durak_position(text, moves, trumps="off")
    assert (free.bout, free.legal()) == (2, ["7C", "pass"])


def test_durak_attack_limit_leaves_only_the_pass() -> None:
    text = "6H 7D 8C 9H TD JC | 7H 8D 9C TH JD QC KC | | trump=S first=0"
    moves = "6H 7H 7D 8D 8C 9C 9H TH TD JD"
    assert durak_position(text, moves, attack_limit="6").legal() == ["pass"]
    assert durak_position(text, moves).legal() == ["JC", "pass"]


def test_durak_who_attacks_first() -> None:
    assert durak_position("6H 7S | 8S 9H | | trump=S first=1", "").attacker == 0
    assert durak_position("6H 8S | 7S 9H | | trump=S first=0", "").attacker == 1
    assert durak_position("6H | 9H | | trump=S first=1", "").attacker == 1
    assert durak_position("6H 7S | 8S 9H | | trump=- first=1", "", trumps="off").attacker == 1


def test_durak_beating() -> None:
    assert durak.beats("7H", "6H", "S")
    assert not durak.beats("6H", "7H", "S")
    assert durak.beats("6S", "AH", "S")
    assert not durak.beats("6S", "7S", "S")
    assert not durak.beats("AC", "6H", "S")
    assert not durak.beats("AS", "6H", None)


DURAK_OPTION_SETS = [
    {"start_rank": "6", "trumps": trumps, "attack_limit": limit, "end": end}
    for trumps in ("on", "off")
    for limit in ("none", "6")
    for end in ("correct", "published")
] + [
    {"start_rank": str(rank), "trumps": "on", "attack_limit": "6", "end": "correct"} for rank in range(7, 15)
]


def random_durak(rng: random.Random, options: dict[str, str]) -> str:
    """Write a random distribution for a set of options."""
    cards = durak.deck_from(int(options["start_rank"]))
    rng.shuffle(cards)
    trump = cards[-1][1] if len(cards) > 12 else rng.choice(durak.SUITS)
    return durak_text(cards, trump if options["trumps"] == "on" else "-", rng.randrange(2))


def durak_cards(game: durak.Reference) -> list[str]:
    """Return all cards of the game, wherever they are."""
    return game.hand_lists[0] + game.hand_lists[1] + game.deck + game.table() + sorted(game.discard)


@pytest.mark.parametrize("options", DURAK_OPTION_SETS, ids=lambda options: "-".join(options.values()))
def test_durak_random_play(options: dict[str, str]) -> None:
    rng = random.Random(" ".join(options.values()))
    deck = sorted(durak.deck_from(int(options["start_rank"])))
    for number in range(RANDOM_GAMES):
        game = durak.Reference(options, [random_durak(rng, options)])
        largest = 0
        while game.to_move() >= 0:
            moves = game.legal()
            assert moves == sorted(set(moves)) != []
            assert sorted(durak_cards(game)) == deck
            if not game.attack:
                capacity = len(game.hand_lists[game.defender()])
                assert capacity > 0
            assert len(game.attack) <= capacity
            largest = max(largest, len(game.attack))
            if number % 10 == 0:
                refused = rng.choice([move for move in [*deck, "pass", "take"] if move not in moves])
                with pytest.raises(ValueError, match="may not play"):
                    game.play(refused)
                assert game.legal() == moves
            game.play(rng.choice(moves))
        assert sorted(durak_cards(game)) == deck
        assert game.points() in [(1, -1), (-1, 1), (0, 0)]
        assert options["attack_limit"] == "none" or largest <= 6
        if game.points() != (0, 0):
            assert game.hands()[game.points().index(1)] == set()
        if options["end"] == "correct" and game.deck:
            assert game.points()[game.defender()] == 1


def test_durak_both_end_rules_agree_once_the_deck_is_empty() -> None:
    rng = random.Random(11)
    differences = 0
    for _ in range(RANDOM_GAMES):
        text = random_durak(rng, {"start_rank": "11", "trumps": "on"})
        correct = durak.Reference({"start_rank": "11"}, [text])
        published = durak.Reference({"start_rank": "11", "end": "published"}, [text])
        while correct.to_move() == published.to_move() >= 0:
            move = greedy(correct)
            deck_before = list(correct.deck)
            correct.play(move)
            published.play(move)
        same = (correct.to_move(), correct.result) == (published.to_move(), published.result)
        assert same or deck_before
        assert same or published.to_move() == -1
        differences += not same
    assert differences > 0
