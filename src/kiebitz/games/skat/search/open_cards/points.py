# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The open-card search for points: one call is one trick, and asks whether the declarer still makes ``need``.

Alpha-beta with a window of width one. What it returns is a bound on the declarer's points from here on: at
least ``need`` if he can make them, and then a lower bound; otherwise an upper one. Bounds are kept in the
table, so questions with other needs find them again.
"""

from __future__ import annotations

import numpy as np
from numba import int64

from kiebitz.games.skat.search.layout import beats, following
from kiebitz.games.skat.search.open_cards import workspace as ws
from kiebitz.games.skat.search.open_cards.bounds import cashed_by_declarer, cashed_by_defender
from kiebitz.games.skat.search.open_cards.moves import (
    NO_HINT,
    card_of,
    list_leads,
    list_seconds,
    list_thirds,
    run_of,
)
from kiebitz.games.skat.tables import VALUE
from kiebitz.kernel.bits import bit, count, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.pointers import POINTER

MOST = 999  # more points than there are
NOTHING_TRIED = -1
FREE = 0  # no card lies on the table


@kernel
def forced_card(forced, place):
    """The bit of the card that lies at a place of the trick, -1 if none does."""
    return ((forced >> (6 * place)) & 63) - 1


@kernel
def better(value, best, is_max):
    return max(value, best) if is_max else min(value, best)


@kernel
def settles(value, need, is_max):
    """Does this value end the choice of a player who wants many points for the declarer, or few?"""
    return value >= need if is_max else value < need


@kernel
def bound_of_neighbour(tried, points, is_max):
    """The most that a card can do for its player, after its neighbour was tried: see ``moves``."""
    distance = abs((tried & 15) - points)
    return (tried >> 4) + distance if is_max else (tried >> 4) - distance


@kernel
def forget(w, at, runs):
    for run in range(runs + 1):
        w[at + run] = NOTHING_TRIED


@kernel
def last_trick(w, a, b, c, leader, rest):
    """Everybody has one card: nothing to choose."""
    follow = w[ws.CLASSES + lowest(a)]
    best, seat = a, leader
    if beats(b, best, follow, w[ws.TRUMP]):
        best, seat = b, leader + 1
    if beats(c, best, follow, w[ws.TRUMP]):
        seat = leader + 2
    return rest if seat == 0 or seat == 3 else np.int64(0)


@kernel
def after_trick(w, a, b, c, place, leader, rest):
    """The declarer's points of the last trick, after the one before went to a place of three."""
    if place == 0:
        return last_trick(w, a, b, c, leader, rest)
    seat = leader + place if leader + place < 3 else leader + place - 3
    return last_trick(w, b, c, a, seat, rest) if place == 1 else last_trick(w, c, a, b, seat, rest)


@kernel(int64(POINTER, int64, int64, int64, int64, int64, int64), inline=False)
def last_two_tricks(w, a, b, c, leader, need, rest):
    """The same bound where everybody has two cards: all lines are tried, which is quicker than to look up."""
    first_max, second_max, third_max = leader == 0, leader == 2, leader == 1
    trump = w[ws.TRUMP]
    best_first = np.int64(-1) if first_max else np.int64(MOST)
    leads = a
    while leads != 0:
        lead = leads & -leads
        leads ^= lead
        w[ws.NODES] += 1
        follow = w[ws.CLASSES + lowest(lead)]
        best_second = np.int64(-1) if second_max else np.int64(MOST)
        seconds = following(b, follow)
        while seconds != 0:
            answer = seconds & -seconds
            seconds ^= answer
            w[ws.NODES] += 1
            best, place = lead, 0
            if beats(answer, lead, follow, trump):
                best, place = answer, 1
            stake = VALUE[lowest(lead)] + VALUE[lowest(answer)]
            best_third = np.int64(-1) if third_max else np.int64(MOST)
            thirds = following(c, follow)
            while thirds != 0:
                last = thirds & -thirds
                thirds ^= last
                w[ws.NODES] += 1
                taken = 2 if beats(last, best, follow, trump) else place
                points = stake + VALUE[lowest(last)]
                value = after_trick(w, a ^ lead, b ^ answer, c ^ last, taken, leader, rest - points)
                if leader + taken == 0 or leader + taken == 3:
                    value += points
                best_third = better(value, best_third, third_max)
                if settles(value, need, third_max):
                    break
            best_second = better(best_third, best_second, second_max)
            if settles(best_third, need, second_max):
                break
        best_first = better(best_second, best_first, first_max)
        if settles(best_second, need, first_max):
            break
    return best_first


