# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Sets of Schnapsen moves as masks: by the rank or the suit of the card that a move puts on the table.

A marriage counts as a move of the card that it leads. The exchange and closing lead none. "The old order"
is that of the university platform's first generation, on which published bots rely: suits C, D, H, S, in each
the ace first; single cards, then the exchange, then marriages.
"""

from __future__ import annotations

import numpy as np

from kiebitz.games.schnapsen import rules as r
from kiebitz.kernel.bits import bit, highest
from kiebitz.kernel.jit import kernel

TEN, ACE = 3, 4
RANKS = np.array([0b100001000010000100001 & r.DECK] * 5, np.int64) << np.arange(5)
RANKS[r.KING] |= 0b1111 << r.MARRY_KING
RANKS[r.QUEEN] |= 0b1111 << r.MARRY_QUEEN
MARRIAGES = (0b1111 << r.MARRY_KING) | (0b1111 << r.MARRY_QUEEN)
OLD_SUITS = np.array([1, 3, 0, 2], np.int64)  # C, D, H, S as numbers of our suits H, C, S, D


@kernel
def suit_moves(suit):
    """All moves that put a card of a suit on the table."""
    return r.suit_cards(suit) | bit(r.MARRY_KING + suit) | bit(r.MARRY_QUEEN + suit)


@kernel
def trump_moves(view, moves):
    return moves & suit_moves(view[r.TRUMP])


@kernel
def side_moves(view, moves):
    """The moves that put a card on the table that is not a trump."""
    return moves & (r.DECK | MARRIAGES) & ~suit_moves(view[r.TRUMP])


@kernel
def lowest_rank(moves):
    """The moves of the lowest rank among some."""
    for rank in range(r.JACK, ACE + 1):
        if moves & RANKS[rank] != 0:
            return moves & RANKS[rank]
    return np.int64(0)


@kernel
def best_trump(view, moves):
    """The highest single trump as a set, empty if there is none."""
    trumps = moves & r.suit_cards(view[r.TRUMP])
    return bit(highest(trumps)) if trumps != 0 else trumps


@kernel
def first_old(moves):
    """The first move in the old order: of the first suit with a card the highest one."""
    for i in range(4):
        cards = moves & r.suit_cards(OLD_SUITS[i])
        if cards != 0:
            return highest(cards)
    return highest(moves)


@kernel
def top_rank(moves):
    """The last of the highest rank in the old order: a marriage before the bare king, spades before clubs."""
    rank = np.int64(ACE)
    while rank > r.JACK and moves & r.DECK & RANKS[rank] == 0:
        rank -= 1
    for i in range(3, -1, -1):
        suit = OLD_SUITS[i]
        if rank == r.KING and moves & bit(r.MARRY_KING + suit) != 0:
            return r.MARRY_KING + suit
    for i in range(3, -1, -1):
        card = OLD_SUITS[i] * 5 + rank
        if moves & bit(card) != 0:
            return card
    return highest(moves)


@kernel
def led_suit(view, moves):
    """The cards that follow suit, empty on lead."""
    return moves & r.suit_cards(view[r.LED] // 5) if view[r.LED] >= 0 else np.int64(0)


@kernel
def platform_moves(view):
    """The legal moves that the university platform knows: it has no closing."""
    return r.legal(view) & ~bit(r.CLOSE)
