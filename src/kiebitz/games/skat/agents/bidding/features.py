# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What of a declarer's cards decides his chances: the features that the winning tables are addressed by.

Suit games: trumps, jack constellation, ace and ten of trumps, losing cards beside, points put away, missing
suits, seat. Grand: jack constellation, aces, losing cards, missing suits, points put away, seat. In both the
bid counts, too. Null: the holding in each suit and what of it is put away. A losing card is one that a higher
missing card of its suit can be spent on; those that are not losing cards stand.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numba import int64

from kiebitz.games.skat.scoring import card_points
from kiebitz.games.skat.tables import ACES, GRAND, JACKS, TENS, TRUMPS
from kiebitz.kernel.bits import count, has
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.vectors import Vector

SUIT_SHAPE = (6, 8, 3, 7, 4, 3, 3)
"""Trumps 4..9, jacks, trump ace and ten, losers 0..6, points away, missing suits 0..2, seat."""
GRAND_SHAPE = (16, 5, 8, 4, 3, 3)
"""Jacks, aces, losers 0..7, points away, missing suits 0..2, seat."""
SUIT_CELLS, GRAND_CELLS = 36288, 23040
NULL_CELLS = 1 << 16  # by the cards of a suit put away and those held
CELLS = SUIT_CELLS + GRAND_CELLS
BID_GROUPS = 4
HAND_GROUPS = 25


def _losers(own: int, gone: int) -> int:
    """How many own cards of a suit can be matched with different higher cards that are missing."""
    matched, free = 0, 0
    for place in range(7):  # from the ace down
        if own >> place & 1:
            if free:
                matched, free = matched + 1, free - 1
        elif not gone >> place & 1:
            free += 1
    return matched


LOSERS = np.array([[_losers(own, gone) for gone in range(128)] for own in range(128)], np.int64)
"""By the own cards of a suit and those put away, bit 0 the ace: how many lose."""

JACK_GROUPS = np.array([2 * n - (not jacks & 1) if 0 < (n := jacks.bit_count()) < 4 else 7 * (n == 4)
                        for jacks in range(16)], np.int64)  # fmt: skip
"""How many jacks, and whether the jack of clubs is among them: eight groups."""


@kernel
def points_group(points):
    """Points put away in four groups."""
    if points < 4:
        return 0
    if points < 11:
        return 1
    return 2 if points < 15 else 3


@kernel
def bid_group(bid):
    """How high the others bid in four groups: 18, up to 24, up to 36, higher."""
    if bid < 20:
        return 0
    if bid < 27:
        return 1
    return 2 if bid < 40 else 3


@kernel
def sides(hand, skat, contract):
    """Losing cards and missing suits beside the trumps."""
    losers, missing = 0, 0
    for suit in range(4):
        if suit != contract:
            own = (hand >> (4 + 7 * suit)) & 127
            losers += LOSERS[own, (skat >> (4 + 7 * suit)) & 127]
            missing += 1 if own == 0 else 0
    return losers, missing


@kernel(int64(int64, int64, int64, int64))
def cell_of(hand, skat, contract, seat):
    """The cell of ten cards and a skat in the table of suit games or of Grand."""
    losers, missing = sides(hand, skat, contract)
    away = points_group(card_points(skat))
    missing = min(missing, 2)
    jacks = hand & JACKS
    if contract == GRAND:
        cell = jacks * 5 + count(hand & ACES)
        cell = cell * 8 + min(losers, 7)
        return ((cell * 4 + away) * 3 + missing) * 3 + seat
    trumps = hand & TRUMPS[contract]
    cell = min(max(count(trumps), 4), 9) - 4
    cell = cell * 8 + JACK_GROUPS[jacks]
    cell = cell * 3 + count(trumps & (ACES | TENS))
    cell = cell * 7 + min(losers, 6)
    return ((cell * 4 + away) * 3 + missing) * 3 + seat


