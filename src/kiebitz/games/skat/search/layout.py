# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Skat's cards as the searches number them: classes are runs of bits, and the lower bit is the stronger card.

All suit games become one: the trump suit changes places with clubs, so the bits 0..3 are the jacks, 4..10
the trump suit, and 11..17, 18..24, 25..31 the others. Grand has the same bits, with only the jacks as
trumps. Null has four suits of eight bits, A K Q J T 9 8 7. So a search needs to know only which of three
kinds of game it plays, "stronger" is a comparison of bits, and the strongest card of a set is its lowest.

A card is passed as a mask of one bit. Seats are seen from the declarer: he is 0, left of him sits 1, then 2.
"""

from __future__ import annotations

import numpy as np
from numba import int64

from kiebitz.games.skat.tables import CLASS as GAME_CLASS
from kiebitz.games.skat.tables import DECK, GRAND, NULL, VALUE
from kiebitz.games.skat.tables import POWER as GAME_POWER
from kiebitz.games.skat.tables import TRUMPS as GAME_TRUMPS
from kiebitz.kernel.bits import bit, count, lowest
from kiebitz.kernel.jit import kernel

SUIT_GAME, GRAND_GAME, NULL_GAME = 0, 1, 2  # the kinds of game
KINDS = np.array([SUIT_GAME] * 4 + [GRAND_GAME, NULL_GAME], np.int64)
"""The kind of each contract of the rules."""

DECLARER, LEFT, RIGHT = 0, 1, 2


def _deck(contract: int) -> list[int]:
    """The cards of the rules in the order of their bits here: trumps first, each class from the strongest."""
    trumps = [card for card in range(32) if GAME_TRUMPS[contract] >> card & 1]
    suits = [[card for card in range(32) if GAME_CLASS[NULL, card] >> suit & 1] for suit in range(4)]
    if contract < GRAND:  # the trump suit changes places with clubs
        suits[0], suits[contract] = suits[contract], suits[0]
    sides = [sorted(set(suit) - set(trumps), key=lambda card: -GAME_POWER[contract, card]) for suit in suits]
    return trumps + [card for suit in sides for card in suit]


CARD = np.array([_deck(contract) for contract in range(6)], np.int64)
"""By contract and bit: the card of the rules."""
PLACE = np.argsort(CARD, axis=1)
"""By contract and card of the rules: the bit."""


def _masks(contract: int, table: np.ndarray) -> list[int]:
    """A table of masks of the rules, by bit and in bits of this layout."""
    cards = [int(table[contract, card]) for card in CARD[contract]]
    return [sum(1 << int(PLACE[contract, card]) for card in range(32) if mask >> card & 1) for mask in cards]


_SAMPLES = (0, GRAND, NULL)  # a contract of each kind
CLASS = np.array([_masks(contract, GAME_CLASS) for contract in _SAMPLES], np.int64)
"""By kind and bit: the cards that follow this card."""
POINTS = np.array([VALUE[CARD[contract]] for contract in _SAMPLES], np.int64)
"""By kind and bit: what the card counts; in Null that does not matter."""
TRUMPS = np.array([(1 << 11) - 1, (1 << 4) - 1, 0], np.int64)
"""By kind: the trumps."""

JACKS = 15
ACES = sum(1 << (4 + 7 * suit) for suit in range(4))
TENS, KINGS, QUEENS, NINES = ACES << 1, ACES << 2, ACES << 3, ACES << 4
BLANKS = NINES | NINES << 1 | NINES << 2
"""Masks of ranks in suit games and Grand; blanks are the cards without points."""


@kernel(int64(int64, int64))
def to_layout(cards, contract):
    """The set of cards of the rules in bits of this layout."""
    found = np.int64(0)
    while cards != 0:
        found |= bit(PLACE[contract, lowest(cards)])
        cards &= cards - 1
    return found


@kernel(int64(int64, int64))
def from_layout(cards, contract):
    """The way back: bits of this layout as a set of cards of the rules."""
    found = np.int64(0)
    while cards != 0:
        found |= bit(CARD[contract, lowest(cards)])
        cards &= cards - 1
    return found


@kernel
def card_points(cards):
    """The points of a set of cards in a suit game or Grand."""
    high = 11 * count(cards & ACES) + 10 * count(cards & TENS)
    return high + 4 * count(cards & KINGS) + 3 * count(cards & QUEENS) + 2 * count(cards & JACKS)


@kernel
def following(hand, follow):
    """The legal cards of a hand: those of the class that was led, else all. Before a lead, follow is DECK."""
    fitting = hand & follow
    return fitting if fitting != 0 else hand


@kernel
def beats(card, best, follow, trumps):
    """Does a card take the trick from the best one so far, where ``follow`` is the class that was led?"""
    return card < best and card & (follow | trumps) != 0


@kernel
def winner(first, second, third, leader, follow, trumps):
    """The seat that takes a trick of three cards in the order of play."""
    best, seat = first, leader
    if beats(second, best, follow, trumps):
        best, seat = second, (leader + 1) % 3
    if beats(third, best, follow, trumps):
        seat = (leader + 2) % 3
    return seat


__all__ = [
    "ACES", "BLANKS", "CARD", "CLASS", "DECK", "DECLARER", "GRAND_GAME", "JACKS", "KINDS", "KINGS", "LEFT",
    "NINES", "NULL_GAME", "PLACE", "POINTS", "QUEENS", "RIGHT", "SUIT_GAME", "TENS", "TRUMPS", "beats",
    "card_points", "following", "from_layout", "to_layout", "winner",
]  # fmt: skip
