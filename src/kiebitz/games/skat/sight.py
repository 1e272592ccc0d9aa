# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What a seat may know of a position of Skat, and where the cards may lie that it does not see, compiled."""

from __future__ import annotations

import numpy as np
from numba import int64

from kiebitz.games.skat import rules as r
from kiebitz.games.skat.scoring import MOST_TOPS, run_of_trumps
from kiebitz.games.skat.tables import BASE, BIDS, DECK, GRAND, OUVERT
from kiebitz.kernel.bits import bit, count
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import (
    CASES,
    COMPLETE,
    HAND,
    OBSERVE,
    OPEN,
    STATE,
    TURN,
    UNSEEN,
    VIEWER,
    Kernels,
    blindfold,
    unveil,
)
from kiebitz.kernel.worlds import MOST_CASES, draw, draw_case


@kernel(OBSERVE)
def observe(s, seat, view):
    """Erased: the other hands, unless they are laid open; the skat, but for a declarer who took it.

    When all is over the cards are turned up for the count.
    """
    if not blindfold(s, seat, view):
        return
    for other in range(3):
        if s[TURN] < 0 or (s[r.LEVEL] == OUVERT and other == s[r.DECLARER]):
            view[HAND + other] = s[HAND + other]
    if s[TURN] >= 0 and (seat != s[r.DECLARER] or s[r.TAKEN] == 0):
        view[r.SKAT] = 0


@kernel
def held(view, seat):
    """How many cards a seat holds: public, even while the declarer discards."""
    extra = 2 - view[r.SKAT_SIZE] if seat == view[r.DECLARER] else 0
    return 10 - count(view[r.PLAYED + seat]) + extra


@kernel(UNSEEN)
def unseen(view, cards, room):
    """Places: the three seats, then the skat."""
    for place in range(4):
        cards[place] = 0
        room[place] = 0
    if view[OPEN] != 0:
        return 4
    rest = DECK & ~view[r.SKAT]
    for seat in range(3):
        rest &= ~(view[HAND + seat] | view[r.PLAYED + seat])
    for seat in range(3):
        room[seat] = held(view, seat) - count(view[HAND + seat])
        if room[seat] > 0:
            cards[seat] = rest & ~view[r.LACKS + seat]
    room[3] = view[r.SKAT_SIZE] - count(view[r.SKAT])
    if room[3] > 0:
        cards[3] = rest
    return 4


@kernel(int64(STATE))
def is_tied(view):
    """May the bid have been too high to name this suit with every hand?

    With one top a suit reaches four times its base. Where Grand does not reach the bid no other game does,
    and then every game may be named. The declarer himself knows his cards.
    """
    suit = view[r.CONTRACT]
    if suit < 0 or suit >= GRAND or view[r.TAKEN] == 0 or view[r.NAMING] != r.ISKO:
        return False
    return BIDS[view[r.BID]] > 4 * BASE[suit] and view[VIEWER] != view[r.DECLARER]


@kernel
def add_case(view, mine, theirs, lacks, n):
    """Write that some cards are the declarer's or in the skat and others his opponents', unless it is seen
    that they are not; the answer is the number of cases."""
    for seat in range(3):
        seen = view[HAND + seat] | view[r.PLAYED + seat]
        if seen & (theirs if seat == view[r.DECLARER] else mine) != 0:
            return n
    for place in range(4):
        lacks[n, place] = theirs if place == view[r.DECLARER] or place == 3 else mine
    return n + 1


@kernel(CASES)
def cases(view, lacks):
    """With which tops the suit could be named: the highest trumps are on one side and the next is not.

    The last case has no next: from some number on all tops are enough, and that many are on one side. A
    few tops may be too few for every game, and then every game may be named.
    """
    if view[OPEN] != 0 or view[TURN] < 0 or not is_tied(view):
        return np.int64(0)
    suit = view[r.CONTRACT]
    enough = MOST_TOPS
    while enough > 0 and r.nameable(view, run_of_trumps(suit, enough)) & bit(suit) != 0:
        enough -= 1
    enough += 1
    n = np.int64(0)
    for run in range(1, enough):
        high = run_of_trumps(suit, run)
        if r.nameable(view, high) & bit(suit) != 0:
            next_one = run_of_trumps(suit, run + 1) & ~high
            n = add_case(view, high, next_one, lacks, n)
            n = add_case(view, next_one, high, lacks, n)
    if 1 < enough <= MOST_TOPS:
        n = add_case(view, run_of_trumps(suit, enough), np.int64(0), lacks, n)
        n = add_case(view, np.int64(0), run_of_trumps(suit, enough), lacks, n)
    return n


@kernel(UNSEEN)
def possible(view, cards, room):
    """The same as ``unseen``, without cards that a place lacks in every case."""
    lacks = np.empty((MOST_CASES, 4), np.int64)
    unseen(view, cards, room)
    n = cases(view, lacks)
    for place in range(4):
        never = np.int64(DECK if n != 0 else 0)
        for case in range(n):
            never &= lacks[case, place]
        cards[place] &= ~never
    return 4


@kernel(COMPLETE)
def complete(view, rng, state):
    unveil(view, rng, state)
    if view[OPEN] != 0 or view[TURN] < 0:
        return
    cards = np.empty(4, np.int64)
    room = np.empty(4, np.int64)
    world = np.empty(4, np.int64)
    unseen(view, cards, room)
    if is_tied(view):
        lacks = np.empty((MOST_CASES, 4), np.int64)
        draw_case(rng, cards, room, 4, lacks, cases(view, lacks), world)
    else:
        draw(rng, cards, room, 4, world)
    for seat in range(3):
        state[HAND + seat] |= world[seat]
    state[r.SKAT] |= world[3]


KERNELS = Kernels(r.shuffle, r.deal, r.legal, r.play, r.payoff, observe, complete, unseen, r.measure, cases)
