"""What Skat players do before the cards are played: bids, discards, games, announcements."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from kiebitz.agents.base import Decision
from kiebitz.agents.registry import contestant
from kiebitz.errors import KiebitzError
from kiebitz.games.skat.agents import memory as m
from kiebitz.games.skat.agents.bidding import bidding
from kiebitz.games.skat.agents.bidding.chances import (
    announced_score,
    chance_of_ninety,
    chance_to_win,
    score_of,
    trump_score,
)
from kiebitz.games.skat.agents.bidding.proofs import can_force
from kiebitz.games.skat.scoring import score, tops
from kiebitz.games.skat.search.paranoia.view import ALL_TRICKS, GAME_LIMIT, NO_EXTREMES, NO_HABITS
from kiebitz.games.skat.search.paranoia.words import WORDS as PROBLEM
from kiebitz.games.skat.tables import BASE, BIDS, GRAND, TRUMPS
from kiebitz.games.skat.view import SkatState
from kiebitz.kernel.random import Stream
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.registry import game
from kiebitz.rules.values import Deal

SKAT = game("skat")
DECK = [str(card) for card in SKAT.deck.cards]
SOLID = "CJ SJ HJ DJ CA CT CK CQ C9 C8"  # ten tricks, whatever the others hold
SLAM = "CJ SJ HJ DJ CA CT SA ST HA DA"  # nearly
STRONG = "CJ SJ HJ CA CT CK CQ C9 SA HA"  # Schneider is likely
POOR = "C7 C8 S7 SQ SK H9 HQ HK D8 DQ"
QUICK = "pimc:worlds=2,solve=4"


def mask(cards: str) -> int:
    return sum(1 << DECK.index(card) for card in cards.split())


def deal_with(hand: str, seat: int = 0) -> SkatState:
    """A deal in which a seat has a hand and the others the rest in order."""
    rest = [card for card in DECK if card not in hand.split()]
    parts = [rest[:10], rest[10:20]]
    parts.insert(seat, hand.split())
    state = Deal.read(SKAT, " | ".join(" ".join(part) for part in [*parts, rest[20:]])).start()
    assert isinstance(state, SkatState)
    return state


def decide(spec: str, state: SkatState) -> Decision:
    answer = contestant(spec, SKAT).make().act(state.view(state.turn, Stream(1)))
    assert isinstance(answer, Decision)
    return answer


def declarer(hand: str, *moves: str) -> SkatState:
    """Forehand has the hand, became declarer at 18 and went on."""
    state = deal_with(hand)
    for move in ("pass", "pass", "18", *moves):
        state = state.play(move)
    return state


@pytest.fixture(scope="module")
def memory() -> Vector:
    words = [0] * m.PARAMETERS
    words[m.PASSING] = words[m.PROOF] = 1
    return m.make_memory(words)


def random_hands(number: int, cards: int, name: str) -> list[int]:
    rng, found = Stream.named(name), []
    for _ in range(number):
        deck = list(range(32))
        rng.shuffle(deck)
        found.append(sum(1 << card for card in deck[:cards]))
    return found


# -- scores --------------------------------------------------------------------------------------------


def test_expected_scores_are_those_of_the_rules_weighted_by_chances() -> None:
    for contract in range(5):
        base = int(BASE[contract])
        for matadors in (1, 3):
            for bid in BIDS[:25].tolist():
                won, ninety, lost = (
                    int(score(contract, matadors, 0, 0, 0, 0, bid, points, 5, 1)) for points in (70, 95, 50)
                )
                each = [value + (50 if value > 0 else -50) for value in (won, ninety, lost)]
                expected = 0.5 * each[0] + 0.2 * each[1] + 0.3 * each[2]
                if base * (matadors + 1) >= bid or base * (matadors + 2) < bid:
                    assert trump_score(0.7, 0.2, matadors + 1, base, bid) == pytest.approx(expected)
                hand = [int(score(contract, matadors, 1, 1, 0, 0, bid, points, 5, 1)) for points in (95, 50)]
                each = [value + (50 if value > 0 else -50) for value in hand]
                announced = announced_score(0.8, matadors + 4, base, bid)
                assert announced == pytest.approx(0.8 * each[0] + 0.2 * each[1])


def test_ninety_is_never_likelier_than_winning_in_a_score(memory: Vector) -> None:
    for cards in random_hands(50, 12, "ninety"):
        pair = int(bidding.best_discard(memory, cards, GRAND, 0, 0))
        hand = cards & ~pair
        value = BASE[GRAND] * (tops(cards, GRAND) + 1)
        win = chance_to_win(memory, hand, pair, GRAND, 0, 1, 18)
        most = win * (value + 50 + BASE[GRAND]) - (1 - win) * (2 * value + 50)
        assert score_of(memory, hand, pair, GRAND, 0, 1, 18) <= most + 1e-9
        assert 0 < chance_of_ninety(memory, hand, pair, GRAND, 0, 1, 18) < 1


# -- discards ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("contract", [0, 3, GRAND])
def test_no_other_discard_looks_better(memory: Vector, contract: int) -> None:
    for cards in random_hands(20, 12, "discards"):
        pair = int(bidding.best_discard(memory, cards, contract, 1, 0))
        best = bidding.mark_of(memory, cards & ~pair, pair, contract, 1)
        side = [card for card in range(32) if (cards & ~int(TRUMPS[contract])) >> card & 1]
        others = [1 << a | 1 << b for a, b in combinations(side, 2)]
        assert pair in others
        marks = [bidding.mark_of(memory, cards & ~other, other, contract, 1) for other in others]
        assert best == max(marks)


def test_the_second_card_goes_with_the_first(memory: Vector) -> None:
    for cards in random_hands(20, 12, "second"):
        pair = int(bidding.best_discard(memory, cards, 0, 0, 0))
        first = pair & -pair
        assert int(bidding.best_discard(memory, cards & ~first, 0, 0, first)) == pair


@pytest.mark.parametrize("seat", range(3))
def test_a_lone_ten_is_put_away(memory: Vector, seat: int) -> None:
    cards = mask("CJ HJ CA CK C9 C8 SA S9 HT D9 D8 D7")
    assert int(bidding.best_discard(memory, cards, 0, seat, 0)) & mask("HT")


# -- bids ----------------------------------------------------------------------------------------------


def test_what_passing_brings_is_asked_of_declaring(memory: Vector) -> None:
    """A hand that is worth a little is bid only if passing is taken to bring nothing."""
    least = float(memory[m.DEFENDING + 4]) / 100  # middlehand at 18
    rests = (hand for hand in random_hands(3000, 10, "little"))
    hand = next(h for h in rests if 0.5 < bidding.worth_with_skat(memory, h, 1, 18) < least - 0.5)
    state = deal_with(" ".join(card for i, card in enumerate(DECK) if hand >> i & 1), seat=1)
    assert decide(f"{QUICK},passing=nothing", state).move == "18"
    found = decide(QUICK, state)
    assert found.move == "pass"
    assert f"defending {least:+.1f}" in str(found.because)
    assert decide(f"{QUICK},passing=nothing,margin=20", state).move == "pass"


def test_tables_of_a_missing_file_are_named() -> None:
    with pytest.raises(KiebitzError, match="no winning tables"):
        contestant(f"{QUICK},tables=nowhere.npz", SKAT)


# -- proofs and announcements --------------------------------------------------------------------------


def test_all_tricks_are_proved_only_where_they_are_sure(memory: Vector) -> None:
    vector = declarer(SOLID).view(0, Stream(1)).vector
    assert can_force(vector, memory, mask(SOLID), 0, 0, ALL_TRICKS, NO_HABITS)
    assert not can_force(vector, memory, mask(STRONG.replace("HA", "HK")), 0, 0, ALL_TRICKS, NO_HABITS)


def test_a_grand_is_proved_or_not(memory: Vector) -> None:
    for hand, sure in ((SLAM, 1), (POOR, 0)):
        vector = declarer(hand, "skat").view(0, Stream(1)).vector
        skat = mask("D7 H7")
        assert can_force(vector, memory, mask(hand), skat, GRAND, GAME_LIMIT, NO_EXTREMES) == sure


def test_only_the_same_question_is_answered_from_memory() -> None:
    """Another hand or aim is asked anew; the same one is answered with what was kept."""
    view, skat, memory = declarer(SLAM, "skat").view(0, Stream(1)).vector, mask("D7 H7"), m.make_memory([])
    asked = [(mask(hand), aim) for hand in (SLAM, POOR, SLAM) for aim in (GAME_LIMIT, ALL_TRICKS)]

    def ask(words: Vector, hand: int, aim: int) -> int:
        return int(can_force(view, words, hand, skat, GRAND, aim, NO_EXTREMES))

    answers = [ask(memory, *question) for question in asked]
    assert answers == [ask(m.make_memory([]), *question) for question in asked]
    assert set(answers) == {0, 1}
    memory[m.KNOWN_PROOF + PROBLEM] = 7
    assert ask(memory, *asked[-1]) == 7 != ask(memory, *asked[0])


def test_a_hand_for_all_tricks_is_laid_open() -> None:
    state = declarer(SOLID, "hand", "C")
    assert decide(QUICK, state).move == "ouvert"
    assert decide(f"{QUICK},proof=off", state).move != "ouvert"


def test_schneider_is_announced_where_the_tables_say_that_it_pays(memory: Vector) -> None:
    means, seen = np.zeros(3), set()
    for hand in (STRONG, "CJ SJ CA CT CK CQ SA ST HA DA", "CJ HJ CA CK CQ C9 C8 SA HK D7"):
        bidding.worth_of_hand_game(memory, mask(hand), 0, 18, 0, means)
        expected = "schneider" if means[1] > means[0] else "plain"
        assert decide(f"{QUICK},proof=off", declarer(hand, "hand", "C")).move == expected
        seen.add(expected)
    assert seen == {"schneider", "plain"}


def test_nothing_is_announced_after_the_skat_was_taken() -> None:
    state = declarer(SOLID, "skat")
    while state.phase != "play":
        state = state.play(decide(QUICK, state).move)
    assert state.contract.strip() in ("C", "G")
