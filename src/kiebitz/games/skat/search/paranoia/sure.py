# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Tricks that nobody can take from the searcher, so that he need not search on."""

from __future__ import annotations

import numpy as np

from kiebitz.games.skat.search import layout as lay
from kiebitz.games.skat.search.paranoia import words as p
from kiebitz.kernel.bits import count
from kiebitz.kernel.jit import kernel


def _sides(kind: int) -> list[int]:
    """The classes beside the trumps, at most four."""
    found = {int(lay.CLASS[kind, card]) for card in range(32)} - {int(lay.TRUMPS[kind])}
    return [*sorted(found), 0][:4]


RANKS = np.array([[lay.ACES, 11], [lay.TENS, 10], [lay.KINGS, 4], [lay.QUEENS, 3], [lay.JACKS, 2]], np.int64)
"""Cards that count, with their points, the dearest first."""
SIDES = np.array([_sides(kind) for kind in range(3)], np.int64)


@kernel
def sure(w, own, others):
    """The searcher's cards that take a trick each, one after the other, if he is on lead.

    These are his trumps above all others; and once he can draw all others, what is highest in its class.
    """
    kind = w[p.KIND]
    trumps = lay.TRUMPS[kind]
    against = others & trumps
    tops = own & trumps & ((against & -against) - 1)
    if count(tops) < count(against):
        return tops
    tops = own & trumps
    for i in range(4):
        suit = SIDES[kind, i]
        against = others & suit
        high = own & suit & ((against & -against) - 1)
        tops |= own & suit if count(high) >= count(against) else high
    return tops


@kernel
def dearest(cards, n):
    """The most points that n of these cards can have."""
    points = np.int64(0)
    for i in range(5):
        some = min(n, count(cards & RANKS[i, 0]))
        points += some * RANKS[i, 1]
        n -= some
    return points


@kernel
def is_safe(w, own, live, need):
    """Has the searcher, who leads, already reached his aim by the tricks that are sure?

    Of the others' cards only those count that they can keep for the tricks after that.
    """
    tops = sure(w, own, live & ~own)
    by_tricks = w[p.BY_TRICKS] != 0
    gain = count(tops) if by_tricks else lay.card_points(tops)
    if w[p.COUNTED] & 1 != 0:
        return w[p.WANTED] != 0 and gain >= need
    if w[p.WANTED] != 0:
        return False
    rest = own & ~tops
    if by_tricks:
        return need > count(rest)
    return need > lay.card_points(rest) + dearest(live & ~own, 2 * count(rest))
