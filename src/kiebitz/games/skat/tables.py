"""The cards of Skat in numbers: points, classes, strength; the games' values and what may be bid.

A card is its place in the deck: 0..3 are the jacks C S H D, then come A T K Q 9 8 7 of each suit.
Tables are indexed by contract, then by card.
"""

from __future__ import annotations

import numpy as np

GRAND, NULL = 4, 5  # contracts; 0..3 are the suits C S H D
SCHNEIDER, SCHWARZ, OUVERT = 1, 2, 3  # announced levels; each includes those before it

DECK = (1 << 32) - 1
JACKS = 15
ACES = sum(1 << (4 + 7 * suit) for suit in range(4))
TENS, KINGS, QUEENS = ACES << 1, ACES << 2, ACES << 3
VALUE = np.array([2] * 4 + [11, 10, 4, 3, 0, 0, 0] * 4, np.int64)

BASE = np.array([12, 11, 10, 9, 24, 0], np.int64)
NULL_VALUE = np.array([23, 35, 46, 59], np.int64)  # plain, Hand, Ouvert, Hand Ouvert
_SUIT_VALUES = {base * levels for base in (9, 10, 11, 12) for levels in range(2, 19)}
_GRAND_VALUES = {24 * levels for levels in range(2, 12)}
BIDS = np.array(sorted(_SUIT_VALUES | _GRAND_VALUES | {23, 35, 46, 59}), np.int64)


def _classes(contract: int) -> list[int]:
    """The disjoint sets of cards that follow each other; the first is the trumps, empty in Null."""
    suits = [127 << (4 + 7 * suit) for suit in range(4)]
    if contract == NULL:
        return [0] + [suits[suit] | 1 << suit for suit in range(4)]
    trump = JACKS | (suits[contract] if contract < GRAND else 0)
    return [trump] + [suit & ~trump for suit in suits]


def _class_of(contract: int, card: int) -> int:
    return next(cards for cards in _classes(contract) if cards >> card & 1)


def _power_of(contract: int, card: int) -> int:
    """A card's strength, 1..64: smaller numbers are stronger, trumps above all, Null A K Q J T 9 8 7."""
    if contract == NULL:
        rank = 3 if card < 4 else (0, 4, 1, 2, 5, 6, 7)[(card - 4) % 7]
        return 8 - rank
    return (64 if _classes(contract)[0] >> card & 1 else 32) - card


CLASS = np.array([[_class_of(game, card) for card in range(32)] for game in range(6)], np.int64)
POWER = np.array([[_power_of(game, card) for card in range(32)] for game in range(6)], np.int64)
TRUMPS = np.array([_classes(game)[0] for game in range(6)], np.int64)
