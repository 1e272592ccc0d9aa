"""Random positions of hands that one would declare, as problems with open cards.

A declarer's twelve cards must be strong. Grand: two jacks, and five jacks and aces together. Suit: six
trumps, two jacks, an ace beside. He puts away two cards of his shortest suits; the first tricks are played
by simple rules, and neither side has won yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kiebitz.games.skat.scoring import card_points
from kiebitz.games.skat.search.open_cards.answering import NAMES
from kiebitz.games.skat.search.open_cards.problem import SEATS, text_of
from kiebitz.games.skat.tables import ACES, CLASS, GRAND, JACKS, POWER, TRUMPS, VALUE
from kiebitz.kernel.random import Stream


def members(mask: int) -> list[int]:
    return [card for card in range(32) if mask >> card & 1]


def is_strong(contract: int, cards: int) -> bool:
    jacks, trumps = (cards & JACKS).bit_count(), int(TRUMPS[contract])
    if contract == GRAND:
        return jacks >= 2 and jacks + (cards & ACES).bit_count() >= 5
    return (cards & trumps).bit_count() >= 6 and jacks >= 2 and (cards & ACES & ~trumps).bit_count() >= 1


def put_away(contract: int, cards: int) -> int:
    """Two cards: no trumps, if possible no aces, of the shortest suits, the dearest first."""

    def rank(card: int) -> tuple[bool, bool, int, int]:
        length = (int(CLASS[contract, card]) & cards).bit_count()
        return bool(TRUMPS[contract] >> card & 1), bool(ACES >> card & 1), length, -int(VALUE[card])

    first, second = sorted(members(cards), key=rank)[:2]
    return 1 << first | 1 << second


def power(contract: int, led: int, card: int) -> int:
    counts = (1 << card) & (int(CLASS[contract, led]) | int(TRUMPS[contract]))
    return int(POWER[contract, card]) if counts else 0


def choose(contract: int, seat: int, moves: list[int], trick: list[int], leader: int, rng: Stream) -> int:
    """Lead the strongest card as declarer, else any; take a trick dearly, give dear cards to a partner."""
    if not trick:
        return max(moves, key=lambda card: int(POWER[contract, card])) if seat == 0 else rng.choice(moves)
    powers = [power(contract, trick[0], card) for card in trick]
    holder = (leader + powers.index(max(powers))) % 3
    winners = [card for card in moves if power(contract, trick[0], card) > max(powers)]
    if seat != 0 and holder != 0 and (len(trick) == 2 or not winners):
        return max(moves, key=lambda card: int(VALUE[card]))
    if winners:
        return max(winners, key=lambda card: int(VALUE[card]))
    return min(moves, key=lambda card: int(VALUE[card]))


def play_trick(contract: int, hands: list[int], leader: int, rng: Stream) -> tuple[int, int]:
    """Play a trick from the hands: who takes it, and its points."""
    trick: list[int] = []
    for place in range(3):
        seat = (leader + place) % 3
        fitting = hands[seat] & int(CLASS[contract, trick[0]]) if trick else 0
        card = choose(contract, seat, members(fitting or hands[seat]), trick, leader, rng)
        hands[seat] &= ~(1 << card)
        trick.append(card)
    powers = [power(contract, trick[0], card) for card in trick]
    return (leader + powers.index(max(powers))) % 3, sum(int(VALUE[card]) for card in trick)


def strong_positions(grand: bool, tricks: int, rng: Stream) -> Iterator[dict[str, Any]]:
    """Positions after this many tricks, without end; ``points`` are the declarer's without the skat."""
    while True:
        deck = list(range(32))
        rng.shuffle(deck)
        cards = sum(1 << card for card in deck[:12])
        suit = max(range(GRAND), key=lambda suit: (cards & int(TRUMPS[suit])).bit_count())
        contract = GRAND if grand else suit
        if not is_strong(contract, cards):
            continue
        skat = put_away(contract, cards)
        hands = [cards & ~skat, sum(1 << card for card in deck[12:22]), sum(1 << card for card in deck[22:])]
        leader, points = rng.below(3), [0, 0]
        for _ in range(tricks):
            leader, gain = play_trick(contract, hands, leader, rng)
            points[leader != 0] += gain
        if points[0] + card_points(skat) <= 60 and points[1] < 60:
            named = {seat: text_of(hand) for seat, hand in zip(SEATS, hands, strict=True)}
            rest = {"leader": SEATS[leader], "skat": text_of(skat), "points": points[0]}
            yield {"tricks": tricks, "contract": NAMES[contract], **named, **rest}
