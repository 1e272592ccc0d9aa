# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The one array that a solver works in: what the kind of game says, lists of moves, the transposition table.

Positions are looked up where a trick begins. A position is the three hands, who leads, and what is asked: no
deal is part of it, so what was found in one world serves all others in which the same cards are left, now and
in later decisions. Cards that count the same and stand side by side are interchangeable, so the key keeps
only the order of their owners: with the eight gone, the nine and the seven of a hand are the same card.

An entry is two words, and no two positions share them: for each card the hand that holds it (32 places of two
bits, hands counted from the leader on), then the question with the leader, the best lead, and two bounds of
the points that the declarer still makes. What it says holds forever, so nothing needs to be cleared.
"""

from __future__ import annotations

import numpy as np
from numba import int64, void

from kiebitz.games.skat.search.layout import CLASS, NINES, NULL_GAME, TRUMPS
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import STATE

NODES = 0  # cards tried since the workspace was made
KIND = 1  # of game
TRUMP = 2  # the trumps of this kind
SLOTS = 3  # entries of the table that are in use less one, a mask
QUESTION = 4  # what is asked, in its place in an entry: the aim, the kind of game, and the number of the book
TARGET = 5  # of a question about tricks: the side that takes one (0 declarer, 1 defenders)
CHASER = 6  # and the side that wants it to
ENTRIES = 7  # entries of the table less one
CLASSES = 8  # by bit: the cards that follow
MOVES = CLASSES + 32  # for each number of cards in hand: three lists of moves, two lists of runs
LISTS = 5 * 16
HISTORY = MOVES + 11 * LISTS  # by seat and bit: how often this lead was good enough
TABLE = HISTORY + 3 * 32

LEAD_AT, UPPER_AT, LEADER_AT, AIM_AT, KIND_AT, BOOK_AT = 14, 7, 19, 21, 23, 25
BOUND = 127
BOUNDS = (1 << LEADER_AT) - 1
FEW_CARDS = 9  # in hand need only a table that stays in the processor's cache
FEW_ENTRIES, MANY_ENTRIES = 14, 18  # entries as powers of two
NO_KIND = -1
FIRST_GAP, SECOND_GAP = 4 | NINES << 1, 2 | NINES  # what lets weaker equals move up when it is gone
SUITS_IN_NULL = 0x01010101  # their first places
SUITS_AND_JACKS = np.array([sum(1 << i for i in range(32) if (i + 3) % 7 == n) for n in range(7)], np.int64)
"""By place in a suit of seven cards: the bits of the layout; jacks have the last four places."""
FIRST_HASH, SECOND_HASH, HASH_AT = 0x1E3779B97F4A7C15, 0x42B2AE3D27D4EB4F, 40  # mix the bits of a key


def workspace(bits: int = 18) -> np.ndarray:
    """A fresh workspace with 2**bits entries; 14 suits many quick questions, 20 a few hard ones."""
    w = np.zeros(TABLE + (2 << bits), np.int64)
    w[ENTRIES] = w[SLOTS] = (1 << bits) - 1
    w[KIND] = NO_KIND
    return w


def table_for(cards: int) -> int:
    """The size of table, as a power of two, that solves hands of at most so many cards most quickly.

    >>> table_for(6), table_for(10)
    (14, 18)
    """
    return FEW_ENTRIES if cards <= FEW_CARDS else MANY_ENTRIES


@kernel(void(STATE, int64, int64), inline=False)
def prepare(w, kind, cards):
    """Begin with questions about a kind of game, where a hand has at most so many cards."""
    for i in range(HISTORY, TABLE):
        w[i] = 0
    w[SLOTS] = min(w[ENTRIES], (1 << FEW_ENTRIES) - 1) if cards <= FEW_CARDS else w[ENTRIES]
    if w[KIND] == kind:
        return
    w[KIND] = kind
    w[QUESTION] = (w[QUESTION] >> BOOK_AT << BOOK_AT) | kind << KIND_AT
    w[TRUMP] = TRUMPS[kind]
    for card in range(32):
        w[CLASSES + card] = CLASS[kind, card]


@kernel(void(STATE), inline=False)
def open_book(w):
    """Forget all positions: for answers that must not depend on what was asked before."""
    w[QUESTION] += 1 << BOOK_AT


@kernel
def closed_up(cards, gone):
    """Some cards in the places of a suit game or Grand, where each is the strongest of its equals that is
    left: jacks are equal, and so are nine, eight and seven."""
    moved = cards & (gone & FIRST_GAP) << 1
    cards = (cards ^ moved) | moved >> 1
    gap = gone & SECOND_GAP
    moved = cards & (gap << 1 | gap << 2)
    cards = (cards ^ moved) | moved >> 1
    moved = cards & -(gone & 1) & 14
    return (cards ^ moved) | moved >> 1


@kernel
def key_for_points(a, b, c):
    """The three hands as the first word of an entry, in a suit game or Grand."""
    gone = ~(a | b | c)
    return closed_up(a | c, gone) | closed_up(b | c, gone) << 32


@kernel
def closed_up_in_classes(w, cards, gone):
    """The same where all cards of a suit are equal, and the jacks among themselves."""
    is_null = w[KIND] == NULL_GAME
    size = np.int64(8) if is_null else np.int64(7)
    for place in range(size - 2, -1, -1):
        gap = gone & (SUITS_IN_NULL << place if is_null else SUITS_AND_JACKS[place])
        moved = cards & ((gap << (size - place)) - (gap << 1))  # what is weaker in the same suit
        cards = (cards ^ moved) | moved >> 1
    return cards


@kernel
def key_for_tricks(w, a, b, c):
    """The same where points do not matter, so that all neighbours are equal."""
    gone = ~(a | b | c)
    return closed_up_in_classes(w, a | c, gone) | closed_up_in_classes(w, b | c, gone) << 32


@kernel
def slot_of(w, key, leader):
    """Where the entry of a position is kept."""
    mixed = (key ^ leader) * FIRST_HASH + (key >> 32) * SECOND_HASH
    return TABLE + 2 * ((mixed >> HASH_AT) & w[SLOTS])