@kernel(int64(int64, int64, int64, int64))
def cell_at(hand, skat, contract, seat):
    """The place of ten cards and a skat among the cells of both tables, for the lowest bids."""
    return cell_of(hand, skat, contract, seat) + (SUIT_CELLS if contract == GRAND else 0)


def hand_groups() -> Vector:
    """What kind of hand each cell has: in suit games the trumps and jacks, in Grand the jacks and aces."""
    suits = np.indices(SUIT_SHAPE).reshape(len(SUIT_SHAPE), -1)
    grands = np.indices(GRAND_SHAPE).reshape(len(GRAND_SHAPE), -1)
    jacks = np.array([mask.bit_count() for mask in range(16)])
    held = np.array([0, 1, 1, 2, 2, 3, 3, 4])  # jacks by group
    return np.concatenate([
        5 * np.minimum(suits[0], 4) + held[suits[1]], 5 * jacks[grands[0]] + grands[1],
    ])  # fmt: skip


# -- Null ----------------------------------------------------------------------------------------------


def is_safe(holding: int) -> bool:
    """Is a suit holding safe in Null, however the rest lies? Bit 0 is the seven, bit 7 the ace.

    The i-th lowest card must have at most i gaps below it.

    >>> sum(is_safe(holding) for holding in range(256))
    79
    """
    ranks = [rank for rank in range(8) if holding >> rank & 1]
    return all(rank <= 2 * i for i, rank in enumerate(ranks))


@cache
def _escapes(own: int, left: int, right: int) -> bool:
    """Does the declarer avoid every trick in one suit that the defenders lead as long as they can?"""
    if not own or not left | right:
        return True
    for leader, partner in ((left, right), (right, left)):
        for lead in range(8):
            if leader >> lead & 1 and not _ducks(own, leader ^ 1 << lead, partner, lead):
                return False
    return True


def _ducks(own: int, leader: int, partner: int, lead: int) -> bool:
    """Has the declarer an answer to a lead? The partner, who plays after him, may stay below."""
    for card in range(8):
        if own >> card & 1:
            replies = [reply for reply in range(8) if partner >> reply & 1] or [-1]
            rest = own ^ 1 << card
            after = [
                (max(lead, reply) > card, partner & ~(1 << reply) if reply >= 0 else 0) for reply in replies
            ]
            if all(ducked and _escapes(rest, leader, left) for ducked, left in after):
                return True
    return False


def holding_chance(holding: int, gone: int = 0) -> float:
    """The share of the ways to give the missing cards to the two defenders in which a holding is safe.

    >>> holding_chance(0b00010101), holding_chance(0b10000000) < 0.1
    (1.0, True)
    >>> holding_chance(0b00000100, gone=0b00000011)  # the nine when seven and eight are away
    1.0
    """
    missing = 255 & ~(holding | gone)
    parts, safe, part = 0, 0, missing
    while True:
        parts += 1
        safe += _escapes(holding, part, missing ^ part)
        if not part:
            return safe / parts
        part = (part - 1) & missing


_RANKS = (7, 3, 6, 5, 2, 1, 0)  # in Null, from the ace down without the jack
NULL_ORDER = np.array(
    [sum((cards >> place & 1) << rank for place, rank in enumerate(_RANKS)) for cards in range(128)], np.int64
)
"""By the cards of a suit but for its jack, bit 0 the ace: the same cards as Null orders them."""


@kernel(int64(int64, int64))
def null_holding(hand, suit):
    """The cards of a suit as Null orders them: bit 0 the seven, bit 7 the ace."""
    return NULL_ORDER[(hand >> (4 + 7 * suit)) & 127] | ((hand >> suit) & 1) << 4


@kernel
def never_loses_null(hand, skat):
    """Is every suit safe in Null, with what of it lies in the skat: at most as many gaps as cards below?"""
    for suit in range(4):
        held, gone, below, gaps = null_holding(hand, suit), null_holding(skat, suit), 0, 0
        for rank in range(8):
            if has(held, rank):
                if gaps > below:
                    return False
                below += 1
            elif not has(gone, rank):
                gaps += 1
    return True
