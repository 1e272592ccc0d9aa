# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What a card proves: how the sets of a paranoia search change when a neighbour plays.

The worlds are all ways to fill both neighbours' hands and the skat from the sets. ``p`` is the neighbour
who plays and ``q`` the other one. Sets stay exact: a card that nobody could hold any more is moved at once.

``worlds`` are the words ``known_p, known_q, pool, half_p, half_q, room``: the cards that p (q) surely holds,
those that either may hold (or the skat while it has room), those that only p (only q) or the skat may hold,
and how many cards of the skat are unknown. ``sizes`` are the numbers of cards in both hands.
"""

from __future__ import annotations

import numpy as np
from numba import int64, types

from kiebitz.games.skat.search.layout import DECK
from kiebitz.kernel.bits import count
from kiebitz.kernel.jit import kernel

WORLDS = types.UniTuple(int64, 6)


@kernel
def may_play(known, half, pool, follow):
    """The cards that a neighbour might play: one who surely can follow must."""
    cards = known | half | pool
    return cards & follow if follow != DECK and known & follow != 0 else cards


@kernel
def with_known_skat(worlds):
    """The same worlds where the skat is known, told so that the compiler knows it too."""
    left, right, pool, _, _, _ = worlds
    nothing = np.int64(0)
    return left, right, pool, nothing, nothing, nothing


@kernel
def swapped(worlds):
    """The same worlds with the other neighbour as ``p``."""
    known_p, known_q, pool, half_p, half_q, room = worlds
    return known_q, known_p, pool, half_q, half_p, room


@kernel
def unseen(worlds):
    """All cards that the searcher does not see."""
    known_p, known_q, pool, half_p, half_q, _ = worlds
    return known_p | known_q | pool | half_p | half_q


@kernel
def is_feasible(worlds, sizes, noskat):
    """Is there a world at all: can both hands and the skat be filled?"""
    known_p, known_q, pool, half_p, half_q, room = worlds
    free_p, free_q = sizes[0] - count(known_p), sizes[1] - count(known_q)
    if free_p < 0 or free_q < 0 or room < 0:
        return False
    over_p, over_q = max(0, count(half_p) - free_p), max(0, count(half_q) - free_q)
    return over_p + over_q <= room <= count(half_p | half_q | (pool & ~noskat))


@kernel
def prove_void(worlds, follow, noskat):
    """The worlds in which p has no card to follow; room -1 if there is none."""
    known_p, known_q, pool, half_p, half_q, room = worlds
    moved, lost = pool & follow, half_p & follow
    if room == 0:
        return known_p, known_q | moved, pool & ~follow, half_p, half_q, room
    room = np.int64(-1) if lost & noskat != 0 else room - count(lost)
    known_q |= moved & noskat
    half_q |= moved & ~noskat
    return known_p, known_q, pool & ~follow, half_p & ~follow, half_q, room


@kernel
def show(worlds, card):
    """The worlds in which p holds a card."""
    known_p, known_q, pool, half_p, half_q, room = worlds
    return known_p | card, known_q, pool & ~card, half_p & ~card, half_q & ~card, room


@kernel
def lay_down(worlds, card):
    """The worlds once p has put a card that he was known to hold on the table."""
    known_p, known_q, pool, half_p, half_q, room = worlds
    return known_p & ~card, known_q, pool, half_p, half_q, room


@kernel
def tighten(worlds, sizes, noskat):
    """Draw the consequences of full hands and a full skat until nothing moves."""
    known_p, known_q, pool, half_p, half_q, room = worlds
    while True:
        if room == 0:
            known_p |= half_p
            known_q |= half_q
            half_p, half_q = np.int64(0), np.int64(0)
        full_p, full_q = count(known_p) >= sizes[0], count(known_q) >= sizes[1]
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


@kernel
def close_gaps(own, worlds, live, same):
    """The same position with no gaps between cards that count the same, and all its cards."""
    left, right, pool, half_left, half_right, room = worlds
    gaps = live & same & ~(live << 1)
    while gaps != 0:
        own, left, right = close_up(own, gaps), close_up(left, gaps), close_up(right, gaps)
        pool, live = close_up(pool, gaps), close_up(live, gaps)
        half_left, half_right = close_up(half_left, gaps), close_up(half_right, gaps)
        gaps = live & same & ~(live << 1)
    return own, (left, right, pool, half_left, half_right, room), live
