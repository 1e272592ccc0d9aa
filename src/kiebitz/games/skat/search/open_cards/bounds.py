# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What a side surely makes when it leads: winners that can be cashed one after the other.

Both are lower bounds for the side that leads, without a look ahead: the leader's cards that nobody can beat
or trump, with the cheapest cards that the others could add to them.
"""

from __future__ import annotations

import numpy as np

from kiebitz.games.skat.search.layout import ACES, BLANKS, JACKS, KINGS, QUEENS, SUIT_GAME, TENS, card_points
from kiebitz.games.skat.search.open_cards.workspace import KIND, TRUMP
from kiebitz.kernel.bits import count
from kiebitz.kernel.jit import kernel

SUIT = 127  # the mask of a suit at bit 0


@kernel
def cheapest(cards, n):
    """The points of the n cheapest of some cards."""
    n -= count(cards & BLANKS)
    if n <= 0:
        return np.int64(0)
    jacks = min(n, count(cards & JACKS))
    queens = min(n - jacks, count(cards & QUEENS))
    n -= jacks + queens
    kings = min(n, count(cards & KINGS))
    tens = min(n - kings, count(cards & TENS))
    n -= kings + tens
    return 2 * jacks + 3 * queens + 4 * kings + 10 * tens + 11 * min(n, count(cards & ACES))


@kernel
def strongest(cards, n):
    """The n strongest of some cards of one class."""
    rest = cards
    while n > 0 and rest != 0:
        rest &= rest - 1
        n -= 1
    return cards & ~rest


@kernel
def above(cards, others):
    """The cards of one class that are stronger than all the others."""
    return cards & ((others & -others) - 1) if others != 0 else cards


@kernel
def cashed_by_declarer(w, hand, left, right):
    """Points that the declarer, who leads, surely makes.

    Side winners stand while whoever has trumps must follow; once his top trumps have drawn all others, the
    rest of his trumps and whole suits are good.
    """
    trump = w[TRUMP]
    others = left | right
    trumps = hand & trump
    cash = above(trumps, others & trump)
    left_trumps, right_trumps = count(left & trump), count(right & trump)
    drawn = count(cash) >= max(left_trumps, right_trumps)
    if drawn:
        cash = trumps
    for place in range(1 if w[KIND] == SUIT_GAME else 0, 4):
        suit = np.int64(SUIT) << (4 + 7 * place)
        mine = hand & suit
        if mine == 0:
            continue
        good = above(mine, others & suit)
        if good == 0:
            continue
        follow_left, follow_right = count(left & suit), count(right & suit)
        if drawn:
            if count(good) >= max(follow_left, follow_right):
                good = mine
        else:
            follow = follow_left if left_trumps != 0 else np.int64(99)
            if right_trumps != 0:
                follow = min(follow, follow_right)
            if follow < count(good):
                good = strongest(good, follow)
        cash |= good
    if cash == 0:
        return np.int64(0)
    n = count(cash)
    return card_points(cash) + cheapest(left, n) + cheapest(right, n)


@kernel
def cashed_by_defender(w, hand, partner, declarer):
    """Points that the defenders surely make when this hand leads: winners that stand while the declarer must
    follow, or has no trumps, and that the partner need not overtake."""
    trump = w[TRUMP]
    others = declarer | partner
    top = above(hand & trump, others & trump)
    declarer_trumps = count(declarer & trump)
    cash = top
    followed = np.int64(0)
    side = np.int64(0)
    for place in range(1 if w[KIND] == SUIT_GAME else 0, 4):
        suit = np.int64(SUIT) << (4 + 7 * place)
        good = hand & suit
        if good == 0:
            continue
        good = above(good, others & suit)
        if good == 0:
            continue
        n, follow = count(good), count(declarer & suit)
        if declarer_trumps != 0 and follow < n:
            good = strongest(good, follow)
            n = follow
        cash |= good
        side += n
        followed += cheapest(declarer & suit, n)
    if cash == 0:
        return np.int64(0)
    if partner & trump != 0 and count(partner & ~trump) < side:
        return card_points(top)  # the partner may have to trump and take the lead
    n = count(cash)
    return card_points(cash) + max(followed, cheapest(declarer, n)) + cheapest(partner, n)
