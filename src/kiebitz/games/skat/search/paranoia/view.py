# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""From a view of Skat to a problem for the paranoia search, compiled: agents may ask from compiled code.

An aim is what the declarer wants, whoever searches: more points than a limit, every trick, or none.
"""

from __future__ import annotations

import numpy as np
from numba import int64

from kiebitz.games.skat import rules as r
from kiebitz.games.skat import sight
from kiebitz.games.skat.knowledge.conventions import conventional_lacks
from kiebitz.games.skat.search.layout import CLASS, KINDS, from_layout, to_layout
from kiebitz.games.skat.search.paranoia import words as p
from kiebitz.games.skat.search.paranoia.caps import (
    CAP_BITS,
    NO_CAP,
    NO_CAPS,
    SIDE_BITS,
    caps_allow,
    class_number,
)
from kiebitz.games.skat.search.paranoia.root import ask_cards, prepare, settle
from kiebitz.games.skat.tables import ACES, NULL, SCHNEIDER, SCHWARZ
from kiebitz.games.skat.tables import TRUMPS as GAME_TRUMPS
from kiebitz.kernel.bits import bit, count
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import HAND, STATE, TURN, VIEWER

GAME_LIMIT, SCHNEIDER_LIMIT = 60, 89
NO_HABITS, USUAL_SKAT, NO_EXTREMES, CONVENTIONS = 0, 1, 2, 4  # what may be assumed, as bits
EXTREME = 5  # unknown cards of a class that are taken not to be all in one hand
ALL_TRICKS, NO_TRICK = -1, -2  # aims beside the limits, which are 0..119
NO_AIM = -3


@kernel
def set_aim(s, declarer, aim, their_points, tricks, their_tricks):
    """Write what counts; the declarer's seat is seen from the searcher, the tallies are of both sides."""
    defenders = 7 & ~bit(declarer)
    s[p.DECLARER] = declarer
    s[p.WANTED] = 1 if declarer != 0 else 0
    s[p.BY_TRICKS] = 1 if aim < 0 else 0
    if aim == NO_TRICK:
        s[p.COUNTED], s[p.NEED] = bit(declarer), 1 - tricks
    elif aim == ALL_TRICKS:
        s[p.COUNTED], s[p.NEED] = defenders, 1 - their_tricks
    else:
        s[p.COUNTED], s[p.NEED] = defenders, 120 - aim - their_points


@kernel
def own_aim(view):
    """What the declarer needs to win his game."""
    if view[r.CONTRACT] == NULL:
        return np.int64(NO_TRICK)
    if view[r.LEVEL] >= SCHWARZ:
        return np.int64(ALL_TRICKS)
    return np.int64(SCHNEIDER_LIMIT if view[r.LEVEL] == SCHNEIDER else GAME_LIMIT)


@kernel
def higher_aim(view, aim):
    """The next level above an aim, NO_AIM if there is none."""
    if aim < 0 or view[r.CONTRACT] == NULL:
        return np.int64(NO_AIM)
    return np.int64(SCHNEIDER_LIMIT if aim < SCHNEIDER_LIMIT else ALL_TRICKS)


@kernel
def set_places(s, view, me, lacks):
    """Write where each card may be: what is certain, and beyond it what the seats are taken to lack."""
    contract = view[r.CONTRACT]
    left, right = (me + 1) % 3, (me + 2) % 3
    cards, room = np.zeros(4, np.int64), np.zeros(4, np.int64)
    sight.possible(view, cards, room)
    to_left, to_right, to_skat = cards[left] & ~lacks[left], cards[right] & ~lacks[right], cards[3]
    s[p.OWN] = to_layout(view[HAND + me], contract)
    s[p.KNOWN] = to_layout(view[HAND + left] | (to_left & ~to_right & ~to_skat), contract)
    s[p.KNOWN + 1] = to_layout(view[HAND + right] | (to_right & ~to_left & ~to_skat), contract)
    s[p.POOL] = to_layout(to_left & to_right, contract)
    s[p.HALF] = to_layout(to_left & ~to_right & to_skat, contract)
    s[p.HALF + 1] = to_layout(to_right & ~to_left & to_skat, contract)
    s[p.ROOM] = room[3] - count(to_skat & ~to_left & ~to_right)


