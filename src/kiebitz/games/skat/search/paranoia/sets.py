# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What a card proves: how the sets of a paranoia search change when a neighbour plays.

The worlds are all ways to fill both neighbours' hands and the skat from the sets. ``p`` is the neighbour
who plays and ``q`` the other one. Sets stay exact: a card that nobody could hold any more is moved at once.
"""

from __future__ import annotations

import numpy as np

from kiebitz.games.skat.search.layout import DECK
from kiebitz.kernel.bits import count
from kiebitz.kernel.jit import kernel


@kernel
def may_play(known, half, pool, follow):
    """The cards that a neighbour might play: one who surely can follow must."""
    cards = known | half | pool
    return cards & follow if follow != DECK and known & follow != 0 else cards


@kernel
def is_feasible(known_p, known_q, pool, half_p, half_q, room, size_p, size_q, noskat):
    """Is there a world at all: can both hands and the skat be filled?"""
    free_p, free_q = size_p - count(known_p), size_q - count(known_q)
    if free_p < 0 or free_q < 0 or room < 0:
        return False
    over_p, over_q = max(0, count(half_p) - free_p), max(0, count(half_q) - free_q)
    return over_p + over_q <= room <= count(half_p | half_q | (pool & ~noskat))


@kernel
def prove_void(known_q, pool, half_p, half_q, room, follow, noskat):
    """The sets of q, the pool and the room of the skat once p did not follow; room -1 if that cannot be."""
    if room == 0:
        return known_q | (pool & follow), pool & ~follow, half_p, half_q, room
    lost = half_p & follow
    if lost & noskat != 0:
        return known_q, pool, half_p, half_q, np.int64(-1)
    moved = pool & follow
    known_q |= moved & noskat
    return known_q, pool & ~follow, half_p & ~follow, half_q | (moved & ~noskat), room - count(lost)


@kernel
def tighten(known_p, known_q, pool, half_p, half_q, room, size_p, size_q, noskat):
    """Draw the consequences of full hands and a full skat until nothing moves."""
    while True:
        if room == 0:
            known_p |= half_p
            known_q |= half_q
            half_p, half_q = np.int64(0), np.int64(0)
        full_p, full_q = count(known_p) >= size_p, count(known_q) >= size_q
        if full_p and (pool | half_p) != 0:
            room -= count(half_p)
            known_q |= pool & noskat
            half_q |= pool & ~noskat
            half_p, pool = np.int64(0), np.int64(0)
        elif full_q and (pool | half_q) != 0:
            room -= count(half_q)
            known_p |= pool & noskat
            half_p |= pool & ~noskat
            half_q, pool = np.int64(0), np.int64(0)
        else:
            return known_p, known_q, pool, half_p, half_q, room


@kernel
def redundant(cards, live, same):
    """Cards of one hand that the next stronger card of the hand can stand for: none is alive between."""
    reached = (cards << 1) & same
    gone = ~live
    while True:
        further = reached | (((reached & gone) << 1) & same)
        if further == reached:
            return cards & reached
        reached = further


@kernel
def redundant_below(cards, live, same):
    """The same seen from below: cards that the next weaker card of the hand can stand for."""
    reached = (cards & same) >> 1
    gone = ~live
    while True:
        further = reached | ((reached & gone & same) >> 1)
        if further == reached:
            return cards & reached
        reached = further


@kernel
def close_up(cards, gaps):
    """Move the cards below gaps up by one bit."""
    return (cards & ~gaps) | ((cards & gaps) >> 1)
