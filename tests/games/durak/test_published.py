"""Durak: deals and a game of the published program, repeated."""

from __future__ import annotations

import pytest

from kiebitz.games.durak import Durak
from kiebitz.games.durak.view import DurakState
from tests.games.durak.bouts import start


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
