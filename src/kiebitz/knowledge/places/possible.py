# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Compiled: which cards may lie where at all, and how many worlds there are, without a table card by card.

Whether a card may lie in a place needs no counting: one world is found, and then cards are moved along
chains of places. Worlds are counted with whichever table is smaller, that of the places' rooms
(``kernel/worlds.py``) or one of how many cards of each kind are left; cards are of one kind if they may lie
in the same places. With many seats few kinds remain, and with few places many kinds do no harm.
"""

from __future__ import annotations

import numpy as np
from numba import float64, int64

from kiebitz.kernel.bits import bit, count, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.worlds import CHOICES, VECTOR, fits, join, roomiest, unseen_cards, ways

LARGEST = 1 << 23
"""The most numbers in a table (64 MB)."""


@kernel
def find_room(cards, room, held, card):
    """Put one more card into a place, moving others on where that is needed. Is there room for it?"""
    places = len(room)
    came, moved, queue = np.full(places, -2), np.zeros(places, np.int64), np.empty(places, np.int64)
    size = 0
    for p in range(places):
        if room[p] > 0 and cards[p] & card != 0:
            came[p], moved[p], queue[size] = -1, card, p
            size += 1
    i = 0
    while i < size:
        p = queue[i]
        i += 1
        if count(held[p]) < room[p]:
            while p >= 0:
                held[p] |= moved[p]
                if came[p] >= 0:
                    held[came[p]] &= ~moved[p]
                p = came[p]
            return True
        for q in range(places):
            movable = held[p] & cards[q]
            if came[q] == -2 and room[q] > 0 and movable != 0:
                came[q], moved[q], queue[size] = p, movable & -movable, q
                size += 1
    return False


@kernel(int64(VECTOR, VECTOR, VECTOR))
def possible_cards(cards, room, may):
    """Write for each place the cards that lie there in some world; 0 if there is no world.

    A card may leave its place in the world that was found for another one if cards can be moved from there,
    place by place, back to the room that it leaves.
    """
    places = len(room)
    if not fits(cards, room, places):
        return 0
    held = np.zeros(places, np.int64)
    mask = unseen_cards(cards, room, places)
    while mask != 0:
        if not find_room(cards, room, held, mask & -mask):
            return 0
        mask &= mask - 1
    leads = np.zeros((places, places), np.bool_)
    for p in range(places):
        for q in range(places):
            leads[p, q] = room[q] > 0 and held[p] & cards[q] != 0
    for between in range(places):
        for p in range(places):
            if leads[p, between]:
                for q in range(places):
                    leads[p, q] |= leads[between, q]
    for p in range(places):
        may[p] = held[p]
        for q in range(places):
            if room[p] > 0 and leads[p, q]:
                may[p] |= held[q] & cards[p]
    return 1


@kernel
def find_kinds(cards, joint, homes, sizes):
    """Write the kinds of cards: the places (a mask) where they may lie, how many there are; their number."""
    kinds = 0
    mask = unseen_cards(cards, joint, len(joint))
    while mask != 0:
        card = lowest(mask)
        mask &= mask - 1
        home = np.int64(0)
        for p in range(len(joint)):
            if joint[p] > 0 and cards[p] & bit(card) != 0:
                home |= bit(p)
        kind = 0
        while kind < kinds and homes[kind] != home:
            kind += 1
        homes[kind] = home
        sizes[kind] += 1
        kinds = max(kinds, kind + 1)
    return kinds


@kernel
def count_by_kind(joint, homes, sizes, kinds):
    """The number of ways to fill the places one by one, each kind by kind."""
    size, later = np.int64(1), np.int64(0)
    for kind in range(kinds):
        size *= sizes[kind] + 1
        later += sizes[kind]
    before, after = np.zeros(size, np.float64), np.zeros(size, np.float64)
    before[size - 1] = 1.0
    for p in range(len(joint)):
        later -= joint[p]
        last = -1
        for kind in range(kinds):
            if joint[p] > 0 and homes[kind] & bit(p) != 0:
                last = kind
        stride = np.int64(1)
        for kind in range(last + 1):
            if homes[kind] & bit(p) != 0:
                after[:] = 0.0
                for position in range(size):
                    if before[position] > 0.0:
                        rest, digits = -later, position
                        for k in range(kinds):
                            rest += digits % (sizes[k] + 1)
                            digits //= sizes[k] + 1
                        left = position // stride % (sizes[kind] + 1)
                        for n in range(rest if kind == last else 0, min(rest, left) + 1):
                            after[position - n * stride] += before[position] * CHOICES[left, n]
                before, after = after, before
            stride *= sizes[kind] + 1
        if last < 0 and joint[p] > 0:
            return 0.0
    return before[0]


@kernel(float64(VECTOR, VECTOR))
def count_fast(cards, room):
    """The number of worlds, exact below 2^53; -1 if both tables would be too large."""
    places = len(room)
    if not fits(cards, room, places):
        return 0.0
    joint = np.empty(places, np.int64)
    shares = join(cards, room, places, joint)
    homes, sizes = np.zeros(64, np.int64), np.zeros(64, np.int64)
    kinds = find_kinds(cards, joint, homes, sizes)
    by_kind, by_room, cards_left = 1.0, 1.0, 1.0
    for kind in range(kinds):
        by_kind *= sizes[kind] + 1.0
        cards_left += sizes[kind]
    implied = roomiest(joint, places)
    for p in range(places):
        if p != implied:
            by_room *= joint[p] + 1.0
    if by_kind <= LARGEST and by_kind * kinds < by_room * cards_left:
        return shares * count_by_kind(joint, homes, sizes, kinds)
    if by_room * cards_left > LARGEST:
        return -1.0
    table = ways(cards, joint, places)
    return shares * table[0, table.shape[1] - 1]