@kernel(int64(STATE), inline=False)
def leave_out_extremes(s):
    """Look only at worlds in which no hand has all unknown cards of a class with many; 0 if there is none."""
    kind, seen = s[p.KIND], np.int64(0)
    for card in range(32):
        same = s[p.POOL] & CLASS[kind, card]
        if seen & bit(card) == 0 and count(same) >= EXTREME:
            number = class_number(kind, card)
            for side in range(2):
                shift = side * SIDE_BITS + number * CAP_BITS
                s[p.CAPS] = (s[p.CAPS] & ~(np.int64(NO_CAP) << shift)) | (count(same) - 1) << shift
        seen |= CLASS[kind, card]
    s[p.CAPPED] = 1
    whole = count(s[p.OWN]) + (1 if (3 - s[p.LEADER]) % 3 < s[p.LAID] else 0)
    free_left = whole - (1 if (4 - s[p.LEADER]) % 3 < s[p.LAID] else 0) - count(s[p.KNOWN])
    free_right = whole - (1 if (5 - s[p.LEADER]) % 3 < s[p.LAID] else 0) - count(s[p.KNOWN + 1])
    fits = caps_allow(s[p.CAPS], kind, s[p.POOL], s[p.HALF], s[p.HALF + 1], free_left, free_right)
    return np.int64(fits)


@kernel(int64(STATE, int64, int64, STATE), inline=False)
def problem_of(view, aim, assume, s):
    """Write the problem of a view in the play of the cards; 0 if nothing is consistent with it.

    The answer is only as good as what is assumed: that trumps and aces are not in a skat that the
    declarer has put away, that defenders followed as one should, or that no hand has all of many unknown
    cards of a class.
    """
    for i in range(p.WORDS):
        s[i] = 0
    me, contract = view[VIEWER], view[r.CONTRACT]
    s[p.KIND], s[p.CAPS] = KINDS[contract], NO_CAPS
    declarer = (view[r.DECLARER] - me) % 3
    lacks = np.zeros(3, np.int64)
    if assume & CONVENTIONS != 0:
        conventional_lacks(view, lacks)
    set_places(s, view, me, lacks)
    if assume & USUAL_SKAT != 0 and declarer != 0 and view[r.TAKEN] != 0 and contract != NULL:
        s[p.NOSKAT] = to_layout(GAME_TRUMPS[contract] | ACES, contract)
    s[p.LAID] = view[r.CARDS]
    s[p.LEADER] = (view[TURN] - view[r.CARDS] - me) % 3
    for i in range(view[r.CARDS]):
        s[p.TABLE + i] = to_layout(bit((view[r.TRICK] >> (5 * i)) & 31), contract)
    set_aim(s, declarer, aim, view[r.POINTS + 1], view[r.TRICKS], view[r.TRICKS + 1])
    if settle(s) == 0:
        return 0
    return leave_out_extremes(s) if assume & NO_EXTREMES != 0 else 1


@kernel(int64(STATE, STATE, int64, int64, int64, int64, STATE), inline=False)
def killers(view, w, aim, assume, budget, deadline, found):
    """The killer cards of the seat to move, as cards of the rules; and those left open by nodes or time.

    The answer is the number of nodes; without a consistent world nothing is found.
    """
    s = np.empty(p.WORDS, np.int64)
    found[0], found[1] = 0, 0
    if problem_of(view, aim, assume, s) == 0:
        return 0
    prepare(s, w, budget)
    w[p.DEADLINE] = deadline
    ask_cards(s, w, found)
    contract = view[r.CONTRACT]
    found[0], found[1] = from_layout(found[0], contract), from_layout(found[1], contract)
    return w[p.NODES]


@kernel(int64(STATE, int64), inline=False)
def assumable(view, habits):
    """Which of some habits tell the viewer anything here: only then is it worth asking again."""
    found, lacks, me = np.int64(0), np.zeros(3, np.int64), view[VIEWER]
    if habits & USUAL_SKAT != 0 and me != view[r.DECLARER] and view[r.TAKEN] != 0:
        found |= USUAL_SKAT
    if habits & CONVENTIONS != 0:
        conventional_lacks(view, lacks)
        cards, room = np.zeros(4, np.int64), np.zeros(4, np.int64)
        sight.unseen(view, cards, room)
        for seat in range(3):
            if seat != me and cards[seat] & lacks[seat] != 0:
                found |= CONVENTIONS
    return found


@kernel(int64(STATE, STATE, int64, int64, int64, STATE), inline=False)
def highest_killers(view, w, assume, budget, deadline, found):
    """Killer cards for the best that can be forced; the answer is its aim, NO_AIM if nothing is forced.

    The declarer goes on from his game to Schneider and Schwarz; an opponent who cannot beat him tries to
    avoid these. Each level has the whole budget of nodes.
    """
    aim, best, cards = own_aim(view), np.int64(NO_AIM), np.int64(0)
    mine = view[VIEWER] == view[r.DECLARER]
    while aim != NO_AIM:
        killers(view, w, aim, assume, budget, deadline, found)
        if found[0] != 0:
            best, cards = aim, found[0]
            if not mine:
                break
        elif mine:
            break
        aim = higher_aim(view, aim)
    found[0] = cards
    return best
