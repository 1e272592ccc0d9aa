# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""A plain open-card search for Skat in Numba, step by step the algorithm of skat_solver.cpp.

Trick-boundary table with bounds, equal neighbours merged, the strongest card first, and nothing else: it
shows what the compiler is worth, and what the solver's techniques add.
"""

from __future__ import annotations

import numpy as np
from numba import int64

from kiebitz.games.skat.search.layout import beats, card_points, following
from kiebitz.games.skat.search.open_cards.moves import distinct
from kiebitz.games.skat.search.open_cards.workspace import (
    BOUND,
    BOUNDS,
    CLASSES,
    NODES,
    QUESTION,
    TRUMP,
    UPPER_AT,
    slot_of,
)
from kiebitz.games.skat.tables import VALUE
from kiebitz.kernel.bits import lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import STATE


@kernel
def worst(is_max):
    """Less than any value for who wants points, else more than any."""
    return np.int64(-1) if is_max else np.int64(999)


@kernel
def better(is_max, first, second):
    return max(first, second) if is_max else min(first, second)


@kernel
def next_to(seat):
    return seat + 1 if seat < 2 else np.int64(0)


@kernel
def known_bounds(w, slot, key, rest):
    """What the table says about a position: at least and at most."""
    entry = w[slot + 1]
    if w[slot] == key and entry & ~BOUNDS == w[QUESTION]:
        return entry & BOUND, (entry >> UPPER_AT) & BOUND
    return np.int64(0), rest


@kernel(int64(STATE, int64, int64, int64, int64, int64, int64), inline=False)
def plain_search(w, a, b, c, leader, need, rest):
    """As ``search`` of the solver: a bound of the declarer's points from this trick on.

    One loop for each card of the trick inside the other, as in C++: so it is long.
    """
    if need <= 0 or a == 0:
        return np.int64(0)
    if need > rest:
        return rest
    live = a | b | c
    key = live | leader << 32
    slot = slot_of(w, key, np.int64(0))
    lower, upper = known_bounds(w, slot, key, rest)
    if lower >= need or upper < need:
        return lower if lower >= need else upper
    max1, max2, max3 = leader == 0, leader == 2, leader == 1
    second = next_to(leader)
    third = next_to(second)
    best1, leads = worst(max1), distinct(a, live)
    while leads != 0:
        x = leads & -leads
        leads ^= x
        follow = w[CLASSES + lowest(x)]
        w[NODES] += 1
        best2, answers = worst(max2), distinct(following(b, follow), live)
        while answers != 0:
            y = answers & -answers
            answers ^= y
            is_second = beats(y, x, follow, w[TRUMP])
            top, seat = (y, second) if is_second else (x, leader)
            stake = VALUE[lowest(x)] + VALUE[lowest(y)]
            w[NODES] += 1
            best3, lasts = worst(max3), distinct(following(c, follow), live)
            while lasts != 0:
                z = lasts & -lasts
                lasts ^= z
                taker = third if beats(z, top, follow, w[TRUMP]) else seat
                points = stake + VALUE[lowest(z)]
                gain = points if taker == 0 else np.int64(0)
                w[NODES] += 1
                if taker == leader:
                    value = plain_search(w, a ^ x, b ^ y, c ^ z, taker, need - gain, rest - points)
                elif taker == second:
                    value = plain_search(w, b ^ y, c ^ z, a ^ x, taker, need - gain, rest - points)
                else:
                    value = plain_search(w, c ^ z, a ^ x, b ^ y, taker, need - gain, rest - points)
                value += gain
                best3 = better(max3, best3, value)
                if max3 == (value >= need):
                    break
            best2 = better(max2, best2, best3)
            if max2 == (best3 >= need):
                break
        best1 = better(max1, best1, best2)
        if max1 == (best2 >= need):
            break
    lower = max(lower, best1) if best1 >= need else lower
    upper = upper if best1 >= need else min(upper, best1)
    w[slot], w[slot + 1] = key, w[QUESTION] | upper << UPPER_AT | lower
    return best1


@kernel(int64(STATE, int64, int64, int64, int64), inline=False)
def plain_value(w, a, b, c, leader):
    """The declarer's exact points, by questions that close in from 61."""
    rest = card_points(a | b | c)
    lower, upper, guess = np.int64(0), rest, np.int64(61)
    while lower < upper:
        need = min(max(guess, lower + 1), upper)
        value = plain_search(w, a, b, c, leader, need, rest)
        if value >= need:
            lower = value
            guess = value + 1
        else:
            upper = value
            guess = value
    return lower