@kernel(int64(POINTER, int64, int64, int64, int64, int64, int64, int64), inline=False)
def search(w, a, b, c, leader, need, rest, forced):
    """A bound of the declarer's points from the trick that hand ``a`` (seat ``leader``) leads on.

    ``b`` and ``c`` are the next hands, ``rest`` the points of all three. ``forced`` holds the cards of the
    trick that are on the table already, bit + 1 in six bits each; they are counted in their hands. The
    workspace is given by its address.
    """
    if need <= 0:
        return np.int64(0)
    if need > rest:
        return rest
    cards = count(a)
    if cards == 1:
        return last_trick(w, a, b, c, leader, rest)
    if cards == 2 and forced == FREE:
        return last_two_tricks(w, a, b, c, leader, need, rest)
    lower, upper = np.int64(0), rest
    key, slot, tag, hint = np.int64(0), np.int64(0), np.int64(0), np.int64(NO_HINT)
    if forced == FREE:
        key = ws.key_for_points(a, b, c)
        slot = ws.slot_of(w, key, leader)
        tag = w[ws.QUESTION] | leader << ws.LEADER_AT
        entry = w[slot + 1]
        if w[slot] == key and entry & ~ws.BOUNDS == tag:
            lower, upper = entry & ws.BOUND, (entry >> ws.UPPER_AT) & ws.BOUND
            if lower >= need:
                return lower
            if upper < need:
                return upper
            hint = (entry >> ws.LEAD_AT) & 31
        if leader == 0:
            lower = max(lower, cashed_by_declarer(w, a, b, c))
            if lower >= need:
                return lower
        else:
            partner, declarer = (b, c) if leader == 1 else (c, b)
            upper = min(upper, rest - cashed_by_defender(w, a, partner, declarer))
            if upper < need:
                return upper

    lists = ws.MOVES + cards * ws.LISTS
    first_max, second_max, third_max = leader == 0, leader == 2, leader == 1
    second_seat = leader + 1 if leader < 2 else np.int64(0)
    third_seat = second_seat + 1 if second_seat < 2 else np.int64(0)
    best_first = np.int64(-1) if first_max else np.int64(MOST)
    best_lead = np.int64(0)
    if forced == FREE:
        firsts = list_leads(w, lists, a, b, c, leader, hint)
        forget(w, lists + 48, firsts)
    else:
        firsts = np.int64(1)
        w[lists] = forced_card(forced, 0)
        w[lists + 48] = NOTHING_TRIED
    for i in range(firsts):
        lead_index, lead_run = card_of(w[lists + i]), lists + 48 + run_of(w[lists + i])
        if w[lead_run] != NOTHING_TRIED:
            bound = bound_of_neighbour(w[lead_run], VALUE[lead_index], first_max)
            if not settles(bound, need, first_max):
                best_first = better(bound, best_first, first_max)
                continue
        w[ws.NODES] += 1
        lead = bit(lead_index)
        follow = w[ws.CLASSES + lead_index]
        best_second = np.int64(-1) if second_max else np.int64(MOST)
        if forced_card(forced, 1) < 0:
            seconds = list_seconds(w, lists + 16, lead, a, b, c, leader)
            forget(w, lists + 64, seconds)
        else:
            seconds = np.int64(1)
            w[lists + 16] = forced_card(forced, 1)
            w[lists + 64] = NOTHING_TRIED
        for j in range(seconds):
            answer_index, answer_run = card_of(w[lists + 16 + j]), lists + 64 + run_of(w[lists + 16 + j])
            if w[answer_run] != NOTHING_TRIED:
                bound = bound_of_neighbour(w[answer_run], VALUE[answer_index], second_max)
                if not settles(bound, need, second_max):
                    best_second = better(bound, best_second, second_max)
                    continue
            w[ws.NODES] += 1
            answer = bit(answer_index)
            best, seat = lead, leader
            if beats(answer, best, follow, w[ws.TRUMP]):
                best, seat = answer, second_seat
            stake = VALUE[lead_index] + VALUE[answer_index]
            best_third = np.int64(-1) if third_max else np.int64(MOST)
            if forced_card(forced, 2) < 0:
                other_side = third_max or seat == 0
                thirds = list_thirds(w, lists + 32, best, follow, a, b, c, other_side)
            else:
                thirds = np.int64(1)
                w[lists + 32] = forced_card(forced, 2)
            for k in range(thirds):
                w[ws.NODES] += 1
                last_index = card_of(w[lists + 32 + k])
                last = bit(last_index)
                taker = third_seat if beats(last, best, follow, w[ws.TRUMP]) else seat
                points = stake + VALUE[last_index]
                gain = points if taker == 0 else np.int64(0)
                if taker == leader:
                    value = gain + search(
                        w, a ^ lead, b ^ answer, c ^ last, taker, need - gain, rest - points, np.int64(FREE)
                    )
                elif taker == second_seat:
                    value = gain + search(
                        w, b ^ answer, c ^ last, a ^ lead, taker, need - gain, rest - points, np.int64(FREE)
                    )
                else:
                    value = gain + search(
                        w, c ^ last, a ^ lead, b ^ answer, taker, need - gain, rest - points, np.int64(FREE)
                    )
                best_third = better(value, best_third, third_max)
                if settles(value, need, third_max):
                    break
            w[answer_run] = best_third << 4 | VALUE[answer_index]
            best_second = better(best_third, best_second, second_max)
            if settles(best_third, need, second_max):
                break
        w[lead_run] = best_second << 4 | VALUE[lead_index]
        if better(best_second, best_first, first_max) != best_first:
            best_first, best_lead = best_second, lead_index
        if settles(best_second, need, first_max):
            w[ws.HISTORY + 32 * leader + lead_index] += cards
            break

    if forced == FREE:
        if best_first >= need:
            lower = max(lower, best_first)
        else:
            upper = min(upper, best_first)
        w[slot] = key
        w[slot + 1] = tag | best_lead << ws.LEAD_AT | upper << ws.UPPER_AT | lower
    return best_first
